# SPDX-License-Identifier: Apache-2.0
"""A circle that a finger drags and a chart that is drawn, seen from the kernel's scanout."""

import itertools
import math

from kiosk import KioskCase, until

# Both move slowly enough for photographs to lie within.
SCENE = """\
[display]
scale = 1
background = "#101418"

[[circle]]
id = "pull"
frame = { x = 0, y = 0, width = 600, height = "100%", anchor = "top-left" }
resting = 100
duration = 6
color = "#6666FF"

[[chart]]
id = "week"
frame = { x = 700, y = 200, width = 480, height = 270, anchor = "top-left" }
labels = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
draw = 4
elastic = { amplitude = 16, press = { duration = 2 } }
"""
GROUND, BLUE = (0x10, 0x14, 0x18), (0x66, 0x66, 0xFF)
LEFT, TOP, WIDTH, HEIGHT, PADDING = 700, 200, 480, 270, 25
VALUES = (12, 28, 20, 36, 31, 44, 20)
POINTS = [(LEFT + PADDING + (place + 0.5) * (WIDTH - PADDING) / 7,
           TOP + HEIGHT - PADDING - value / 10 * (HEIGHT - PADDING) / 6)
          for place, value in enumerate(VALUES)]


def tip(share):
    """How far to the right the line goes when a share of its length is drawn."""
    pieces = [(one, other, math.dist(one, other)) for one, other in itertools.pairwise(POINTS)]
    rest = share * sum(length for _, _, length in pieces)
    for (x, _), (other, _), length in pieces:
        if rest <= length:
            return x + (other - x) * rest / length
        rest -= length
    return POINTS[-1][0]


def is_warm(pixel):
    """Whether it is of the line, its discs or the bubble: all else is grey or blue."""
    return pixel[0] > pixel[2] + 40


class Widgets(KioskCase):
    """The articles' other two widgets."""

    display = "virtio-gpu"

    def setUp(self):
        super().setUp()
        self.kiosk.configure(SCENE)
        self.client, self.listener = self.connection(), self.connection()
        self.listener.call("subscribe", events=["drag", "drop", "settle", "cancel", "drawn"])
        self.reference = self.kiosk.reference(SCENE)
        self.panel = self.touchscreen("slots", self.client)
        self.client.rest()

    def heard(self, kind):
        """The next event that is of this kind."""
        while True:
            event = self.listener.event()
            if event["type"] == kind:
                return event

    def radius(self, x, y):
        """Half of the disc's width on a photograph, in the row of its middle, which is where it should be."""
        row = self.kiosk.photograph().crop(0, round(y), 600, 1)
        inked = [column for column in range(600) if row[column, 0] != GROUND]
        if inked:
            self.assertAlmostEqual((inked[0] + inked[-1] + 1) / 2, x, delta=1)
        return len(inked) / 2

    def test_circle(self):
        """a circle follows the finger that drags it, swings when it is let go, and comes to rest"""
        empty = self.kiosk.steady_photograph()
        self.panel.down(300, 400)
        self.assertEqual(self.heard("drag")["phase"], "began")
        self.assertEqual(self.kiosk.steady_photograph(), empty)
        for x, y in ((460, 400), (300, 580), (420, 490)):
            self.client.come_to_rest(lambda x=x, y=y: self.panel.move(x, y))
            circle = self.client.call("circle.get", id="pull")
            self.assertAlmostEqual(circle["radius"], math.dist((x, y), (300, 400)), delta=1)
            seen = self.kiosk.steady_photograph()
            box = empty.difference(seen).box
            for side in box[2:]:
                self.assertAlmostEqual(side, 2 * circle["radius"], delta=2)
            self.assertAlmostEqual(box[0], circle["x"] - circle["radius"], delta=1)
            self.assertAlmostEqual(box[1], circle["y"] - circle["radius"], delta=1)
            self.assertEqual(seen[300, 400], BLUE)
        self.keep(seen, "circle dragged")
        self.panel.up()
        drop = self.heard("drop")
        self.assertAlmostEqual(drop["radius"], 150, delta=1)
        # From 150 it goes through its radius at rest, to 81 and back.
        until(lambda: 75 < self.radius(circle["x"], circle["y"]) < 95, "it is smaller than at rest", limit=5)
        before = self.reference.rest()
        for phase, place in (("down", circle), ("move", drop), ("up", drop)):
            self.reference.call("touch.send", slot=0, phase=phase, x=place["x"], y=place["y"])
        self.assertEqual(self.heard("settle")["radius"], 100)
        self.reference.rest(before)
        self.assert_screen_shows(self.reference.screenshot(), "circle at rest")
        # Its middle is where the panel says, which is on no whole pixel.
        self.assertAlmostEqual(self.radius(circle["x"], circle["y"]), 100, delta=1)

    def test_chart(self):
        """a chart is drawn from left to right, has its bubble at the end, and swells when it is tapped"""
        empty = self.kiosk.steady_photograph()
        self.assertFalse(any(is_warm(empty[x, y]) for x, y in itertools.product(
            range(LEFT, LEFT + WIDTH, 3), range(TOP, TOP + HEIGHT, 3))))
        words = " ".join(str(value) for value in VALUES)
        self.kiosk.check(f"swellctl chart --id week {words}")
        shares = [until(lambda: (share := self.client.call("chart.get")["shown"]) > 0.3 and share,
                        "a part is drawn")]
        seen = self.kiosk.photograph()
        shares.append(self.client.call("chart.get")["shown"])
        self.keep(seen, "chart half drawn")
        part = seen.crop(LEFT, TOP, WIDTH, HEIGHT)
        warm = [LEFT + x for x in range(WIDTH) if any(is_warm(part[x, y]) for y in range(HEIGHT))]
        # A disc in front, a round cap behind; what is asked is told a frame before it is seen.
        self.assertAlmostEqual(warm[0], POINTS[0][0] - 4, delta=1)
        self.assertGreaterEqual(warm[-1] + 1, tip(shares[0] - 0.02) + 1)
        self.assertLessEqual(warm[-1], tip(shares[1]) + 3)
        self.reference.come_to_rest(
            lambda: self.reference.call("chart.set", id="week", values=VALUES, animate="none"))
        expected = self.reference.screenshot()
        self.heard("drawn")
        self.assert_screen_shows(expected, "chart with its bubble")
        # 30 wide, 2 left of the last point's middle, from 34 above it on.
        x, y = POINTS[-1]
        self.assertTrue(is_warm(expected[round(x - 15), round(y - 18)]))
        self.assertTrue(is_warm(expected[round(x + 11), round(y - 18)]))
        self.assertFalse(is_warm(expected[round(x + 15), round(y - 18)]))
        # Beside the chart, at half of its height, there is background at rest; at most 8 go out there.
        beside = LEFT - 3, TOP + HEIGHT // 2
        self.assertEqual(expected[beside], GROUND)
        self.panel.down(LEFT + 100, TOP + 60)
        until(lambda: self.kiosk.photograph()[beside] != GROUND, "it swells", limit=10)
        self.panel.up()
        self.assert_screen_shows(expected, "chart after a tap")
