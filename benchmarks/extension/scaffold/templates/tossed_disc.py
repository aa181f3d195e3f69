"""A problem in Python: impactbench --plugin tossed_disc.py run --problem tossed_disc ..."""

import math

import impactbench


class Toss(impactbench.Problem):
    """one disc tossed upwards and sideways in a box under gravity, in Python"""

    name = "tossed_disc"
    parameters = {
        "mass": impactbench.parameter(1.0, "kg", "mass", above=0.0),
        "radius": impactbench.parameter(0.1, "m", "radius", above=0.0),
        "speed": impactbench.parameter(2.0, "m/s", "initial speed", above=0.0),
        "angle": impactbench.parameter(1.0, "rad", "of the initial velocity above the floor", least=0.0, most=3.0),
        "horizon": impactbench.parameter(1.0, "s", "end time", above=0.0),
    }

    def build(self, setup):
        for point, inward in [((0, 0), (0, 1)), ((2, 0), (-1, 0)), ((0, 3), (0, -1)), ((0, 0), (1, 0))]:
            setup.half_space(point, inward)
        setup.gravity((0.0, -9.81))
        velocity = (self.speed * math.cos(self.angle), self.speed * math.sin(self.angle))
        setup.body(self.mass, self.radius, (0.5, 0.5), velocity)
        return self.horizon
