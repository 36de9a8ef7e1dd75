# SPDX-License-Identifier: Apache-2.0
"""Monitors for the cable of vkms (vm/guest/vkms/vkms.patch): what they say of themselves."""

import os

from kiosk import ROOT

# Of real monitors, a line each: path, first timing, tags, bytes in hex.
FOLDER = os.environ.get("SWELL_EDIDS", os.path.join(os.path.dirname(ROOT), "shared", "data", "edid"))

# Pixel clock in 10 kHz; visible, blank, front porch and sync pulse of a line and of a frame (CTA-861).
TIMINGS = {
    (1280, 720): (7425, (1280, 370, 110, 40), (720, 30, 5, 5)),
    (1920, 1080): (14850, (1920, 280, 88, 44), (1080, 45, 4, 5)),
}


def edid(size, vendor="SWL", product=1, extensions=0):
    """The first block of what a monitor says that shows `size` 60 times a second; what it tells of
    `extensions` is missing."""
    letters = [ord(letter) - ord("@") for letter in vendor]
    name = letters[0] << 10 | letters[1] << 5 | letters[2]
    block = bytearray(128)
    block[0:8] = b"\x00" + b"\xff" * 6 + b"\x00"
    block[8:12] = name.to_bytes(2, "big") + product.to_bytes(2, "little")
    # Week and year; version 1.4; digital; 52 × 29 cm; gamma 2.2; the first timing is preferred.
    block[16:25] = bytes([1, 30, 1, 4, 0xA5, 52, 29, 120, 0x06])
    block[38:54] = b"\x01" * 16
    block[54:72] = _timing(size)
    for start in (72, 90, 108):
        block[start:start + 18] = bytes([0, 0, 0, 0x10]) + bytes(14)
    block[126] = extensions
    block[127] = -sum(block) % 256
    return bytes(block)


def _timing(size):
    clock, (width, blank, porch, pulse), (height, vblank, vporch, vpulse) = TIMINGS[size]
    return bytes([
        *clock.to_bytes(2, "little"),
        width & 255, blank & 255, width >> 8 << 4 | blank >> 8,
        height & 255, vblank & 255, height >> 8 << 4 | vblank >> 8,
        porch & 255, pulse & 255, vporch << 4 | vpulse, 0,
        520 & 255, 290 & 255, 520 >> 8 << 4 | 290 >> 8, 0, 0, 0x1E])


def real():
    """Name and bytes of each real monitor; None where their file is not."""
    path = os.path.join(FOLDER, "open.txt")
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        lines = [line.split() for line in file if not line.startswith("#")]
    return [(name, bytes.fromhex(data)) for name, _, _, data in lines]


def best(modes):
    """The mode that is to be shown of what the kernel offers, each (size, interlaced, millihertz, preferred):
    the monitor's own choice, or where that is interlaced or slower than 48 Hz the same size at the rate next
    to 60 Hz, or else the largest that is neither."""
    favourite = next((mode for mode in modes if mode[3]), modes[0])
    fast = [mode for mode in modes if not mode[1] and mode[2] >= 47900]
    if favourite in fast or not fast:
        plain = [mode for mode in modes if not mode[1]]
        return favourite if not favourite[1] or not plain else plain[0]
    same = [mode for mode in fast if mode[0] == favourite[0]]
    largest = max(mode[0][0] * mode[0][1] for mode in fast)
    return min(same or [mode for mode in fast if mode[0][0] * mode[0][1] == largest],
               key=lambda mode: abs(mode[2] - 60000))
