# SPDX-License-Identifier: Apache-2.0
"""What the kiosk tests share: a booted machine with Swell, its screen, its socket, fingers."""

import atexit
import collections
import contextlib
import itertools
import json
import os
import re
import sys
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "vm"))

# The path above has to be set first.
from kioskvm import patience  # noqa: E402
from kioskvm.agent import CommandFailed  # noqa: E402
from kioskvm.machine import Machine, compiled  # noqa: E402
from kioskvm.picture import Picture  # noqa: E402
from kioskvm.system import NAME  # noqa: E402

ARTIFACTS = os.path.join(ROOT, "build", "kiosk")
TREE = os.environ.get("SWELL_INSTALL_TREE", os.path.join(ARTIFACTS, "install-" + NAME))
TOOLS = {"touch": (), "connect": (), "flood": (), "hail": (), "tick": (), "terminal": (), "keyboard": (),
         "replay": (), "hid": (),
         "scanout": ("libdrm",), "paint": ("libdrm",), "connectors": ("libdrm",)}
CONTROL = "/run/swell/control.sock"
CARD = "/dev/dri/card0"
TRACING = "/sys/kernel/tracing"

# One point is one pixel, whatever size the emulated panel claims.
SCENE = """\
[display]
scale = 1
rotation = {rotation}

[[button]]
id = "start"
label = "Start"
frame = {{ x = "50%", y = "75%", width = 200, height = 80, anchor = "center" }}
exec = ["/usr/bin/touch", "/run/swell/pressed"]

[[progress]]
id = "main"
frame = {{ x = "50%", y = "38%", width = 240, height = 240, anchor = "center" }}
speed = 0
{progress}
"""

measurements = []


def scene(rotation=0, progress='mask = { text = "du" }'):
    """A configuration with a button and an indicator whose waves stand still."""
    return SCENE.format(rotation=rotation, progress=progress)


def by_hand(test):
    """A test that takes long, and runs before a release and by its name alone."""
    test.by_hand = True
    return test


def measured(text):
    """Notes a figure for the summary at the end of the run."""
    measurements.append(text)


def until(condition, what, limit=90):
    """Waits until a condition outside the machine holds, and returns its value."""
    deadline = patience.deadline(limit)
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"{what}: not so after {patience.stretched(limit):.0f} s")
        time.sleep(0.03)


class RPCError(Exception):
    """The daemon answered with an error."""

    def __init__(self, error):
        super().__init__(f"{error['code']}: {error['message']}")
        self.code, self.data = error["code"], error.get("data")


class Connection:
    """A client of the daemon's socket, from outside the machine."""

    _files = itertools.count()

    def __init__(self, machine, path=CONTROL):
        self._machine = machine
        self._file = f"/run/kiosk-descriptor-{next(self._files)}"
        # /run has not the room for the pictures of all connections of a run.
        self._command = machine.start(f"/usr/lib/kiosk/connect {path} {self._file}; rm -f {self._file}")
        self._numbers = itertools.count(1)
        self.events = []

    def send(self, data):
        """Sends bytes as they are."""
        self._command.write(data)

    def receive(self, timeout=60):
        """The next message; None when the daemon has closed."""
        line = self._command.line(timeout)
        return None if line is None else json.loads(line)

    def call(self, method, **parameters):
        """Calls a method; events that come meanwhile are kept."""
        number = next(self._numbers)
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}
        self.send(json.dumps(request).encode() + b"\n")
        while True:
            answer = self.receive()
            if answer is None:
                raise CommandFailed(f"the daemon closed the connection during {method}")
            if answer.get("method") == "event":
                self.events.append(answer["params"])
            elif answer.get("id") == number:
                if "error" in answer:
                    raise RPCError(answer["error"])
                return answer["result"]

    def event(self, timeout=60):
        """The next event of the subscription."""
        if self.events:
            return self.events.pop(0)
        while True:
            message = self.receive(timeout)
            if message is None:
                raise CommandFailed("the daemon closed the subscription")
            if message.get("method") == "event":
                return message["params"]

    def screenshot(self):
        """The daemon's own picture of the scene."""
        shape = self.call("screenshot")
        data = self._machine.agent.get(self._file)
        return Picture.from_xrgb8888(shape["width"], shape["height"], shape["stride"], data)

    def come_to_rest(self, action):
        """Does something that moves the picture, and waits until it rests again."""
        before = self.rest()
        result = action()
        self.rest(before)
        return result

    def rest(self, after=-1):
        """Waits until the picture stands still, after more rests than `after`; counts them."""
        def resting():
            frames = self.call("status")["frames"]
            return frames["resting"] and frames["idle"] > after and frames
        return until(resting, "the screen rests")["idle"]

    def close(self):
        """Closes the connection."""
        self._command.end_input()
        self._command.wait()


class Touchscreen:
    """A touch device inside the machine whose axes are the screen's pixels."""

    def __init__(self, kiosk, kind, name="Kiosk panel"):
        width, height = kiosk.size
        self._command = kiosk.machine.start(
            f'/usr/lib/kiosk/touch {kind} "{name}" {width} {height}')
        self.node = self._command.line()
        if self.node is None:
            raise CommandFailed(self._command.wait().err.decode())

    def _say(self, *words):
        self._command.write(" ".join(str(word) for word in words).encode() + b"\n")
        answer = self._command.line()
        if answer != "ok":
            raise CommandFailed(f"touch {words}: {answer}")

    def down(self, x, y, slot=0):
        """Puts a finger on a pixel."""
        self._say("down", slot, round(x), round(y))

    def move(self, x, y, slot=0):
        """Moves the finger."""
        self._say("move", slot, round(x), round(y))

    def up(self, slot=0):
        """Lifts the finger."""
        self._say("up", slot)

    def raw(self, kind, code, value):
        """One event as it is."""
        self._say("raw", kind, code, value)

    def unplug(self):
        """Takes the device away."""
        if self._command is not None:
            self._command.end_input()
            self._command.wait()
            self._command = None


class Kiosk:
    """A booted machine with Swell laid into it."""

    _running = {}

    def __init__(self, display, trees=(TREE,), files=(), arguments=()):
        """A machine with what `trees` and `files` lay into it, and with `arguments` for QEMU; boots it."""
        self.display = display
        self.size = (1280, 800) if display in ("virtio-gpu", "two outputs") else (1024, 768)
        self.is_photographed = display != "vkms"
        files = dict(files)
        for name, libraries in TOOLS.items():
            program = compiled(os.path.join(HERE, "tools", name + ".c"), libraries)
            with open(program, "rb") as file:
                files[f"/usr/lib/kiosk/{name}"] = (file.read(), 0o755)
        self.machine = Machine(display=display, size=self.size, trees=trees, files=files,
                               arguments=arguments)
        self.machine.boot()
        measured(f"{display}: commands answered {self.machine.boot_seconds:.1f} s after power-on")
        self.machine.wait_until(
            "systemctl is-system-running 2>&1 | grep -qE 'running|degraded'", what="booted")
        self.check = self.machine.check
        self.run = self.machine.run
        self._reference = None

    @classmethod
    def on(cls, display):
        """The machine with this display; there is one at a time, booted when first needed."""
        for other in [name for name in cls._running if name != display]:
            cls._running.pop(other).machine.close()
        if display not in cls._running:
            cls._running[display] = cls(display)
        return cls._running[display]

    @classmethod
    def close_all(cls):
        """Ends every machine."""
        while cls._running:
            cls._running.popitem()[1].machine.close()

    def discard(self):
        """Ends the machine, so that the next test has one that nothing was done to."""
        if self._running.pop(self.display, None) is not None:
            self.machine.close()

    def explain(self):
        """What may tell why a test failed. A machine that is stuck is ended, so that the next test
        has another one."""
        if self._running.get(self.display) is not self:
            return "--- the machine has been ended"
        if self.machine.answers():
            return f"--- the daemon's journal\n{self.journal()}\n---"
        text = f"--- the machine is stuck; its console\n{self.machine.console()}\n---"
        self.discard()
        return text

    # MARK: The service

    def write(self, text):
        """Writes the file of the configuration in one step: somebody else may ask for a reload meanwhile,
        and half a file can be a valid one."""
        self.machine.agent.put("/etc/swell/swell.toml.new", text.encode())
        self.check("mv /etc/swell/swell.toml.new /etc/swell/swell.toml")

    def configure(self, text):
        """Makes `text` the configuration of a service that knows nothing of earlier requests."""
        self.write(text)
        # A stop empties the descriptor store, where a restart finds its state.
        self.check("systemctl stop swell.service && systemctl start swell.service")
        self.wait_for_light()

    def wait_for_light(self):
        """Waits until the screen shows a frame."""
        self.check("swellctl wait --lit --timeout 90")

    def reload(self, text):
        """Makes `text` the configuration of the running service."""
        self.write(text)
        self.check("systemctl reload swell.service")

    def property(self, name, unit="swell.service"):
        """A property of a unit, as `systemctl show` tells it."""
        return self.check(f"systemctl show -P {name} {unit}")

    def journal(self):
        """What the daemon has said since the machine was booted."""
        return self.run("journalctl -u swell -o cat --no-pager | tail -n 60").text

    def connect(self):
        """A new client of the service's socket."""
        return Connection(self.machine)

    def pid(self):
        """The daemon's process id."""
        return int(self.property("MainPID"))

    def punctuality(self, seconds):
        """Waits; returns which part of a program's wakeups at 60 Hz the machine delayed."""
        ticks, late = map(int, self.check(f"/usr/lib/kiosk/tick {seconds}").split())
        return late / ticks

    @contextlib.contextmanager
    def counting(self, functions):
        """Counts the calls of kernel functions: a Counter, filled when the block ends."""
        probes = "".join(f"echo 'p:kiosk/{name} {name}' >> kprobe_events\n" for name in functions)
        self.check(f"""
            cd {TRACING} && echo 0 > events/enable && echo > kprobe_events && echo > trace
            {probes}
            echo 1 > events/kiosk/enable""")
        calls = collections.Counter()
        try:
            yield calls
        finally:
            # A line of the trace reads "swelld-412 [001] ..... 12.345678: NAME: (NAME+0x0/0x2b0)".
            lines = self.check(f"cd {TRACING} && echo 0 > events/kiosk/enable && grep -v '^#' trace;"
                               "echo > kprobe_events")
            calls.update(re.findall(r": (\w+): \(", lines))

    # MARK: Pictures

    def photograph(self):
        """What is scanned out now."""
        if self.is_photographed:
            return self.machine.photograph()
        return self.scanout()

    def scanout(self):
        """What the kernel scans out, read from the framebuffer in use."""
        data = self.run(f"/usr/lib/kiosk/scanout {CARD}").check().out
        head, _, rows = data.partition(b"\n")
        width, height, stride, code = head.split()[:4]
        shape = int(width), int(height), int(stride)
        if code == b"RG16":
            return Picture.from_rgb565(*shape, rows)
        return Picture.from_xrgb8888(*shape, rows)

    def steady_photograph(self):
        """A photograph that a second one confirms."""
        last = self.photograph()
        for _ in range(100):
            again = self.photograph()
            if again == last:
                return again
            last = again
        raise AssertionError("the picture never stands still")

    def reference(self, text):
        """A daemon with the virtual output and the given configuration, beside the service."""
        if self._reference is None:
            self._reference = Reference(self)
        self._reference.configure(text)
        return self._reference.connection


class Reference:
    """The same daemon on its virtual output, for the picture that should be on the screen."""

    CONFIGURATION, SOCKET = "/run/reference.toml", "/run/reference.sock"

    def __init__(self, kiosk):
        self._kiosk, self.connection, self._daemon = kiosk, None, None

    def configure(self, text):
        """Starts the daemon anew, so that nothing of an earlier state is left."""
        if self._daemon is not None:
            self.connection.close()
            self._daemon.signal(15)
            self._daemon.wait()
        machine, (width, height) = self._kiosk.machine, self._kiosk.size
        machine.agent.put(self.CONFIGURATION, text.encode())
        self._daemon = machine.start(
            f"exec /usr/bin/swelld --config {self.CONFIGURATION} --socket {self.SOCKET} "
            f"--output virtual:{width}x{height} 2>/run/reference.log")
        machine.wait_until(
            f"/usr/lib/kiosk/connect {self.SOCKET} </dev/null || "
            "{ cat /run/reference.log; false; }", what="the reference daemon listens")
        self.connection = Connection(machine, self.SOCKET)


class KioskCase(unittest.TestCase):
    """A test on one display. Subclasses of a mixin set `display`."""

    display = None

    def setUp(self):
        self.kiosk = Kiosk.on(self.display)

    def keep(self, picture, name):
        """Keeps a photograph as build/kiosk/DISPLAY-NAME.png."""
        os.makedirs(ARTIFACTS, exist_ok=True)
        name = re.sub(r"[^a-z0-9]+", "-", f"{self.display}-{name}".lower()).strip("-")
        with open(os.path.join(ARTIFACTS, name + ".png"), "wb") as file:
            file.write(picture.png())

    def assert_same_picture(self, seen, expected, name):
        """Both pictures are equal in every pixel; keeps what was seen, and both if not."""
        self.keep(seen, name)
        if seen != expected:
            self.keep(expected, name + " expected")
            self.fail(f"{name}: {seen.difference(expected)}")

    def assert_screen_shows(self, expected, name, limit=20):
        """The screen comes to show exactly this picture."""
        deadline = patience.deadline(limit)
        seen = self.kiosk.photograph()
        while seen != expected and time.monotonic() < deadline:
            seen = self.kiosk.photograph()
        self.assert_same_picture(seen, expected, name)

    def touchscreen(self, kind, connection, name="Kiosk panel"):
        """A touch device that the daemon has taken; it goes away after the test."""
        panel = Touchscreen(self.kiosk, kind, name)
        self.addCleanup(panel.unplug)
        until(lambda: any(panel.node == entry.get("device")
                          for entry in connection.call("status")["inputs"]),
              f"{panel.node} is used for touch")
        return panel

    def connection(self):
        """A client that is closed after the test."""
        connection = self.kiosk.connect()
        self.addCleanup(connection.close)
        return connection


atexit.register(Kiosk.close_all)
