#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How far a dragged circle is from the finger when its frame is seen, with and without prediction.

    scripts/touch-lag.py

A frame of a display of 60 Hz is begun 4 ms before its vblank with the reports that are there. Without
prediction it shows the newest one. With it, the finger's speed over the last 24 ms is taken on to the vblank:
slowed as far as the second half of these reports was slower, not below a speed that noise could be, and no
longer than until a report is overdue. Prints a table: mean and 99th percentile of the distance in points, for
motions as a hand makes them, for two that no hand can make (a turn on the spot, a halt without slowing down),
and for the recorded drag of Tests/EvdevTests/Traces.
"""

import bisect
import itertools
import math
import pathlib
import random

LEAD, REFRESH = 0.004, 1 / 60
RATES = (60, 90, 120, 180, 240)
TRACES = pathlib.Path(__file__).resolve().parent.parent / "Tests" / "EvdevTests" / "Traces"


def strokes(seed=3):
    """From place to place, with the least jerk that leads there, and pauses."""
    chance, start, place, legs = random.Random(seed), 0.0, (300.0, 400.0), []
    for _ in range(40):
        goal = (chance.uniform(100, 1100), chance.uniform(100, 700))
        length = max(0.12, math.dist(place, goal) / chance.uniform(600, 2500))
        legs.append((start, length, place, goal))
        start, place = start + length + chance.choice((0, 0, 0.05, 0.2)), goal
    starts = [leg[0] for leg in legs]

    def position(time):
        begin, length, one, other = legs[max(bisect.bisect_right(starts, time) - 1, 0)]
        part = min(max((time - begin) / length, 0), 1)
        way = 10 * part**3 - 15 * part**4 + 6 * part**5
        return tuple(a + (b - a) * way for a, b in zip(one, other, strict=True))

    return position


def turn_on_the_spot(time):
    """900 points a second, to and fro."""
    part = time % 0.6 / 0.6
    return 300 + 540 * (2 * part if part < 0.5 else 2 - 2 * part), 400


def halt(time):
    """800 points a second, then still from one instant to the next."""
    count, rest = divmod(time, 0.6)
    way = 800 * min(rest, 0.4)
    return (300 + way if count % 2 == 0 else 620 - way), 400


MOTIONS = {
    "strokes": strokes(),
    "circles, 1 Hz": lambda t: (640 + 200 * math.cos(math.tau * t), 400 + 200 * math.sin(math.tau * t)),
    "a slow drag": lambda t: (640 + 150 * math.sin(1.885 * t), 400 + 40 * math.sin(1.319 * t)),
    "to and fro, 2.5 Hz": lambda t: (500 + 150 * math.sin(5 * math.pi * t), 400),
    "lying still": lambda t: (500, 300),
    "a turn on the spot": turn_on_the_spot,
    "a halt": halt,
}


def reports(position, hertz, noise=0.3, length=18.0):
    """What a panel says that rounds to half points and keeps quiet while nothing changes."""
    chance, told, last = random.Random(1), [], None
    time = chance.random() / hertz
    while time < length:
        here = tuple(round((value + chance.gauss(0, noise)) * 2) / 2 for value in position(time))
        if here != last:
            told.append((time, *here))
        last, time = here, time + 1 / hertz
    return told


def newest(told, index, _):
    return told[index][1:]


def predicted(told, index, vblank):
    time, x, y = told[index]
    first = index
    while first > 0 and told[first][0] - told[first - 1][0] <= 0.025 and (
            time - told[first - 1][0] <= 0.024 or index - first < 2):
        first -= 1
    if index - first < 2:
        return x, y
    length, middle = time - told[first][0], min((first + index + 1) // 2, index - 1)
    since = time - told[middle][0]
    speed = [(now - then) / length for now, then in zip((x, y), told[first][1:], strict=True)]
    late = [(now - then) / since for now, then in zip((x, y), told[middle][1:], strict=True)]
    square = speed[0] ** 2 + speed[1] ** 2
    ahead = vblank - time
    if square == 0 or ahead > 1.2 * length / (index - first) + 0.005:
        return x, y
    slowing = min(max((speed[0] * late[0] + speed[1] * late[1]) / square, 0), 1)
    trust = min(max((math.sqrt(square) * slowing - 130) / 150, 0), 1)
    return tuple(value + each * slowing * trust * ahead for value, each in zip((x, y), speed, strict=True))


def distances(told, position, until, guess):
    """Mean and 99th percentile."""
    times = [report[0] for report in told]
    found = []
    for frame in itertools.count(1):
        vblank = times[0] + 4 * LEAD + frame * REFRESH
        if vblank > until:
            break
        index = bisect.bisect_right(times, vblank - LEAD) - 1
        found.append(math.dist(guess(told, index, vblank), position(vblank)))
    found.sort()
    return sum(found) / len(found), found[int(0.99 * (len(found) - 1))]


def recorded():
    """Each trace that is of a drag: its name and its reports. The others are of what panels do wrong."""
    for path in sorted(TRACES.glob("*drag*.txt")):
        told, place, moved = [], {}, False
        for line in path.read_text().splitlines():
            if not line.startswith("E:"):
                continue
            _, time, kind, code, value = line.split()
            if kind == "0003" and code in ("0000", "0001", "0035", "0036"):
                place[int(code, 16) % 0x35 % 2] = float(value)
                moved = True
            elif kind == "0000" and moved and len(place) == 2:
                told.append((float(time), place[0], place[1]))
                moved = False
        yield path.stem, told


def along(told):
    times = [report[0] for report in told]

    def position(time):
        index = min(max(bisect.bisect_right(times, time) - 1, 0), len(told) - 2)
        one, other = told[index], told[index + 1]
        part = min(max((time - one[0]) / (other[0] - one[0]), 0), 1)
        return tuple(a + (b - a) * part for a, b in zip(one[1:], other[1:], strict=True))

    return position


def main():
    print("| Motion | Reports | Newest: mean, p99 | Predicted: mean, p99 |\n|---|---|---|---|")

    def row(name, rate, told, position, until):
        one, other = (distances(told, position, until, guess) for guess in (newest, predicted))
        mark = " **worse**" if any(b > a + 0.05 for a, b in zip(one, other, strict=True)) else ""
        print(f"| {name} | {rate} | {one[0]:.1f}, {one[1]:.1f} | {other[0]:.1f}, {other[1]:.1f}{mark} |")

    for name, position in MOTIONS.items():
        for hertz in RATES:
            row(name, f"{hertz} Hz", reports(position, hertz), position, 17.5)
    for name, told in recorded():
        row(f"`{name}.txt`", "recorded", told, along(told), told[-1][0])


if __name__ == "__main__":
    main()
