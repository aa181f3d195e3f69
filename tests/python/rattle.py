"""Nonsmooth RATTLE in Python, for discs: contacts that are closed within a step, with friction.

With u the velocity of a contact along its normal (u_n > 0 separates) and its tangent, P = R + S:

  v_m = v + h/2 M^-1 F + M^-1 H(q) R,  q^{n+1} = q + h v_m,  0 <= R_n perpendicular to gap(q^{n+1}) >= 0
  v^{n+1} = v_m + h/2 M^-1 F + M^-1 H(q) S,  0 <= P_n perpendicular to u_n^{n+1} + e u_n^n >= 0 where R_n > 0
  friction: R_t opposes u_t(v_m), P_t opposes u_t^{n+1} + e_t u_t^n, at most mu R_n and mu P_n
"""

import impactbench
import numpy as np


class Stepper(impactbench.Scheme):
    """nonsmooth RATTLE for discs, gaps on positions and Newton's law on velocities, in Python"""

    name = "py_rattle"
    reference = "Breuling, Capobianco, Eugster and Leine 2024"
    parameters = {"lost": impactbench.parameter(False, "-", "a wrong version: friction is not recorded")}

    def claims(self):
        return {"order_free": 2.0, "exact_free_fall": True, "energy": "conserves_nearly", "momentum": True,
                "overlap": "none"}  # S acts along the normal at q, not at q^{n+1}: angular momentum drifts

    def refuses(self, problem, h):
        if not problem.round or problem.first_order or problem.gluey or problem.initial_penetration:
            return "it moves round bodies with inertia and rigid contacts"
        if problem.dimension != 2 or not problem.rotates or problem.body_count > 10 or problem.laws_differ \
                or problem.rolling_friction or problem.moving_surfaces:
            return "it moves at most ten discs with one law of contact, without rolling friction, among still walls"

    def step(self, t, q, v):
        s, h, n = self.system, self.h, v.size
        kick = 0.5 * h * s.mean_force(t, t + h, q, v) / s.mass
        v_m = v + kick
        reach = 2.5 * h * np.abs(v_m.reshape(-1, 3)[:, :2]).max(initial=0.0)
        i, j, gap, normal = (np.array(x) for x in s.contacts(q, reach))
        # Rows (normal, tangent) of each contact, over all velocities.
        H = np.zeros((len(i), 2, n))
        for c, (a, b) in enumerate(zip(i, j)):
            nx, ny = normal[c]
            H[c, 0, 3 * a:3 * a + 3] = -nx, -ny, 0.0
            H[c, 1, 3 * a:3 * a + 3] = -ny, nx, s.radius[a]
            if b >= 0:
                H[c, 0, 3 * b:3 * b + 3] = nx, ny, 0.0
                H[c, 1, 3 * b:3 * b + 3] = ny, -nx, s.radius[b]
        W = np.einsum("crk,crk->cr", H, H / s.mass)
        R = self.sweep(H, W, v_m, gap / h, np.zeros((len(i), 2)), np.zeros((len(i), 2)))
        old = H @ v
        q[:n] += h * v_m
        v[:] = v_m + kick
        acts = R[:, 0] > 0.0
        rebound = np.stack([s.restitution * old[:, 0], s.tangential_restitution * old[:, 1]], 1)
        rebound[~acts, 0] = np.inf
        P = R + self.sweep(H, W, v, rebound[:, 0], R, rebound)
        tangent = np.stack([-normal[:, 1], normal[:, 0]], 1)
        if self.lost or not s.friction:
            s.record(i, j, normal, P[:, 0])
        else:
            s.record(i, j, normal, P[:, 0], P[:, 1:] * tangent)

    def sweep(self, H, W, v, aim, before, rebound):
        """Impulses p, added to v, such that u_n + aim >= 0 and friction opposes u_t + rebound."""
        p, mu = np.zeros((len(H), 2)), self.system.friction
        for _ in range(1000):
            most = 0.0
            for c in range(len(H)):
                if np.isinf(aim[c]):
                    continue
                for r in range(2 if mu else 1):
                    total = before[c, r] + p[c, r] - (H[c, r] @ v + (rebound[c, 1] if r else aim[c])) / W[c, r]
                    bound = mu * (before[c, 0] + p[c, 0])
                    total = np.clip(total, -bound, bound) if r else max(0.0, total)
                    change = total - before[c, r] - p[c, r]
                    p[c, r] += change
                    v += change * H[c, r] / self.system.mass
                    most = max(most, abs(change))
            if most <= 1e-13 * max(np.abs(p).max(initial=0.0), 1e-300):
                return p
        raise impactbench.NotConverged("the sweeps end at their limit")
