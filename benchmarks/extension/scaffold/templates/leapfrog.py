"""A scheme in Python: impactbench --plugin leapfrog.py run --problem newton_cradle --scheme leapfrog ..."""

import impactbench
import numpy as np


class Stepper(impactbench.Scheme):
    """leapfrog (drift, kick, drift) with a linear spring at every contact, in Python"""

    name = "leapfrog"
    reference = "Hairer, Lubich and Wanner 2003, section 1"
    parameters = {"R": impactbench.parameter(1e-5, "m/N", "compliance: contact energy D^2 / (2 R)", above=0.0)}

    def claims(self):
        return {"order_free": 2.0, "exact_free_fall": True, "order_contact": 2.0, "energy": "conserves_nearly",
                "momentum": True, "angular_momentum": True, "reversible": True,
                "compliance": (2.0, 0.5 / self.R), "contact_energy": (0.0, 0.0, 0.5)}

    def refuses(self, problem, h):
        if not problem.round or problem.first_order or problem.gluey:
            return "it moves round bodies with inertia and dry contacts"
        if problem.friction or problem.restitution < 1.0:
            return "its springs take no energy: friction must be 0 and restitution 1"

    def step(self, t, q, v):
        system, h = self.system, self.h
        q[:v.size] += 0.5 * h * v
        force = system.mean_force(t, t + h, q, v)
        on_centres = force.reshape(-1, system.stride)[:, :system.dimension]
        body, other, gap, normal = system.contacts(q)
        push = (gap / self.R)[:, None] * normal  # on `body`, away from `other`: the gap is below 0
        np.add.at(on_centres, body, push)
        np.subtract.at(on_centres, other[other >= 0], push[other >= 0])
        system.record(body, other, normal, -h * gap / self.R)
        v += h * force / system.mass
        q[:v.size] += 0.5 * h * v
