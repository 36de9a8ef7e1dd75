# SPDX-License-Identifier: Apache-2.0
"""Photographs: RGB pictures from PPM and PNG, and what differs between two of them."""

import struct
import zlib


class Picture:
    """`width` × `height` pixels of three bytes, rows from the top without gaps."""

    def __init__(self, width, height, pixels):
        if len(pixels) != width * height * 3:
            raise ValueError(f"{len(pixels)} bytes are not {width} × {height} pixels")
        self.width, self.height, self.pixels = width, height, bytes(pixels)

    def __eq__(self, other):
        return (self.width, self.height, self.pixels) == (other.width, other.height, other.pixels)

    def __hash__(self):
        return hash((self.width, self.height, self.pixels))

    def __getitem__(self, place):
        x, y = place
        start = (y * self.width + x) * 3
        return tuple(self.pixels[start:start + 3])

    @classmethod
    def from_ppm(cls, data):
        """Reads a binary PPM (P6, 8 bit)."""
        fields, start = [], 0
        while len(fields) < 4:
            end = start
            while data[end:end + 1] not in (b" ", b"\n", b"\t", b"\r"):
                end += 1
            if end > start:
                fields.append(data[start:end])
            start = end + 1
        if fields[0] != b"P6" or fields[3] != b"255":
            raise ValueError("not a P6 picture of 8 bit")
        width, height = int(fields[1]), int(fields[2])
        return cls(width, height, data[start:start + width * height * 3])

    @classmethod
    def from_png(cls, data):
        """Reads an 8-bit RGB or RGBA PNG that is not interlaced; alpha is dropped."""
        if data[:8] != b"\x89PNG\r\n\x1a\n":
            raise ValueError("not a PNG")
        at, packed, header = 8, b"", None
        while at < len(data):
            length, kind = struct.unpack(">I4s", data[at:at + 8])
            body = data[at + 8:at + 8 + length]
            at += length + 12
            if kind == b"IHDR":
                header = struct.unpack(">IIBBBBB", body)
            elif kind == b"IDAT":
                packed += body
        width, height, depth, colour, _, _, interlace = header
        if depth != 8 or colour not in (2, 6) or interlace:
            raise ValueError("a kind of PNG that is not read here")
        channels = 3 if colour == 2 else 4
        rows = _unfiltered(zlib.decompress(packed), width, height, channels)
        if channels == 3:
            return cls(width, height, rows)
        return cls(width, height, without_alpha(rows))

    @classmethod
    def from_xrgb8888(cls, width, height, stride, data):
        """Reads little-endian XRGB8888 rows of `stride` bytes."""
        rows = b"".join(data[y * stride:y * stride + width * 4] for y in range(height))
        pixels = bytearray(width * height * 3)
        pixels[0::3], pixels[1::3], pixels[2::3] = rows[2::4], rows[1::4], rows[0::4]
        return cls(width, height, pixels)

    @classmethod
    def from_rgb565(cls, width, height, stride, data):
        """Reads little-endian RGB565 rows of `stride` bytes."""
        pixels = bytearray(width * height * 3)
        at = 0
        for y in range(height):
            for (value,) in struct.iter_unpack("<H", data[y * stride:y * stride + width * 2]):
                red, green, blue = value >> 11, value >> 5 & 63, value & 31
                pixels[at] = red << 3 | red >> 2
                pixels[at + 1] = green << 2 | green >> 4
                pixels[at + 2] = blue << 3 | blue >> 2
                at += 3
        return cls(width, height, pixels)

    def png(self):
        """The picture as a PNG file."""
        def chunk(kind, body):
            return struct.pack(">I", len(body)) + kind + body + struct.pack(
                ">I", zlib.crc32(kind + body))
        row = self.width * 3
        rows = b"".join(b"\0" + self.pixels[y * row:(y + 1) * row] for y in range(self.height))
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
                + chunk(b"IDAT", zlib.compress(rows, 6)) + chunk(b"IEND", b""))

    def crop(self, x, y, width, height):
        """A part of the picture."""
        rows = [self.pixels[(line * self.width + x) * 3:(line * self.width + x + width) * 3]
                for line in range(y, y + height)]
        return Picture(width, height, b"".join(rows))

    def difference(self, other):
        """How this picture differs from one of the same size."""
        if (self.width, self.height) != (other.width, other.height):
            raise ValueError(
                f"{self.width} × {self.height} against {other.width} × {other.height}")
        return Difference(self, other)


class Difference:
    """`count` differing pixels, the largest channel difference `largest`, and `box`,
    the smallest (x, y, width, height) around them, None if there are none."""

    def __init__(self, one, two):
        row = one.width * 3
        self.count = self.largest = 0
        left, right, top, bottom = one.width, -1, one.height, -1
        for y in range(one.height):
            first, second = one.pixels[y * row:(y + 1) * row], two.pixels[y * row:(y + 1) * row]
            if first == second:
                continue
            top, bottom = min(top, y), y
            for x in range(one.width):
                a, b = first[x * 3:x * 3 + 3], second[x * 3:x * 3 + 3]
                if a != b:
                    self.count += 1
                    left, right = min(left, x), max(right, x)
                    self.largest = max(self.largest, *(abs(p - q) for p, q in zip(a, b, strict=True)))
        self.box = (left, top, right - left + 1, bottom - top + 1) if self.count else None

    def __repr__(self):
        return f"{self.count} pixels differ, by up to {self.largest}, in {self.box}"


def without_alpha(rows):
    """RGB bytes of RGBA bytes."""
    pixels = bytearray(len(rows) // 4 * 3)
    for channel in range(3):
        pixels[channel::3] = rows[channel::4]
    return pixels


def _unfiltered(data, width, height, channels):
    stride = width * channels
    result, above = bytearray(), bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        kind, row = data[start], bytearray(data[start + 1:start + 1 + stride])
        if kind == 1:
            for i in range(channels, stride):
                row[i] = (row[i] + row[i - channels]) & 255
        elif kind == 2:
            row = bytearray((a + b) & 255 for a, b in zip(row, above, strict=True))
        elif kind == 3:
            for i in range(stride):
                before = row[i - channels] if i >= channels else 0
                row[i] = (row[i] + (before + above[i]) // 2) & 255
        elif kind == 4:
            _paeth(row, above, channels)
        result += row
        above = row
    return bytes(result)


def _paeth(row, above, channels):
    for i in range(len(row)):
        a = row[i - channels] if i >= channels else 0
        b = above[i]
        c = above[i - channels] if i >= channels else 0
        to_a, to_b, to_c = abs(b - c), abs(a - c), abs(a + b - 2 * c)
        best = a if to_a <= to_b and to_a <= to_c else b if to_b <= to_c else c
        row[i] = (row[i] + best) & 255
