"""Reads stores and trajectories, and runs the program. Needs no other package for stores (with pandas,
rows is a DataFrame), numpy and h5py for trajectories."""

import array
import json
import os
import re
import shutil
import sqlite3
import struct
import subprocess
import tempfile
from types import SimpleNamespace

_here = os.path.dirname(os.path.abspath(__file__))
_schemas = (1, 2)  # of stores that it reads
_times = ("cpu_min", "cpu_median", "cpu_spread", "wall_min")  # of timed runs


def rows(store):
    """All rows of a store: a DataFrame, or without pandas a list of dicts.

    A quantity is a column of its name, a parameter one of problem.NAME, scheme.NAME or solver.NAME, a
    check the three check.NAME.value, .low and .high. Times of a cell that was not timed are NaN, without
    pandas None. Units are in ``rows(store).attrs["units"]``, by
    column; without pandas in ``units()``.
    """
    with _opened(store) as connection:
        table = [_flat(json.loads(text)) for (text,) in
                 connection.execute("SELECT row FROM rows ORDER BY problem, scheme, solver, key")]
    try:
        import pandas
    except ImportError:
        return table
    frame = pandas.DataFrame(table)
    frame = frame.astype({name: float for name in _times if name in frame})
    known = units()
    frame.attrs["units"] = {c: known[c] for c in frame.columns if c in known}
    return frame


def units():
    """Unit of every quantity and of the fixed columns, by name; "-" for a pure number."""
    out = {"dt": "s", "cpu_min": "s", "cpu_median": "s", "cpu_spread": "s", "wall_min": "s",
           "cpu_cell": "s", "peak_memory": "MiB"}
    with open(os.path.join(_here, "quantities.md"), encoding="utf-8") as lines:
        for line in lines:
            if match := re.match(r"\| `([^`]+)` \| .* \| ([^|]*) \|$", line):
                out[match[1]] = match[2]
    return out


def series(store, key):
    """The histories of a row by name: pairs (time [s], value), arrays of numpy where it is there."""
    with _opened(store) as connection:
        found = connection.execute("SELECT series FROM rows WHERE key = ?", (key,)).fetchone()
    if found is None:
        raise KeyError(f"store '{store}' has no row {key}")
    out, at, packed = {}, 0, found[0] or b""
    while at < len(packed):
        name_size, count = struct.unpack_from("<QQ", packed, at)
        at += 16
        name = packed[at:at + name_size].decode()
        at += name_size
        out[name] = (_numbers(packed[at:at + 8 * count]), _numbers(packed[at + 8 * count:at + 16 * count]))
        at += 16 * count
    return out


def trajectory(file):
    """A trajectory that `impactbench run --trajectory` wrote (H5MD; benchmarks/formats.md).

    Attributes: time [s], position (instant, body, axis) [m], velocity, orientation, angular_velocity,
    radius, mass, or coordinates and velocities of generalised systems; contacts(k) of an instant with a, b,
    normal, force; cell. What the file has not is None.
    """
    import h5py
    with h5py.File(file, "r", swmr=file.endswith(".part")) as h5:
        def read(path):
            return h5[path][()] if path in h5 else None
        bodies, own, observables = "particles/bodies/", "impactbench/", "observables/"
        # The time of an instant is written last: of a file that still grows, or whose run was killed, the
        # instants that have one are complete, and others may have begun.
        time = read(bodies + "position/time")
        if time is None:
            time = read(observables + "coordinates/time")

        def complete(path):
            return h5[path][:len(time)] if path in h5 else None
        out = SimpleNamespace(
            time=time,
            position=complete(bodies + "position/value"), velocity=complete(bodies + "velocity/value"),
            orientation=complete(bodies + "orientation/value"),
            angular_velocity=complete(bodies + "angular_velocity/value"),
            radius=read(bodies + "radius"), mass=read(bodies + "mass"),
            coordinates=complete(observables + "coordinates/value"),
            velocities=complete(observables + "velocities/value"))
        cell = h5["impactbench"].attrs.get("cell", "")
        out.cell = cell.decode() if isinstance(cell, bytes) else str(cell)
        found = {name: read(own + "contacts/" + name) for name in ("end", "a", "b", "normal", "force")}

    def contacts(k):
        if found["end"] is None:
            return None
        first, last = (found["end"][k - 1] if k > 0 else 0), found["end"][k]
        return SimpleNamespace(**{n: found[n][first:last] for n in ("a", "b", "normal", "force")})
    out.contacts = contacts
    return out


def program():
    """The program impactbench: of the variable IMPACTBENCH, beside this package, or of the PATH."""
    beside = [os.path.join(_here, *up, "bin", "impactbench") for up in ([".."] * 2, [".."] * 4)]
    for path in [os.environ.get("IMPACTBENCH"), *beside, shutil.which("impactbench")]:
        if path and os.access(path, os.X_OK):
            return path
    raise FileNotFoundError("the program impactbench is not found: set the variable IMPACTBENCH to its path")


def run(plan=None, *, store=None, jobs=1, plugins=(), problem=None, scheme=None, solver=None, **settings):
    """Runs a plan, or one cell with its settings, and returns rows(store); without a store that of a new
    folder below the system's for temporary files."""
    store = store or os.path.join(tempfile.mkdtemp(prefix="impactbench-"), "rows.db")
    words = _plugins(plugins) + ["run"] + ([str(plan)] if plan else [])
    for option, value in (("--problem", problem), ("--scheme", scheme), ("--solver", solver)):
        words += [option, value] if value else []
    words += ["--set", *(f"{k}={_text(v)}" for k, v in settings.items())] if settings else []
    _call(words + ["--store", str(store), "--jobs", str(jobs), "--quiet"])
    return rows(store)


class Figure:
    """A figure in files: ``pdf``, ``svg``, ``png``, ``csv`` and ``gp`` are their paths. A notebook shows it."""

    def __init__(self, stem):
        self.pdf, self.svg, self.png, self.csv, self.gp = (
            f"{stem}.{end}" for end in ("pdf", "svg", "png", "csv", "gp"))

    def _repr_svg_(self):
        with open(self.svg, encoding="utf-8") as file:
            return file.read()


def plot(store, x, y, by="scheme", where=None, out="results/figures", width="84mm"):
    """The figure that `impactbench plot` draws: x and y are quantities, parameters, step, cpu or time."""
    words = ["plot", str(store), "--x", x, "--y", y, "--by", by, "--out", str(out), "--width", width]
    for name, value in (where or {}).items():
        words += ["--where", f"{name}={_text(value)}"]
    said = _call(words)
    return Figure(re.search(r"^plot: (.*)\.pdf, ", said, re.MULTILINE)[1])


def _opened(store):
    if not os.path.isfile(store):
        raise FileNotFoundError(f"there is no store '{store}'")
    connection = sqlite3.connect(f"file:{os.path.abspath(store)}?mode=ro", uri=True)
    try:
        (schema,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.OperationalError:  # locked, or not to be opened: no word on what it is
        connection.close()
        raise
    except sqlite3.DatabaseError as error:
        connection.close()
        raise ValueError(f"'{store}' is not a store: {error}") from None
    if schema not in _schemas:
        connection.close()
        raise ValueError(f"'{store}' is not a store that this version reads (schema {schema}, wanted {_schemas[-1]})")
    return _closing(connection)


class _closing:
    def __init__(self, connection):
        self.connection = connection

    def __enter__(self):
        return self.connection

    def __exit__(self, *_):
        self.connection.close()


def _number(value):
    """JSON has no infinities: the store writes them as words."""
    return float(value) if value in ("inf", "-inf", "nan") else value


def _flat(row):
    cell, out = row["cell"], {}
    out.update(key=row["key"], plan=row["plan"], problem=cell["problem"], scheme=cell["scheme"],
               solver=cell["solver"], dt=cell["dt"], status=row["status"], reason=row["reason"])
    for kind in ("problem", "scheme", "solver"):
        for name, value in cell.get(f"{kind}_parameters", {}).items():
            out[f"{kind}.{name}"] = _number(value)
    out.update((name, _number(value)) for name, value in row["quantities"].items())
    for check in row.get("checks", []):
        for part in ("value", "low", "high"):
            out[f"check.{check['name']}.{part}"] = _number(check[part])
    timing = row.get("timing") or {}
    out.update((n, _number(v)) for n, v in timing.items() if n != "phases")
    if not timing.get("repeats"):
        out.update(dict.fromkeys(_times))  # the store has zeros, which would be taken for times
    out.update(revision=row["revision"], build=row["build"])
    return out


def _numbers(raw):
    try:
        import numpy
        return numpy.frombuffer(raw, dtype="<f8")
    except ImportError:
        return array.array("d", raw)


def _text(value):
    return str(value).lower() if isinstance(value, bool) else repr(value) if isinstance(value, float) else str(value)


def _plugins(plugins):
    return [word for file in ([plugins] if isinstance(plugins, str) else plugins) for word in ("--plugin", str(file))]


def _call(words):
    """The program's answer; ValueError with its sentence where the usage is wrong."""
    done = subprocess.run([program(), *words], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise ValueError(done.stderr.strip() or f"impactbench ended with status {done.returncode}")
    return done.stdout
