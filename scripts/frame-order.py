#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the functions that frames execute, in the order in which a frame first comes to them, and then
those that a start of the daemon and a client's usual calls execute.

    scripts/frame-order.py SWELL_BENCH SWELLD > scripts/frame-order.txt

The linker lays them side by side in this order, so that a frame that finds nothing in the caches (the
daemon has slept, and others have worked) reads neighbouring lines of few pages. What else a kiosk executes
from day to day is a tenth of the program: side by side it is few pages too, and the kernel, which maps the
pages around each that is touched, maps less of the rest into the daemon's memory. Both programs must be
linked without folding of equal functions, which gives one the name of another; only names that SWELLD has
are printed.
"""

import json
import os
import re
import socket
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
# What clients of the built-in scene ask for.
CALLS = (
    ("subscribe", {}), ("progress.set", {"percent": 42}), ("progress.get", {}),
    ("button.press", {"id": "start"}),
    ("widget.set", {"id": "start", "label": "Go", "color": "#2FA36B"}),
    *(("touch.send", {"slot": 0, "phase": phase, "x": 300, "y": 200}) for phase in ("down", "up")),
    ("status", {}))
FUNCTION = re.compile(r"(c?)fn=\((\d+)\)(?: (.*))?$")


def counting(out, *options):
    """The command before one whose calls are to be counted."""
    return ["valgrind", "--tool=callgrind", "--demangle=no", "--dump-instr=yes", "--compress-pos=no",
            f"--callgrind-out-file={out}", *options]


def count_frames(program, mode, out):
    """Counts the calls of a mode's frames."""
    subprocess.run([*counting(out, "--collect-atstart=no", f"--toggle-collect=*{ROOT}*"),
                    program, "count", SIZE, *mode.split()],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def ask(path):
    """Makes a client's calls."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(120)
        client.connect(path)
        with client.makefile("rw", encoding="utf-8", newline="\n") as lines:
            for number, (method, parameters) in enumerate(CALLS):
                call = {"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}
                lines.write(json.dumps(call) + "\n")
                lines.flush()
                # Events come between.
                answer = next(line for line in map(json.loads, lines) if line.get("id") == number)
                if "error" in answer:
                    sys.exit(f"frame-order: {method}: {answer['error']}")


def count_start(program, folder, out):
    """Counts the calls of a daemon's start, of a few requests, and of its end."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as service:
        service.bind(os.path.join(folder, "service"))
        service.settimeout(120)
        with subprocess.Popen([*counting(out), program, "--output", f"virtual:{SIZE}", "--socket",
                               os.path.join(folder, "control"), "--log-level", "error"],
                              env={**os.environ, "NOTIFY_SOCKET": os.path.join(folder, "service")},
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as daemon:
            try:
                while b"READY=1" not in service.recv(65536):
                    pass
                ask(os.path.join(folder, "control"))
            finally:
                daemon.terminate()


def called(out):
    """What each function calls, by the address of the call, and their names, from what was counted."""
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


def order(calls, names, root):
    """The names in the order in which calls first lead to them from those with `root` in them."""
    seen, rest = set(), [number for number in calls if root in names.get(number, "")]
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
        program, out = os.path.join(folder, "program"), os.path.join(folder, "out")
        found = []
        subprocess.run(["objcopy", "--strip-debug", bench, program], check=True)
        for mode in MODES:
            count_frames(program, mode, out)
            found += order(*called(out), ROOT)
        subprocess.run(["objcopy", "--strip-debug", daemon, program], check=True)
        count_start(program, folder, out)
        # Other threads, and what runs before and after `main`, are called by none of its functions.
        found += [*order(*called(out), "main"), *order(*called(out), "")]
        for name in found:
            if name in kept and name not in printed:
                printed.add(name)
                print(name)


if __name__ == "__main__":
    main()
