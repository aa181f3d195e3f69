"""Schemes that violate the rules, each of which gives a row that says so, and one whose step is empty."""

import sys

import impactbench


class Still(impactbench.Scheme):
    """does nothing: what a step costs beside its own work"""

    name = "py_still"

    def step(self, t, q, v):
        pass


class Raises(impactbench.Scheme):
    """adds what does not fit"""

    name = "py_raises"

    def step(self, t, q, v):
        v += [1.0, 2.0]


class Loops(impactbench.Scheme):
    """never returns"""

    name = "py_loops"

    def step(self, t, q, v):
        while True:
            pass


class Shape(impactbench.Scheme):
    """returns arrays of another shape"""

    name = "py_shape"

    def step(self, t, q, v):
        return q[:2], v


class Kind(impactbench.Scheme):
    """returns a number"""

    name = "py_kind"

    def step(self, t, q, v):
        return 3


class Stops(impactbench.Scheme):
    """gives up"""

    name = "py_stops"

    def step(self, t, q, v):
        raise impactbench.Breakdown("there is no answer")


class Exits(impactbench.Scheme):
    """ends its process"""

    name = "py_exits"

    def step(self, t, q, v):
        sys.exit(0)


class Eats(impactbench.Scheme):
    """asks for more memory than there is"""

    name = "py_eats"

    def step(self, t, q, v):
        self.much = bytearray(10**12)


class Leans(impactbench.Scheme):
    """records friction that is not along the surface"""

    name = "py_leans"

    def step(self, t, q, v):
        self.system.record([0], [-1], [[0.0, -1.0]], [0.0], [[1.0, -2.0]])


class Far(impactbench.Scheme):
    """records a contact of a body that is not there"""

    name = "py_far"

    def step(self, t, q, v):
        self.system.record([99], [-1], [[0.0, -1.0]], [1.0])


class Blind(impactbench.Scheme):
    """asks for contacts within less than nothing"""

    name = "py_blind"

    def step(self, t, q, v):
        self.system.contacts(q, -1.0)
