# SPDX-License-Identifier: Apache-2.0
"""QEMU's machine protocol: commands and answers as JSON lines on a Unix socket."""

import json
import socket


class QMPError(Exception):
    """QEMU refused a command; the text is QEMU's."""


class QMP:
    """A connection to one QEMU process; events are read and dropped."""

    def __init__(self, path, timeout=60):
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(timeout)
        self._socket.connect(path)
        self._lines = self._socket.makefile("rb")
        self._read()
        self.execute("qmp_capabilities")

    def _read(self):
        line = self._lines.readline()
        if not line:
            raise QMPError("QEMU has closed the connection")
        return json.loads(line)

    def execute(self, command, **arguments):
        """Runs one command and returns its answer."""
        request = {"execute": command}
        if arguments:
            request["arguments"] = arguments
        self._socket.sendall(json.dumps(request).encode() + b"\n")
        while True:
            answer = self._read()
            if "return" in answer:
                return answer["return"]
            if "error" in answer:
                raise QMPError(f"{command}: {answer['error'].get('desc')}")

    def close(self):
        """Closes the connection; QEMU goes on."""
        self._lines.close()
        self._socket.close()
