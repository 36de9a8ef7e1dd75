#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks swell-probe thousands of questions and compares with a reference in another language.

Usage: scripts/check-motion.py [PROBE] [--seed N] [--count N]

The reference works in decimal arithmetic of 50 digits, or exactly in fractions, from the formulas of
docs/motion.md. Numbers must agree to 1e-9 (relative to their size where they are large), and no input
may bring a NaN, a wrong number of answers or an exit. Python's standard library only.
"""

import argparse
import json
import os
import random
import subprocess
import sys
from decimal import Decimal as D
from decimal import getcontext
from fractions import Fraction as F

getcontext().prec = 50
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PI = D("3.14159265358979323846264338327950288419716939937510582")
EPSILON = D("0.001")


def sincos(x):
    """Sine and cosine by Taylor's series on a reduced argument."""
    x = x % (2 * PI)
    x, doublings = x / 1024, 10
    s, c, term_s, term_c = D(0), D(0), x, D(1)
    for k in range(1, 40, 2):
        s, c = s + term_s, c + term_c
        term_c = -term_c * x * x / (k * (k + 1))
        term_s = -term_s * x * x / ((k + 1) * (k + 2))
    for _ in range(doublings):
        s, c = 2 * s * c, c * c - s * s
    return s, c


def power_of_two(x):
    return (x * D(2).ln()).exp()


# Springs


def newton(duration, zeta, v0):
    """ω by 12 Newton steps, and how far the last step went; None where they break off."""
    omega, step = 5 / duration, D(1)
    for _ in range(12):
        if not D("1e-6") < abs(omega) < D("1e6"):
            return None
        if zeta < 1:
            root = (1 - zeta * zeta).sqrt()
            decay = (-zeta * omega * duration).exp()
            g = (zeta * omega - v0) / (omega * root) * decay
            slope = decay / (root * omega**2) * (v0 - zeta * duration * omega * (zeta * omega - v0))
            value, slope = EPSILON - abs(g), -slope if g >= 0 else slope
        else:
            decay = (-omega * duration).exp()
            value = ((omega - v0) * duration + 1) * decay + (-EPSILON if omega >= v0 else EPSILON)
            slope = -(duration**2) * (omega - v0) * decay
        if slope == 0:
            return None
        step = value / slope
        omega -= step
    return (omega, abs(step / omega)) if omega > 0 else None


class Oscillator:
    """x″ + 2ζω x′ + ω² x = 0 in 50 digits."""

    def __init__(self, omega, zeta):
        self.omega, self.zeta = omega, zeta

    def state(self, x, v, t):
        """Displacement and rate t seconds after x and v."""
        omega, zeta = self.omega, self.zeta
        rate = zeta * omega
        if zeta == 1:
            decay, drive = (-omega * t).exp(), v + omega * x
            return decay * (x + drive * t), decay * (v - omega * drive * t)
        if zeta < 1:
            wd = omega * (1 - zeta * zeta).sqrt()
            s, c = sincos(wd * t)
            decay, b = (-rate * t).exp(), (v + rate * x) / wd
            return (
                decay * (x * c + b * s),
                decay * ((b * wd - rate * x) * c - (x * wd + rate * b) * s),
            )
        root = (zeta * zeta - 1).sqrt()
        r1, r2 = omega * (-zeta + root), omega * (-zeta - root)
        c2 = (v - r1 * x) / (r2 - r1)
        c1 = x - c2
        e1, e2 = (r1 * t).exp(), (r2 * t).exp()
        return c1 * e1 + c2 * e2, c1 * r1 * e1 + c2 * r2 * e2

    def rest(self, x, v, limit=D("0.1")):
        """When the sine's amplitude has decayed to the limit; below critical damping only."""
        wd = self.omega * (1 - self.zeta**2).sqrt()
        bound = (x * x + ((v + self.zeta * self.omega * x) / wd) ** 2).sqrt()
        return max((bound / limit).ln() / (self.zeta * self.omega), D(0)) if bound else D(0)


def spring_questions(dice):
    times = [dice.uniform(0, 2) for _ in range(4)]
    if dice.random() < 0.5:
        zeta = dice.choice([1, dice.uniform(0.02, 1), dice.uniform(0.02, 0.999)])
        question = {"q": "spring", "duration": dice.uniform(0.05, 4), "damping": zeta,
                    "velocity": dice.uniform(-4, 6), "t": times}
        reached = newton(D(question["duration"]), D(zeta), D(question["velocity"]))

        def check(answer):
            omega = D(answer["omega"])
            if reached and reached[1] < D("1e-12"):
                yield answer["omega"], reached[0]
            yield from spring_values(question, answer, omega, D(zeta))
    else:
        mass, stiffness = dice.uniform(0.1, 5), 10 ** dice.uniform(-1, 4)
        ratio = dice.choice([0, 0.1, 0.5, 0.99, 1 - 1e-9, 1 + 1e-9, 1.01, 3, 200,
                             dice.uniform(0, 2)])
        question = {"q": "spring", "mass": mass, "stiffness": stiffness,
                    "damping": 2 * ratio * (mass * stiffness) ** 0.5,
                    "velocity": dice.uniform(-9, 9), "t": times}

        def check(answer):
            omega = (D(stiffness) / D(mass)).sqrt()
            zeta = D(question["damping"]) / (2 * (D(mass) * D(stiffness)).sqrt())
            yield answer["omega"], omega
            yield from spring_values(question, answer, omega, zeta)

    return question, check


def spring_values(question, answer, omega, zeta):
    v0, oscillator = D(question["velocity"]), Oscillator(omega, zeta)
    for t, p, v in zip(question["t"], answer["p"], answer["v"], strict=True):
        x, rate = oscillator.state(D(1), -v0, D(t))
        yield p, 1 - x
        yield v, -rate
    if D("0.01") < zeta < D("0.95"):
        yield answer["rest"], oscillator.rest(D(15), -15 * v0)


def edges_questions(dice):
    style = dice.choice(["hold", "tap"])
    amplitude = dice.choice([15, 10, -8, dice.uniform(1, 40)])
    touches, now = [], 0.0
    for _ in range(dice.randint(1, 4)):
        now += dice.uniform(0.001, 0.5)
        touches.append([now, "down"])
        now += dice.uniform(0.001, 0.5)
        touches.append([now, dice.choice(["up", "cancel"])])
    times = sorted(dice.uniform(-0.1, now + 2.5) for _ in range(10))
    question = {"q": "edges", "width": 200, "height": 80, "amplitude": amplitude, "style": style,
                "touches": touches, "t": times}

    def check(answer):
        length = D("0.5") if style == "hold" else D("0.25")
        press = (newton(length, D(0.9), D(1.5))[0], D(0.9), D(1.5))
        release = (newton(D(0.45), D(0.15), D(5.5))[0], D(0.15), D(5.5))
        # What is asked for when: a tap lets go by itself unless it is pressed again before.
        changes = []
        for time, phase in touches:
            if style == "hold":
                changes.append((D(time), phase == "down"))
            elif phase == "down":
                if changes and changes[-1][0] > D(time):
                    changes.pop()
                changes += [(D(time), True), (D(time) + length, False)]
        segments, x, v, target, since, spring = [], D(0), D(0), D(0), None, None
        for time, is_press in changes:
            if spring:
                x, v = settle(spring, x, v, time - since)
            value = target + x
            spring, target = (press, D(amplitude)) if is_press else (release, D(0))
            x, since = value - target, time
            v -= spring[2] * x
            segments.append((time, spring, x, v, target))
        for t, offset, velocity in zip(times, answer["offset"], answer["velocity"], strict=True):
            begun = [segment for segment in segments if segment[0] <= D(t)]
            if not begun:
                yield offset, D(0)
                continue
            time, spring, x, v, target = begun[-1]
            x, v = settle(spring, x, v, D(t) - time)
            yield offset, target + x
            yield velocity, v

    return question, check


def settle(spring, x, v, elapsed):
    """The motion, landed once it is at rest."""
    oscillator = Oscillator(spring[0], spring[1])
    if elapsed >= oscillator.rest(x, v):
        return D(0), D(0)
    return oscillator.state(x, v, elapsed)


# Curves


NAMED = {"linear": (0, 0, 1, 1), "easeIn": (0.42, 0, 1, 1), "easeOut": (0, 0, 0.58, 1),
         "easeInEaseOut": (0.42, 0, 0.58, 1), "default": (0.25, 0.1, 0.25, 1)}
FAMILIES = ("Sine", "Quad", "Cubic", "Quart", "Quint", "Expo", "Circ", "Back", "Elastic", "Bounce")
EASINGS = [f"ease{way}{family}" for family in FAMILIES for way in ("In", "Out", "InOut")]
EASINGS.append("bounceEaseOut")


def bezier(points, x):
    """y by bisection of the parameter."""
    x1, y1, x2, y2 = (D(p) for p in points)
    if x <= 0 or x >= 1:
        return D(0) if x <= 0 else D(1)
    low, high = D(0), D(1)
    for _ in range(150):
        t = (low + high) / 2
        if 3 * (1 - t) ** 2 * t * x1 + 3 * (1 - t) * t * t * x2 + t**3 < x:
            low = t
        else:
            high = t
    return 3 * (1 - t) ** 2 * t * y1 + 3 * (1 - t) * t * t * y2 + t**3


def ease_in(family, x):
    """An easing's first half, from which symmetry makes the others."""
    if family == "Sine":
        return 1 - sincos(x * PI / 2)[1]
    if family in ("Quad", "Cubic", "Quart", "Quint"):
        return x ** (2 + ("Quad", "Cubic", "Quart", "Quint").index(family))
    if family == "Expo":
        return power_of_two(10 * x - 10)
    if family == "Circ":
        return 1 - (1 - x * x).sqrt()
    if family == "Back":
        c = D("1.70158")
        return (c + 1) * x**3 - c * x * x
    if family == "Elastic":
        return -power_of_two(10 * x - 10) * sincos((10 * x - D("10.75")) * 2 * PI / 3)[0]
    return 1 - bounce(1 - x)


def bounce(x):
    n, d = D("7.5625"), D("2.75")
    for end, shift, height in ((1, 0, 0), (2, D("1.5"), D("0.75")),
                               (D("2.5"), D("2.25"), D("0.9375"))):
        if x < end / d:
            return n * (x - shift / d) ** 2 + height
    return n * (x - D("2.625") / d) ** 2 + D("0.984375")


def easing(name, x):
    if x <= 0 or x >= 1:
        return D(0) if x <= 0 else D(1)
    if name == "bounceEaseOut":
        if x < D(4) / 11:
            return 121 * x * x / 16
        if x < D(8) / 11:
            return D(363) / 40 * x * x - D(99) / 10 * x + D(17) / 5
        if x < D(9) / 10:
            return D(4356) / 361 * x * x - D(35442) / 1805 * x + D(16061) / 1805
        return D(54) / 5 * x * x - D(513) / 25 * x + D(268) / 25
    both = name.startswith("easeInOut")
    family = name[9:] if both else name[6:] if name.startswith("easeIn") else name[7:]
    if not both:
        return ease_in(family, x) if name.startswith("easeIn") else 1 - ease_in(family, 1 - x)
    if x > D("0.5"):
        return 1 - easing(name, 1 - x)
    if family == "Back":
        c = D("1.70158") * D("1.525")
        return (2 * x) ** 2 * ((c + 1) * 2 * x - c) / 2
    if family == "Elastic":
        angle = (20 * x - D("11.125")) * 2 * PI / D("4.5")
        return -power_of_two(20 * x - 10) * sincos(angle)[0] / 2
    return ease_in(family, 2 * x) / 2


def curve(value, x):
    if isinstance(value, str):
        return bezier(NAMED[value], x) if value in NAMED else easing(value, x)
    return bezier(value, x)


def random_curve(dice):
    kind = dice.random()
    if kind < 0.3:
        return dice.choice(list(NAMED))
    if kind < 0.6:
        return dice.choice(EASINGS)
    edge = [0, 1, dice.random(), 1e-7 * dice.random(), 1 - 1e-7 * dice.random()]
    return [dice.choice(edge), dice.uniform(-2, 3), dice.choice(edge), dice.uniform(-2, 3)]


def random_share(dice):
    return dice.choice([dice.random(), dice.random() ** 9, 1 - dice.random() ** 9, 0.5, 0, 1,
                        0.5 + dice.uniform(-1, 1) * 1e-12, dice.uniform(-1, 2)])


def curve_questions(dice):
    value = random_curve(dice)
    question = {"q": "curve", "x": [random_share(dice) for _ in range(6)]}
    if isinstance(value, str):
        question["name"] = value
        question["q"] = "curve" if value in NAMED else "easing"
    else:
        question["points"] = value

    def check(answer):
        for x, y in zip(question["x"], answer["y"], strict=True):
            yield y, curve(value, D(x))

    return question, check


def keyframes_questions(dice):
    count = dice.randint(1, 6)
    key_times = sorted(dice.choice([dice.random(), dice.randint(0, 8) / 8]) for _ in range(count))
    curves = [random_curve(dice) for _ in range(count - 1)]
    columns = dice.choice([0, 0, 3])
    values = [[dice.uniform(-300, 300) for _ in range(max(columns, 1))] for _ in range(count)]
    times = [random_share(dice) for _ in range(5)] + key_times
    question = {"q": "keyframes", "values": values if columns else [v[0] for v in values],
                "keyTimes": key_times, "curves": curves, "t": times}

    def check(answer):
        for t, y in zip(times, answer["y"], strict=True):
            index = max((i for i in range(count) if key_times[i] <= t), default=-1)
            for column, shown in enumerate(y if columns else [y]):
                if index < 0 or index == count - 1:
                    yield shown, D(values[max(index, 0)][column])
                    continue
                start, end = key_times[index], key_times[index + 1]
                # In doubles: at a vertical tangent the next double is another picture.
                share = curve(curves[index], D((t - start) / (end - start)))
                a, b = D(values[index][column]), D(values[index + 1][column])
                yield shown, a + (b - a) * share

    return question, check


# Timing


def timing_questions(dice):
    def eighth(low, high):
        return dice.randint(low * 8, high * 8) / 8

    def speed():
        return dice.choice([1, 1, 2, 0.5, -1, -2, 0, 4])

    animation = {
        "beginTime": eighth(-2, 2), "duration": dice.choice([0, -1, 0.5, 1, 2, 4]),
        "speed": speed(), "timeOffset": dice.choice([0, 0, eighth(-4, 4)]),
        "repeatCount": dice.choice([0, 1, 2, 3.5, 0.25, "inf"]),
        "repeatDuration": dice.choice([0, 0, 0, 3, 0.75, "inf"]),
        "autoreverses": dice.random() < 0.5,
        "fillMode": dice.choice(["removed", "forwards", "backwards", "both"]),
    }
    parents = [{"beginTime": eighth(-2, 2), "speed": speed(), "timeOffset": eighth(-2, 2)}
               for _ in range(dice.randint(0, 3))]
    times = [eighth(-3, 9) for _ in range(10)] + ["inf", "nan"]
    question = {"q": "timing", "animation": animation, "parents": parents, "t": times}

    def check(answer):
        for t, progress in zip(times, answer["progress"], strict=True):
            expected = None if isinstance(t, str) else timing(animation, parents, F(t))
            if (progress is None) != (expected is None):
                yield "nan", D(0)
            elif progress is not None:
                yield progress, D(expected.numerator) / D(expected.denominator)

    return question, check


def timing(animation, parents, time):
    """Progress by exact fractions."""
    for parent in parents:
        time = (time - F(parent["beginTime"])) * F(parent["speed"]) + F(parent["timeOffset"])
    begin, speed, offset = (F(animation[key]) for key in ("beginTime", "speed", "timeOffset"))
    duration = F(animation["duration"]) if animation["duration"] > 0 else F(1, 4)
    count, length = animation["repeatCount"], animation["repeatDuration"]
    endless = length == "inf" or (length == 0 and count == "inf") or speed == 0
    if not endless and length:
        active = F(length)
    elif not endless:
        active = F(count or 1) * duration * (2 if animation["autoreverses"] else 1)
    fill = animation["fillMode"]

    def fold(local, from_below=False):
        runs = local / duration
        index = runs.numerator // runs.denominator
        if from_below and runs == index:
            index -= 1
        share = runs - index
        return 1 - share if animation["autoreverses"] and index % 2 else share

    if time < begin:
        return fold(offset) if fill in ("backwards", "both") else None
    if not endless and time >= begin + active / abs(speed):
        if time > begin + active / abs(speed) and fill not in ("forwards", "both"):
            return None
        return fold(offset + (active if speed > 0 else -active), from_below=speed > 0)
    return fold((time - begin) * speed + offset)


# Circle and waves


def circle_questions(dice):
    resting, released = dice.uniform(0, 200), dice.uniform(0, 400)
    literal = dice.random() < 0.5
    times = [0, 1, dice.uniform(1, 9)] + [dice.random() for _ in range(5)]
    question = {"q": "circle", "resting": resting, "released": released, "literal": literal,
                "t": times}

    def check(answer):
        for t, radius in zip(times, answer["radius"], strict=True):
            x, tau = D(t), D("0.3")
            e = power_of_two(-10 * x) * sincos((x - tau / 4) * 2 * PI / tau)[0]
            swing = (D(released) - D(resting)) * e * (1 if literal else -1)
            yield radius, D(resting) if t >= 1 else max(D(resting) + swing, D(0))

    return question, check


def wave_questions(dice):
    question = {"q": "wave", "width": dice.uniform(10, 500), "amplitude": dice.uniform(0, 30),
                "frequency": dice.uniform(0.1, 5), "phase": dice.uniform(0, 360),
                "x": [dice.uniform(-50, 600) for _ in range(6)]}

    def check(answer):
        width, amplitude, frequency, phase = (
            D(question[key]) for key in ("width", "amplitude", "frequency", "phase"))
        for x, front, back in zip(question["x"], answer["front"], answer["back"], strict=True):
            s, c = sincos(2 * PI * frequency * D(x) / width + phase * PI / 180)
            yield front, amplitude * s + amplitude
            yield back, amplitude * c + amplitude

    return question, check


# Odd numbers


ODD = ["nan", "inf", "-inf", 0, -0.0, 1, -1, 0.5, 1e-300, -1e-300, 1e300, -1e300, 5e-324, 1.7e308,
       -1.7e308, 1e18, 9.3e18, -9.3e18, 1e-9, 1.0000000000000002, 0.25, 3, -7.5]


def odd_questions(dice):
    def one():
        return dice.choice(ODD)

    def some():
        return [one() for _ in range(dice.randint(0, 5))]

    points = [one() for _ in range(4)]
    fields = ("beginTime", "duration", "speed", "timeOffset", "repeatCount", "repeatDuration")
    count = dice.randint(1, 4)
    question = dice.choice([
        {"q": "spring", "duration": one(), "damping": one(), "velocity": one(), "t": some()},
        {"q": "spring", "mass": one(), "stiffness": one(), "damping": one(), "velocity": one(),
         "t": some()},
        {"q": "edges", "amplitude": one(), "style": dice.choice(["hold", "tap"]), "t": some(),
         "touches": [[one(), dice.choice(["down", "up", "cancel"])] for _ in range(count)],
         "press": {"duration": one(), "damping": one(), "velocity": one()}},
        {"q": "curve", "points": points, "x": some()},
        {"q": "easing", "name": dice.choice(EASINGS), "x": some()},
        {"q": "keyframes", "values": [one() for _ in range(count)], "t": some(),
         "keyTimes": [one() for _ in range(count)], "curves": [points] * (count - 1)},
        {"q": "timing", "animation": {key: one() for key in fields}, "t": some(),
         "parents": [{key: one() for key in ("beginTime", "speed", "timeOffset")}]},
        {"q": "circle", "resting": one(), "released": one(), "literal": False, "t": some()},
        {"q": "wave", "width": one(), "amplitude": one(), "frequency": one(), "phase": one(),
         "x": some()},
    ])

    def check(answer):
        text = json.dumps(answer)
        if '"nan"' in text or '"error"' in text:
            yield "nan", D(0)

    return question, check


KINDS = {"spring": spring_questions, "edges": edges_questions, "curve": curve_questions,
         "keyframes": keyframes_questions, "timing": timing_questions, "circle": circle_questions,
         "wave": wave_questions, "odd numbers": odd_questions}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("probe", nargs="?", default=os.path.join(ROOT, ".build/debug/swell-probe"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=400, help="questions of each kind")
    options = parser.parse_args()
    dice = random.Random(options.seed)
    asked = [(kind, *make(dice)) for kind, make in KINDS.items() for _ in range(options.count)]
    text = "".join(json.dumps(question) + "\n" for _, question, _ in asked)
    run = subprocess.run([options.probe], input=text, capture_output=True, text=True, timeout=300,
                         check=False)
    lines = run.stdout.splitlines()
    if run.returncode or len(lines) != len(asked):
        sys.exit(f"{len(lines)} answers to {len(asked)} questions, exit {run.returncode}")
    failures, worst, numbers = 0, dict.fromkeys(KINDS, D(0)), 0
    for (kind, question, check), line in zip(asked, lines, strict=True):
        answer = json.loads(line)
        for shown, expected in check(answer):
            numbers += 1
            odd = isinstance(shown, str)
            error = D("Infinity") if odd else abs(D(shown) - expected) / max(D(1), abs(expected))
            worst[kind] = max(worst[kind], error)
            if error > D("1e-9"):
                failures += 1
                if failures <= 10:
                    print(f"{kind}: {shown} instead of {expected:.15}\n  {json.dumps(question)}")
                break
    for kind, error in worst.items():
        print(f"{kind:12} largest error {error:.1e}")
    print(f"{len(asked)} questions, {numbers} numbers, {failures} wrong")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
