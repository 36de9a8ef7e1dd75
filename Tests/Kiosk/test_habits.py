# SPDX-License-Identifier: Apache-2.0
"""Habits of real displays, in a vkms that was given them (vm/guest/vkms/vkms.patch)."""

import re
import statistics

from kiosk import TRACING, KioskCase, measured, scene

PARAMETERS = "/sys/module/vkms/parameters"
# The kernel has a few EDIDs built in; this one is of a monitor of 1024 × 768.
EDID = "Virtual-1:edid/1024x768.bin"
MOVING = scene().replace("speed = 0", "speed = 480\npercent = 50")


class VkmsHabits(KioskCase):
    display = "vkms"
    # Minutes on an emulated machine.
    by_hand = True

    def plans(self, seconds):
        """For each commit that a timer has woken the daemon for: how long before the next vblank it was to
        be made, in nanoseconds. That is when the timer was set to, and what a commit takes from there as a
        rule: whether the machine woke the daemon in time does not matter."""
        self.kiosk.check(f"""
            cd {TRACING} && echo 0 > events/enable && echo > kprobe_events && echo mono > trace_clock
            echo > trace && echo 'p:kiosk/flush vkms_crtc_atomic_flush' > kprobe_events
            echo 'common_pid == {self.kiosk.pid()}' > events/timer/hrtimer_start/filter
            for event in timer/hrtimer_start drm/drm_vblank_event kiosk/flush; do
              echo 1 > events/$event/enable
            done""")
        self.kiosk.check(f"sleep {seconds}", timeout=seconds + 60)
        lines = self.kiosk.check(f"""
            cd {TRACING} && echo 0 > events/enable && grep -v '^#' trace
            echo 0 > events/timer/hrtimer_start/filter; echo > kprobe_events; echo local > trace_clock""")
        alarm, begun, plans, times = 0, None, [], []
        for line in lines.splitlines():
            if found := re.search(r"hrtimer_start: .*softexpires=(\d+)", line):
                alarm = int(found[1])
            elif found := re.search(r" (\d+)\.(\d{6}): flush: ", line):
                # A timer that has not come yet was not what woke it.
                now = int(found[1]) * 10**9 + int(found[2]) * 1000
                begun = alarm if alarm <= now + 1000 else None
                if begun is not None:
                    times.append(now - begun)
            elif found := re.search(r"drm_vblank_event: .*time=(\d+)", line):
                if begun is not None:
                    plans.append(int(found[1]) - begun)
                begun = None
        usual = statistics.median(times)
        return [plan - usual for plan in plans]

    def animation(self, latch, seconds):
        """How many commits were planned for after the latch of `latch` microseconds."""
        # A new process, which has learned nothing.
        self.kiosk.check(f"echo {latch} > {PARAMETERS}/latch_us")
        self.kiosk.configure(MOVING)
        connection = self.connection()
        plans = self.plans(seconds)
        late = sum(plan < latch * 1000 for plan in plans)
        frames = connection.call("status")["frames"]
        measured(f"vkms that latches {latch / 1000} ms before the time stamp: {len(plans)} frames that a "
                 f"timer began in {seconds} s, {late} of them planned for after the latch, the closest "
                 f"{min(plans) / 1e6:.2f} ms before the time stamp; "
                 f"{frames['lead_us']:.0f} µs of lead learned")
        self.assertGreater(len(plans), 100)
        return late

    def test_latch(self):
        """no frame is begun after the latch of a display once that is known, which costs three frames"""
        self.addCleanup(self.kiosk.check, f"echo 0 > {PARAMETERS}/latch_us")
        self.assertEqual(self.animation(0, 10), 0)
        for latch in (1200, 3000):
            # Two to find it out and one in which it is looked for again; a margin that is not remembered
            # costs one in 200.
            self.assertLessEqual(self.animation(latch, 20), 3)

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
        self.kiosk.wait_for_light()
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
