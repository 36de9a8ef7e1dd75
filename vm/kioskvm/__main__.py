# SPDX-License-Identifier: Apache-2.0
"""`python3 -m kioskvm run TREE` boots the machine to be looked at; `exec SCRIPT` runs a shell
script in the machine that `run` has booted."""

import argparse
import os
import subprocess
import sys

from .agent import Agent
from .machine import CACHE, Machine
from .system import PROCESSOR

RUNNING = os.path.join(CACHE, "running")
STEER = """\
steer:  vm/exec.sh swellctl progress 42
        vm/exec.sh swellctl status
        vm/exec.sh swellctl tap 640 600
log:    vm/exec.sh journalctl -u swell
"""


def window():
    """QEMU arguments for the screen, and a sentence that says where it is."""
    offered = subprocess.run([PROCESSOR.emulator, "-display", "help"], check=True,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    offered = offered.stdout.decode().split()
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        for kind in ("gtk", "sdl"):
            if kind in offered:
                return ["-display", kind], "in the window; a click is a touch"
        print("vm: for a window install qemu-system-gui", file=sys.stderr)
    return (["-display", "vnc=127.0.0.1:0"],
            "on VNC 127.0.0.1:5900, for any VNC viewer; a click is a touch")


def run(options):
    """Boots the machine and waits until it is switched off."""
    arguments, where = window()
    terminal = sys.stdin.isatty()
    machine = Machine(display=options.display, trees=[options.tree] if options.tree else [],
                      enabled=["swell.socket", "swell.service"] if options.tree else [],
                      window=arguments, serial="mon:stdio" if terminal else None)
    print("vm: booting, which takes a quarter of a minute", file=sys.stderr)
    try:
        machine.boot()
        with open(RUNNING, "w", encoding="utf-8") as file:
            file.write(machine.agent_path)
        machine.agent.close()
        end = ("end:    poweroff, here at the machine's own console (Ctrl-A X at once)"
               if terminal else "end:    vm/exec.sh poweroff")
        print(f"screen: {where}\n{STEER}{end}", file=sys.stderr, flush=True)
        machine.wait_for_end()
    except KeyboardInterrupt:
        pass
    finally:
        if os.path.exists(RUNNING):
            os.remove(RUNNING)
        machine.close()
    return 0


def execute(options):
    """Runs a script in the running machine and ends with its status."""
    try:
        with open(RUNNING, encoding="utf-8") as file:
            agent = Agent(file.read())
    except OSError:
        print("vm: no machine is running; start one with: make vm", file=sys.stderr)
        return 69
    result = agent.run(" ".join(options.script), timeout=3600)
    sys.stdout.buffer.write(result.out)
    sys.stderr.buffer.write(result.err)
    return result.status


def main():
    """Reads the arguments and does what they say."""
    parser = argparse.ArgumentParser(prog="kioskvm")
    commands = parser.add_subparsers(required=True)
    starting = commands.add_parser("run")
    starting.add_argument("--display", choices=("virtio-gpu", "both"), default="virtio-gpu")
    starting.add_argument("tree", nargs="?", help="what `make install DESTDIR=` left")
    starting.set_defaults(act=run)
    inside = commands.add_parser("exec")
    inside.add_argument("script", nargs=argparse.REMAINDER)
    inside.set_defaults(act=execute)
    options = parser.parse_args()
    return options.act(options)


sys.exit(main())
