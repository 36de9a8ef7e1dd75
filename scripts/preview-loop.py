#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long it takes from saving a scene's file to its picture in the window of swell-preview.

    scripts/preview-loop.py PREVIEW [--rounds N] [--panel PANEL]

PREVIEW is the program. A scene with the default configuration's widgets is saved again and again with
another background, in place and by renaming in turn; an X server without a screen is asked for one pixel of
the window until it has changed. Needs Xvfb, xdotool and libX11.
"""

import argparse
import ctypes
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

root = pathlib.Path(__file__).resolve().parent.parent


class Window:
    """A window whose pixels are asked for over one connection."""

    def __init__(self, server, number):
        self._x11 = ctypes.CDLL("libX11.so.6")
        for name in ["XOpenDisplay", "XGetImage"]:
            getattr(self._x11, name).restype = ctypes.c_void_p
        self._x11.XGetPixel.restype = ctypes.c_ulong
        self._display = ctypes.c_void_p(self._x11.XOpenDisplay(server.encode()))
        self._number = ctypes.c_ulong(number)

    def pixel(self):
        """The pixel at 2, 2, as 0xRRGGBB."""
        planes, format_of_pixels = ctypes.c_ulong(2**32 - 1), 2
        image = ctypes.c_void_p(
            self._x11.XGetImage(self._display, self._number, 2, 2, 1, 1, planes, format_of_pixels)
        )
        color = self._x11.XGetPixel(image, 0, 0)
        self._x11.XDestroyImage(image)
        return color & 0xFFFFFF


def wait_for(window, color, deadline):
    while time.monotonic() < deadline:
        if window.pixel() == color:
            return time.monotonic()
    sys.exit(f"preview-loop: the window does not become #{color:06X}")


def save(path, text, by_rename):
    """Saves as editors do; returns when that was done."""
    target = path.with_suffix(".new") if by_rename else path
    target.write_text(text)
    if by_rename:
        target.rename(path)
    return time.monotonic()


def measure(program, panel, rounds):
    """Milliseconds from saved to seen, round by round."""
    scene = (root / "config/swell.toml").read_text()
    with tempfile.TemporaryDirectory() as folder, subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "4000x2400x24", "-nolisten", "tcp", "-noreset"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    ) as server:
        try:
            name = ":" + server.stdout.readline().decode().strip()
            path = pathlib.Path(folder) / "scene.toml"
            path.write_text(scene)
            command = [program, "--panel", panel, "--socket", f"{folder}/socket", str(path)]
            with subprocess.Popen(command, env={**os.environ, "DISPLAY": name}) as preview:
                try:
                    search = ["xdotool", "search", "--sync", "--onlyvisible", "--name", "scene.toml"]
                    number = subprocess.run(
                        search, env={**os.environ, "DISPLAY": name}, capture_output=True, check=True
                    ).stdout
                    window = Window(name, int(number.split()[-1]))
                    wait_for(window, 0x101418, time.monotonic() + 30)
                    times = []
                    for number in range(rounds):
                        color = 0x400000 + number * 0x000101
                        text = scene.replace('background = "#101418"', f'background = "#{color:06X}"')
                        start = save(path, text, by_rename=number % 2 == 1)
                        seen = wait_for(window, color, start + 10)
                        times.append((seen - start) * 1000)
                        # Not always at the same place between two frames.
                        time.sleep(0.1 + number % 7 * 0.003)
                    return times
                finally:
                    preview.terminate()
        finally:
            server.terminate()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--panel", default="1280x800")
    options = parser.parse_args()
    times = sorted(measure(options.program, options.panel, options.rounds))
    print(
        f"preview-loop: {options.panel}, {len(times)} times saved; to the changed pixel "
        f"median {statistics.median(times):.1f} ms, p95 {times[int(len(times) * 0.95)]:.1f} ms, "
        f"longest {times[-1]:.1f} ms"
    )


if __name__ == "__main__":
    main()
