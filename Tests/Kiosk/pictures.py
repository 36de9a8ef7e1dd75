#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Photographs the kiosk machine's screen for the documentation, into docs/pictures.

Swell is taken from SWELL_INSTALL_TREE or from where the last run of the tests has laid it."""

import os
import sys

sys.dont_write_bytecode = True
from kiosk import ROOT, Kiosk, scene, until  # noqa: E402

FOLDER = os.path.join(ROOT, "docs", "pictures")
BLUE = bytes((0x2F, 0x7C, 0xF6))


def keep(picture, name):
    """Writes a picture."""
    os.makedirs(FOLDER, exist_ok=True)
    with open(os.path.join(FOLDER, name + ".png"), "wb") as file:
        file.write(picture.png())


def moving(rotation=0):
    """The built-in scene, a point a pixel."""
    return scene(rotation=rotation).replace("speed = 0\n", "")


def wobble(kiosk, connection, touch):
    """The photograph of a released button in which it is smallest: bowed inward."""
    width, height = kiosk.size
    photographs = []
    for _ in range(6):
        connection.come_to_rest(lambda: connection.call("touch.send", phase="down", **touch))
        connection.call("touch.send", phase="up", **touch)
        photographs += [kiosk.photograph() for _ in range(6)]
    return min(photographs, key=lambda picture: picture.crop(
        width // 2 - 130, height * 3 // 4 - 70, 260, 140).pixels.count(BLUE))


def main():
    """Brings the screen into each state and photographs it."""
    kiosk = Kiosk.on("virtio-gpu")
    width, height = kiosk.size
    touch = {"slot": 0, "x": width / 2, "y": height * 0.75}
    kiosk.configure(moving())
    connection = kiosk.connect()
    connection.rest()
    keep(kiosk.steady_photograph(), "rest")
    connection.come_to_rest(lambda: connection.call("touch.send", phase="down", **touch))
    keep(kiosk.steady_photograph(), "held")
    connection.come_to_rest(lambda: connection.call("touch.send", phase="up", **touch))
    keep(wobble(kiosk, connection, touch), "wobble")
    connection.rest()
    connection.call("progress.set", percent=42, over=0)
    until(lambda: connection.call("progress.get")["shown"] == 42, "42 % are shown")
    keep(kiosk.photograph(), "42-percent")
    connection.call("progress.set", percent=100, over=0)
    connection.rest()
    keep(kiosk.steady_photograph(), "100-percent")
    for rotation in (90, 180):
        connection.come_to_rest(lambda: kiosk.reload(moving(rotation)))
        connection.call("progress.set", percent=42, over=0)
        until(lambda: connection.call("progress.get")["shown"] == 42, "42 % are shown")
        keep(kiosk.photograph(), f"rotation-{rotation}")
        connection.call("progress.set", percent=100, over=0)
        connection.rest()
    Kiosk.close_all()


if __name__ == "__main__":
    main()
