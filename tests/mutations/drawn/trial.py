"""Runs the unchanged copy (which test and which part of the CI plan enters which function, and how long it
takes), and then the same with one change switched on."""
import json
import re
import time
import tomllib
from pathlib import Path

from limits import limited
from tree import Refused, run

QUICK = 200  # tests below so many milliseconds come first
BYTES = 4096  # as in switch.hpp


def toml(value):
    if isinstance(value, list):
        return "[" + ", ".join(toml(v) for v in value) + "]"
    return json.dumps(value) if isinstance(value, (str, bool)) else repr(value)


def parts_of(plan):
    """The plan split into small ones, each of one problem and one scheme: (name, text)."""
    data = tomllib.loads(plan)
    head = {k: v for k, v in data.items() if k != "grid"}
    parts = []
    for k, grid in enumerate(data["grid"]):
        as_list = lambda v: v if isinstance(v, list) else [v]
        for problem in as_list(grid["problem"]):
            for scheme in as_list(grid["scheme"]):
                own = dict(grid, problem=problem, scheme=scheme)
                parts.append((f"{k:02d}_{problem}_{scheme}", (head, own)))
    return parts


def plan_text(part, budget):
    head, grid = part
    lines = [f"{k} = {toml(v)}" for k, v in dict(head, cpu_budget=budget).items()]
    return "\n".join([*lines, "", "[[grid]]", *(f"{k} = {toml(v)}" for k, v in grid.items())]) + "\n"


class Trials:
    def __init__(self, tree, plan):
        self.tree, self.plan = tree, plan
        self.work = tree.work

    def environment(self, name, change=None):
        """The environment of one run: its own file of reached functions, scratch folder, and active change."""
        own = self.work / "scratch" / name
        (own / "tmp").mkdir(parents=True, exist_ok=True)
        map_file = own / "reached"
        map_file.write_bytes(b"\0" * BYTES)
        e = self.tree.environment()
        e.update(IMPACTBENCH_CHANGES_REACHED=str(map_file), TMPDIR=str(own / "tmp"), OMP_NUM_THREADS=e.get("OMP_NUM_THREADS", "2"))
        for key in ("IMPACTBENCH_CHANGE", "IMPACTBENCH_REACH_LOG"):
            e.pop(key, None)
        if change is not None:
            e["IMPACTBENCH_CHANGE"] = str(change)
        return e, own, map_file

    # -- the unchanged copy

    def look(self, say, tests):
        """Runs everything once without a change; resumes where it was interrupted."""
        path = self.work / "reach.json"
        known = json.loads(path.read_text()) if path.exists() else {"tests": {}, "parts": {}}
        self.folders = self.tree.working_folders() if tests else {}
        for program in self.tree.test_programs() if tests else []:
            if program not in known["tests"]:
                known["tests"][program] = self.look_at_program(program, say)
                path.write_text(json.dumps(known))
        for name, part in parts_of(self.plan):
            if name not in known["parts"]:
                known["parts"][name] = self.look_at_part(name, part, say)
                path.write_text(json.dumps(known))
        self.tests = {
            program: {name: (ms, set(reached)) for name, passed, ms, reached in rows if passed}
            for program, rows in known["tests"].items()
        }
        self.parts = {name: (seconds, set(reached)) for name, (good, seconds, reached) in known["parts"].items() if good}
        return known

    def look_at_program(self, program, say):
        e, own, _ = self.environment(program)
        log = own / "log"
        log.unlink(missing_ok=True)
        start = time.monotonic()
        limited([self.tree.build / "bin" / program], self.folders[program], dict(e, IMPACTBENCH_REACH_LOG=str(log)), 3600, 7200)
        rows = []
        for line in log.read_text().splitlines() if log.exists() else []:
            name, passed, ms, reached = line.split("\t")
            rows.append((name, passed == "passed", int(ms), [int(n) for n in reached.split()]))
        failed = [r[0] for r in rows if not r[1]]
        say(f"{program}: {len(rows)} tests in {time.monotonic() - start:.0f} s" + (f"; left out, as they fail unchanged: {', '.join(failed)}" if failed else ""))
        return rows

    def look_at_part(self, name, part, say):
        e, own, map_file = self.environment("plan")
        folder = self.work / "plan"
        folder.mkdir(exist_ok=True)
        plan, baseline = folder / f"{name}.toml", folder / f"{name}.jsonl"
        plan.write_text(plan_text(part, 600))
        baseline.unlink(missing_ok=True)
        command = [self.tree.build / "bin" / "impactbench", "check", plan, "--baseline", baseline]
        start = time.monotonic()
        limited([*command, "--write"], own, e, 3600, 7200)
        seconds = time.monotonic() - start
        reached = [k for k, byte in enumerate(map_file.read_bytes()) if byte]
        plan.write_text(plan_text(part, round(10 + 10 * seconds)))
        how, status, text = limited(command, own, self.environment("plan")[0], 3600, 7200)
        good = how == "ended" and status == 0
        if not good:
            say(f"CI plan, {name}: left out, as it fails unchanged: {text.strip().splitlines()[:1]}")
        return good, seconds, reached

    # -- one change

    def by_tests(self, number, file):
        """('caught'|'timeout'|'survived', which test)."""
        mirrored = "test_" + file.split("/")[1 if file.startswith("schemes/solvers/") else 0]
        programs = sorted(self.tests, key=lambda p: (p != mirrored, sum(ms for ms, _ in self.tests[p].values())))
        chosen = {p: self.entering(p, number) for p in programs}
        for quick in (True, False):
            for program in programs:
                names = {n: ms for n, ms in chosen[program].items() if (ms < QUICK) == quick}
                if names:
                    how = self.tried(program, names, number)
                    if how:
                        return how
        return "survived", ""

    def entering(self, program, number):
        """Tests of the program that enter the function: by themselves, or in what their suite does for all."""
        tests = self.tests[program]
        if number in tests.get("*", (0, set()))[1]:
            return {n: ms for n, (ms, _) in tests.items() if not n.endswith("*")}
        suites = {n[:-1] for n, (_, reached) in tests.items() if n.endswith(".*") and number in reached}
        return {
            n: ms
            for n, (ms, reached) in tests.items()
            if not n.endswith("*") and (number in reached or n[: n.index(".") + 1] in suites)
        }

    def tried(self, program, names, number):
        e, own, _ = self.environment(f"trial{number}", number)
        flags = own / "flags"

        def command(some):
            flags.write_text("--gtest_filter=" + ":".join(some) + "\n")
            return [self.tree.build / "bin" / program, f"--gtest_flagfile={flags}", "--gtest_fail_fast", "--gtest_brief=0"]

        seconds = sum(names.values()) / 1000
        limit = 5 + 10 * seconds
        how, status, text = limited(command(names), self.folders[program], e, limit, 60 + 10 * limit)
        if how == "ended" and status == 0:
            return None
        failed = re.findall(r"^\[  FAILED  \] ([\w./-]+)", text, re.M) or re.findall(r"^\[ RUN      \] ([\w./-]+)", text, re.M)[-1:]
        if how == "timeout":
            return "timeout", f"{program}: {(re.findall(r'^.  RUN      . ([^ ]+)', text, re.M) or ['?'])[-1]}"
        # A test that depends on the clock or on chance catches nothing: it must pass unchanged and fail again.
        if failed and failed[0] in names:
            unchanged = {k: v for k, v in e.items() if k != "IMPACTBENCH_CHANGE"}
            ends = [limited(command(failed[:1]), self.folders[program], f, limit, 60 + 10 * limit)[:2] == ("ended", 0) for f in (unchanged, e)]
            if ends != [True, False]:
                rest = {n: ms for n, ms in names.items() if n != failed[0]}
                return self.tried(program, rest, number) if rest else None
        return "caught", f"{program}: {failed[0] if failed else 'crashed'}"

    def by_plan(self, number):
        """('caught'|'timeout'|'survived', which part and what differed), the quickest parts first."""
        entering = sorted((seconds, name) for name, (seconds, reached) in self.parts.items() if number in reached)
        for seconds, name in entering:
            e, own, _ = self.environment(f"trial{number}", number)
            plan, baseline = self.work / "plan" / f"{name}.toml", self.work / "plan" / f"{name}.jsonl"
            command = [self.tree.build / "bin" / "impactbench", "check", plan, "--baseline", baseline]
            limit = 12 + 12 * seconds
            how, status, text = limited(command, own, e, limit, 60 + 10 * limit)
            if how == "timeout":
                return "timeout", name
            if status != 0:
                said = [line for line in text.splitlines() if line.strip() and not line.startswith("[")]
                return "caught", f"{name}: {(said or ['?'])[0][:160]}"
        return "survived", "" if entering else "no cell enters the function"
