"""A copy of the sources in which all drawn changes are compiled at once, behind a switch.

One build then serves all of them: a change costs no compilation and no linking, and only the tests that
enter its function need to run."""
import hashlib
import json
import os
import re
import subprocess
from pathlib import Path

SWITCH = "tests/mutations/drawn/switch.hpp"
REACH = b" ${PROJECT_SOURCE_DIR}/tests/mutations/drawn/reach.cpp"
# The first counts instructions, which differ in this build; the second reads the sources, which are changed here.
LEFT_OUT = {"test_counts", "test_architecture"}
LAUNCHER = """#!/bin/sh
# Compiles sources with a switch without warnings, since changes cause unused variables and the like.
for source; do :; done
grep -qs switch.hpp "$source" && set -- "$@" -w
exec ccache "$@"
"""


class Refused(Exception):
    """An error that stops the session, with a sentence."""


def run(command, **options):
    return subprocess.run(command, text=True, capture_output=True, **options)


def switched(text, header, changes):
    """The file with each changed function body beside its own: (text, [(first line, last line, number)])."""
    include = f'#include "{SWITCH}"\n'
    if header:
        include += "#pragma GCC system_header\n"  # no warnings of what is changed
    first = re.search(r'^#include "', text, re.M) or re.search(r"^#include ", text, re.M)
    at = first.start() if first else (re.search(r"^#pragma once\n", text, re.M) or re.match("", text)).end()
    pieces, ranges, line, done = [], [], 1, 0

    def put(piece):
        nonlocal line
        pieces.append(piece)
        line += piece.count("\n")

    inserted = False
    for body in sorted({c.body for _, c in changes}):
        if not inserted and at <= body[0]:
            put(text[done:at] + include)
            done, inserted = at, True
        put(text[done : body[0]] + "{ ")
        for number, c in changes:
            if c.body == body:
                begin = line
                put(f"if (impactbench_changes::on({number})) {text[body[0]:c.start]}{c.to}{text[c.end:body[1]]}\nelse ")
                ranges.append((begin, line - 1, number))
        put(text[body[0] : body[1]] + " }")
        done = body[1]
    put(text[done:])
    return "".join(pieces), ranges


class Tree:
    def __init__(self, top, work):
        self.top, self.tree, self.work = str(top), work / "tree", work
        self.build = self.tree / "build" / "release"
        self.lines, self.sources = {}, self.read_sources()

    def texts(self, changes):
        """The sources with all CHANGES, each numbered by its place in the list."""
        by_file = {}
        for number, change in enumerate(changes):
            if change is not None:
                by_file.setdefault(change.file, []).append((number, change))
        self.lines, out = {}, {}
        for file, (content, _) in self.sources.items():
            if file in by_file:
                text = content.decode()
                if any(text[c.start : c.end] != c.text for _, c in by_file[file]):
                    raise Refused(f"{file} has changed since the draw; the same command draws anew")
                text, self.lines[file] = switched(text, file.endswith(".hpp"), by_file[file])
                content = text.encode()
            elif file == "tests/CMakeLists.txt":
                programs = b"add_executable(test_${name} ${ARG_SOURCES}"
                content = content.replace(programs, programs + REACH)
            out[file] = content
        return out

    def prepare(self, changes):
        """Updates the copy to those texts, keeping the times of unchanged files."""
        for path in [p for p in self.tree.rglob("*") if p.is_file() and p.relative_to(self.tree).parts[0] != "build"]:
            if str(path.relative_to(self.tree)) not in self.sources:
                path.unlink()
        for file, content in sorted(self.texts(changes).items()):
            target = self.tree / file
            if not target.exists() or target.read_bytes() != content:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
                target.chmod(self.sources[file][1])

    def written(self):
        return {f: (self.tree / f).read_bytes() for f in self.sources}

    def headers_are_known(self, changes, known):
        texts = self.texts(changes)
        return all(known.get(f) == hashlib.sha256(texts[f]).hexdigest() for f in self.lines if f.endswith(".hpp"))

    def read_sources(self):
        """The files of the checkout that git tracks or would track, read once: (content, mode) by file."""
        listed = run(["git", "-C", self.top, "ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        if listed.returncode != 0:
            raise Refused(f"{self.top} is no git checkout: {listed.stderr.strip()}")
        paths = {f: Path(self.top, f) for f in listed.stdout.split("\0") if f}
        return {f: (p.read_bytes(), p.stat().st_mode) for f, p in paths.items() if p.is_file()}

    def environment(self):
        e = dict(os.environ, CCACHE_BASEDIR=str(self.tree), CCACHE_NOHASHDIR="1", OMP_WAIT_POLICY="passive")
        e["CCACHE_SLOPPINESS"] = "pch_defines,time_macros"
        return e

    def configure(self):
        launcher = self.work / "launcher"
        launcher.write_text(LAUNCHER)
        launcher.chmod(0o755)
        done = run(
            ["cmake", "--preset", "release", f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}"],
            cwd=self.tree,
            env=self.environment(),
        )
        if done.returncode != 0:
            raise Refused(f"the copy is not configured: {done.stderr.strip()[-2000:]}")

    def test_programs(self):
        """Names of the targets."""
        listed = run(["ninja", "-C", self.build, "-t", "targets", "all"]).stdout
        return sorted(set(re.findall(r"^bin/(test_\w+):", listed, re.M)) - LEFT_OUT)

    def guilty(self, output):
        """The changes that contain the lines of a compiler's messages."""
        found = set()
        for file, at in re.findall(r"([\w/.]+\.[ch]pp):(\d+)", output):
            name = next((f for f in self.lines if file.endswith(f)), None)
            found.update(n for first, last, n in self.lines.get(name, []) if first <= int(at) <= last)
        return found

    def check_headers(self, known):
        """Changes in headers that do not compile, found with one reader of each before all its readers are compiled.
        `known`: headers that were tried before, with a hash of their text."""
        commands = {c["file"]: c for c in json.loads((self.build / "compile_commands.json").read_text())}
        precompiled = run(["ninja", "-C", self.build, "-t", "targets", "all"]).stdout
        headers = re.findall(r"^(\S+\.gch):", precompiled, re.M)
        run(["ninja", "-C", self.build, *headers], env=self.environment())
        found = set()
        for file in [f for f in self.lines if f.endswith(".hpp")]:
            content = hashlib.sha256((self.tree / file).read_bytes()).hexdigest()
            if known.get(file) == content:
                continue
            includes = f'#include "{file}"'
            beside = str(self.tree / file)[:-3] + "cpp"
            reader = beside if beside in commands else next((f for f in sorted(commands) if Path(f).is_file() and includes in Path(f).read_text()), None)
            if reader is not None:
                command = re.sub(r" -o \S+ -c ", " -fsyntax-only -w ", commands[reader]["command"])
                found |= self.guilty(run(command, shell=True, cwd=commands[reader]["directory"], env=self.environment()).stderr)
            known[file] = content
        return found

    def compile(self, jobs, only):
        """Builds what the trials need, the program first; returns the numbers of changes that do not compile."""
        for targets in [only] if only else [["impactbench"], self.test_programs()]:
            done = run(["ninja", "-C", self.build, f"-j{jobs}", "-k0", *targets], env=self.environment())
            if done.returncode != 0:
                (self.work / "build.log").write_text(done.stdout + done.stderr)
                guilty = self.guilty(done.stdout)
                if not guilty:
                    raise Refused(f"the copy does not build, and not for a change: {self.work}/build.log")
                return guilty
        return set()

    def working_folders(self):
        """The folder in which ctest runs each test program."""
        shown = json.loads(run(["ctest", "--show-only=json-v1"], cwd=self.build).stdout)
        where = {}
        for test in shown["tests"]:
            program = Path(test.get("command", ["-"])[0]).name
            folder = [p["value"] for p in test.get("properties", []) if p["name"] == "WORKING_DIRECTORY"]
            where.setdefault(program, folder[0] if folder else str(self.build))
        return where
