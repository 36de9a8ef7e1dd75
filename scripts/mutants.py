#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Changes the sources a little, one place at a time, and sees whether a test fails.

    scripts/mutants.py [MODULE...] [--count N] [--seed S] [--again] [--list]

Each change is built in a copy below build/mutants that holds one module, what it needs, and the tests
that look at it. "killed" is a change that a test has noticed (a crash or an endless loop is noticed too),
"survived" one that none has: a missing test, or a change that makes no difference. Changes that do not
compile are passed over. The same seed makes the same changes as long as the sources are the same, and
what a run before has found out is not tried again; --again tries survivors anew, after a test was added.
"""

import argparse
import contextlib
import hashlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "build", "mutants")

# The test targets that have to notice a change of a module.
TESTS = {
    "MonotonicTime": ["PresentationTests", "LinuxSystemTests"],
    "Geometry": ["GeometryTests"],
    "Motion": ["MotionTests"],
    "Presentation": ["PresentationTests"],
    "Touch": ["TouchTests"],
    "LinuxSystem": ["LinuxSystemTests"],
    "Notices": ["NoticesTests"],
    "PlainText": ["PlainTextTests"],
    "Backlight": ["BacklightTests"],
    "Keyboard": ["KeyboardTests"],
    "JSON": ["ControlTests"],
    "TOMLReading": ["ConfigurationTests"],
    "Typography": ["TypographyTests"],
    "Imaging": ["ImagingTests"],
    "Control": ["ControlTests"],
    "Following": ["FollowingTests"],
    "Configuration": ["ConfigurationTests"],
    "KMS": ["KMSTests"],
    "Evdev": ["EvdevTests"],
    # Plans of keys are the keyboard's tests, and codes and pictures the probe's.
    "Raster": ["RasterTests", "WidgetsTests", "PictureTests", "DisplayServerTests"],
    "Widgets": ["WidgetsTests", "ConfigurationTests", "PictureTests", "DisplayServerTests", "KeyboardTests",
                "ProbeTests"],
    "DisplayServer": ["DisplayServerTests", "PictureTests"],
    # Programs and devices are the processes' matter.
    "Jobs": ["ProcessTests"],
    "DeviceSettings": ["ProcessTests"],
}

SWAPS = [
    ("comparison", {" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ",
                    " == ": " != ", " != ": " == "}),
    ("operator", {" + ": " - ", " - ": " + ", " * ": " / ", " / ": " * ", " % ": " * ",
                  " &+ ": " &- ", " &- ": " &+ ", " << ": " >> ", " >> ": " << ", " & ": " | ",
                  " | ": " & ", " += ": " -= ", " -= ": " += "}),
    ("logic", {" && ": " || ", " || ": " && "}),
    ("range", {"..<": "...", "...": "..<"}),
    ("word", {"true": "false", "false": "true", "min(": "max(", "max(": "min("}),
    ("member", {".width": ".height", ".height": ".width", ".x": ".y", ".y": ".x", ".left": ".right",
                ".right": ".left", ".top": ".bottom", ".bottom": ".top", ".minX": ".minY",
                ".minY": ".minX", ".maxX": ".maxY", ".maxY": ".maxX"}),
]
NUMBER = re.compile(r"(?<![\w.$])(\d[\d_]*)(\.\d+)?(e-?\d+)?(?![\w.]\w)")
CONDITION = re.compile(r"^\s*(?:guard|(?:\} else )?if) (?P<condition>[^{}]+?) (?:else )?\{")
STATEMENT = re.compile(r"^\s*(?P<statement>[a-z_]\w*[\w.?]*(?:\[[^\]]*\])?[\w.]*"
                       r"(?: (?:[-+*/|&^]|&[-+*]|<<|>>)?= .+|\(.*\)))$")
KEYWORDS = re.compile(r"^\s*(let|var|return|case|for|while|import|func|init|switch|throw|"
                      r"precondition|preconditionFailure|assert|super|self\.init)\b")


class Mutant:
    """One change: `new` in place of what stands in `path` from `start` to `end`."""

    def __init__(self, path, text, kind, start, end, new):
        self.path, self.kind, self.start, self.end, self.new = path, kind, start, end, new
        self.line = text.count("\n", 0, start) + 1
        begin = text.rfind("\n", 0, start) + 1
        finish = text.find("\n", end)
        self.before = text[begin:finish].strip()
        self.after = (text[begin:start] + new + text[end:finish]).strip()
        self.text = text[:start] + new + text[end:]
        self.key = hashlib.sha256(f"{path}:{start}:{end}:{new}\0{text}".encode()).hexdigest()[:20]

    def describe(self):
        return f"{self.path}:{self.line}: {self.before}  →  {self.after or '(nothing)'}"


def blanked(text):
    """The text with comments and the insides of strings as blanks of the same length."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|"""(?:\\.|.)*?"""|"(?:\\.|[^"\\\n])*"', re.DOTALL)
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def mutants(path, text):
    """Every change that is known for a file."""
    code = blanked(text)
    offset = 0
    for line in code.splitlines(keepends=True):
        yield from line_mutants(path, text, line, offset)
        offset += len(line)


def line_mutants(path, text, line, offset):
    if re.match(r"\s*(import|internal import|package import|@|#|extension|.*\bwhere\b.*==)", line):
        return
    for kind, swaps in SWAPS:
        for old, new in swaps.items():
            for match in re.finditer(re.escape(old), line):
                start, end = match.span()
                neighbours = line[start - 1:start] + line[end:end + 1]
                if kind == "word" and re.search(r"[\w.]$", line[:start]):
                    continue
                if kind in ("word", "member") and old[-1] != "(" and re.match(r"[\w:]", line[end:end + 1]):
                    continue
                if kind == "range" and "." in neighbours:
                    continue
                yield Mutant(path, text, kind, offset + start, offset + end, new)
    if not re.match(r"\s*(case|package static let rawValue)\b", line):
        for match in NUMBER.finditer(line):
            number = match.group()
            new = f"({number} * 1.1)" if match.group(2) or match.group(3) else str(
                int(number.replace("_", "")) + 1)
            if match.group(2) and float(number) == 0:
                new = "0.1"
            yield Mutant(path, text, "number", offset + match.start(), offset + match.end(), new)
    match = CONDITION.match(line)
    if match and not re.search(r"\b(let|var|case)\b|,|#", match["condition"]):
        start, end = (offset + place for place in match.span("condition"))
        yield Mutant(path, text, "condition", start, end, f"!({text[start:end]})")
    match = STATEMENT.match(line)
    if match and not KEYWORDS.match(line):
        statement = match["statement"]
        if all(statement.count(one) == statement.count(other) for one, other in ("()", "[]", "{}")):
            start, end = (offset + place for place in match.span("statement"))
            yield Mutant(path, text, "statement", start, end, "")


def chosen(module, dice):
    """The module's changes in the order of trying them: every kind in turn, places by chance."""
    kinds = {}
    for folder, _, names in sorted(os.walk(os.path.join(ROOT, "Sources", module))):
        for name in sorted(names):
            if name.endswith(".swift"):
                path = os.path.relpath(os.path.join(folder, name), ROOT)
                with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                    text = file.read()
                for mutant in mutants(path, text):
                    kinds.setdefault(mutant.kind, []).append(mutant)
    for places in kinds.values():
        dice.shuffle(places)
    while kinds:
        for kind in sorted(kinds):
            yield kinds[kind].pop()
        kinds = {kind: places for kind, places in kinds.items() if places}


def end_session(leader):
    """Ends every process of a session: those that run the tests have process groups of their own."""
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            with contextlib.suppress(OSError):
                if os.getsid(int(entry)) == leader:
                    os.kill(int(entry), signal.SIGKILL)


class Workplace:
    """A copy of the package with one module, what it needs and its tests."""

    def __init__(self, module):
        self.folder = os.path.join(FOLDER, module)
        self.tests = TESTS[module]
        # The manifest leaves the other targets out.
        self.environment = {**os.environ, "SWELL_TESTS": " ".join(self.tests)}
        for name in ("Sources", "Tests", "Benchmarks", "config", "docs", "packaging", "scripts", "systemd"):
            self._copy(name)
        for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile"):
            shutil.copy(os.path.join(ROOT, name), self.folder)
        with open(os.path.join(ROOT, "Package.swift"), encoding="utf-8") as file:
            manifest = file.read()
        # A change may leave something unused behind, which is no reason to pass it over.
        manifest = manifest.replace("  .treatAllWarnings(as: .error),\n", "")
        self.write("Package.swift", manifest)

    def _copy(self, name):
        source, target = os.path.join(ROOT, name), os.path.join(self.folder, name)
        wanted = set()
        for folder, _, names in os.walk(source):
            for file in names:
                path = os.path.relpath(os.path.join(folder, file), source)
                wanted.add(path)
                with open(os.path.join(source, path), "rb") as content:
                    self.write(os.path.join(name, path), content.read())
                shutil.copymode(os.path.join(source, path), os.path.join(target, path))
        for folder, _, names in os.walk(target):
            for file in names:
                if os.path.relpath(os.path.join(folder, file), target) not in wanted:
                    os.remove(os.path.join(folder, file))

    def write(self, path, content):
        """Writes a file if it has another content, so that only what changes is built."""
        path = os.path.join(self.folder, path)
        content = content.encode() if isinstance(content, str) else content
        if os.path.isfile(path):
            with open(path, "rb") as file:
                if file.read() == content:
                    return
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)

    def build(self):
        """Whether it builds, and what the compiler said."""
        # Optimised, as tests that try everything take most of the time; checks stay.
        result = subprocess.run(["swift", "build", "--build-tests", "-Xswiftc", "-O"], cwd=self.folder,
                                env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                text=True, errors="replace", check=False)
        return result.returncode == 0, result.stdout

    def test(self, limit):
        """Whether every test passes within `limit` seconds, and what was said until the first did not."""
        process = subprocess.Popen(
            ["swift", "test", "--disable-xctest", "--skip-build", "-Xswiftc", "-O"], cwd=self.folder,
            env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace", start_new_session=True)
        timer = threading.Timer(limit, end_session, (process.pid,))
        timer.start()
        lines, passes = [], True
        try:
            for line in process.stdout:
                lines.append(line)
                if "recorded an issue" in line:
                    passes = False
                    break
            if not passes:
                end_session(process.pid)
            passes = process.wait() == 0 and passes
        finally:
            timer.cancel()
            process.stdout.close()
        return passes, "".join(lines)


def examine(module, options, known, results):
    """Tries a module's changes and returns how many were noticed, and those that were not."""
    workplace = Workplace(module)
    is_fine, output = workplace.build()
    if not is_fine:
        sys.exit(f"mutants: {module} does not build as it is:\n{output[-3000:]}")
    begin = time.monotonic()
    is_fine, output = workplace.test(limit=900)
    if not is_fine:
        sys.exit(f"mutants: the tests of {module} fail as it is:\n{output[-3000:]}")
    limit = 20 + 5 * (time.monotonic() - begin)
    killed, survivors = 0, []
    for mutant in chosen(module, random.Random(f"{options.seed} {module}")):
        if killed + len(survivors) == options.count:
            break
        outcome = known.get(mutant.key)
        if outcome is None or (outcome == "survived" and options.again):
            outcome = outcome_of(workplace, mutant, limit)
            results.write(json.dumps({"key": mutant.key, "outcome": outcome}) + "\n")
            results.flush()
        if outcome == "killed":
            killed += 1
        elif outcome == "survived":
            survivors.append(mutant)
        if outcome != "stillborn":
            print(f"{outcome:8} {mutant.describe()}", flush=True)
    return killed, survivors


def outcome_of(workplace, mutant, limit):
    with open(os.path.join(ROOT, mutant.path), encoding="utf-8") as file:
        original = file.read()
    workplace.write(mutant.path, mutant.text)
    try:
        if not workplace.build()[0]:
            return "stillborn"
        return "survived" if workplace.test(limit)[0] else "killed"
    finally:
        workplace.write(mutant.path, original)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="all unless given")
    parser.add_argument("--count", type=int, default=10, help="changes a module")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="try survivors again")
    parser.add_argument("--list", action="store_true", help="only show what would be tried")
    options = parser.parse_args()
    for module in options.modules:
        if module not in TESTS:
            parser.error(f"there is no module {module}; the modules are {', '.join(TESTS)}")
    modules = options.modules or list(TESTS)
    if options.list:
        for module in modules:
            for mutant, _ in zip(chosen(module, random.Random(f"{options.seed} {module}")),
                                 range(options.count), strict=False):
                print(f"{mutant.kind:10} {mutant.describe()}")
        return
    if shutil.which("swift") is None:
        sys.exit("mutants: there is no 'swift' on the PATH")
    os.makedirs(FOLDER, exist_ok=True)
    path = os.path.join(FOLDER, "results.jsonl")
    known = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            known = {entry["key"]: entry["outcome"] for entry in map(json.loads, file)}
    killed, survivors = 0, []
    with open(path, "a", encoding="utf-8") as results:
        for module in modules:
            noticed, unnoticed = examine(module, options, known, results)
            killed += noticed
            survivors += unnoticed
            print(f"{module}: {noticed} killed, {len(unnoticed)} survived", flush=True)
    print(f"{killed} killed, {len(survivors)} survived")
    for mutant in survivors:
        print(f"  {mutant.describe()}")
    sys.exit(1 if survivors else 0)


if __name__ == "__main__":
    main()
