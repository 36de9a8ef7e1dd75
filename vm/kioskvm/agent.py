# SPDX-License-Identifier: Apache-2.0
"""Commands inside the machine, through guest/agent.c, which describes the messages."""

import contextlib
import itertools
import queue
import shlex
import socket
import struct
import threading
import time

from . import patience

HEADER = struct.Struct("<III")
MAX_PAYLOAD = 1 << 19


class CommandFailed(Exception):
    """A command inside the machine ended with another status than 0."""


class Result:
    """What a finished command left: `status`, `out` and `err` (bytes)."""

    def __init__(self, script, status, out, err):
        self.script, self.status, self.out, self.err = script, status, out, err

    @property
    def text(self):
        """Standard output as text, without white space at its ends."""
        return self.out.decode(errors="replace").strip()

    def check(self):
        """Returns self, or raises if the status is not 0."""
        if self.status != 0:
            raise CommandFailed(
                f"status {self.status} from: {self.script}\n"
                f"{self.out.decode(errors='replace')[-2000:]}"
                f"{self.err.decode(errors='replace')[-2000:]}"
            )
        return self


class Command:
    """A command that runs inside the machine."""

    def __init__(self, agent, number, script):
        self._agent, self._number, self.script = agent, number, script
        self._events = queue.Queue()
        self._lines = bytearray()
        self._out, self._err = bytearray(), bytearray()
        self.status = None

    def write(self, data):
        """Sends bytes to its standard input."""
        for start in range(0, len(data), MAX_PAYLOAD):
            self._agent.send(self._number, "I", data[start:start + MAX_PAYLOAD])

    def end_input(self):
        """Closes its standard input."""
        self._agent.send(self._number, "I", b"")

    def signal(self, number):
        """Sends a signal to its process group."""
        self._agent.send(self._number, "S", bytes([number]))

    def _take(self, deadline):
        left = deadline - time.monotonic()
        try:
            kind, data = self._events.get(timeout=max(left, 0.001))
        except queue.Empty:
            raise TimeoutError(
                f"no end of: {self.script}\n{self._err.decode(errors='replace')[-2000:]}"
            ) from None
        if kind == "O":
            self._out += data
            self._lines += data
        elif kind == "E":
            self._err += data
        elif kind == "X":
            self.status = struct.unpack("<i", data)[0]
        elif kind == "closed":
            raise CommandFailed(f"the machine went away during: {self.script}")

    def line(self, timeout=60):
        """The next line of standard output, without its end; None after the last."""
        deadline = patience.deadline(timeout)
        while b"\n" not in self._lines:
            if self.status is not None:
                return None
            self._take(deadline)
        line, _, rest = bytes(self._lines).partition(b"\n")
        self._lines = bytearray(rest)
        return line.decode(errors="replace")

    def wait(self, timeout=120):
        """Waits for the end and returns the result."""
        deadline = patience.deadline(timeout)
        while self.status is None:
            self._take(deadline)
        return Result(self.script, self.status, bytes(self._out), bytes(self._err))


class Agent:
    """The connection to the machine's agent; usable from several threads."""

    def __init__(self, path):
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.connect(path)
        self._commands, self._numbers = {}, itertools.count(1)
        self._sending = threading.Lock()
        self.hello = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _exactly(self, count):
        parts = bytearray()
        while len(parts) < count:
            part = self._socket.recv(count - len(parts))
            if not part:
                raise OSError("closed")
            parts += part
        return bytes(parts)

    def _read(self):
        try:
            while True:
                length, number, kind = HEADER.unpack(self._exactly(HEADER.size))
                data = self._exactly(length)
                if chr(kind) == "H":
                    self.hello.set()
                elif number in self._commands:
                    self._commands[number]._events.put((chr(kind), data))
                    if chr(kind) == "X":
                        del self._commands[number]
        except OSError:
            for command in list(self._commands.values()):
                command._events.put(("closed", b""))

    def send(self, number, kind, data):
        """Sends one message."""
        with self._sending:
            self._socket.sendall(HEADER.pack(len(data), number, ord(kind)) + data)

    def start(self, script):
        """Starts a shell script inside and returns the running command."""
        command = Command(self, next(self._numbers), script)
        self._commands[command._number] = command
        self.send(command._number, "R", script.encode())
        return command

    def run(self, script, stdin=None, timeout=120):
        """Runs a shell script inside to its end, whatever its status."""
        command = self.start(script)
        if stdin:
            command.write(stdin)
        command.end_input()
        return command.wait(timeout)

    def check(self, script, stdin=None, timeout=120):
        """Runs a shell script inside; returns its output as text; raises if it fails."""
        return self.run(script, stdin, timeout).check().text

    def put(self, path, data, mode="644"):
        """Writes a file inside the machine."""
        quoted = shlex.quote(path)
        self.check(f"cat > {quoted} && chmod {mode} {quoted}", stdin=data)

    def get(self, path):
        """Reads a file inside the machine."""
        return self.run(f"cat {shlex.quote(path)}").check().out

    def close(self):
        """Closes the connection; the machine goes on."""
        with contextlib.suppress(OSError):
            # Without this the reader's own call would keep the connection open.
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
