#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Drives a daemon on its virtual display with everything that a hostile client may do, and judges it.

    scripts/storm.py SWELLD [--seconds N] [--size WIDTHxHEIGHT] [--only NAME,NAME]

Each kind of client is driven alone, beside an animation, with every request at the worst size that is
allowed; then all at once; then the daemon is killed and started again. Judged by the daemon's own
counters (frames that were shown and missed), by the longest wait of a small request, by its memory at
rest, and by a picture at rest, which has to be that of a daemon that nobody has bothered.
"""

import argparse
import array
import contextlib
import json
import mmap
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

HERTZ = 60
LABEL = "W\u0301\u0316" * 204  # 1,020 bytes, each letter with marks that want to be put in order
CONTROLS = "\x01" * 1024  # six bytes each in an answer


def scene(widgets):
    """A moving wave, a button, an indicator that clients may set, and `widgets` buttons more."""
    text = """
[display]
scale = 1
[[progress]]
id = "wave"
percent = 50
frame = { x = 10, y = 10, width = 240, height = 240, anchor = "top-left" }
[[progress]]
id = "main"
frame = { x = 260, y = 10, width = 240, height = 240, anchor = "top-left" }
[[button]]
id = "start"
frame = { x = 520, y = 10, width = 200, height = 80, anchor = "top-left" }
"""
    for index in range(widgets):
        x, y = 10 + index % 16 * 70, 270 + index // 16 * 40
        text += (f'[[button]]\nid = "b{index}"\nlabel = "Button {index}"\n'
                 f'frame = {{ x = {x}, y = {y}, width = 60, height = 30, anchor = "top-left" }}\n')
    return text


def connected(path):
    """A connection; where the daemon's queue is full, it is tried again, as the kernel does not wait then."""
    begin = time.monotonic()
    while True:
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(30)
        try:
            connection.connect(path)
            return connection
        except BlockingIOError:
            connection.close()
            if time.monotonic() - begin > 30:
                raise
            time.sleep(0.001)


class Line:
    """A client that asks, and waits for each answer."""

    def __init__(self, path):
        self.socket = connected(path)
        self.bytes = b""

    def send(self, method, **params):
        call = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        self.socket.sendall(json.dumps(call).encode() + b"\n")

    def line(self):
        """The next line, and the descriptor that came with it."""
        found = None
        while b"\n" not in self.bytes:
            data, ancillary, _, _ = self.socket.recvmsg(1 << 16, socket.CMSG_SPACE(4))
            for _, _, content in ancillary:
                found = array.array("i", content[:4])[0]
            if not data:
                raise ConnectionError("the daemon has closed the connection")
            self.bytes += data
        line, _, self.bytes = self.bytes.partition(b"\n")
        return json.loads(line), found

    def call(self, method, **params):
        self.send(method, **params)
        answer, found = self.line()
        if found is not None:
            os.close(found)
        if isinstance(answer, dict) and "error" in answer:
            raise RuntimeError(answer["error"]["message"])
        return answer["result"]

    def picture(self):
        self.send("screenshot")
        answer, found = self.line()
        with mmap.mmap(found, 0, prot=mmap.PROT_READ) as memory:
            content = bytes(memory)
        os.close(found)
        return answer["result"]["width"], content


# What hostile clients do, again and again, each with a connection of its own.


def requests(line, storm):
    """Small requests, as many as a message holds."""
    calls = [{"jsonrpc": "2.0", "id": n, "method": "progress.set",
              "params": {"id": "main", "percent": n % 101, "over": 0}} for n in range(600)]
    line.socket.sendall(json.dumps(calls).encode() + b"\n")
    line.line()


def batches(line, storm):
    """A batch of questions whose answers take more than there is room for."""
    calls = [{"jsonrpc": "2.0", "id": n, "method": "status"} for n in range(1400)]
    line.socket.sendall(json.dumps(calls, separators=(",", ":")).encode() + b"\n")
    line.line()
    line.socket.close()
    line.__init__(storm.socket)


def pictures(line, storm):
    """One picture after the other."""
    line.call("screenshot")


def reloads(line, storm):
    """One reload after the other, of a file that stays as it is."""
    line.call("reload")


def changed_reloads(line, storm):
    """Reloads of a file that is a different one each time."""
    storm.rewrite()
    line.call("reload")


def labels(line, storm):
    """The longest labels, hard to shape and hard to write."""
    for text in (LABEL, CONTROLS, "Start"):
        line.call("widget.set", id="start", label=text)


def touches(line, storm):
    """Fingers that come down everywhere."""
    slot = random.randrange(64)
    line.call("touch.send", slot=slot, phase="down", x=random.randrange(720), y=random.randrange(250))
    # After a reload no finger is down.
    with contextlib.suppress(RuntimeError):
        line.call("touch.send", slot=slot, phase=random.choice(["up", "cancel"]))


def nonsense(line, storm):
    """Half lines, garbage, what is no UTF-8, and connections that are closed at once."""
    other = connected(storm.socket)
    with contextlib.suppress(OSError):
        other.sendall(random.choice([
            b'{"jsonrpc":"2.0","id":1,"method":"reload"}\n' * 200, b"\xff\xfe\n", b"[" * 60000 + b"\n",
            b'{"jsonrpc":"2.0","method":"' + b"\x7f" * 60000 + b'","id":2}\n', b"x" * 70000, b'{"js']))
    other.close()


HOSTILE = [requests, batches, pictures, reloads, changed_reloads, labels, touches, nonsense]


class Storm:
    """One daemon, and what is done to it."""

    def __init__(self, options):
        self.options = options
        self.folder = tempfile.TemporaryDirectory(prefix="swell-storm-")
        self.socket = f"{self.folder.name}/control.sock"
        self.file = f"{self.folder.name}/swell.toml"
        self.widgets = options.widgets
        self.written = 0
        self.failures = []
        self.write(scene(self.widgets))
        self.daemon = None

    def write(self, text):
        with open(self.file + ".new", "w") as file:
            file.write(text)
        os.rename(self.file + ".new", self.file)

    def rewrite(self):
        self.written += 1
        self.write(scene(self.widgets - self.written % 2))

    def start(self):
        """Starts the daemon, and waits until it shows frames."""
        log = open(f"{self.folder.name}/log", "a")  # noqa: SIM115
        self.daemon = subprocess.Popen(
            [self.options.swelld, "--config", self.file, "--socket", self.socket,
             "--output", f"virtual:{self.options.size}@{HERTZ}"], stderr=log)
        begin = time.monotonic()
        while time.monotonic() - begin < 30:
            try:
                line = Line(self.socket)
                if line.call("status")["frames"]["presented"] > 0:
                    return
            except OSError:
                time.sleep(0.01)
        self.fail("the daemon does not come up")

    def stop(self, how):
        self.daemon.send_signal(how)
        self.daemon.wait()

    def fail(self, sentence):
        self.failures.append(sentence)
        print(f"storm: {sentence}", file=sys.stderr)

    def resident(self):
        with open(f"/proc/{self.daemon.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))

    def blow(self, name, acts, seconds):
        """Lets clients do `acts` for a while; prints and judges what became of the frames."""
        over = threading.Event()
        counts = [0] * len(acts)

        def drive(index, act):
            line = Line(self.socket)
            while not over.is_set():
                try:
                    act(line, self)
                except (OSError, RuntimeError, ConnectionError) as error:
                    if isinstance(error, RuntimeError):
                        self.fail(f"{name}: {error}")
                    line = Line(self.socket)
                counts[index] += 1

        waits = []

        # A client that asks for little has its place before the others come.
        asking = Line(self.socket)

        def probe():
            while not over.is_set():
                begin = time.monotonic()
                asking.call("progress.get", id="wave")
                waits.append(time.monotonic() - begin)
                time.sleep(0.003)

        threads = [threading.Thread(target=drive, args=(i, act), daemon=True)
                   for i, act in enumerate(acts)]
        threads.append(threading.Thread(target=probe, daemon=True))
        counting = Line(self.socket)

        def frames():
            answer = counting.call("status")["frames"]
            return answer["presented"], answer["missed"]

        shown, missed = frames()
        begin = time.monotonic()
        for thread in threads:
            thread.start()
        time.sleep(seconds)
        shown_then, missed_then = frames()
        taken = time.monotonic() - begin
        over.set()
        for thread in threads:
            thread.join(30)
            if thread.is_alive():
                self.fail(f"{name}: a client was not answered within 30 s")
        waits.sort()
        rate = (shown_then - shown) / taken
        lost = missed_then - missed
        print(f"{name:>16} {sum(counts) / taken:10.1f}/s {rate:7.2f} Hz {lost:6} missed "
              f"{waits[len(waits) // 2] * 1e3:7.2f} {waits[-1] * 1e3:8.2f} ms {self.resident():8} KB",
              flush=True)
        if rate < HERTZ * 0.99 or lost > HERTZ * taken * 0.01:
            self.fail(f"{name}: {rate:.2f} frames a second, {lost} missed")

    def rest(self):
        """Puts everything back as it was at first, and waits until nothing moves."""
        self.write(scene(self.widgets))
        line = Line(self.socket)
        line.call("reload")
        line.call("progress.set", id="wave", percent=100, over=0)
        line.call("progress.set", id="main", percent=0, over=0)
        line.call("widget.set", id="start", label="Start")
        for slot in range(64):
            line.call("touch.send", slot=slot, phase="down", x=1, y=1)
            line.call("touch.send", slot=slot, phase="cancel")
        begin = time.monotonic()
        while not line.call("status")["frames"]["resting"]:
            time.sleep(0.05)
            if time.monotonic() - begin > 30:
                self.fail("the scene does not come to rest")
                break
        picture = line.picture()
        line.call("progress.set", id="wave", percent=50, over=0)
        # The first frames after a rest are not counted.
        time.sleep(0.5)
        return picture

    def run(self):
        options = self.options
        chosen = [act for act in HOSTILE if not options.only or act.__name__ in options.only.split(",")]
        print(f"{options.size}, {self.widgets} buttons\n{'':>16} {'done':>12} {'shown':>10} {'':>13} "
              f"{'wait':>7} {'longest':>8} {'':>3} {'memory':>8}")
        self.start()
        calm = self.rest()
        self.blow("nobody", [], options.seconds)
        for act in chosen:
            self.blow(act.__name__, [act], options.seconds)
            # What was done once may be kept; what is done again must not add to it.
            self.rest()
        # Memory is given back some seconds later.
        time.sleep(4)
        before = self.resident()
        self.blow("all at once", chosen, options.seconds)
        if self.rest() != calm:
            self.fail("the picture at rest is another one than before")
        time.sleep(4)
        grown = self.resident() - before
        print(f"{'at rest':>16} {self.resident():>68} KB")
        if grown > 1024:
            self.fail(f"{grown} KB of memory were not given back")
        for _ in range(options.kills):
            self.stop(signal.SIGKILL)
            self.start()
            if self.rest() != calm:
                self.fail("the picture of another process is another one")
        self.stop(signal.SIGTERM)
        if self.daemon.returncode != 0:
            self.fail(f"the daemon ended with {self.daemon.returncode}")
        return 1 if self.failures else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("swelld")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--widgets", type=int, default=61)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--only")
    storm = Storm(parser.parse_args())
    try:
        return storm.run()
    finally:
        if storm.daemon.poll() is None:
            storm.stop(signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
