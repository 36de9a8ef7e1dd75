#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Has the linker leave out what nothing refers to in static libraries of Swift.

    scripts/unretain.py ARCHIVE...      changes them

A library marks its public functions and data to be kept (SHF_GNU_RETAIN), a megabyte that no program
here calls. What the runtime looks up by its section (swift5_...) stays marked, and with it all that it
refers to. The compiler leaves the mark out of the program's own code (-internalize-at-link).

The names of Unicode's scalars, half a megabyte, are kept by what is marked so. The function that reads them
is made weak, so that Sources/CLinux/scalar_names.c takes its place.
"""

import struct
import sys

RETAIN = 0x200000
MEMBER, SECTION = 60, 64
NAMES = (b".text.", b".rodata.", b".data.", b".bss.")
WEAKENED = b"_swift_stdlib_getScalarName\0"
SYMBOLS, SYMBOL, GLOBAL, WEAK = 2, 24, 1, 2


def unmark(data, start):
    """Takes the mark from sections of the ELF file that begins there; other files stay as they are."""
    if data[start:start + 5] != b"\x7fELF\x02":
        return
    table = start + struct.unpack_from("<Q", data, start + 0x28)[0]
    count, names = struct.unpack_from("<HH", data, start + 0x3c)
    # More than 16 bits have room for: the first section tells.
    count = count or struct.unpack_from("<Q", data, table + 0x20)[0]
    if names == 0xffff:
        names = struct.unpack_from("<I", data, table + 0x28)[0]
    texts = start + struct.unpack_from("<Q", data, table + SECTION * names + 0x18)[0]
    for section in range(table, table + SECTION * count, SECTION):
        name, _, flags = struct.unpack_from("<IIQ", data, section)
        if flags & RETAIN and data.startswith(NAMES, texts + name):
            struct.pack_into("<Q", data, section + 8, flags & ~RETAIN)
    for section in range(table, table + SECTION * count, SECTION):
        if struct.unpack_from("<I", data, section + 4)[0] == SYMBOLS:
            weaken(data, start, table, section)


def weaken(data, start, table, section):
    """Makes WEAKENED a weak symbol where a table of symbols defines it."""
    place, size, texts = struct.unpack_from("<QQI", data, section + 0x18)
    texts = start + struct.unpack_from("<Q", data, table + SECTION * texts + 0x18)[0]
    for symbol in range(start + place, start + place + size, SYMBOL):
        name, info, _, defined = struct.unpack_from("<IBBH", data, symbol)
        if info >> 4 == GLOBAL and defined and data.startswith(WEAKENED, texts + name):
            data[symbol + 4] = WEAK << 4 | info & 15


def main():
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            data = bytearray(file.read())
        if data[:8] != b"!<arch>\n":
            sys.exit(f"unretain: {path} is no archive")
        place = 8
        while place < len(data):
            size = int(data[place + 48:place + 58])
            unmark(data, place + MEMBER)
            place += MEMBER + size + size % 2
        with open(path, "wb") as file:
            file.write(data)


if __name__ == "__main__":
    main()
