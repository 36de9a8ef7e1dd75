# SPDX-License-Identifier: Apache-2.0
"""The tests' own eyes and fingers, before anything is judged with them."""

import re
import zlib

from kiosk import CARD, KioskCase, Picture


def pattern(width, height):
    """What tools/paint.c paints."""
    line = bytearray(width * 3)
    line[0::3] = bytes(x & 255 for x in range(width))
    line[2::3] = b"\x40" * width
    rows = bytearray()
    for y in range(height):
        line[1::3] = bytes([y & 255]) * width
        rows += line
    return Picture(width, height, rows)


def vkms_crc(picture):
    """The checksum that vkms makes of such a picture: CRC-32 without its usual inversions over
    16-bit alpha, red, green, blue."""
    wide = bytearray(picture.width * picture.height * 8)
    for channel in range(3):
        for half in (0, 1):
            wide[2 + 2 * channel + half::8] = picture.pixels[channel::3]
    wide[0::8] = wide[1::8] = b"\xff" * (picture.width * picture.height)
    return zlib.crc32(wide, 0xffffffff) ^ 0xffffffff


class Instruments:
    """Checked with a pattern that is painted without Swell."""

    def setUp(self):
        super().setUp()
        self.kiosk.run("systemctl stop swell.socket swell.service")
        painter = self.kiosk.machine.start(f"/usr/lib/kiosk/paint {CARD}")
        self.addCleanup(painter.wait)
        self.addCleanup(painter.end_input)
        self.assertEqual(painter.line(), "{} {}".format(*self.kiosk.size))

    def test_photograph(self):
        """a photograph shows a painted pattern exactly"""
        self.assert_screen_shows(pattern(*self.kiosk.size), "instruments")


class VirtioInstruments(Instruments, KioskCase):
    display = "virtio-gpu"

    def test_scanout(self):
        """the framebuffer in use holds what QEMU's screen shows"""
        self.assertEqual(self.kiosk.scanout(), pattern(*self.kiosk.size))


class VkmsInstruments(Instruments, KioskCase):
    display = "vkms"

    def test_checksum(self):
        """the kernel's checksum of what it scans out is that of the painted pattern"""
        lines = self.kiosk.check(
            "cd /sys/kernel/debug/dri/0/crtc-0/crc && echo auto > control && head -n 3 data")
        seen = {int(crc, 16) for crc in re.findall(r"0x\w+ (0x\w+)", lines)}
        self.assertEqual(seen, {vkms_crc(pattern(*self.kiosk.size))})
