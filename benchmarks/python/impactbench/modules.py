"""Schemes, problems and contact solvers written in Python: the classes to derive from.

``impactbench --plugin FILE.py`` takes every class of FILE.py that derives from one of these and has a
``name`` into the catalogue. The first line of its docstring is the summary there.
"""

import hashlib
import importlib.util
import math
import os
import sys
import traceback


class NotConverged(Exception):
    """Raised by a step or a solve whose iteration ends at its limit; the last iterate is kept."""


class Breakdown(Exception):
    """Raised by a step or a solve that has no usable answer; the run stops with this reason."""


def parameter(default, unit, meaning, above=None, least=None, below=None, most=None):
    """A setting that is a number or a switch, with unit ("-" for none), meaning and range."""
    return {
        "default": default, "unit": unit, "meaning": meaning, "words": [],
        "low": -math.inf if above is None and least is None else least if above is None else above,
        "high": math.inf if below is None and most is None else most if below is None else below,
        "open_low": above is not None, "open_high": below is not None,
    }


def choice(words, meaning):
    """A setting that is one of some words; the first is the default."""
    return parameter(words[0], "-", meaning) | {"words": list(words)}


class Module:
    """What all modules have: a name, settings, which become attributes, and a source."""

    name = None
    reference = "written in Python"
    parameters = {}

    def __init__(self, **settings):
        for name, value in settings.items():
            setattr(self, name, value)

    @classmethod
    def describe(cls):
        """Name, summary, reference and parameters, as the catalogue has them."""
        summary = (cls.__doc__ or "").strip().split("\n")[0]
        if not summary:
            raise ValueError(f"class {cls.__name__} needs a docstring: its first line is the summary")
        for name in cls.parameters:
            if callable(getattr(cls, name, None)) or name in ("h", "name", "system", "reference", "parameters"):
                raise ValueError(f"class {cls.__name__} cannot have a parameter '{name}': the name is taken")
        return {"name": cls.name, "summary": summary, "reference": cls.reference, "parameters": cls.parameters}


class Scheme(Module):
    """A time-stepping scheme. ``self.system`` and the step ``self.h`` [s] are there from prepare on.

    The system has views without copies: ``mass`` (an entry per degree of freedom), ``radius``,
    ``stride`` (degrees of freedom of a body), ``dimension``, ``gravity``, ``restitution``,
    ``tangential_restitution``, ``friction``, and

      force(t, q, v)           external force [N, N m]; the array is used again by the next call
      mean_force(t0, t1, q, v) its mean over a step
      contacts(q)              body, other (-1: an obstacle), gap <= 0 [m], normal from body to other,
                               of all contacts that are closed at q; the arrays are used again
      contacts(q, reach)       the same with all gaps <= reach [m], for schemes that close gaps in a step
      record(body, other, normal, impulse)   what the contacts of this step handed on [N s]:
                               with it the laws of contact are checked one by one
      record(body, other, normal, impulse, friction)   the same with the impulses of friction on
                               `body`, a vector along the surface for each contact; it turns both bodies

    Record once in a step, all contacts of the step together, and all that acts: a step whose impulses
    miss some of the change of momentum fails law:body_balance.
    """

    def claims(self):
        """What its paper promises, as a dict; the keys are those of SchemeClaims
        (schemes/api/scheme.hpp), ``compliance = (exponent, coefficient)`` where contact is a spring, and
        ``contact_energy = (stroke, turn, phase)``.
        """
        return {}

    def refuses(self, problem, h):
        """A sentence that says why it cannot run such a problem with steps of h; None where it can.

        A scheme refuses each of these that it has no law for: a problem that is not ``round``, is
        ``first_order`` or ``gluey``, has ``friction``, ``rolling_friction``, ``twisting_friction``,
        ``static_friction``, ``moving_surfaces``, contacts whose ``laws_differ``, a ``restitution`` below 1,
        or, where contacts are rigid, an ``initial_penetration``. The others: ``dimension``, ``rotates``,
        ``body_count``, ``gravity``, ``driven``, ``held``, ``rotation``, ``smallest_reduced_mass`` [kg].
        """
        return None

    def prepare(self, q, v):
        """Called once, at the start."""

    def step(self, t, q, v):
        """From t to t + h: writes into q and v, or returns a new pair (q, v)."""
        raise NotImplementedError(f"{type(self).__name__} has no step(self, t, q, v)")


class Problem(Module):
    """Round bodies among obstacles, in `dimension` 1, 2 or 3. The law of contact (restitution,
    tangential_restitution, friction) is a parameter of every problem."""

    dimension = 2
    rotates = True
    law = {
        "restitution": parameter(1.0, "-", "Newton's normal restitution coefficient", least=0.0, most=1.0),
        "tangential_restitution": parameter(
            1.0, "-", "Newton's law along the tangent, where friction acts", least=-1.0, most=1.0),
        "friction": parameter(0.0, "-", "Coulomb's coefficient mu", least=0.0),
    }

    @classmethod
    def describe(cls):
        facts = super().describe()
        return facts | {"parameters": Problem.law | facts["parameters"]}

    def build(self, setup):
        """Fills the setup and returns the horizon [s]. Vectors have `dimension` entries.

          setup.body(mass, radius, position, velocity, spin=0.0)   a disc, a ball or a sphere
          setup.half_space(point, inward), setup.segment(a, b), setup.box(low, high)   obstacles
          setup.gravity(vector)
        """
        raise NotImplementedError(f"{type(self).__name__} has no build(self, setup)")


class ContactSolver(Module):
    """Solves u = W p + b with the laws of ContactProblem (schemes/solvers/api/contact_problem.hpp).

    The problem has ``rows`` (1 normal, 2 or 3 with tangents), ``b``, ``friction`` (mu of each contact),
    ``velocity_unit``, ``W`` (dense, made when it is asked for) and ``velocity(p)`` = W p + b without it.
    """

    def refuses(self, friction):
        """A sentence that says why it cannot solve problems with or without friction; or None."""
        return None

    def solve(self, problem, p):
        """p: start in, answer out [N s]. Returns (iterations, residual in its own measure)."""
        raise NotImplementedError(f"{type(self).__name__} has no solve(self, problem, p)")


_folders = set()


def load(path):
    """The classes of a file that stand in the catalogue: (schemes, problems, solvers)."""
    folder, file = os.path.split(path)
    sys.path.insert(0, folder)
    _folders.add(folder)
    name = os.path.splitext(file)[0]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    own = [c for c in vars(module).values() if isinstance(c, type) and issubclass(c, Module) and "name" in vars(c)]
    found = [[c for c in own if issubclass(c, kind)] for kind in (Scheme, Problem, ContactSolver)]
    if not any(found):
        raise ValueError("it has no class with a name that derives from impactbench.Scheme, Problem or ContactSolver")
    return found


def sources():
    """All that results depend on beside the program, as text: the loaded files of the folders of
    modules, by content, and the versions of Python and numpy. What is imported later is not in it."""
    out = [f"Python {sys.version}"]
    if "numpy" in sys.modules:
        out.append(f"numpy {sys.modules['numpy'].__version__}")
    for path in sorted({getattr(m, "__file__", None) or "" for m in list(sys.modules.values())}):
        if os.path.dirname(path) in _folders and os.path.isfile(path):
            with open(path, "rb") as file:
                out.append(hashlib.sha256(file.read()).hexdigest())
    return "\n".join(out)


def sentence(error, trace):
    """An exception in a line, where it was raised first: "ValueError: ... (a.py:31 in step)"."""
    frames = [f for f in traceback.extract_tb(trace) if not f.filename.startswith("<")]
    own = [f for f in frames if os.path.dirname(f.filename) != os.path.dirname(__file__)]
    places = [f"{os.path.basename(f.filename)}:{f.lineno} in {f.name}" for f in reversed(own or frames)]
    text = " ".join(str(error).split())
    where = f" ({', '.join(places)})" if places else ""
    return f"{type(error).__name__}{': ' if text else ''}{text}{where}"
