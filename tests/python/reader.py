"""The reader of stores and trajectories, compared with the exports of the program itself."""

import csv
import json
import math
import os
import shutil
import sqlite3
import subprocess
import sys

import h5py
import impactbench
import numpy
import pandas

program = impactbench.program()
assert os.path.realpath(program).startswith(os.path.realpath(os.environ["PYTHONPATH"] + "/.."))

# A run gives a table of its rows; the values are those of the export.
table = impactbench.run(problem="falling_ball", scheme="snc", dt=1e-3, store="rows.db")
impactbench.run(problem="newton_cradle", scheme="dem", dt=1e-4, R=1e-4, store="rows.db")
table = impactbench.rows("rows.db")
assert isinstance(table, pandas.DataFrame) and len(table) == 2
subprocess.run([program, "export", "rows.db", "--csv", "rows.csv"], check=True)
cells = {r["key"]: r for r in csv.DictReader(open("rows.csv", encoding="utf-8"))}
compared = 0
for _, row in table.iterrows():
    for column, text in cells[row["key"]].items():
        name = column.removeprefix("quantity.")
        if column.startswith("quantity.") and text:
            assert row[name] == float(text), (name, row[name], text)
            compared += 1
assert compared > 40
units = table.attrs["units"]
assert units["position_error_sup"] == "m" and units["penetration_relative"] == "-" and units["dt"] == "s"

# Histories, compared with the export of one.
row = table[table["problem"] == "falling_ball"].iloc[0]
histories = impactbench.series("rows.db", row["key"])
exported = subprocess.run([program, "export", "rows.db", "--series", "total_energy"], check=True,
                          capture_output=True, text=True).stdout
lines = [r for r in csv.DictReader(exported.splitlines()) if r["key"] == row["key"]]
time, value = histories["total_energy"]
assert len(lines) == len(time) > 10
assert [float(r["time"]) for r in lines] == list(time) and [float(r["value"]) for r in lines] == list(value)

# A trajectory: a thrown ball is on its parabola, and contacts push.
subprocess.run([program, "run", "--problem", "bouncing_ball", "--scheme", "dem", "--set", "dt=1e-4", "R=1e-4",
                "--trajectory", "motion", "--instants", "200", "--store", "motion.db", "--quiet"],
               stdout=subprocess.DEVNULL, check=False)
(file,) = os.listdir("motion")
motion = impactbench.trajectory(os.path.join("motion", file))
assert motion.position.shape == (201, 1, 2) and motion.mass.shape == (1,)
pushes = [k for k in range(len(motion.time)) if len(motion.contacts(k).a) > 0]
# The force on b and the normal from a to b point the same way: contacts push.
assert pushes and all(((motion.contacts(k).force * motion.contacts(k).normal).sum(axis=1) > 0).all() for k in pushes)
# Before the first contact y is quadratic in the number of the step, for any scheme: its divided second difference
# is -g / 2. Rounding of y, 1e-16 m, over the square of an interval of 12.5 ms is 1e-12.
t, y = motion.time[:pushes[0] - 1], motion.position[:pushes[0] - 1, 0, 1]
assert len(t) > 10
assert (numpy.abs(numpy.diff(numpy.diff(y) / numpy.diff(t)) / (t[2:] - t[:-2]) + 9.80665 / 2) < 1e-9).all()

# A run that is killed leaves positions whose time is not written yet: they are of no instant.
shutil.copy(os.path.join("motion", file), "killed.h5.part")
with h5py.File("killed.h5.part", "r+") as h5:
    h5["particles/bodies/position/time"].resize((150,))
killed = impactbench.trajectory("killed.h5.part")
assert killed.time.shape == (150,) and killed.position.shape == killed.velocity.shape == (150, 1, 2)
assert (killed.position == motion.position[:150]).all()

# What was not timed, or refused, took no time that is known: NaN, as the export leaves the cell empty.
untimed = impactbench.run(problem="falling_ball", scheme="snc", dt=1e-3, store="timed.db")
subprocess.run([program, "run", "--problem", "falling_ball", "--scheme", "snc", "--set", "dt=2e-3", "--repeats", "0",
                "--store", "timed.db", "--quiet"], stdout=subprocess.DEVNULL, check=False)
untimed = impactbench.rows("timed.db").set_index("dt")
for name in ("cpu_min", "cpu_median", "cpu_spread", "wall_min"):
    assert untimed[name].dtype == float and untimed.loc[1e-3, name] >= 0 and math.isnan(untimed.loc[2e-3, name]), name
assert untimed.loc[1e-3, "cpu_min"] > 0
with sqlite3.connect("timed.db") as by_hand:
    assert by_hand.execute("SELECT count(cpu_min), count(*) FROM rows").fetchone() == (1, 2)

# Without pandas a list of dicts, with the same numbers; without the file a sentence.
sys.modules["pandas"] = None
plain = impactbench.rows("rows.db")
assert isinstance(plain, list) and len(plain) == len(table)
assert {r["dt"]: r["cpu_min"] is None for r in impactbench.rows("timed.db")} == {1e-3: False, 2e-3: True}
for a, (_, b) in zip(plain, table.iterrows()):
    assert a["key"] == b["key"]
    for name, x in a.items():
        missing = x is None or (isinstance(x, float) and math.isnan(x))
        assert pandas.isna(b[name]) if missing else x == b[name], name
with open("text.db", "w", encoding="utf-8") as text:
    text.write("no store\n" * 200)
shutil.copy("rows.db", "later.db")
with sqlite3.connect("later.db") as later:
    later.execute("PRAGMA user_version = 99")
for wrong, sentence in [(lambda: impactbench.rows("text.db"), "'text.db' is not a store"),
                        (lambda: impactbench.rows("later.db"), "schema 99, wanted 2"),
                        (lambda: impactbench.rows("none.db"), "there is no store"),
                        (lambda: impactbench.series("rows.db", "x"), "has no row"),
                        (lambda: impactbench.run(problem="none", scheme="snc"), "there is no problem 'none'")]:
    try:
        wrong()
    except (OSError, KeyError, ValueError) as error:
        assert sentence in str(error), error
    else:
        raise AssertionError(sentence)
print(f"reader: {compared} quantities compared, {len(time)} instants, {len(pushes)} with contact")
