# SPDX-License-Identifier: Apache-2.0
"""Habits of real displays, in a vkms that was given them (vm/guest/vkms/vkms.patch)."""

import unittest

from kiosk import KioskCase, measured, scene, until

PARAMETERS = "/sys/module/vkms/parameters"
# The kernel has a few EDIDs built in; this one is of a monitor of 1024 × 768.
EDID = "Virtual-1:edid/1024x768.bin"
MOVING = scene().replace("speed = 0", "speed = 480\npercent = 50")


class VkmsHabits(KioskCase):
    display = "vkms"
    # How late a commit is depends on how soon an emulated machine wakes.
    by_hand = True

    def animation(self, latch, seconds):
        """Frames presented and missed, commits that came after the latch, the lead that the daemon
        has learned, and which part of wakeups the machine delayed meanwhile."""
        # A new process, which has learned nothing.
        self.kiosk.check(f"echo {latch} > {PARAMETERS}/latch_us")
        self.kiosk.configure(MOVING)
        connection = self.connection()
        until(lambda: connection.call("status")["frames"]["presented"] > 10, "frames are shown")
        before = connection.call("status")["frames"]
        self.kiosk.check(f"echo 0 > {PARAMETERS}/late_commits")
        delayed = self.kiosk.punctuality(seconds)
        late = int(self.kiosk.check(f"cat {PARAMETERS}/late_commits"))
        after = connection.call("status")["frames"]
        presented, missed = (after[name] - before[name] for name in ("presented", "missed"))
        measured(f"vkms that latches {latch / 1000} ms before the time stamp: {presented} frames in "
                 f"{seconds} s, {missed} missed, {late} after the latch, {after['lead_us']:.0f} µs "
                 f"of lead learned; {delayed:.1%} of the machine's wakeups were late")
        return presented, late, delayed

    def test_latch(self):
        """a display that latches long before its time stamp costs a few frames once, not one in 200"""
        self.addCleanup(self.kiosk.check, f"echo 0 > {PARAMETERS}/latch_us")
        _, none, _ = self.animation(0, 10)
        self.assertEqual(none, 0)
        for latch in (1200, 3000):
            presented, late, delayed = self.animation(latch, 20)
            self.assertGreater(presented, 100)
            # Two to find it out, one in which it is looked for again, and two that the machine may delay.
            # A margin that is not remembered costs one in 200, which makes six.
            if delayed < 0.05:
                self.assertLessEqual(late, 5)

    @unittest.skip("open: the service hangs at its restart beside the ghost, and nobody knows why yet")
    def test_ghost(self):
        """a panel that only firmware knows of does not win over the monitor that is lit"""
        self.kiosk.check("systemctl stop swell.service")
        again = "modprobe -r vkms && echo '{}' > /sys/module/drm/parameters/edid_firmware && modprobe vkms {}"
        self.addCleanup(self.kiosk.check, "systemctl stop swell.service; " + again.format("", ""))
        self.kiosk.check(again.format(EDID, "ghost=1"))
        # A process that is told to lights the monitor; the next one finds it lit, and decides.
        self.kiosk.configure(scene().replace("[display]", '[display]\nconnector = "Virtual-1"'))
        first = self.kiosk.connect()
        first.come_to_rest(lambda: first.call("progress.set", percent=7, over=0))
        first.close()
        self.kiosk.machine.wait_until(
            "test $(systemctl show -P NFileDescriptorStore swell.service) = 2",
            what="device and state are stored")
        self.kiosk.machine.agent.put("/etc/swell/swell.toml", scene().encode())
        self.kiosk.check("systemctl restart swell.service")
        connection = self.connection()
        output = connection.call("status")["output"]
        self.assertEqual((output["connector"], output["state"]), ("Virtual-1", "active"))
        self.assertIn("showing on Virtual-1 (lit already)", self.kiosk.journal())
        connection.come_to_rest(lambda: connection.call("progress.set", percent=42, over=0.5))
        self.assertEqual(self.kiosk.scanout(), connection.screenshot())
        # The ghost is a panel to whoever names it: it is offered, and was not overlooked.
        self.kiosk.configure(scene().replace("[display]", '[display]\nconnector = "LVDS-1"'))
        named = self.connection().call("status")["output"]
        self.assertEqual((named["connector"], named["state"]), ("LVDS-1", "active"))
