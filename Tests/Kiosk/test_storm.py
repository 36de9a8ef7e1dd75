# SPDX-License-Identifier: Apache-2.0
"""Everything at once, for as long as one likes: hostile clients, reloads, kills, hangs, a monitor that
comes and goes, fingers, beside an animation.

STORM_SECONDS is how long it blows, 20 unless given; STORM_SEED makes the faults come in the order of
another run.
"""

import contextlib
import os
import random
import sys
import threading
import time

from kiosk import CONTROL, ROOT, KioskCase, RPCError, Touchscreen, measured, until
from kioskvm.agent import CommandFailed
from test_sessions import OTHER, OWN, TERMINAL

sys.path.insert(0, os.path.join(ROOT, "scripts"))
# The path above has to be set first.
import hostile

SECONDS = float(os.environ.get("STORM_SECONDS", "20"))
SEED = int(os.environ.get("STORM_SEED", str(random.randrange(1 << 32))))
FOLDER, FILE = "/run/storm", "/etc/swell/swell.toml"
BACKGROUND = (0x10, 0x14, 0x18)


def scene(fewer=0):
    """The scene of the storm, with some buttons fewer."""
    return hostile.scene(28 - fewer, FOLDER)


class Storm:
    """The screen shows what it should, whatever happens."""

    def setUp(self):
        super().setUp()
        put = self.kiosk.machine.agent.put
        self.kiosk.check(f"mkdir -p {FOLDER}")
        for side, name in ((2048, "large"), (64, "small")):
            put(f"{FOLDER}/{name}.png", hostile.image(side))
        # The whole machine may be emulated, on one processor for everybody.
        hostile.calls_a_batch = 40
        # The screen is looked at at any time, and has to show the scene.
        self.kinds = {name: messages for name, messages in hostile.kinds(FOLDER, self.kiosk.size).items()
                      if name not in hostile.STILL + hostile.COVERING}
        for name, messages in self.kinds.items():
            put(f"{FOLDER}/{name}", hostile.script(messages))
        self.kiosk.configure(scene())
        self.client = self.connection()
        self.random = random.Random(SEED)
        self.done = {}

    # MARK: Asking

    def ask(self, method, **parameters):
        """Calls a method, of the next process where one ends meanwhile."""
        while True:
            try:
                return self.client.call(method, **parameters)
            except CommandFailed:
                self.client = self.connection()

    def state(self):
        """What the display is doing."""
        return self.ask("status")["output"]["state"]

    def calm(self):
        """Puts everything back as the file has it, and waits until nothing moves; returns the picture."""
        self.kiosk.reload(scene())
        until(lambda: not self.ask("status")["configuration_errors"], "the file is in force")
        until(self.is_job_over, "the button's program has ended")
        for method, parameters in hostile.at_rest(FOLDER):
            self.ask(method, **parameters)
        for slot in range(64):
            self.ask("touch.send", slot=slot, phase="down", x=1, y=1)
            # Where a reload has come in between no finger is down.
            with contextlib.suppress(RPCError):
                self.ask("touch.send", slot=slot, phase="cancel")
        until(lambda: self.ask("status")["frames"]["resting"], "nothing moves")
        return self.kiosk.steady_photograph()

    def is_job_over(self):
        """Ends the button's program, and tells whether it has ended."""
        with contextlib.suppress(RPCError):
            self.ask("job.cancel", id="start")
            # A hostile client has said that it runs it.
            self.ask("job.report", id="start", job="x", state="cancelled")
        return self.ask("job.get", id="start")["state"] not in ("starting", "running", "cancelling")

    def assert_lit(self, when):
        """The screen shows the scene, and no console, hole or blank."""
        picture = self.kiosk.photograph()
        # Beside the widgets, and within the moving one.
        edge = {picture[x, picture.height - 3] for x in range(3, picture.width, 50)}
        wave = {picture[x, 130] for x in range(20, 240, 4)}
        if edge != {BACKGROUND} or len(wave) < 2:
            self.keep(picture, f"storm {when}")
            self.fail(f"{when}: the screen does not show the scene; seed {SEED}")

    # MARK: What happens

    @contextlib.contextmanager
    def hail(self):
        """Hostile clients of every kind meanwhile, which leave the machine's time to others."""
        start = self.kiosk.machine.start
        clients = {name: start(f"exec nice -n 19 /usr/lib/kiosk/hail {CONTROL} {FOLDER}/{name}")
                   for name in self.kinds}
        try:
            yield
        finally:
            for client in clients.values():
                client.end_input()
            for name, client in clients.items():
                result = client.wait().check()
                sent, connections = map(int, result.text.split())
                before = self.done.get(name, (0, 0))
                self.done[name] = before[0] + sent, before[1] + connections

    @contextlib.contextmanager
    def fingers(self):
        """Fingers on a panel that comes and goes meanwhile."""
        over = threading.Event()
        failures, chance = [], random.Random(SEED)
        width, height = self.kiosk.size

        def play():
            try:
                while not over.is_set():
                    panel = Touchscreen(self.kiosk, "slots", "Storm panel")
                    for _ in range(chance.randrange(5, 60)):
                        slot, x, y = (chance.randrange(count) for count in (10, width, height))
                        panel.down(x, y, slot)
                        panel.move(chance.randrange(width), chance.randrange(height), slot)
                        if chance.random() < 0.7:
                            panel.up(slot)
                        if over.is_set():
                            break
                    # Some are still down.
                    panel.unplug()
            # What a thread throws nobody would see.
            except (CommandFailed, TimeoutError, OSError) as error:
                failures.append(error)

        player = threading.Thread(target=play)
        player.start()
        try:
            yield
        finally:
            over.set()
            player.join()
        self.assertEqual(failures, [])

    def wait_for_screen(self, limit=60):
        """Waits until the display is in use."""
        until(lambda: self.state() == "active", "the display is in use", limit)

    def reload_good(self):
        """Another scene that works."""
        self.kiosk.reload(scene(self.random.randrange(4)))

    def reload_bad(self):
        """A file with mistakes, which stays there."""
        self.kiosk.reload(hostile.mistakes(self.random.choice([1, 99, 2000])))

    def reload_missing(self):
        """No file at all, from now on."""
        self.kiosk.check(f"rm -f {FILE} && systemctl reload swell.service")

    def kill(self):
        """kill -9, and the picture stays lit."""
        pid = self.kiosk.pid()
        self.kiosk.check(f"kill -9 {pid}")
        self.assert_lit("after kill -9")
        self.wait_for_another(pid)

    def hang(self):
        """SIGSTOP, until the watchdog barks."""
        pid = self.kiosk.pid()
        self.kiosk.check(f"kill -STOP {pid}")
        self.assert_lit("while it hangs")
        self.wait_for_another(pid)

    def wait_for_another(self, pid):
        self.kiosk.machine.wait_until(
            f"""p=$(systemctl show -P MainPID swell.service)
            test $p != 0 && test $p != {pid} && systemctl is-active swell.service""",
            what="another process has come up")
        self.client = self.connection()
        self.wait_for_screen()

    def unplug(self):
        """The monitor goes, at times the process too, and it comes back."""
        connector = self.ask("status")["output"]["connector"]
        status = f"/sys/class/drm/card0-{connector}/status"
        told = "echo change > /sys/class/drm/card0/uevent"
        self.kiosk.check(f"echo off > {status} && {told}")
        until(lambda: self.state() != "active", "the daemon knows that the monitor has gone")
        if self.random.random() < 0.3:
            self.kiosk.check(f"kill -9 {self.kiosk.pid()}")
        self.kiosk.check(f"echo detect > {status} && {told}")
        self.client = self.connection()
        self.wait_for_screen()

    def switch(self):
        """Another terminal comes to the front and goes."""
        self.kiosk.check(f"{TERMINAL} switch {OTHER}")
        until(lambda: self.state() != "active", "the daemon knows that it is away")
        self.kiosk.check(f"{TERMINAL} switch {OWN}")
        self.wait_for_screen()

    def clock(self):
        """The clock on the wall jumps."""
        by = self.random.choice(["1 hour", "-1 hour", "40 days"])
        self.kiosk.check(f'date -s "$(date -d "{by}")"')

    FAULTS = (reload_good, reload_good, reload_bad, reload_missing, kill, kill, unplug, switch, clock)

    # MARK: The storm

    def test_storm(self):
        """hostile clients, reloads, kills, a hang, hotplug and fingers at once leave the picture as it was"""
        calm = self.calm()
        self.ask("progress.set", id="wave", percent=50, over=0)
        end = time.monotonic() + SECONDS
        counts, hangs = {}, time.monotonic() + SECONDS / 2
        with self.hail(), self.fingers():
            while time.monotonic() < end:
                fault = type(self).hang if time.monotonic() > hangs else self.random.choice(self.FAULTS)
                if fault is Storm.hang:
                    hangs = time.monotonic() + max(60, SECONDS)
                fault(self)
                counts[fault.__name__] = counts.get(fault.__name__, 0) + 1
                self.ask("progress.set", id="wave", percent=50, over=0)
                self.assert_lit(f"after {fault.__name__}")
        self.assert_same_picture(self.calm(), calm, f"after a storm with seed {SEED}")
        told = ", ".join(f"{count} × {name}" for name, count in sorted(counts.items()))
        messages = sum(sent for sent, _ in self.done.values())
        connections = sum(count for _, count in self.done.values())
        measured(f"{self.display}: a storm of {SECONDS:.0f} s, seed {SEED}: {told}; "
                 f"{messages} messages over {connections} connections")


class VirtioStorm(Storm, KioskCase):
    # Minutes, and as many as one likes; a starved host keeps its clients from ending in time.
    by_hand = True
    display = "virtio-gpu"
