#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Drives a daemon on its virtual display with everything that a hostile client may do, and judges it.

    scripts/storm.py SWELLD [--seconds N] [--size WIDTHxHEIGHT] [--only NAME,NAME]

Each kind of client is driven alone, beside an animation, with every request at the worst size that is
allowed; then all at once; then the daemon is killed and started again. Judged by the daemon's own
counters, in turns with nobody (vblanks that were shown and missed, turns of its loop that took longer
than 2 ms of the processor beside the frame), by its memory at rest, and by a picture at rest, which has
to be that of a daemon without clients. Turns of pages and looks paint the whole screen at once:
one vblank each may be missed.
"""

import argparse
import array
import contextlib
import itertools
import json
import mmap
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
import hostile  # noqa: E402

HERTZ = 60
# As often a kind of client is tried before what it does counts as a fault.
ATTEMPTS = 3


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


def sends(messages):
    """What a client does that sends these messages again and again, a turn each."""
    turns = itertools.cycle(messages)

    def act(line, storm):
        message, ends = next(turns)
        line.socket.sendall(message)
        if ends == hostile.ANSWERED:
            answer, found = line.line()
            if found is not None:
                os.close(found)
            for one in answer if isinstance(answer, list) else [answer]:
                if one.get("error", {}).get("code", -32602) not in hostile.MAY_BE_REFUSED:
                    raise RuntimeError(f"{one} to {message[:200]}")
            return
        if ends == hostile.UNREAD:
            time.sleep(0.3)
        line.socket.close()
        line.__init__(storm.socket)
    return act


def changed_reloads(line, storm):
    """Reloads of a file that is a different one each time: a scene, one with a mistake, and none at all."""
    storm.rewrite()
    with contextlib.suppress(RuntimeError):
        line.call("reload")


def mistaken_reloads(line, storm):
    """Reloads of files with thousands of mistakes, and of one without."""
    for count in (1, 5000, 0):
        storm.write(hostile.mistakes(count) if count else storm.scene())
        with contextlib.suppress(RuntimeError):
            line.call("reload")


def subscribers(line, storm):
    """Several clients are told everything; two of them do not read it."""
    others = []
    try:
        # There may be as many connections as the daemon takes.
        with contextlib.suppress(RuntimeError, ConnectionError):
            for _ in range(4):
                others.append(Line(storm.socket))
                others[-1].call("subscribe")
        for number in range(200):
            line.call("progress.set", id="main", percent=number % 101, over=0)
            for other in others[:2]:
                with contextlib.suppress(BlockingIOError):
                    other.socket.recv(1 << 16, socket.MSG_DONTWAIT)
    finally:
        for other in others:
            other.socket.close()


def lingering():
    """A connection whose last holder waits for 2 s when it closes it, as the other end does not read."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        one = socket.create_connection(server.getsockname())
        other, _ = server.accept()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 2))
    one.setblocking(False)
    with contextlib.suppress(BlockingIOError):
        while True:
            one.send(bytes(1 << 16))
    return one, other


def descriptors(line, storm):
    """Descriptors come with what is sent: many, sockets that hold each other, and such as close slowly."""
    one, other = socket.socketpair()
    linger, end = lingering()
    with one, other, linger, end, open(os.devnull) as file:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 2))
        one.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            while True:
                one.send(bytes(1 << 16))
        # A socket that lies in its own queue is let go by the kernel's collector only.
        socket.send_fds(other, [b"x"], [other.fileno(), one.fileno()], socket.MSG_DONTWAIT)
        call = hostile.line("progress.get", id="wave")
        for passed in ([file.fileno()] * 250, [one.fileno(), other.fileno()], [linger.fileno()] * 3):
            socket.send_fds(line.socket, [call], passed)
        # Who closes it last waits: this client where the daemon has nothing else to do, else the daemon.
        linger.close()
        for _ in range(3):
            line.line()


def acts(folder, size):
    """What hostile clients do, each with a connection of its own, by name."""
    found = {name: sends(messages) for name, messages in hostile.kinds(folder, size).items()}
    found["changed reloads"] = changed_reloads
    found["mistaken reloads"] = mistaken_reloads
    found["subscribers"] = subscribers
    found["descriptors"] = descriptors
    return found


def stolen():
    """How much of the processors' time the machine's host has given to others, in ticks."""
    with open("/proc/stat") as file:
        words = file.readline().split()
    return int(words[8]) if len(words) > 8 else 0


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
        self.has_processor = True
        for side, name in ((4096, "large"), (64, "small")):
            with open(f"{self.folder.name}/{name}.png", "wb") as file:
                file.write(hostile.image(side))
        self.write(self.scene())
        self.daemon = None

    def scene(self, fewer=0):
        return hostile.scene(self.widgets - fewer, self.folder.name, covering=True)

    def write(self, text):
        with open(self.file + ".new", "w") as file:
            file.write(text)
        os.rename(self.file + ".new", self.file)

    def rewrite(self):
        self.written += 1
        match self.written % 4:
            case 0:
                self.write("[display]\nrotation = 45\n" * 2000)
            case 1 | 2:
                self.write(self.scene(self.written % 4))
            case 3:
                with contextlib.suppress(FileNotFoundError):
                    os.remove(self.file)

    def start(self):
        """Starts the daemon, and waits until it shows frames."""
        log = open(f"{self.folder.name}/log", "a")  # noqa: SIM115
        self.daemon = subprocess.Popen(
            [self.options.swelld, "--config", self.file, "--socket", self.socket,
             "--output", f"virtual:{self.options.size}@{HERTZ}"], stderr=log)
        # What the machine does meanwhile must not count; threads that make things run as others do.
        try:
            os.sched_setscheduler(self.daemon.pid, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK,
                                  os.sched_param(1))
        except PermissionError:
            self.has_processor = False
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

    def blow(self, name, acts, seconds, still=False):
        """Lets clients do `acts`, and judges what becomes of the frames, not what the machine does beside it.

        A fault of the daemon is there each time; a host that was busy once is not. Where the screen is to
        stand `still` at times nobody knows how many frames there should be.
        """
        for attempt in range(ATTEMPTS):
            faults = self.blow_once(name, acts, seconds, still)
            if not faults:
                return
            if attempt + 1 < ATTEMPTS:
                print(f"{name:>16} once more: {'; '.join(faults)}", flush=True)
        for fault in faults:
            self.fail(f"{name}: {fault}")

    def blow_once(self, name, acts, seconds, still):
        """Lets clients do `acts` in turns with nobody; prints what became of it, returns the faults."""
        over, blowing = threading.Event(), threading.Event()
        counts, resting = [0] * len(acts), [threading.Event() for _ in acts]

        def drive(index, act):
            line = Line(self.socket)
            while not over.is_set():
                if not blowing.is_set():
                    resting[index].set()
                    blowing.wait(0.05)
                    continue
                resting[index].clear()
                try:
                    act(line, self)
                except (OSError, RuntimeError, ConnectionError) as error:
                    if isinstance(error, RuntimeError):
                        self.fail(f"{name}: {error}")
                    line.socket.close()
                    line = Line(self.socket)
                counts[index] += 1

        waits = []
        # A client that asks for little has its place before the others come.
        asking = Line(self.socket)

        def probe():
            while not over.is_set():
                begin = time.monotonic()
                asking.call("progress.get", id="wave")
                if blowing.is_set():
                    waits.append(time.monotonic() - begin)
                time.sleep(0.003)

        threads = [threading.Thread(target=drive, args=(i, act), daemon=True)
                   for i, act in enumerate(acts)]
        threads.append(threading.Thread(target=probe, daemon=True))
        counting = Line(self.socket)

        def counters():
            answer = counting.call("status")
            frames = answer["frames"]
            return (answer["uptime"], frames["presented"], frames["missed"], answer["turns"]["late"])

        for thread in threads:
            thread.start()
        sums = {False: [0] * 4, True: [0] * 4}
        slices = max(2, round(seconds))
        before = stolen()
        for part in range(2 * slices):
            is_blown = part % 2 == 1
            if is_blown:
                blowing.set()
            else:
                blowing.clear()
                for event in resting:
                    if not event.wait(30):
                        self.fail(f"{name}: a client was not answered within 30 s")
            begin = counters()
            time.sleep(seconds / slices)
            sums[is_blown] = [a + b - c for a, b, c in
                             zip(sums[is_blown], counters(), begin, strict=True)]
        taken_away = (stolen() - before) * 1000 // os.sysconf("SC_CLK_TCK")
        blowing.clear()
        over.set()
        for thread in threads:
            thread.join(30)
        waits.sort()
        longest = counting.call("status")["turns"]["longest_ms"]
        (taken, shown, missed, late), calm = sums[True], sums[False]
        print(f"{name:>16} {sum(counts) / taken:10.1f}/s {shown / taken:7.2f} Hz {missed:5} missed "
              f"{calm[2]:4} before {late:5} late {longest:7.2f} "
              f"{waits[len(waits) // 2] * 1e3:7.2f} {waits[-1] * 1e3:8.2f} ms {self.resident():8} KB",
              flush=True)
        faults = []
        for seconds_taken, frames, lost, _ in () if still else (sums[True], calm):
            # Each slice begins and ends somewhere between two vblanks.
            if abs(frames + lost - seconds_taken * HERTZ) > 2 * slices:
                faults.append(f"{frames} shown and {lost} missed in {seconds_taken:.3f} s at {HERTZ} Hz")
        # One vblank may go to what paints the whole screen.
        is_whole = name in (*hostile.WHOLE, "all at once")
        if missed - calm[2] * taken / calm[0] > HERTZ * taken * 0.01 + is_whole * sum(counts):
            faults.append(f"{missed} vblanks missed, {calm[2]} beside nobody")
        if late > 0 and self.has_processor and not is_whole:
            faults.append(f"{late} turns of the loop took longer than 2 ms, up to {longest:.2f} ms "
                          f"(the host took {taken_away} ms away)")
        return faults

    def rest(self):
        """Puts everything back as it was at first, and waits until nothing moves."""
        self.write(self.scene())
        line = Line(self.socket)
        with contextlib.suppress(RuntimeError):
            line.call("job.cancel", id="start")
        line.call("reload")
        for method, params in hostile.at_rest(self.folder.name):
            line.call(method, **params)
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
        size = tuple(map(int, options.size.split("x")))
        chosen = {name: act for name, act in acts(self.folder.name, size).items()
                  if not options.only or name in options.only.split(",")}
        print(f"{options.size}, {self.widgets} buttons\n"
              f"{'':>16} {'done':>12} {'shown':>10} {'':>24} {'turns':>10} "
              f"{'longest':>7} {'wait':>7} {'longest':>8} {'':>3} {'memory':>8}")
        self.start()
        calm = self.rest()
        self.blow("nobody", [], options.seconds)
        for name, act in chosen.items():
            self.blow(name, [act], options.seconds, name in hostile.STILL)
            # What was done once may be kept; what is done again must not add to it.
            self.rest()
        residents = []
        moving = [act for name, act in chosen.items() if name not in hostile.STILL + hostile.WHOLE]
        everything = ("all at once", list(chosen.values()), True)
        for title, some, still in (("all in motion", moving, False), everything, everything):
            self.blow(title, some, options.seconds, still)
            if self.rest() != calm:
                self.fail("the picture at rest is another one than before")
            # Memory is given back some seconds later.
            time.sleep(4)
            residents.append(self.resident())
        grown = residents[-1] - residents[-2]
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
    # Whoever ends the storm does not leave its daemon behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        return storm.run()
    finally:
        if storm.daemon and storm.daemon.poll() is None:
            storm.stop(signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
