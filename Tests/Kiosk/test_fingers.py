# SPDX-License-Identifier: Apache-2.0
"""What fingers drag, fling and type on the screen, and a code that a reader reads from it."""

import contextlib
import os
import shutil
import subprocess
import tempfile
import unittest

from kiosk import KioskCase, until

LEFT, TOP, WIDTH, HEIGHT = 100, 100, 400, 60
ROWS_LEFT, ROWS_TOP, ROW, GAP = 700, 100, 50, 10

SET = f"""\
[display]
scale = 1

[[slider]]
id = "level"
step = 10
frame = {{ x = {LEFT}, y = {TOP}, width = {WIDTH}, height = {HEIGHT}, anchor = "top-left" }}

[[list]]
id = "rooms"
select = "one"
row_height = {ROW}
gap = {GAP}
frame = {{ x = {ROWS_LEFT}, y = {ROWS_TOP}, width = 400, height = 600, anchor = "top-left" }}
"""

# The keyboard is on the screen though the machine has others; letters without accents are typed at once.
TYPED = """\
[display]
scale = 1

[keyboard.screen]
show = "always"
layouts = ["us"]

[[text]]
id = "name"
frame = { x = "50%", y = 100, width = 300, height = 44 }
allow = "ascii"
caret_blink = 0
"""
# Where the keyboard has these keys on a screen of 1280 × 800.
KEYS = {"s": (300, 650), "w": (260, 570), "e": (380, 570), "l": (1100, 650)}

CODE = """\
[display]
scale = 1

[[code]]
id = "link"
text = "WIFI:T:WPA;S:Guests;P:welcome;;"
frame = { x = "50%", y = "50%", width = 260, height = 260 }
"""
# Bytes as they are: it would guess which letters they are.
READER = ["zbarimg", "--quiet", "--raw", "--oneshot", "-Sdisable", "-Sqrcode.enable", "-Sbinary"]


class Fingers(KioskCase):
    """Widgets that are set by fingers, on a panel with slots."""

    display = "virtio-gpu"

    def begin(self, text, *events):
        """A scene, a client that hears of these events, and a panel."""
        self.kiosk.configure(text)
        self.client = self.connection()
        self.panel = self.touchscreen("slots", self.client)
        self.client.call("subscribe", events=list(events))

    def heard(self, kind):
        """The next event, which is of this kind."""
        event = self.client.event()
        self.assertEqual(event["type"], kind, event)
        return event

    def test_slider(self):
        """a finger that drags a slider's knob to the middle of its way sets half of its value"""
        self.begin(SET, "slide", "slid")
        rest = self.kiosk.steady_photograph()
        # The knob is 30 wide, and stands at the left end.
        y = TOP + HEIGHT / 2
        self.panel.down(LEFT + 15, y)
        for x in range(LEFT + 15, LEFT + WIDTH // 2, 37):
            self.panel.move(x, y)
        self.panel.move(LEFT + WIDTH / 2, y)
        values = []
        while not values or values[-1] < 50:
            values.append(self.heard("slide")["value"])
        self.assertEqual(values, sorted(values))
        self.client.come_to_rest(self.panel.up)
        event = self.heard("slid")
        self.assertEqual((event["value"], event["source"]), (50, "touch"))
        self.assertEqual(self.client.call("slider.get"), {"id": "level", "value": 50, "shown": 50})
        reference = self.kiosk.reference(SET)
        reference.come_to_rest(lambda: reference.call("slider.set", value=50, over=0))
        self.assertNotEqual(reference.screenshot(), rest)
        self.assert_screen_shows(reference.screenshot(), "slider set by a finger")

    def test_list(self):
        """a list that is flung goes on without the finger; a tap chooses the row beneath it"""
        self.begin(SET, "select", "trigger")
        rows = [{"id": f"{number}", "label": f"Room {number}"} for number in range(500)]
        self.client.call("list.set", rows=rows)
        self.client.rest()
        x, y, way = ROWS_LEFT + 200, ROWS_TOP + 500, 300

        def fling():
            self.panel.down(x, y)
            for moved in range(60, way + 1, 60):
                self.panel.move(x, y - moved)
            self.panel.up()
        self.client.come_to_rest(fling)
        top = int(self.client.call("list.get")["top"])
        self.assertGreater(top, way // (ROW + GAP))
        self.client.call("list.scroll", row="250", over=0)
        self.client.rest()
        self.panel.down(x, ROWS_TOP + ROW + GAP + ROW / 2)
        self.panel.up()
        event = self.heard("select")
        self.assertEqual((event["rows"], event["source"]), (["251"], "touch"))
        self.assertEqual(self.heard("trigger")["row"], "251")
        self.assertEqual(self.client.call("list.get")["selected"], ["251"])

    def test_screen_keyboard(self):
        """two fingers type on the screen, each down before the other is lifted, in the order they come"""
        self.begin(TYPED, "change")
        self.panel.down(self.kiosk.size[0] / 2, 100)
        self.client.come_to_rest(self.panel.up)
        for number, letter in enumerate("swell"):
            self.panel.down(*KEYS[letter], slot=number % 2)
            # The finger before goes only now.
            if number:
                self.panel.up(slot=1 - number % 2)
        self.client.come_to_rest(lambda: self.panel.up(slot=0))
        text = ""
        while text != "swell":
            event = self.heard("change")
            self.assertTrue("swell".startswith(event["text"]) and event["text"].startswith(text), event)
            self.assertEqual(event["source"], "touch")
            text = event["text"]
        reference = self.kiosk.reference(TYPED)
        reference.come_to_rest(lambda: reference.call("focus.set", id="name", quiet=True))
        reference.call("text.set", id="name", text="swell")
        # A text is shaped beside the loop: the picture may rest before it is there.
        with contextlib.suppress(AssertionError):
            until(lambda: reference.screenshot() == self.kiosk.photograph(), "the reference has its text")
        self.assert_screen_shows(reference.screenshot(), "typed by two fingers")

    @unittest.skipUnless(shutil.which(READER[0]), "zbarimg (zbar-tools) is not installed")
    def test_code(self):
        """a code on the screen is read by a reader that knows nothing of what made it"""
        self.kiosk.configure(CODE)
        picture = self.kiosk.steady_photograph()
        self.keep(picture, "code")
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "code.png")
            with open(file, "wb") as stream:
                stream.write(picture.png())
            read = subprocess.run([*READER, file], check=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL).stdout
        self.assertEqual(read.decode().strip("\n"), "WIFI:T:WPA;S:Guests;P:welcome;;")
