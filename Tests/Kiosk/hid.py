# SPDX-License-Identifier: Apache-2.0
"""Report descriptors of HID panels, and reports of fingers made by them."""

from dataclasses import dataclass, field

TIP, IN_RANGE, CONFIDENCE, CONTACT_ID = 0x0d0042, 0x0d0032, 0x0d0047, 0x0d0051
CONTACT_COUNT, CONTACT_MAXIMUM, SCAN_TIME = 0x0d0054, 0x0d0055, 0x0d0056
X, Y, WIDTH, HEIGHT = 0x010030, 0x010031, 0x0d0048, 0x0d0049
TOUCHSCREEN, TOUCHPAD, FINGER = 0x0d0004, 0x0d0005, 0x0d0022


@dataclass
class Field:
    """One value of a report: where it is, and what it can be."""

    usage: int
    report: int
    offset: int
    size: int
    low: int
    high: int
    application: int
    finger: int


@dataclass
class Finger:
    """What a panel is to report of a finger, positions as fractions of the glass."""

    number: int
    x: float
    y: float
    is_down: bool = True
    is_in_range: bool = True
    is_sure: bool = True


@dataclass
class _Globals:
    page: int = 0
    low: int = 0
    high: int = 0
    size: int = 0
    count: int = 0
    report: int = 0


@dataclass
class Descriptor:
    """What a report descriptor declares of its input and feature reports."""

    data: bytes
    inputs: list = field(default_factory=list)
    features: list = field(default_factory=list)
    lengths: dict = field(default_factory=dict)
    has_numbers: bool = False

    def __post_init__(self):
        state, saved, usages, span = _Globals(), [], [], [None, None]
        collections, ends, fingers = [], {}, 0
        at = 0
        while at < len(self.data):
            prefix = self.data[at]
            size = (0, 1, 2, 4)[prefix & 3]
            body = self.data[at + 1:at + 1 + size]
            at += 1 + size
            plain = int.from_bytes(body, "little")
            signed = int.from_bytes(body, "little", signed=True)
            item = prefix & 0xfc
            if item == 0x04:
                state.page = plain
            elif item == 0x14:
                state.low = signed
            elif item == 0x24:
                state.high = signed if signed >= state.low else plain
            elif item == 0x74:
                state.size = plain
            elif item == 0x94:
                state.count = plain
            elif item == 0x84:
                state.report, self.has_numbers = plain, True
            elif item == 0xa4:
                saved.append(_Globals(**vars(state)))
            elif item == 0xb4:
                state = saved.pop()
            elif item in (0x08, 0x18, 0x28):
                usage = plain if size == 4 else state.page << 16 | plain
                if item == 0x08:
                    usages.append(usage)
                else:
                    span[item == 0x28] = usage
                if None not in span:
                    usages += range(span[0], min(span[1], span[0] + 255) + 1)
                    span = [None, None]
            elif item == 0xa0:
                usage = usages[-1] if usages else 0
                # Fingers are logical collections of a panel, under any name.
                if len(collections) == 1 and collections[0][0] in (TOUCHSCREEN, TOUCHPAD):
                    fingers += 1
                collections.append((usage, fingers))
                usages = []
            elif item == 0xc0:
                collections.pop()
            elif item in (0x80, 0xb0, 0x90):
                self._add(item, plain, state, usages, collections, ends)
                usages = []
        self.lengths = {key: (bits + 7) // 8 for key, bits in ends.items()}

    def _add(self, item, flags, state, usages, collections, ends):
        key = (item, state.report)
        offset = ends.get(key, 0)
        ends[key] = offset + state.size * state.count
        if flags & 1 or (not flags & 2 and state.count > 8):
            return
        for index in range(state.count):
            usage = usages[min(index, len(usages) - 1)] if usages else 0
            finger = collections[1][1] if len(collections) > 1 else 0
            found = Field(usage, state.report, offset + index * state.size, state.size, state.low,
                          state.high, collections[0][0] if collections else 0, finger)
            if item == 0x80:
                self.inputs.append(found)
            elif item == 0xb0:
                self.features.append(found)

    def _empty(self, kind, report):
        return bytearray(self.lengths[kind, report])

    def _with_number(self, report, data):
        return bytes([report] if self.has_numbers else []) + bytes(data)

    def maximum(self, count):
        """The feature report that says that the panel knows `count` fingers, or as many as can be said:
        (number, bytes, fingers); None where there is no such report."""
        for found in self.features:
            if found.usage == CONTACT_MAXIMUM:
                data = self._empty(0xb0, found.report)
                count = min(count or found.high, found.high)
                put(data, found, count)
                return found.report, self._with_number(found.report, data), count
        return None

    @property
    def panel(self):
        """The fields of the report in which fingers are."""
        tips = [found for found in self.inputs
                if found.usage == TIP and found.application in (TOUCHSCREEN, TOUCHPAD)]
        return [found for found in self.inputs
                if tips and found.report == tips[0].report and found.application == tips[0].application]

    def frame(self, fingers, time):
        """The reports of one scan of the glass, `time` in steps of 100 µs. A panel with fewer places than
        fingers tells of the rest in further ones."""
        fields = self.panel
        places = sorted({found.finger for found in fields if found.usage == TIP})
        reports, rest = [], list(fingers)
        while rest or not reports:
            data = self._empty(0x80, fields[0].report)
            shown = dict(zip(places, rest, strict=False))
            for found in fields:
                finger = shown.get(found.finger)
                if found.usage == CONTACT_COUNT:
                    put(data, found, 0 if reports else len(fingers))
                elif found.usage == SCAN_TIME:
                    put(data, found, time & (1 << found.size) - 1)
                elif finger is not None:
                    put(data, found, value(found, finger))
            reports.append(self._with_number(fields[0].report, data))
            rest = rest[len(places):]
        return reports


def value(found, finger):
    """What a field says of a finger."""
    if found.usage in (X, Y):
        share = finger.x if found.usage == X else finger.y
        return found.low + round(share * (found.high - found.low))
    if found.usage in (WIDTH, HEIGHT):
        return found.low + (found.high - found.low) // 50
    return {TIP: finger.is_down, IN_RANGE: finger.is_in_range, CONFIDENCE: finger.is_sure,
            CONTACT_ID: finger.number}.get(found.usage, 0)


def put(data, found, number):
    """Writes a field into a report."""
    for bit in range(found.size):
        at = found.offset + bit
        if int(number) >> bit & 1:
            data[at // 8] |= 1 << at % 8
