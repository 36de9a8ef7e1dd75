# SPDX-License-Identifier: Apache-2.0
"""Fingers on the kernel's touch devices."""

from kiosk import KioskCase, by_hand, scene, until

# The button's rest rectangle is 200 × 80 points; its edges bow out by half of the amplitude of 15.
HALF_WIDTH, HALF_HEIGHT, BOW = 100, 40, 7.5


class Touch:
    """Every kind of touch device, on one button."""

    def setUp(self):
        super().setUp()
        self.kiosk.configure(scene())
        self.client, self.listener = self.connection(), self.connection()
        self.listener.call("subscribe", events=["press", "release", "trigger", "cancel"])
        width, height = self.kiosk.size
        self.centre = width // 2, height * 3 // 4
        self.client.call("progress.set", percent=0, over=0)
        self.kiosk.run("rm -f /run/swell/pressed")

    def heard(self, *expected):
        """The next events are these, in this order."""
        heard = [self.listener.event() for _ in expected]
        self.assertEqual([(event["type"], event["id"]) for event in heard],
                         [(kind, "start") for kind in expected])

    def heard_nothing(self):
        """No further event of a touch: the next one is that of a change made now."""
        self.client.call("button.press", id="start")
        event = self.listener.event()
        self.assertEqual(event["type"], "press")

    def press_and_release(self, panel):
        """Swells under a finger, where and only where it should, and triggers."""
        rest = self.kiosk.steady_photograph()
        self.client.come_to_rest(lambda: panel.down(*self.centre))
        self.heard("press")
        held = self.kiosk.steady_photograph()
        self.keep(held, f"held by {self._testMethodName}")
        changed = rest.difference(held)
        self.assertGreater(changed.count, 1000)
        x, y, width, height = changed.box
        for distance, half in ((self.centre[0] - x, HALF_WIDTH),
                               (x + width - self.centre[0], HALF_WIDTH),
                               (self.centre[1] - y, HALF_HEIGHT),
                               (y + height - self.centre[1], HALF_HEIGHT)):
            self.assertGreaterEqual(distance, half + BOW - 1)
            self.assertLessEqual(distance, half + BOW + 1)
        self.client.come_to_rest(panel.up)
        self.heard("release", "trigger")
        self.assert_screen_shows(rest, f"rest after {self._testMethodName}")
        self.kiosk.machine.wait_until("test -e /run/swell/pressed", what="the command has run")

    def test_slots(self):
        """a finger on a panel with slots (type B) swells the button and triggers it"""
        self.press_and_release(self.touchscreen("slots", self.client))

    def test_packets(self):
        """a finger on a panel without slots (type A) swells the button and triggers it"""
        self.press_and_release(self.touchscreen("packets", self.client))

    def test_single(self):
        """a finger on a single-touch panel swells the button and triggers it"""
        self.press_and_release(self.touchscreen("single", self.client))

    def test_slide_off(self):
        """a finger that slides off and lifts outside does not trigger"""
        panel = self.touchscreen("slots", self.client)
        x, y = self.centre
        panel.down(x, y)
        self.heard("press")
        panel.move(x, y - 150)
        self.client.come_to_rest(panel.up)
        kinds = []
        while not kinds or kinds[-1] not in ("release", "cancel"):
            kinds.append(self.listener.event()["type"])
        self.assertNotIn("trigger", kinds)
        self.assertEqual(self.kiosk.run("test -e /run/swell/pressed").status, 1)
        self.heard_nothing()

    def test_press_outside(self):
        """a press that begins outside does nothing"""
        panel = self.touchscreen("slots", self.client)
        before = self.kiosk.steady_photograph()
        panel.down(20, 20)
        panel.move(*self.centre)
        panel.up()
        self.assertEqual(self.kiosk.steady_photograph(), before)
        self.heard_nothing()

    def test_second_finger(self):
        """a second finger on the same button neither releases nor triggers it"""
        panel = self.touchscreen("slots", self.client)
        x, y = self.centre
        self.client.come_to_rest(lambda: panel.down(x - 30, y, slot=0))
        self.heard("press")
        held = self.kiosk.steady_photograph()
        panel.down(x + 30, y, slot=1)
        panel.up(slot=1)
        self.assertEqual(self.kiosk.steady_photograph(), held)
        self.client.come_to_rest(lambda: panel.up(slot=0))
        self.heard("release", "trigger")

    def test_unplugged(self):
        """a panel that is unplugged while pressed cancels: released, not triggered"""
        panel = self.touchscreen("slots", self.client)
        rest = self.kiosk.steady_photograph()
        self.client.come_to_rest(lambda: panel.down(*self.centre))
        self.heard("press")
        self.client.come_to_rest(panel.unplug)
        self.heard("cancel")
        self.assert_screen_shows(rest, "rest after unplugging")
        self.assertEqual(self.kiosk.run("test -e /run/swell/pressed").status, 1)

    def test_rotated(self):
        """at 90, 180 and 270 degrees a finger on the button's new place triggers it"""
        width, height = self.kiosk.size
        panel = self.touchscreen("slots", self.client)
        for rotation, place in ((90, (width / 4, height / 2)), (180, (width / 2, height / 4)),
                                (270, (width * 3 / 4, height / 2))):
            with self.subTest(rotation=rotation):
                self.client.come_to_rest(lambda: self.kiosk.reload(scene(rotation=rotation)))
                self.client.come_to_rest(lambda: panel.down(*place))
                self.heard("press")
                self.keep(self.kiosk.steady_photograph(), f"held at {rotation} degrees")
                self.client.come_to_rest(panel.up)
                self.heard("release", "trigger")


class VirtioTouch(Touch, KioskCase):
    display = "virtio-gpu"

    @by_hand
    def test_calibrate(self):
        """four crosses touched on a mirrored panel: its calibration is written, and the touch is right"""
        width, height = self.kiosk.size
        left, top = width // 10, height // 10
        crosses = [(left, top), (width - 1 - left, top), (width - 1 - left, height - 1 - top),
                   (left, height - 1 - top)]
        panel = self.touchscreen("single", self.client)
        rest = self.kiosk.steady_photograph()
        asking = self.kiosk.machine.start("exec swellctl calibrate --write /etc/swell/swell.toml "
                                          "--pointercal /run/pointercal 2>&1")
        for number, (x, y) in enumerate(crosses):
            self.assertEqual(asking.line(), f"swellctl: touch the bright cross, {number + 1} of 4")
            meant = [(255,) * 3 if place == (x, y) else (0x48,) * 3 for place in crosses]
            until(lambda: [self.kiosk.photograph()[place] for place in crosses] == meant,
                  f"cross {number + 1} is bright")
            self.keep(self.kiosk.photograph(), f"cross {number + 1}")
            panel.down(width - 1 - x, y)
            panel.up()
        line = asking.line()
        self.assertEqual(asking.wait().status, 0)
        self.assert_screen_shows(rest, "after the crosses")
        numbers = [float(number) for number in line.split("[")[1].rstrip("]").split(",")]
        for number, meant in zip(numbers, (-1, 0, 1, 0, 1, 0), strict=True):
            self.assertAlmostEqual(number, meant, delta=2e-6)
        tslib = self.kiosk.check("cat /run/pointercal").split()
        # A step is a 65536th of a pixel: X = width − 1 − x, Y = y.
        for number, meant in zip(tslib, (-65536, 0, (width - 1) * 65536, 0, 65536, 0, 65536, width,
                                         height), strict=True):
            self.assertAlmostEqual(int(number), meant, delta=100)
        again = self.kiosk.check(f"swellctl calibrate --from /run/pointercal --device {panel.node}")
        for number, meant in zip(again.split("[")[1].rstrip("]\n").split(","), numbers, strict=True):
            self.assertAlmostEqual(float(number), meant, delta=2e-6)
        self.client.come_to_rest(lambda: self.kiosk.check("swellctl reload"))
        until(lambda: any(entry.get("calibration") == numbers
                          for entry in self.client.call("status")["inputs"]), "it is in force")
        x, y = self.centre[0] + 60, self.centre[1]
        panel.down(width - 1 - x, y)
        self.heard("press")
        panel.up()
        self.heard("release", "trigger")

    def test_tablet(self):
        """a click with QEMU's tablet swells the button and triggers it"""
        machine, centre = self.kiosk.machine, self.centre
        machine.pointer(*centre)
        self.client.come_to_rest(lambda: machine.pointer(*centre, button=True))
        self.heard("press")
        self.client.come_to_rest(lambda: machine.pointer(*centre, button=False))
        self.heard("release", "trigger")


@by_hand
class VkmsTouch(Touch, KioskCase):
    display = "vkms"

    # What does not depend on the display is checked on one.
    test_press_outside = test_second_finger = test_rotated = None
