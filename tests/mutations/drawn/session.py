"""One session of drawn changes: the list, the copy, the trials in the order of the draw, the score."""
import fcntl
import hashlib
import json
import os
import re
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from draw import FOLDERS, drawn
from score import report
from tree import Refused, Tree, run
from trial import Trials

SPARE = 1.3  # changes compiled for one wanted: some are no C++
WIDE = 60  # sources that read a header


def say(sentence):
    print(f"{time.strftime('%H:%M:%S')} {sentence}", file=sys.stderr, flush=True)


def read_results(path):
    """The results by key, later lines over earlier ones; a line that a kill has cut off is not a result."""
    found = {}
    for number, line in enumerate(path.read_text().splitlines() if path.exists() else [], 1):
        try:
            row = json.loads(line)
            found.setdefault(row["key"], {}).update(row)
        except (ValueError, KeyError, TypeError):
            say(f"{path}:{number} is no result and is passed over")
    return found


class Results:
    def __init__(self, path):
        self.path, self.lock = path, threading.Lock()

    def add(self, row):
        with self.lock, open(self.path, "a+b") as out:
            out.seek(0, os.SEEK_END)
            if out.tell() > 0:
                out.seek(-1, os.SEEK_END)
                if out.read(1) != b"\n":  # cut off by a kill
                    out.write(b"\n")
            out.write(json.dumps(row).encode() + b"\n")
            out.flush()
            os.fsync(out.fileno())


def readers(sources):
    """How many sources read each header, directly or indirectly."""
    direct = {f: re.findall(rb'^#include "([^"]+)"', text, re.M) for f, (text, _) in sources.items() if f.endswith((".cpp", ".hpp"))}
    count = {}
    for file in [f for f in direct if f.endswith(".cpp")]:
        seen, todo = set(), [file]
        while todo:
            for header in map(bytes.decode, direct.get(todo.pop(), [])):
                if header not in seen:
                    seen.add(header)
                    todo.append(header)
        for header in seen:
            count[header] = count.get(header, 0) + 1
    return count


class Build:
    """The changes that compile. Those in headers that very many sources read are built last, separately: three of
    them would turn a build of a hundred sources into one of four hundred."""

    def __init__(self, tree, candidates, count, jobs, work):
        self.tree, self.jobs = tree, jobs
        self.candidates = candidates[: int(SPARE * count) + 5]
        read_by = readers(tree.sources)
        self.wide = {k for k, c in enumerate(self.candidates) if read_by.get(c.file, 0) > WIDE}
        self.path = work / "compiled.json"
        digest = hashlib.sha256("\n".join(c.shown() for c in self.candidates).encode()).hexdigest()
        known = json.loads(self.path.read_text()) if self.path.exists() else {}
        self.state = known if known.get("digest") == digest else {"digest": digest, "bad": [], "headers": {}}

    def drop(self, guilty):
        self.state["bad"] = sorted({*self.state["bad"], *guilty})
        self.path.write_text(json.dumps(self.state))

    def changes(self, without=frozenset()):
        out = {*self.state["bad"], *without}
        return [None if k in out else c for k, c in enumerate(self.candidates)]

    def write(self, without=frozenset()):
        self.tree.prepare(self.changes(without))
        self.tree.configure()
        return len(self.candidates) - len({*self.state["bad"], *without})

    def check(self):
        while not self.tree.headers_are_known(self.changes(), self.state["headers"]):
            self.write()
            guilty = self.tree.check_headers(self.state["headers"])
            say(f"{len(guilty)} changes in headers are no C++")
            self.drop(guilty)

    def make(self, without, targets):
        while True:
            say(f"building {self.write(without)} changes at once")
            start = time.monotonic()
            guilty = self.tree.compile(self.jobs, targets)
            say(f"{time.monotonic() - start:.0f} s; {len(guilty)} changes are no C++")
            if not guilty:
                return
            self.drop(guilty)

    def chosen(self, count):
        bad = set(self.state["bad"])
        return [(k, c) for k, c in enumerate(self.candidates) if k not in bad][:count]


def sources_digest(tree):
    """Hash of what is built: when it changes, the unchanged copy must be run again."""
    h = hashlib.sha256()
    for file, content in sorted(tree.written().items()):
        if not file.startswith("tests/mutations/"):  # where results are
            h.update(file.encode() + b"\0" + content)
    return h.hexdigest()


def write_list(path, seed, chosen, top):
    revision = run(["git", "-C", top, "rev-parse", "--short", "HEAD"]).stdout.strip()
    lines = [f"# The first {len(chosen)} changes of seed {seed} that compile, in the order of the draw; lines as at {revision}."]
    path.write_text("\n".join(lines + [c.shown() for _, c in chosen]) + "\n")


def listed_keys(path):
    """The keys of the changes that were drawn last: results of earlier ones stay in the file but do not count."""
    lines = path.read_text().splitlines() if path.exists() else []
    return {line.split()[0] for line in lines if line and not line.startswith("#")}


def missing(row, change, o):
    """The halves of a trial that are to be done."""

    def lacks(half):
        return half not in row or (o.again and row[half] == "survived")

    halves = {"plan"} if change.file.startswith(("schemes/", "problems/")) and lacks("plan") else set()
    return halves | ({"tests"} if not o.plan_only and lacks("tests") else set())


def try_all(trials, changes, results, o):
    known, out = read_results(results), Results(results)
    left = [(n, c, missing(known.get(c.key, {}), c, o)) for n, c in changes]
    left = [trial for trial in left if trial[2]][: o.most]
    say(f"{len(left)} changes to try")

    def one(number, change, halves):
        for half, judge in (("plan", lambda: trials.by_plan(number)), ("tests", lambda: trials.by_tests(number, change.file))):
            if half not in halves:
                continue
            start = time.monotonic()
            how, by = judge()
            row = {"key": change.key, "file": change.file, "line": change.line, "operator": change.operator}
            row |= {"from": change.text, "to": change.to, "context": change.context}
            row |= {half: how, f"{half}_by": by, f"{half}_seconds": round(time.monotonic() - start, 1)}
            out.add(row)
            say(f"{change.shown()}: {half} {how} {by}")

    with ThreadPoolExecutor(o.jobs) as pool:
        for done in [pool.submit(one, *trial) for trial in left]:
            done.result()


def main(top, o):
    folder = top / "tests" / "mutations" / "drawn"
    name = f"seed_{o.seed}" if not o.only else f"seed_{o.seed}_" + "_".join(f.strip("/").replace("/", "-") for f in o.only)
    results = o.results or (folder / f"{name}.jsonl" if not o.only else Path(tempfile.gettempdir()) / f"{name}.jsonl")
    if o.report:
        if not results.exists():
            raise Refused(f"nothing has been tried yet: no file {results}")
        listed = listed_keys(folder / f"{name}.txt")
        rows = [r for k, r in read_results(results).items() if not listed or k in listed]
        print(report(rows, folder / "equivalents.txt", o.count))
        return 0
    candidates = drawn(top, o.only or FOLDERS, o.seed)
    if not candidates:
        raise Refused(f"no place to change in {', '.join(o.only or FOLDERS)}")
    if o.list:
        for change in candidates[: o.count]:
            print(change.shown())
        return 0
    work = o.work or Path(tempfile.gettempdir()) / f"impactbench_random_{name}"
    work.mkdir(parents=True, exist_ok=True)
    lock = open(work / "lock", "w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Refused(f"another run works in {work}: end it, or give --work DIR") from None
    tree = Tree(top, work)
    build = Build(tree, candidates, o.count, o.jobs, work)
    build.check()
    plan = (top / "benchmarks" / "plans" / "ci.toml").read_text()
    for without in (build.wide, set()):
        if not without and not any(missing(read_results(results).get(c.key, {}), c, o) for k, c in build.chosen(o.count) if k in build.wide):
            break
        build.make(without, ["impactbench"] if o.plan_only else None)
        if not o.only:
            write_list(folder / f"{name}.txt", o.seed, build.chosen(o.count), top)
        trials = Trials(tree, plan)
        look(tree, trials, work, o)
        try_all(trials, [pair for pair in build.chosen(o.count) if pair[0] not in without], results, o)
        if o.most is not None:
            break
    wanted = {c.key for _, c in build.chosen(o.count)}
    print(report([r for k, r in read_results(results).items() if k in wanted], folder / "equivalents.txt", o.count))
    return 0


def look(tree, trials, work, o):
    """The behaviour of the unchanged copy; that of other sources is forgotten."""
    digest, stamp = sources_digest(tree), work / "looked_at"
    if not stamp.exists() or stamp.read_text() != digest:
        (work / "reach.json").unlink(missing_ok=True)
        stamp.write_text(digest)
    trials.look(say, not o.plan_only)
