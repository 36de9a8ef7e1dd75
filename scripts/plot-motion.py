#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws docs/motion/*.svg from what swell-probe answers.

Usage: scripts/plot-motion.py [PROBE [FOLDER]]
PROBE defaults to .build/debug/swell-probe, FOLDER to docs/motion. Python's standard library only.
"""

import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROBE = sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, ".build/debug/swell-probe")
FOLDER = sys.argv[2] if len(sys.argv) > 2 else os.path.join(ROOT, "docs/motion")

INK, FAINT, GRID = "#1B2130", "#6B7386", "#E4E7EE"
BLUE, RED, GREEN, AMBER, VIOLET = "#2F6BFF", "#E2574C", "#1E9E6A", "#D98A00", "#8A56E2"


def ask(*questions):
    """The probe's answers, in order."""
    text = "".join(json.dumps(question) + "\n" for question in questions)
    run = subprocess.run([PROBE], input=text, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    for question, answer in zip(questions, answers, strict=True):
        if "error" in answer:
            sys.exit(f"{question['q']}: {answer['error']}")
    return answers


def steps(start, end, count):
    """Evenly spaced numbers, both ends included."""
    return [start + (end - start) * index / count for index in range(count + 1)]


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


class Drawing:
    """An SVG file in the making."""

    def __init__(self, width, height, title):
        self.width, self.height = width, height
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" font-family="Inter, \'DejaVu Sans\', '
            f'Helvetica, sans-serif">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" fill="#FFFFFF"/>',
        ]

    def text(self, x, y, text, size=12, color=INK, anchor="start", weight="normal"):
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{color}" '
            f'text-anchor="{anchor}" font-weight="{weight}">{escape(text)}</text>'
        )

    def line(self, x1, y1, x2, y2, color=GRID, width=1.0, dash=None):
        extra = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
            f'stroke="{color}" stroke-width="{width}"{extra}/>'
        )

    def curve(self, points, color, width=2.0, dash=None):
        extra = f' stroke-dasharray="{dash}"' if dash else ""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(
            f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="{width}" '
            f'stroke-linejoin="round" stroke-linecap="round"{extra}/>'
        )

    def dot(self, x, y, color, radius=4):
        self.parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{color}" '
            f'stroke="#FFFFFF" stroke-width="1.5"/>'
        )

    def save(self, name):
        os.makedirs(FOLDER, exist_ok=True)
        path = os.path.join(FOLDER, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join([*self.parts, "</svg>", ""]))


class Axes:
    """A rectangle of a drawing with coordinates of its own."""

    def __init__(self, drawing, left, top, width, height, x, y):
        self.drawing, self.x, self.y = drawing, x, y
        self.left, self.top, self.width, self.height = left, top, width, height

    def at(self, x, y):
        """Where a value lies in the drawing."""
        return (
            self.left + (x - self.x[0]) / (self.x[1] - self.x[0]) * self.width,
            self.top + (self.y[1] - y) / (self.y[1] - self.y[0]) * self.height,
        )

    def grid(self, xs, ys, x_format="{:g}", y_format="{:g}", strong=()):
        for x in xs:
            px, _ = self.at(x, self.y[0])
            self.drawing.line(px, self.top, px, self.top + self.height)
            label = x_format.format(x)
            self.drawing.text(px, self.top + self.height + 16, label, 11, FAINT, "middle")
        for y in ys:
            _, py = self.at(self.x[0], y)
            color, width = (FAINT, 1) if y in strong else (GRID, 1)
            self.drawing.line(self.left, py, self.left + self.width, py, color, width)
            self.drawing.text(self.left - 8, py + 4, y_format.format(y), 11, FAINT, "end")

    def plot(self, xs, ys, color, width=2.0, dash=None):
        self.drawing.curve([self.at(x, y) for x, y in zip(xs, ys, strict=True)], color, width, dash)


def springs():
    """UIKit's two springs of the elastic button, and damping from swinging to creeping."""
    drawing = Drawing(860, 620, "Springs")
    drawing.text(60, 34, "The elastic button's springs", 16, weight="bold")
    drawing.text(60, 54, "covered share of the way over seconds", 12, FAINT)
    times = steps(0, 1.2, 360)
    press, release = ask(
        {"q": "spring", "duration": 0.5, "damping": 0.9, "velocity": 1.5, "t": times},
        {"q": "spring", "duration": 0.45, "damping": 0.15, "velocity": 5.5, "t": times},
    )
    axes = Axes(drawing, 60, 72, 760, 200, (0, 1.2), (0, 1.8))
    axes.grid(steps(0, 1.2, 6), [0, 0.5, 1, 1.5], "{:.1f}", strong=(1,))
    axes.plot(times, release["p"], RED)
    axes.plot(times, press["p"], BLUE)
    for answer, color in ((press, BLUE), (release, RED)):
        rest = answer["rest"]
        px, py = axes.at(rest, 1)
        drawing.dot(px, py, color)
        drawing.line(px, py + 6, px, py + 58, color, 0.8, "2 3")
        drawing.text(px, py + 72, f"at rest {rest:.3f} s", 11, color, "middle")
    drawing.text(470, 92, f"press D 0.5, ζ 0.9, v0 1.5: ω = {press['omega']:.4f}", 12, BLUE)
    drawing.text(470, 110, f"release D 0.45, ζ 0.15, v0 5.5: ω = {release['omega']:.4f}", 12, RED)

    drawing.text(60, 336, "Mass, stiffness and damping", 16, weight="bold")
    drawing.text(60, 356, "ω = 10, v0 = 0, from hardly damped to creeping", 12, FAINT)
    times = steps(0, 2, 300)
    ratios = [(0.1, RED), (0.4, AMBER), (0.7, GREEN), (1, BLUE), (2, VIOLET), (5, FAINT)]
    answers = ask(
        *(
            {"q": "spring", "mass": 1, "stiffness": 100, "damping": 20 * ratio, "t": times}
            for ratio, _ in ratios
        )
    )
    axes = Axes(drawing, 60, 374, 760, 200, (0, 2), (0, 1.8))
    axes.grid(steps(0, 2, 8), [0, 0.5, 1, 1.5], "{:.2f}", strong=(1,))
    for index, ((ratio, color), answer) in enumerate(zip(ratios, answers, strict=True)):
        axes.plot(times, answer["p"], color)
        drawing.text(400 + index * 72, 394, f"ζ = {ratio:g}", 12, color)
    drawing.save("springs.svg")


def interruption():
    """A press that is interrupted in mid-swell, and another one in mid-wobble."""
    touches = [[0, "down"], [0.12, "up"], [0.42, "down"], [0.9, "up"]]
    times = steps(-0.05, 2.1, 860)
    (answer,) = ask(
        {"q": "edges", "width": 200, "height": 80, "amplitude": 15, "style": "hold",
         "touches": touches, "t": times}
    )
    drawing = Drawing(860, 600, "A press interrupted in mid-flight")
    drawing.text(60, 34, "A press interrupted in mid-flight", 16, weight="bold")
    drawing.text(
        60, 54, "offset of the edges in points; the dashed lines are what each spring would have "
        "done if left alone", 12, FAINT)
    top = Axes(drawing, 60, 72, 760, 270, (-0.05, 2.1), (-15, 25))
    top.grid(steps(0, 2, 10), [-10, 0, 10, 15, 20], "{:.1f}", strong=(0, 15))
    bottom = Axes(drawing, 60, 400, 760, 150, (-0.05, 2.1), (-600, 600))
    drawing.text(60, 386, "velocity in points per second", 12, FAINT)
    bottom.grid(steps(0, 2, 10), [-500, 0, 500], "{:.1f}", strong=(0,))
    for count in range(1, len(touches)):
        begin, end = touches[count][0], min(touches[count][0] + 0.35, 2.1)
        span = [time for time in times if begin <= time <= end]
        (alone,) = ask({"q": "edges", "amplitude": 15, "touches": touches[:count], "t": span})
        top.plot(span, alone["offset"], FAINT, 1.2, "4 4")
    top.plot(times, answer["offset"], BLUE, 2.2)
    bottom.plot(times, answer["velocity"], RED, 1.8)
    for index, (time, phase) in enumerate(touches):
        (sample,) = ask({"q": "edges", "amplitude": 15, "touches": touches, "t": [time]})
        px, py = top.at(time, sample["offset"][0])
        drawing.line(px, 72, px, 342, INK, 0.8, "2 3")
        drawing.line(px, 400, px, 550, INK, 0.8, "2 3")
        drawing.dot(px, py, INK)
        label = {"down": "pressed", "up": "let go"}[phase]
        drawing.text(px + 5, 100 if index == 1 else 84, label, 11, INK)
    drawing.save("interruption.svg")


def styles():
    """Hold and tap, outward and inward."""
    times = steps(-0.02, 1.6, 540)
    cases = [
        ("hold, held for 0.6 s", {"style": "hold", "touches": [[0, "down"], [0.6, "up"]]}, BLUE),
        ("hold, a tap of 8 ms", {"style": "hold", "touches": [[0, "down"], [0.008, "up"]]}, GREEN),
        ("tap", {"style": "tap", "touches": [[0, "down"], [0.1, "up"]]}, RED),
        ("tap, amplitude −10", {"style": "tap", "amplitude": -10,
                                "touches": [[0, "down"], [0.1, "up"]]}, VIOLET),
    ]
    answers = ask(*({"q": "edges", "t": times, **case} for _, case, _ in cases))
    drawing = Drawing(860, 360, "The two styles of the elastic button")
    drawing.text(60, 34, "The two styles of the elastic button", 16, weight="bold")
    drawing.text(60, 54, "offset of the edges in points over seconds", 12, FAINT)
    axes = Axes(drawing, 60, 72, 760, 240, (-0.02, 1.6), (-13, 19))
    axes.grid(steps(0, 1.6, 8), [-10, 0, 10, 15], "{:.1f}", strong=(0,))
    for index, ((label, _, color), answer) in enumerate(zip(cases, answers, strict=True)):
        axes.plot(times, answer["offset"], color, 1.8)
        drawing.text(560, 92 + index * 18, label, 12, color)
    drawing.save("styles.svg")


def easings():
    """Every named curve and easing."""
    families = ["Sine", "Quad", "Cubic", "Quart", "Quint", "Expo", "Circ", "Back", "Elastic",
                "Bounce"]
    names = ["linear", "easeIn", "easeOut", "easeInEaseOut", "default", "bounceEaseOut"]
    names += [f"ease{way}{family}" for family in families for way in ("In", "Out", "InOut")]
    xs = steps(0, 1, 120)
    answers = ask(*({"q": "easing", "name": name, "x": xs} for name in names))
    drawing = Drawing(900, 1030, "Curves and easings")
    drawing.text(40, 34, "Curves and easings", 16, weight="bold")
    drawing.text(40, 54, "from 0 to 1 in both directions; the frame is the unit square", 12, FAINT)
    for index, (name, answer) in enumerate(zip(names, answers, strict=True)):
        left, top = 40 + index % 6 * 143, 90 + index // 6 * 158
        axes = Axes(drawing, left, top, 104, 84, (0, 1), (0, 1))
        drawing.parts.append(
            f'<rect x="{left}" y="{top}" width="104" height="84" fill="#F6F7FA" stroke="{GRID}"/>'
        )
        axes.plot(xs, answer["y"], BLUE if index < 5 else RED if index == 5 else GREEN, 1.8)
        drawing.text(left + 52, top + 124, name, 11, INK, "middle")
    drawing.save("easings.svg")


def motion_of_articles():
    """The bouncing ball, the elastic circle and the two waves."""
    drawing = Drawing(860, 640, "Ball, circle and waves")
    times = steps(0, 1, 800)
    ball, circle, literal, wave = ask(
        {"q": "keyframes", "values": [32, 268, 140, 268, 220, 268, 250, 268],
         "keyTimes": [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1],
         "curves": ["easeIn", "easeOut", "easeIn", "easeOut", "easeIn", "easeOut", "easeIn"],
         "t": times},
        {"q": "circle", "resting": 100, "released": 40, "literal": False, "t": times},
        {"q": "circle", "resting": 100, "released": 40, "literal": True, "t": times},
        {"q": "wave", "width": 200, "amplitude": 9, "frequency": 1.5, "phase": 30,
         "x": steps(0, 200, 400)},
    )
    drawing.text(60, 34, "Bouncing ball", 16, weight="bold")
    drawing.text(60, 52, "y in points, downward, over the share of the time", 12, FAINT)
    axes = Axes(drawing, 60, 66, 760, 140, (0, 1), (280, 20))
    axes.grid(steps(0, 1, 10), [32, 140, 220, 268], "{:.1f}", strong=(268,))
    axes.plot(times, ball["y"], BLUE)
    drawing.text(60, 258, "Elastic circle", 16, weight="bold")
    drawing.text(60, 276, "radius in points after letting go at 40, at rest at 100; the article's "
                 "formula (dashed) jumps", 12, FAINT)
    axes = Axes(drawing, 60, 290, 760, 140, (0, 1), (30, 170))
    axes.grid(steps(0, 1, 10), [40, 100, 160], "{:.1f}", strong=(100,))
    axes.plot(times, literal["radius"], FAINT, 1.4, "4 4")
    axes.plot(times, circle["radius"], RED)
    drawing.text(60, 482, "Waves", 16, weight="bold")
    drawing.text(60, 500, "front (solid) and back (dashed) at a phase of 30°, in points below the "
                 "crests", 12, FAINT)
    axes = Axes(drawing, 60, 514, 760, 80, (0, 200), (20, -2))
    axes.grid(steps(0, 200, 8), [0, 9, 18], strong=(9,))
    axes.plot(steps(0, 200, 400), wave["back"], AMBER, 1.6, "5 4")
    axes.plot(steps(0, 200, 400), wave["front"], BLUE)
    drawing.save("articles.svg")


if __name__ == "__main__":
    springs()
    interruption()
    styles()
    easings()
    motion_of_articles()
