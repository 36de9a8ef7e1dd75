# SPDX-License-Identifier: Apache-2.0
"""Ways to go dark: with a backlight of the kernel's, beside a display that has none of its own."""

from kiosk import KioskCase, by_hand, scene, until

LIGHT = "/sys/class/backlight/kiosk"
OUTPUT_OFF, OUTPUT_ON = "Off", "On"


def sleepy(**keys):
    """The scene with more keys in its table [display]."""
    lines = "\n".join(f"{name} = {value}" for name, value in keys.items())
    return scene().replace("[display]", f"[display]\n{lines}")


class Sleep(KioskCase):
    """On a display whose output the kernel tells the power of."""

    display = "virtio-gpu"

    def setUp(self):
        super().setUp()
        self.kiosk.check("modprobe kiosk_backlight; udevadm settle")
        self.addCleanup(self.kiosk.run, "systemctl stop swell.service; rmmod kiosk_backlight")

    def light(self):
        """Level and power of the light."""
        return tuple(map(int, self.kiosk.check(f"cat {LIGHT}/brightness {LIGHT}/bl_power").split()))

    def output(self):
        """Whether the kernel has the output on."""
        return self.kiosk.check("cat /sys/class/drm/card0-Virtual-1/dpms").strip()

    def state(self, connection):
        """What the daemon says of the panel."""
        return connection.call("status")["output"]["state"]

    def wake_by_touch(self, connection):
        """Touches the button on the dark panel: it wakes, and nothing triggers."""
        width, height = self.kiosk.size
        panel = self.touchscreen("slots", connection)
        self.kiosk.check("rm -f /run/swell/pressed")
        panel.down(width / 2, height * 3 / 4)
        panel.up()
        until(lambda: self.state(connection) == "active", "the panel is awake")
        self.assert_screen_shows(connection.screenshot(), "woken")
        panel.down(width / 2, height * 3 / 4)
        panel.up()
        self.kiosk.machine.wait_until("test -e /run/swell/pressed", what="the next touch triggers")
        panel.unplug()

    @by_hand
    def test_sleep_ways(self):
        """off, backlight and black go dark as they say, and a touch wakes each and is swallowed"""
        for blank, output, light, is_black in (
                ("off", OUTPUT_OFF, (80, 0), None), ("backlight", OUTPUT_ON, (0, 4), False),
                ("black", OUTPUT_ON, (80, 0), True)):
            with self.subTest(blank):
                self.kiosk.configure(sleepy(blank=f'"{blank}"'))
                connection = self.connection()
                connection.rest()
                shown = connection.screenshot()
                connection.call("display.set", awake=False)
                self.assertEqual(self.state(connection), "asleep")
                until(lambda: self.light() == light, f"the light is {light}")
                until(lambda: self.output() == output, f"the output is {output}")
                if is_black is not None:
                    until(lambda: (set(self.kiosk.photograph().pixels) == {0}) == is_black,
                          "the picture is black" if is_black else "the picture stays")
                if is_black is False:
                    self.assert_same_picture(self.kiosk.photograph(), shown, "backlight out")
                self.wake_by_touch(connection)
                until(lambda: self.light() == (80, 0), "the light is back")
                self.assertEqual(self.output(), OUTPUT_ON)

    def test_sleep_by_itself(self):
        """the light fades before the panel goes dark, and requests set it"""
        self.kiosk.configure(sleepy(blank='"backlight"', brightness=60))
        connection = self.connection()
        self.assertEqual(connection.call("status")["output"]["backlight"],
                         {"name": "kiosk", "percent": 60, "shown": 60})
        self.kiosk.reload(sleepy(blank='"backlight"', blank_after=12, dim=6, brightness=60))
        seen = set()

        def is_dark():
            seen.add(self.light()[0])
            return self.light() == (0, 4)
        until(is_dark, "the light is out")
        self.assertTrue(any(6 < level < 60 for level in seen), seen)
        connection.call("display.set", brightness=40, awake=True)
        until(lambda: self.light() == (40, 0), "the light is as it was asked for")
        self.assertIn("kiosk", self.kiosk.check("swelld --list"))
        self.assertIn("the backlight kiosk can be set", self.kiosk.run("swellctl doctor").text)

    @by_hand
    def test_light_over_kill(self):
        """killed while it fades and while it is dark, the daemon finds the light's level again"""
        for wait in ("the light fades", "the light is out"):
            with self.subTest(wait):
                self.kiosk.configure(sleepy(blank='"backlight"', blank_after=30, dim=20))
                connection = self.connection()
                if "fades" in wait:
                    until(lambda: self.light()[0] < 70, wait)
                else:
                    connection.call("display.set", awake=False)
                    until(lambda: self.light() == (0, 4), wait)
                before = self.kiosk.pid()
                self.kiosk.check(f"kill -9 {before}")
                until(lambda: self.kiosk.pid() not in (0, before), "it is back")
                until(lambda: self.light() == (80, 0), "the light is back")

    def test_sleep_programs(self):
        """on_blank and on_wake run outside the daemon's sandbox, one after the other"""
        self.kiosk.check("rm -f /var/tmp/hooks")
        say = '["/bin/sh", "-c", "sleep 1; id -un >> /var/tmp/hooks; echo {} >> /var/tmp/hooks"]'
        self.kiosk.check("install -m 0666 /dev/null /var/tmp/hooks")
        self.kiosk.configure(sleepy(on_blank=say.format("dark"), on_wake=say.format("lit")))
        connection = self.connection()

        def said():
            return self.kiosk.check("cat /var/tmp/hooks").split()
        until(lambda: said() == ["swell-job", "lit"], "lit at the start")
        connection.call("display.set", awake=False)
        connection.call("display.set", awake=True)
        until(lambda: said() == ["swell-job", "lit", "swell-job", "dark", "swell-job", "lit"],
              "dark, then lit")
