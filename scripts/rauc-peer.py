#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Speaks on D-Bus as RAUC does, or as it should not, for the tests of who follows it.

    scripts/rauc-peer.py BUS-SOCKET

Lines on standard input, each answered with `ok`: `own`, `tell OPERATION PERCENT MESSAGE`, `completed NUMBER`,
`strange` (properties of other types, of later versions, and a signal without what belongs to it), `old` (what
is told lacks all but the operation). It ends with its input, as a service that dies.
"""

import os
import select
import socket
import struct
import sys

NAME, INSTALLER, PROPERTIES = (
    "de.pengutronix.rauc", "de.pengutronix.rauc.Installer", "org.freedesktop.DBus.Properties")
ALIGNMENT = {"y": 1, "g": 1, "v": 1, "i": 4, "u": 4, "b": 4, "s": 4, "o": 4, "a": 4, "d": 8, "(": 8, "{": 8}
PLAIN = {"y": "<B", "i": "<i", "u": "<I", "b": "<I", "d": "<d"}


def kinds(signature):
    """A signature, cut into complete types."""
    found = []
    while signature:
        depth, end = 0, 0
        while True:
            letter = signature[end]
            depth += (letter in "({") - (letter in ")}")
            end += 1
            if depth == 0 and letter != "a":
                break
        found.append(signature[:end])
        signature = signature[end:]
    return found


class Writer(bytearray):
    """Bytes as D-Bus wants them, little end first."""

    def align(self, count):
        """Fills up to a multiple."""
        self.extend(bytes(-len(self) % count))

    def put(self, kind, value):
        """A value of one complete type."""
        self.align(ALIGNMENT[kind[0]])
        if kind in PLAIN:
            self.extend(struct.pack(PLAIN[kind], value))
        elif kind in "so":
            data = value.encode()
            self.extend(struct.pack("<I", len(data)) + data + b"\0")
        elif kind == "g":
            self.extend(bytes([len(value)]) + value.encode() + b"\0")
        elif kind == "v":
            self.put("g", value[0])
            self.put(*value)
        elif kind[0] in "({":
            for inner, item in zip(kinds(kind[1:-1]), value, strict=True):
                self.put(inner, item)
        else:
            place = len(self)
            self.extend(bytes(4))
            self.align(ALIGNMENT[kind[1]])
            start = len(self)
            for item in value:
                self.put(kind[1:], item)
            self[place:place + 4] = struct.pack("<I", len(self) - start)


class Bus:
    """A connection to a bus."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.socket.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        self.socket.recv(256)
        self.socket.sendall(b"BEGIN\r\n")
        self.serial, self.buffer = 0, b""
        bus = {1: ("o", "/org/freedesktop/DBus"), 2: ("s", "org.freedesktop.DBus"),
               6: ("s", "org.freedesktop.DBus")}
        self.bus = bus
        self.send(1, {**bus, 3: ("s", "Hello")})

    def send(self, kind, fields, *values):
        """A message: its kind, its header's fields, and pairs of type and value."""
        self.serial += 1
        body = Writer()
        for signature, value in values:
            body.put(signature, value)
        if values:
            fields = {**fields, 8: ("g", "".join(signature for signature, _ in values))}
        message = Writer(b"l" + bytes([kind, 0, 1]) + struct.pack("<II", len(body), self.serial))
        message.put("a(yv)", sorted(fields.items()))
        message.align(8)
        self.socket.sendall(bytes(message + body))

    def signal(self, interface, member, *values):
        """A signal of the service's only object."""
        self.send(4, {1: ("o", "/"), 2: ("s", interface), 3: ("s", member)}, *values)

    def calls(self):
        """Of what has come the calls of methods: serial, sender and member."""
        data = self.socket.recv(65536)
        if not data:
            sys.exit(0)
        self.buffer += data
        while len(self.buffer) >= 16:
            body, serial, fields = struct.unpack("<III", self.buffer[4:16])
            end = 16 + fields + (-fields % 8)
            if len(self.buffer) < end + body:
                return
            header, kind = self.buffer[16:16 + fields], self.buffer[1]
            self.buffer = self.buffer[end + body:]
            found, at = {}, 0
            while at < len(header):
                at += -at % 8
                code, letter = header[at], chr(header[at + 2])
                at += 4
                if letter == "u":
                    at += -at % 4 + 4
                elif letter == "g":
                    at += header[at] + 2
                else:
                    at += -at % 4
                    (count,) = struct.unpack("<I", header[at:at + 4])
                    found[code] = header[at + 4:at + 4 + count].decode()
                    at += 5 + count
            if kind == 1:
                yield serial, found.get(7), found.get(3)


def main():
    """Serves until the input ends."""
    bus, state = Bus(sys.argv[1]), {"Operation": ("s", "idle"), "LastError": ("s", "")}

    def tell(properties):
        bus.signal(PROPERTIES, "PropertiesChanged", ("s", INSTALLER),
                   ("a{sv}", list(properties.items())), ("as", []))

    def act(words):
        if words[0] == "own":
            bus.send(1, {**bus.bus, 3: ("s", "RequestName")}, ("s", NAME), ("u", 4))
        elif words[0] == "tell":
            news = {"Operation": ("s", words[1]), "Progress": ("(isi)", (int(words[2]), words[3], 1))}
            state.update(news)
            tell(news)
        elif words[0] == "completed":
            state["Operation"] = ("s", "idle")
            bus.signal(INSTALLER, "Completed", ("i", int(words[1])))
            tell({"Operation": ("s", "idle")})
        elif words[0] == "old":
            state.pop("Progress", None)
            tell({"Operation": ("s", words[1])})
        else:
            tell({"Progress": ("d", 0.5), "Operation": ("i", 7), "LastError": ("as", ["no"])})
            tell({"Progress": ("(isi)", (-2147483648, "\x1b[2J", 9)), "Slots": ("a{sv}", [("a", ("y", 1))])})
            bus.signal(INSTALLER, "Completed")
            bus.signal(INSTALLER, "Completed", ("s", "0"))
            bus.signal(INSTALLER, "Started", ("(ss)", ("later", "version")))

    while True:
        ready, _, _ = select.select([sys.stdin, bus.socket], [], [])
        if bus.socket in ready:
            for serial, sender, member in bus.calls():
                if member == "GetAll":
                    bus.send(2, {5: ("u", serial), 6: ("s", sender)}, ("a{sv}", list(state.items())))
        if sys.stdin in ready:
            line = sys.stdin.readline()
            if not line:
                return
            act(line.strip().split(maxsplit=3))
            print("ok", flush=True)


if __name__ == "__main__":
    main()
