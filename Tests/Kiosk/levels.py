# SPDX-License-Identifier: Apache-2.0
"""An indicator whose motion has so few pictures that all of them are known, for tests that look at every
frame that was scanned out."""

import array
import contextlib
import hashlib
import itertools
import json
import mmap
import os
import socket
import subprocess
import tempfile

from kiosk import ROOT, Picture, until
from test_instruments import vkms_crc

# Two rows of pixels that reach beyond both sides of the screen, of greys: 160 pictures a row, one after the
# other. Nothing is written on it, so that no font matters.
SCENE = """\
[display]
scale = 1
rotation = 0

[[progress]]
id = "main"
frame = { x = "50%", y = "50%", width = "120%", height = 2, anchor = "center" }
mask = { shape = "rounded" }
amplitude = 0
speed = 0
show_percent = false
ease = "linear"
front_color = "#F0F0F0"
back_color = "#F0F0F0"
outline_color = "#505050"
"""
# Many more than there are pictures.
STEPS = 2048


class Local:
    """A daemon of this machine's, with its output in memory."""

    def __init__(self, path, stack):
        self._socket = stack.enter_context(socket.socket(socket.AF_UNIX))
        self._numbers = itertools.count(1)
        until(lambda: self._socket.connect_ex(path) == 0, "the daemon listens")

    def call(self, method, **parameters):
        """Calls a method; returns its result, and the descriptor that came with it or None."""
        request = {"jsonrpc": "2.0", "id": next(self._numbers), "method": method, "params": parameters}
        self._socket.sendall(json.dumps(request).encode() + b"\n")
        answer, descriptor = b"", None
        while not answer.endswith(b"\n"):
            data, descriptors, _, _ = socket.recv_fds(self._socket, 1 << 16, 1)
            answer += data
            descriptor = descriptors[0] if descriptors else descriptor
        return json.loads(answer)["result"], descriptor

    def pixels(self):
        """What is shown: its shape, and its bytes."""
        shape, descriptor = self.call("screenshot")
        try:
            with mmap.mmap(descriptor, 0, prot=mmap.PROT_READ) as memory:
                return shape, memory[:shape["stride"] * shape["height"]]
        finally:
            os.close(descriptor)


def pictures(size):
    """The checksums vkms makes of the indicator's pictures from 0 to 100 %, in this order, each once."""
    sums, seen = array.array("L"), set()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        scene, path = os.path.join(folder, "scene.toml"), os.path.join(folder, "socket")
        with open(scene, "w", encoding="utf-8") as file:
            file.write(SCENE)
        daemon = subprocess.Popen(  # pylint: disable=consider-using-with
            [os.path.join(ROOT, ".build", "release", "swelld"), "--config", scene, "--socket", path,
             "--output", "virtual:{}x{}".format(*size)], stderr=subprocess.DEVNULL)
        stack.callback(daemon.wait)
        stack.callback(daemon.terminate)
        local = Local(path, stack)
        for step in range(STEPS + 1):
            local.call("progress.set", percent=step * 100 / STEPS, over=0)
            shape, data = local.pixels()
            digest = hashlib.sha256(data).digest()
            if digest not in seen:
                seen.add(digest)
                sums.append(vkms_crc(Picture.from_xrgb8888(
                    shape["width"], shape["height"], shape["stride"], data)))
    return list(sums)
