#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the kiosk tests: `run.py [--all | --brief] [-k WORD]… [--processes N]`, on ARCH and DEBIAN's machine.
Without words, those that are `by_hand`, classes or tests, are left out unless all are wanted: they take long,
or go by how soon the machine wakes. Swell is installed with `make install` first, unless SWELL_INSTALL_TREE
names what it left. Closes with a line that counts the tests."""

import argparse
import os
import shutil
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True
import kiosk  # noqa: E402
from kioskvm.machine import DISPLAYS  # noqa: E402
from kioskvm.system import ARCH, DEBIAN  # noqa: E402

# From the boot to a picture, a finger, a restart, one of each widget: on one machine.
BRIEF = ("VirtioInstruments.test_photograph", "VirtioService.test_becomes_active",
         "VirtioScreen.test_first_picture", "VirtioProgress.test_height", "VirtioTouch.test_slots",
         "VirtioFaults.test_restart", "Widgets.test_circle", "Widgets.test_chart", "Keyboards.test_typing",
         "Jobs.test_failure", "Hashes.test_hashes")


class Report(unittest.TestResult):
    """One line a test, when it has ended: display, verdict, seconds. Other tests may write meanwhile."""

    def __init__(self):
        super().__init__()
        self.passed = 0

    def startTest(self, test):
        super().startTest(test)
        self._began = time.monotonic()

    def _end(self, test, word):
        display = f"{test.display}: " if getattr(test, "display", None) else ""
        print(f"kiosk: {display}{test.shortDescription()} … {word} ({time.monotonic() - self._began:.1f} s)",
              flush=True)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1
        self._end(test, "ok")

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._end(test, f"skipped: {reason}")

    def _bad(self, test, listed):
        self._end(test, "FAILED")
        print(listed[-1][1], flush=True)
        # A test that could not get its machine has none to ask.
        if getattr(test, "kiosk", None):
            print(test.kiosk.explain(), flush=True)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._bad(test, self.failures)

    def addError(self, test, err):
        super().addError(test, err)
        self._bad(test, self.errors)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            is_failure = issubclass(err[0], test.failureException)
            self._bad(test, self.failures if is_failure else self.errors)


def tests(words, every=False):
    """The chosen tests, one display after the other, so that each machine boots once."""
    loader = unittest.TestLoader()
    if words:
        loader.testNamePatterns = [f"*{word}*" for word in words]
    found, stack = [], [loader.discover(kiosk.HERE, top_level_dir=kiosk.HERE)]
    while stack:
        item = stack.pop()
        if isinstance(item, unittest.TestSuite):
            stack.extend(reversed(list(item)))
        elif words or every or not any(getattr(part, "by_hand", False)
                                       for part in (item, getattr(item, item._testMethodName))):
            found.append(item)
    order = [None, *DISPLAYS]
    return sorted(found, key=lambda test: order.index(getattr(test, "display", None)))


def part(found, number, count):
    """The `number`th of `count` parts of tests, of which those with machines of their own take longest."""
    weights = [1 if getattr(test, "display", None) else 3 for test in found]
    ends = [sum(weights[:index + 1]) / sum(weights) * count for index in range(len(found))]
    return [test for test, end in zip(found, ends, strict=True) if number - 1 < end <= number]


def in_parts(count):
    """Runs so many processes, each with machines and a part of the tests; returns the exit status."""
    environment = {**os.environ, "SWELL_INSTALL_TREE": kiosk.TREE}
    runs = [subprocess.Popen([sys.executable, *sys.argv, f"--part={number}"], env=environment)
            for number in range(1, count + 1)]
    # One that a signal has ended has a negative status.
    return int(any([run.wait() for run in runs]))


def install():
    """Lays Swell into a directory, as a package would."""
    if "SWELL_INSTALL_TREE" in os.environ:
        return
    shutil.rmtree(kiosk.TREE, ignore_errors=True)
    subprocess.run(["make", "-s", "-C", kiosk.ROOT, "install", f"ARCH={ARCH}", f"DEBIAN={DEBIAN}",
                    f"DESTDIR={kiosk.TREE}", "PREFIX=/usr"], check=True)


def main():
    """Runs the tests and returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-k", dest="words", action="append", metavar="WORD",
                        help="run only tests whose name has this word")
    parser.add_argument("--brief", dest="words", action="store_const", const=list(BRIEF),
                        help="run only a few, in minutes on an emulated processor")
    parser.add_argument("--all", action="store_true", help="also what is run by hand, for minutes a test")
    parser.add_argument("--processes", type=int, default=1, metavar="N",
                        help="how many run at once, each with machines of its own")
    parser.add_argument("--part", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    install()
    chosen = tests(options.words, options.all)
    if options.processes > 1:
        if options.part is None:
            return in_parts(options.processes) if chosen else 1
        chosen = part(chosen, options.part, options.processes)
    report = Report()
    try:
        unittest.TestSuite(chosen).run(report)
    finally:
        kiosk.Kiosk.close_all()
    for line in kiosk.measurements:
        print(f"kiosk: measured: {line}")
    failed = len(report.failures) + len(report.errors)
    print(f"kiosk: {report.passed} passed, {failed} failed, {len(report.skipped)} skipped")
    return 0 if failed == 0 and (report.passed > 0 or (options.part and not chosen)) else 1


if __name__ == "__main__":
    sys.exit(main())
