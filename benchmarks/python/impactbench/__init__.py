"""impactbench in Python: results as tables, and modules of one's own.

    rows(store), series(store, key), trajectory(file), run(plan, ...), plot(store, ...)
    Scheme, Problem, ContactSolver: classes to derive from, for impactbench --plugin FILE.py
"""

from .modules import (Breakdown, ContactSolver, NotConverged, Problem, Scheme, choice, parameter)
from .reading import plot, program, rows, run, series, trajectory

__all__ = ["Breakdown", "ContactSolver", "NotConverged", "Problem", "Scheme", "choice", "parameter",
           "plot", "program", "rows", "run", "series", "trajectory"]
