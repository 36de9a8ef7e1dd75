#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Films the ticket machine of config/examples for the documents, in virtual time, by the daemon's own code.

    scripts/film.py PROBE FILE

PROBE is the program swell-probe, better a release: it draws everything anew for each frame. FILE is an
animated PNG, of which frames that are equal to the one before are no part.
"""

import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

sys.dont_write_bytecode = True
root = pathlib.Path(__file__).resolve().parent.parent

RATE = 20
SECONDS = 8.2


def touch(t, x, y):
    """A finger that stays as long as one does."""
    return [{"t": t + wait, "touch": {"slot": 0, "phase": phase, "x": x, "y": y}}
            for wait, phase in ((0, "down"), (0.16, "up"))]


# The program that takes the money does not run in virtual time: what it would report is asked for.
SCRIPT = [
    *touch(0.6, 525, 44),
    *touch(1.8, 128, 236),
    *touch(3.2, 230, 188),
    {"t": 3.4, "widget": {"id": "card", "label": "One moment …"},
     "progress": {"id": "paid", "percent": 100, "over": 1.8}},
    {"t": 5.6, "page.show": {"id": "thanks"}},
    {"t": 7.2, "page.show": {"id": "home"}},
]


def chunks(data):
    """The kind and the content of each part of a PNG."""
    at = 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        yield kind, data[at + 8:at + 8 + length]
        at += 12 + length


def animated(frames):
    """An animated PNG of pairs: a PNG, and for how many frames it is shown."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    numbers = iter(range(2 * len(frames)))
    head = next(data for kind, data in chunks(frames[0][0]) if kind == b"IHDR")
    yield b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"acTL", struct.pack(">II", len(frames), 0))
    for index, (picture, count) in enumerate(frames):
        size = head[:8]
        yield chunk(b"fcTL", struct.pack(">I", next(numbers)) + size
                    + struct.pack(">IIHHBB", 0, 0, count, RATE, 0, 0))
        pixels = b"".join(data for kind, data in chunks(picture) if kind == b"IDAT")
        pixels = zlib.compress(zlib.decompress(pixels), 9)
        if index == 0:
            yield chunk(b"IDAT", pixels)
        else:
            yield chunk(b"fdAT", struct.pack(">I", next(numbers)) + pixels)
    yield chunk(b"IEND", b"")


def main():
    probe, path = sys.argv[1:]
    scene = (root / "config/examples/tickets.toml").read_text()
    with tempfile.TemporaryDirectory() as folder:
        names = [f"{folder}/{number}.png" for number in range(round(SECONDS * RATE))]
        lines = "".join(json.dumps({
            "q": "frame", "config": scene, "width": 640, "height": 400, "script": SCRIPT,
            "t": (number + 1) / RATE, "png": name}) + "\n" for number, name in enumerate(names))
        answers = subprocess.run([probe], input=lines, capture_output=True, text=True, check=True).stdout
        for line in answers.splitlines():
            if "error" in json.loads(line):
                sys.exit(f"film: {line}")
        frames = []
        for name in names:
            picture = pathlib.Path(name).read_bytes()
            if frames and frames[-1][0] == picture:
                frames[-1][1] += 1
            else:
                frames.append([picture, 1])
    pathlib.Path(path).write_bytes(b"".join(animated(frames)))


if __name__ == "__main__":
    main()
