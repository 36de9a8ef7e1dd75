#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the pictures of config/examples and of each widget for the documents, in virtual time, by the
daemon's own code.

    scripts/pictures.py PROBE FOLDER [--desk PREVIEW]

PROBE is the program swell-probe. Equal scenes give equal pictures, so a test compares them with those in
docs. With --desk the window of PREVIEW, swell-preview, is photographed too, under an X server without a
screen (Xvfb, xdotool, xwd).
"""

import argparse
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time
import zlib

sys.dont_write_bytecode = True
import gallery  # noqa: E402

root = pathlib.Path(__file__).resolve().parent.parent


def draw_examples(probe, folder):
    questions = {
        f"{name}.png": {
            "q": "frame",
            "config": (root / f"config/examples/{name}.toml").read_text(),
            "png": str(folder / f"{name}.png"),
            **example,
        }
        for name, example in gallery.EXAMPLES.items()
    }
    questions.update(gallery.questions(folder))
    lines = "".join(json.dumps(question) + "\n" for question in questions.values())
    answers = subprocess.run([probe], input=lines, capture_output=True, text=True, check=True).stdout
    for name, line in zip(questions, answers.splitlines(), strict=True):
        answer = json.loads(line)
        if "error" in answer:
            sys.exit(f"pictures: {name}: {answer['error']}")
        print(answer["png"])


class Photograph:
    """The pixels of a window: rows of RGB."""

    def __init__(self, xwd):
        head = struct.unpack(">25I", xwd[:100])
        start, self.width, self.height, stride = head[0] + head[19] * 12, head[4], head[5], head[12]
        self.rows = []
        for row in range(self.height):
            pixels = xwd[start + row * stride:][: self.width * 4]
            self.rows.append(b"".join(pixels[i:i + 3][::-1] for i in range(0, len(pixels), 4)))


def write_png(path, rows):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    )


def photograph_desk(preview, folder):
    """Three windows side by side: as the panel shows it, with its guides while held, and with a mistake."""
    scene = (root / "config/swell.toml").read_text().replace("percent = 0 ", "percent = 42 ")
    with tempfile.TemporaryDirectory() as place, subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1000x800x24", "-nolisten", "tcp", "-noreset"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    ) as server:
        environment = {**os.environ, "DISPLAY": ":" + server.stdout.readline().decode().strip()}

        def run(*command):
            return subprocess.run(command, env=environment, capture_output=True, check=True).stdout

        path = pathlib.Path(place) / "scene.toml"
        path.write_text(scene)
        command = [preview, "--panel", "480x480", "--socket", f"{place}/socket", str(path)]
        with subprocess.Popen(command, env=environment) as program:
            try:
                window = run("xdotool", "search", "--sync", "--onlyvisible", "--name", "scene.toml")
                window = window.decode().split()[-1]
                run("xdotool", "windowfocus", "--sync", window)

                def photograph():
                    time.sleep(1)
                    return Photograph(run("xwd", "-silent", "-id", window))

                run("xdotool", "mousemove", "--sync", "--window", window, "240", "360")
                pictures = [photograph()]
                run("xdotool", "mousedown", "1")
                run("xdotool", "key", "d")
                pictures.append(photograph())
                run("xdotool", "mouseup", "1")
                run("xdotool", "key", "d")
                path.write_text(scene.replace('shape = "circle"', 'shape = "cirle"').replace(
                    'color = "#2F7CF6"', 'colour = "#2F7CF6"', 1))
                pictures.append(photograph())
            finally:
                program.terminate()
                server.terminate()
    gap = b"\xff\xff\xff" * 16
    rows = [gap.join(picture.rows[row] for picture in pictures) for row in range(pictures[0].height)]
    write_png(folder / "desk.png", rows)
    print(folder / "desk.png")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("probe")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--desk", metavar="PREVIEW")
    options = parser.parse_args()
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    draw_examples(options.probe, folder)
    if options.desk:
        photograph_desk(options.desk, folder)


if __name__ == "__main__":
    main()
