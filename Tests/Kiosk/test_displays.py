# SPDX-License-Identifier: Apache-2.0
"""Monitors that come and go on a cable, and what they say of themselves, or don't."""

import re
import unittest

import monitors
from kiosk import CARD, KioskCase, by_hand, measured, scene, until

CABLE, PARAMETERS = "/sys/kernel/debug/vkms_cable", "/sys/module/vkms/parameters"
UNREAD = "does not say what it can"
HD, FULL_HD = (1280, 720), (1920, 1080)
# VESA's timings of what the kernel expects of every monitor.
EXPECTED = "1024x768@60"
NEVER = 10**8


class Cable(KioskCase):
    """vkms as HDMI-A-1, with a monitor of one's choice."""

    display = "vkms"

    def setUp(self):
        super().setUp()
        again = "systemctl stop swell.service; modprobe -r vkms && modprobe vkms {}"
        self.addCleanup(self.kiosk.check, again.format(""))
        self.kiosk.check(again.format("cable=1"))

    def plug(self, data, unread=0):
        """Plugs a monitor in that gives these bytes, after `unread` milliseconds; None takes it away."""
        self.kiosk.check(f"echo {unread} > {PARAMETERS}/unread_ms")
        self.kiosk.check(f"cat > {CABLE}", stdin=data or b"\n")

    def begin(self, *arguments, settings=""):
        """The service with a monitor; a client of it."""
        if arguments:
            self.plug(*arguments)
        self.kiosk.write(scene().replace("[display]", f"[display]\n{settings}"))
        # Without a monitor a start does not end.
        self.kiosk.check("systemctl stop swell.service; systemctl start --no-block swell.service")
        self.kiosk.machine.wait_until("swellctl status", what="the daemon answers")
        self.client = self.connection()

    def output(self):
        """What the daemon says of its display."""
        return self.client.call("status")["output"]

    def shows(self, mode, limit=90):
        """Waits until the monitor shows `mode`."""
        until(lambda: self.output()["mode"] == mode and self.output()["state"] == "active",
              f"{mode} is shown", limit)

    def known(self):
        """What the kernel knows of the monitor: connected, read, not for desktops, and modes."""
        head, *rows = self.kiosk.check(f"/usr/lib/kiosk/connectors {CARD}").splitlines()
        _, state, has_edid, is_headset = head.split()
        modes = []
        for row in rows:
            if not row.startswith(" "):
                break
            size, rate, *preferred = row.split()
            width, height = map(int, size.rstrip("i").split("x"))
            modes.append(((width, height), size.endswith("i"), int(rate), bool(preferred)))
        return state == "connected", has_edid == "1", is_headset == "1", modes


class VkmsCable(Cable):
    """What monitors do while they are plugged in."""

    def test_late(self):
        """a monitor that can be read 0.4 s after it was plugged in is shown in its own mode"""
        for is_running in (False, True):
            with self.subTest(is_running=is_running):
                if is_running:
                    self.plug(None)
                    until(lambda: not self.output()["mode"], "the monitor has gone")
                    self.plug(monitors.edid(FULL_HD), 400)
                else:
                    self.begin(monitors.edid(FULL_HD), 400)
                self.shows("1920x1080@60")
                self.assertIsNone(self.output()["warning"])
                self.assertEqual(self.kiosk.scanout().width, 1920)

    @by_hand
    def test_unreadable(self):
        """a monitor that cannot be read is told of, and shows a mode by name"""
        for data, unread in ((monitors.edid(FULL_HD), NEVER), (monitors.edid(FULL_HD, extensions=1), 0)):
            with self.subTest(unread=unread):
                self.begin(data, unread)
                self.shows(EXPECTED)
                until(lambda: self.output()["warning"], "it is told of")
                self.assertIn(UNREAD, self.output()["warning"])
                self.assertIn(UNREAD, self.kiosk.check("swellctl status"))
                self.assertIn("no EDID could be read", self.kiosk.run("swellctl doctor 2>&1").text)
                self.assertIn(UNREAD, self.kiosk.journal())
                asked = self.kiosk.check(f"cat {PARAMETERS}/asked; sleep 6; cat {PARAMETERS}/asked").split()
                self.assertEqual(asked[0], asked[1], "it is asked for nothing")
                self.client.close()
                self.begin(settings='mode = "1920x1080"')
                self.shows("1920x1080@59.96")

    @by_hand
    def test_headset(self):
        """after a monitor that is not for desktops the next one is lit"""
        # The kernel knows HTC's Vive by its maker and product.
        vive = monitors.edid(HD, vendor="HVR", product=0xAA01)
        self.begin(vive)
        for is_unplugged in (False, True):
            with self.subTest(is_unplugged=is_unplugged):
                self.plug(vive)
                until(lambda: "not for desktops" in self.output()["state"], "it is passed over")
                self.assertIn("not for desktops", self.kiosk.journal())
                self.assertIn("not for desktops", self.kiosk.run("swellctl doctor 2>&1").text)
                if is_unplugged:
                    self.plug(None)
                    until(lambda: self.output()["state"] == "waiting for a monitor", "it has gone")
                self.plug(monitors.edid(HD))
                self.shows("1280x720@60")
                self.assertEqual(self.kiosk.scanout().width, 1280)

    @by_hand
    def test_exchanged(self):
        """a monitor that was exchanged while the service was down is shown in its own mode"""
        self.begin(monitors.edid(HD))
        self.shows("1280x720@60")
        self.client.close()
        self.kiosk.check("systemctl stop swell.service")
        self.begin(monitors.edid(FULL_HD))
        self.shows("1920x1080@60")


class VkmsMonitors(Cable):
    # Minutes: three hundred of them.
    by_hand = True

    def judge(self, data):
        """Plugs a monitor in; how it is shown, once that is as it should be."""
        self.plug(None)
        until(lambda: not self.output()["mode"], "the one before has gone")
        self.plug(data)
        until(lambda: "HDMI-A-1" in (self.output()["connector"] or self.output()["state"]), "it is noticed")
        is_connected, is_read, is_headset, modes = self.known()
        self.assertTrue(is_connected)
        if is_headset:
            until(lambda: "not for desktops" in self.output()["state"], "it is passed over")
            return "not for desktops", None
        if not is_read:
            self.shows(EXPECTED)
            until(lambda: UNREAD in (self.output()["warning"] or ""), "it is told of")
            return "cannot be read", EXPECTED
        (width, height), is_interlaced, rate, is_preferred = monitors.best(modes)
        label = f"{width}x{height}{'i' if is_interlaced else ''}@{(rate + 5) // 10 / 100:.2f}"
        label = re.sub(r"\.?0+$", "", label)
        self.shows(label, limit=20)
        self.assertIsNone(self.output()["warning"])
        return ("preferred" if is_preferred else "another mode"), label

    def test_all(self):
        """each of three hundred real monitors is shown in a true mode, or told of"""
        every = monitors.real()
        if every is None:
            raise unittest.SkipTest(f"no open.txt in {monitors.FOLDER}; SWELL_EDIDS names its folder")
        self.begin(every[0][1])
        kinds = {}
        for name, data in every:
            with self.subTest(monitor=name):
                kind, label = self.judge(data)
                kinds.setdefault(kind, []).append((name, label))
        told = ", ".join(f"{len(found)} {kind}" for kind, found in kinds.items())
        measured(f"vkms: {len(every)} real monitors: {told}")
        for name, label in kinds.get("another mode", []):
            measured(f"vkms: {name} is shown in {label}, not in what it prefers")
        self.assertEqual(sum(map(len, kinds.values())), len(every))
