# SPDX-License-Identifier: Apache-2.0
"""Levels, measured on the photograph, and the flips of a moving picture."""

import itertools
import re

from kiosk import KioskCase, measured, scene, until
from kioskvm.system import ARCH

# Flat, opaque, nothing in front: what is front_color is filled.
PLAIN = """\
mask = {{ shape = "{shape}" }}
fill = "{fill}"
amplitude = 0
front_color = "#FF0000"
back_color = "#FF0000"
outline_color = "#0000FF"
show_percent = false
"""
SIDE, RED, BLUE = 240, (255, 0, 0), (0, 0, 255)

# System calls of the processor, and DRM_IOCTL_MODE_ATOMIC.
IOCTL, CLOCK_GETTIME = {"amd64": ("16", "228"), "arm64": ("29", "113")}[ARCH]
ATOMIC_COMMIT = "c03864bc"


class Progress:
    """The indicator as its numbers say."""

    def indicator(self, shape, fill):
        """Sets 42 % with swellctl and returns a photograph of the mask's frame."""
        self.kiosk.configure(scene(progress=PLAIN.format(shape=shape, fill=fill)))
        connection = self.connection()
        connection.call("progress.set", percent=0, over=0)
        connection.come_to_rest(lambda: self.kiosk.check("swellctl progress 42 --over 0"))
        width, height = self.kiosk.size
        picture = self.kiosk.steady_photograph()
        self.keep(picture, f"{shape} filled by {fill}")
        return picture.crop(width // 2 - SIDE // 2, round(height * 0.38) - SIDE // 2, SIDE, SIDE)

    def test_height(self):
        """swellctl progress 42 --over 0 fills the mask to 42 % of its height within 1 px"""
        mask = self.indicator("rounded", "height")
        column = [mask[SIDE // 2, y] for y in range(SIDE)]
        self.assertEqual(column[-2], RED)
        filled = sum(pixel == RED for pixel in column)
        measured(f"{self.display}: 42 % of {SIDE} px filled {filled} px")
        self.assertAlmostEqual(filled, 0.42 * SIDE, delta=1)

    def test_area(self):
        """with fill = "area" 42 % of the mask's area are filled within 1 %"""
        mask = self.indicator("circle", "area")
        pixels = [mask[x, y] for x in range(SIDE) for y in range(SIDE)]
        filled, empty = pixels.count(RED), pixels.count(BLUE)
        measured(f"{self.display}: 42 % by area filled {100 * filled / (filled + empty):.2f} %")
        self.assertAlmostEqual(filled / (filled + empty), 0.42, delta=0.01)

    def test_stream(self):
        """swellctl progress - follows percent lines to the last one"""
        self.kiosk.configure(scene())
        self.kiosk.check("seq 0 5 100 | swellctl progress -")
        self.assertEqual(self.connection().call("progress.get")["percent"], 100)


class VirtioProgress(Progress, KioskCase):
    display = "virtio-gpu"


class VkmsProgress(Progress, KioskCase):
    display = "vkms"

    test_stream = None

    def test_flips(self):
        """during a 10 s animation a flip comes at every vblank, at 60.0 Hz"""
        self.kiosk.configure(scene().replace("speed = 0", "speed = 480"))
        connection = self.connection()
        # An emulator translates what runs for the first time, and the first frame would come late.
        connection.come_to_rest(lambda: connection.call("progress.set", percent=100, over=1))
        connection.come_to_rest(lambda: connection.call("progress.set", percent=0, over=0))
        before = connection.call("status")["frames"]
        self.kiosk.check("""cd /sys/kernel/tracing && echo 0 > events/enable
            echo 8192 > buffer_size_kb && echo > trace
            echo 1 > events/drm/drm_vblank_event_delivered/enable""")
        # Nobody asks anything meanwhile: the guest is to be idle but for the animation.
        connection.call("progress.set", percent=100, over=10)
        delayed = self.kiosk.punctuality(10)
        connection.rest()
        trace = self.kiosk.check("""cd /sys/kernel/tracing && echo 0 > events/enable
            grep drm_vblank_event_delivered trace""")
        after = connection.call("status")["frames"]
        flips = [(float(time), int(number)) for time, number in re.findall(
            r" (\d+\.\d+): drm_vblank_event_delivered:.*seq=(\d+)", trace)]
        gaps = [second[1] - first[1] for first, second in itertools.pairwise(flips)]
        missed = sum(gap - 1 for gap in gaps)
        rate = (flips[-1][1] - flips[0][1]) / (flips[-1][0] - flips[0][0])
        measured(f"vkms: {len(flips)} flips in {flips[-1][0] - flips[0][0]:.2f} s, vblanks at "
                 f"{rate:.2f} Hz, {missed} vblanks without a flip; the daemon counted "
                 f"{after['missed'] - before['missed']} missed of "
                 f"{after['presented'] - before['presented']}, "
                 f"drawing took {after['render_us']} µs; the emulated processor was late for "
                 f"{100 * delayed:.0f} % of a 60 Hz timer")
        self.assertAlmostEqual(rate, 60.0, delta=0.1)
        self.assertTrue(all(gap >= 1 for gap in gaps))
        # What the display's own numbers say, whoever was late; the first and the last frame are cut off.
        self.assertLessEqual(abs(after["missed"] - before["missed"] - missed), 2)
        # An emulated processor whose host is busy with other things comes late by itself.
        if delayed < 0.05:
            self.assertLess(missed, len(flips) * 0.1)

    def test_system_calls(self):
        """a frame in motion takes at most three system calls besides its commit"""
        self.kiosk.configure(scene().replace("speed = 0", "speed = 480\npercent = 50"))
        connection = self.connection()
        until(lambda: connection.call("status")["frames"]["presented"] > 30, "frames are shown")
        self.kiosk.check(f"""cd /sys/kernel/tracing && echo 0 > events/enable && echo > trace
            echo common_pid=={self.kiosk.pid()} > events/raw_syscalls/sys_enter/filter
            echo 1 > events/raw_syscalls/sys_enter/enable""")
        self.kiosk.punctuality(4)
        trace = self.kiosk.check("""cd /sys/kernel/tracing && echo 0 > events/enable
            echo 0 > events/raw_syscalls/sys_enter/filter; grep sys_enter: trace""")
        frames = [0]
        for number, request in re.findall(r"sys_enter: NR (\d+) \(\w+, (\w+),", trace):
            if (number, request) == (IOCTL, ATOMIC_COMMIT):
                frames.append(0)
            # A machine whose clock can be read without the kernel does not make these.
            elif number != CLOCK_GETTIME:
                frames[-1] += 1
        # The first and the last one are cut off.
        frames = sorted(frames[1:-1])
        measured(f"vkms: system calls besides the commit in {len(frames)} frames: median "
                 f"{frames[len(frames) // 2]}, most {frames[-1]}")
        self.assertGreater(len(frames), 60)
        # Now and then the service manager is told that all is well.
        self.assertLessEqual(frames[len(frames) * 95 // 100], 3)
