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
    """What has been tried, by key; a line that a kill has cut off is no result."""
    found = {}
    for number, line in enumerate(path.read_text().splitlines() if path.exists() else [], 1):
        try:
            row = json.loads(line)
            found[row["key"]] = row
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
    """How many sources read each header, through whatever they include."""
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
    """The changes that compile. Those in headers that very many sources read are built last, by themselves: three of
    them would make of a build of a hundred sources one of four hundred."""

    def __init__(self, tree, candidates, count, jobs, work):
        self.tree, self.jobs = tree, jobs
        self.candidates = candidates[: int(SPARE * count) + 5]
        tree.sources = tree.read_sources()
        read_by = readers(tree.sources)
        self.wide = {k for k, c in enumerate(self.candidates) if read_by.get(c.file, 0) > WIDE}
        self.path = work / "compiled.json"
        digest = hashlib.sha256("\n".join(c.shown() for c in self.candidates).encode()).hexdigest()
        known = json.loads(self.path.read_text()) if self.path.exists() else {}
        self.state = known if known.get("digest") == digest else {"digest": digest, "bad": []}

    def drop(self, guilty):
        self.state["bad"] = sorted({*self.state["bad"], *guilty})
        self.path.write_text(json.dumps(self.state))

    def write(self, without):
        out = {*self.state["bad"], *without}
        self.tree.prepare([None if k in out else c for k, c in enumerate(self.candidates)])
        self.tree.configure()
        return len(self.candidates) - len(out)

    def check(self):
        looked_at = {}
        while True:
            self.write(set())
            guilty = self.tree.check_headers(looked_at)
            if not guilty:
                return
            say(f"{len(guilty)} changes in headers are no C++")
            self.drop(guilty)

    def make(self, without):
        while True:
            say(f"building {self.write(without)} changes at once")
            start = time.monotonic()
            guilty = self.tree.compile(self.jobs)
            say(f"{time.monotonic() - start:.0f} s; {len(guilty)} changes are no C++")
            if not guilty:
                return
            self.drop(guilty)

    def chosen(self, count):
        bad = set(self.state["bad"])
        return [(k, c) for k, c in enumerate(self.candidates) if k not in bad][:count]


def sources_digest(tree):
    """Of what is built: where it changes, what the unchanged copy does must be looked at again."""
    h = hashlib.sha256()
    for path in sorted(p for p in tree.tree.rglob("*") if p.is_file() and "build" not in p.relative_to(tree.tree).parts[:1]):
        if path.suffix in (".cpp", ".hpp", ".toml", ".csv", ".txt"):
            h.update(str(path.relative_to(tree.tree)).encode() + b"\0" + path.read_bytes())
    return h.hexdigest()


def write_list(path, seed, chosen, top):
    revision = run(["git", "-C", top, "rev-parse", "--short", "HEAD"]).stdout.strip()
    lines = [f"# The first {len(chosen)} changes of seed {seed} that compile, in the order of the draw; lines as at {revision}."]
    path.write_text("\n".join(lines + [c.shown() for _, c in chosen]) + "\n")


def judged(trials, number, change):
    start = time.monotonic()
    tests, by = trials.by_tests(number, change.file)
    middle = time.monotonic()
    row = {"key": change.key, "file": change.file, "line": change.line, "operator": change.operator, "from": change.text,
           "to": change.to, "context": change.context, "tests": tests, "by": by, "tests_seconds": round(middle - start, 1)}  # fmt: skip
    if change.file.startswith(("schemes/", "problems/")):
        row["plan"], row["plan_by"] = trials.by_plan(number)
        row["plan_seconds"] = round(time.monotonic() - middle, 1)
    return row


def main(top, o):
    folder = top / "tests" / "mutations" / "drawn"
    name = f"seed_{o.seed}" if not o.only else f"seed_{o.seed}_" + "_".join(f.strip("/").replace("/", "-") for f in o.only)
    results = o.results or (folder / f"{name}.jsonl" if not o.only else Path(tempfile.gettempdir()) / f"{name}.jsonl")
    if o.report:
        if not results.exists():
            raise Refused(f"nothing has been tried yet: no file {results}")
        print(report(list(read_results(results).values()), folder / "equivalents.txt", o.count))
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
    out = Results(results)
    for without in (build.wide, set()):
        if not without and all(c.key in read_results(results) for k, c in build.chosen(o.count) if k in build.wide):
            break
        build.make(without)
        left = [pair for pair in build.chosen(o.count) if pair[1].key not in read_results(results) and pair[0] not in without]
        if not o.only:
            write_list(folder / f"{name}.txt", o.seed, build.chosen(o.count), top)
        trials = Trials(tree, plan)
        look(tree, trials, work)
        try_all(trials, left[: o.most], out, o.jobs)
        if o.most is not None and len(left) > o.most:
            break
    wanted = {c.key for _, c in build.chosen(o.count)}
    print(report([r for k, r in read_results(results).items() if k in wanted], folder / "equivalents.txt", o.count))
    return 0


def look(tree, trials, work):
    """What the unchanged copy does; what was seen of other sources is forgotten."""
    digest, stamp = sources_digest(tree), work / "looked_at"
    if not stamp.exists() or stamp.read_text() != digest:
        (work / "reach.json").unlink(missing_ok=True)
        stamp.write_text(digest)
    trials.look(say)


def try_all(trials, changes, out, jobs):
    say(f"{len(changes)} changes to try")

    def one(pair):
        row = judged(trials, *pair)
        out.add(row)
        say(f"{pair[1].shown()}: tests {row['tests']} {row['by']}; plan {row.get('plan', '-')} {row.get('plan_by', '')}")

    with ThreadPoolExecutor(jobs) as pool:
        for done in [pool.submit(one, pair) for pair in changes]:
            done.result()
