#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the functions that frames execute, in the order in which a frame first comes to them.

    scripts/frame-order.py SWELL_BENCH SWELLD > scripts/frame-order.txt

The linker lays them side by side in this order, so that a frame that finds nothing in the caches (the
daemon has slept, and others have worked) reads neighbouring lines of few pages. SWELL_BENCH must be linked
without folding of equal functions, which gives one the name of another; only names that SWELLD has are
printed.
"""

import os
import re
import subprocess
import sys
import tempfile

SIZE = "800x480"
# The object of all empty arrays: what stands first in its section is aligned as the section is, and a span of
# an empty array wants more than the 8 bytes that the object has of itself (scripts/check-binary.sh).
FIRST = "_swiftEmptyArrayStorage"
# What a kiosk paints most comes first: later modes add what they alone execute.
MODES = ("", "rotation=90", "rgb565", "full", "word")
ROOT = "12countedFrame"
FUNCTION = re.compile(r"(c?)fn=\((\d+)\)(?: (.*))?$")


def called(program, mode, folder):
    """What each function of a mode's frames calls, by the address of the call, and their names."""
    out = os.path.join(folder, "out")
    subprocess.run(["valgrind", "--tool=callgrind", "--demangle=no", "--dump-instr=yes", "--compress-pos=no",
                    f"--callgrind-out-file={out}", "--collect-atstart=no", f"--toggle-collect=*{ROOT}*",
                    program, "count", SIZE, *mode.split()], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    calls, names, caller, callee = {}, {}, None, None
    with open(out, encoding="utf-8") as lines:
        for line in lines:
            match = FUNCTION.match(line.rstrip("\n"))
            if match:
                is_called, number, name = match.groups()
                if name:
                    # Callgrind counts the levels of what calls itself.
                    names[number] = re.sub(r"'\d+$", "", name)
                if is_called:
                    callee = number
                else:
                    caller = number
            elif callee and line.startswith("0x"):
                calls.setdefault(caller, []).append((int(line.split()[0], 16), callee))
                callee = None
    return calls, names


def order(calls, names):
    """The names in the order in which calls first lead to them."""
    seen, rest = set(), [number for number in calls if ROOT in names.get(number, "")]
    while rest:
        number = rest.pop()
        if number in seen:
            continue
        seen.add(number)
        yield names.get(number)
        rest.extend(callee for _, callee in sorted(calls.get(number, []), reverse=True))


def symbols(program):
    """The names of a program's functions."""
    listed = subprocess.run(["nm", program], check=True, stdout=subprocess.PIPE, text=True).stdout
    return {line.split()[-1] for line in listed.splitlines() if re.search(r" [tTwW] ", line)}


def main():
    if len(sys.argv) != 3:
        sys.exit("frame-order: give swell-bench and swelld")
    bench, daemon = sys.argv[1:]
    kept, printed = symbols(daemon), set()
    print(FIRST)
    with tempfile.TemporaryDirectory(prefix="swell-order-") as folder:
        # Valgrind 3.19 gives up on Swift's debug information, and needs the functions' names only.
        program = os.path.join(folder, "swell-bench")
        subprocess.run(["objcopy", "--strip-debug", bench, program], check=True)
        for mode in MODES:
            for name in order(*called(program, mode, folder)):
                if name in kept and name not in printed:
                    printed.add(name)
                    print(name)


if __name__ == "__main__":
    main()
