# SPDX-License-Identifier: Apache-2.0
"""Drivers that can do less than those of the other tests, and displays that are lit already."""

from kiosk import CARD, KioskCase, by_hand, measured, scene

ATOMIC, FLIP, SET = ("drm_mode_atomic_ioctl", "drm_mode_page_flip_ioctl", "drm_mode_setcrtc")

# The kernel keeps atomic requests from programs whose name begins like that of the X server, which
# once used them wrongly (drm_setclientcap in drm_ioctl.c); to them every driver is a legacy one.
LEGACY = """
ln -sf /usr/bin/swelld /run/X-swelld
mkdir -p /run/systemd/system/swell.service.d
printf '[Service]\\nExecStart=\\nExecStart=/run/X-swelld --output kms\\n' \\
    > /run/systemd/system/swell.service.d/legacy.conf
systemctl daemon-reload
"""
# Not the mode that the console has set.
SMALL = scene().replace("[display]", '[display]\nmode = "800x600"')
# VESA's timings of 800 × 600 at 60 Hz.
FORCED = scene().replace("[display]", """\
[display]
connector = "Virtual-1"
force = true
mode = "40.00 800 840 968 1056 600 601 605 628 +hsync +vsync\"""")


class Drivers:
    """Each with the drivers of its display."""

    def test_legacy(self):
        """without atomic requests the CRTC is set once, pages are flipped, the picture is right"""
        self.addCleanup(self.kiosk.check, "rm -r /run/systemd/system/swell.service.d; "
                        "systemctl daemon-reload; systemctl stop swell.service")
        self.kiosk.check(LEGACY)
        with self.kiosk.counting((ATOMIC, FLIP, SET)) as calls:
            self.kiosk.configure(SMALL)
            connection = self.connection()
            connection.come_to_rest(lambda: connection.call("progress.set", percent=42, over=0.5))
            presented = connection.call("status")["frames"]["presented"]
        self.assertEqual(calls[ATOMIC], 0)
        self.assertEqual(calls[SET], 1)
        self.assertEqual(calls[FLIP], presented)
        self.assert_screen_shows(connection.screenshot(), "legacy")

    def test_lit_already(self):
        """a display that shows the right mode already is taken over without a modeset"""
        self.kiosk.run("systemctl stop swell.service")
        with self.kiosk.counting(self.modesets) as calls:
            self.kiosk.configure(scene())
        self.assertEqual(dict(calls), {})
        self.assertIn("which it shows already", self.kiosk.journal())
        # The counter itself: another mode needs a modeset.
        with self.kiosk.counting(self.modesets) as calls:
            self.kiosk.configure(SMALL)
        self.assertGreater(calls.total(), 0)

    def test_forced(self):
        """a connector that reports no monitor and no modes is lit by force in a modeline"""
        name = self.kiosk.check("cd /sys/class/drm && ls -d card0-Virtual-1")
        status = f"/sys/class/drm/{name}/status"
        self.addCleanup(self.kiosk.check, f"systemctl stop swell.service; echo detect > {status}")
        self.kiosk.check(f"systemctl stop swell.service; echo off > {status}")
        self.kiosk.configure(FORCED)
        connection = self.connection()
        output = connection.call("status")["output"]
        self.assertEqual((output["connector"], output["mode"]), ("Virtual-1", "800x600@60.32"))
        self.assertIn("offers no modes; chosen is 800x600@60.32: the configuration's modeline",
                      self.kiosk.journal())
        connection.come_to_rest(lambda: connection.call("progress.set", percent=42, over=0.5))
        self.assertEqual(self.kiosk.scanout(), connection.screenshot())


class VirtioDrivers(Drivers, KioskCase):
    display = "virtio-gpu"
    modesets = ("virtio_gpu_crtc_mode_set_nofb", "virtio_gpu_crtc_atomic_disable")


    def test_whole_transfers(self):
        """frames of USB displays are waited for until they are there: their driver has the option"""
        self.addCleanup(self.kiosk.run, "modprobe -r gud")
        self.kiosk.check("modprobe gud")
        self.assertEqual(self.kiosk.check("cat /sys/module/gud/parameters/async_flush"), "N")


class VkmsDrivers(Drivers, KioskCase):
    display = "vkms"
    modesets = ("vkms_crtc_atomic_enable", "vkms_crtc_atomic_disable")


class CirrusDrivers(KioskCase):
    display = "cirrus"

    @by_hand
    def test_rgb565(self):
        """a display in RGB565 shows the picture dithered: every pixel within a step, none biased"""
        self.kiosk.configure(scene().replace("[display]", '[display]\nformat = "RGB565"'))
        connection = self.connection()
        connection.come_to_rest(lambda: connection.call("progress.set", percent=42, over=0.5))
        self.assertEqual(self.kiosk.check(f"/usr/lib/kiosk/scanout {CARD} | head -n 1").split()[3],
                         "RG16")
        seen, meant = self.kiosk.scanout(), connection.screenshot()
        self.keep(seen, "rgb565")
        difference = seen.difference(meant)
        mean = (sum(seen.pixels) - sum(meant.pixels)) / len(meant.pixels)
        measured(f"cirrus: RGB565 differs by at most {difference.largest}, by {mean:.3f} in the mean")
        # Red and blue have 32 levels: a step is 255/31.
        self.assertLessEqual(difference.largest, 8)
        self.assertLess(abs(mean), 0.5)
