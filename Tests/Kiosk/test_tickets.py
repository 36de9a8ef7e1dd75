# SPDX-License-Identifier: Apache-2.0
"""A ticket is bought at the example's ticket machine, by fingers on a touchscreen."""

import functools
import pathlib
import re
import tomllib

from kiosk import ROOT, KioskCase, by_hand, until

EXAMPLE = pathlib.Path(ROOT, "config/examples/tickets.toml").read_text()
# The terminal takes as long as the test wants.
PAID = "/run/paid"
MACHINE = EXAMPLE.replace("sleep 0.5", f"until [ -e {PAID} ]; do sleep 0.1; done")
# Its last picture stands still.
MACHINE = MACHINE.replace("percent = 62,", "percent = 62, speed = 0,")
TURNED = MACHINE.replace("[display]\n", "[display]\nrotation = 90\n")
FILE = tomllib.loads(MACHINE)
# What the file says of each button, on whichever page it is.
BUTTONS = {button["id"]: button for place in (FILE, *FILE["page"]) for button in place.get("button", ())}
TIMEOUT = FILE["page"][1]["timeout"]


class Tickets(KioskCase):
    """On one display: what a page or a program does, all have in common."""

    display = "virtio-gpu"

    @classmethod
    @functools.cache
    def pictures(cls, kiosk, text):
        """Each page in each language, on a virtual output on which no page's time is over."""
        reference = kiosk.reference(re.sub(r"timeout = \d+", "timeout = 0", text))
        pictures = {}
        for language in ("de", "en"):
            reference.call("language.set", language=language)
            for page in ("choose", "pay", "thanks"):
                reference.call("page.show", id=page, turn="none")
                pictures[page, language] = reference.screenshot()
        return pictures

    def begin(self, text):
        """The machine with nobody in front of it, a client that hears of all, and a finger."""
        # Before any page's time runs: a busy machine takes long to make them.
        self.expected = self.pictures(self.kiosk, text)
        self.assertIn(PAID, MACHINE)
        self.assertIn("speed = 0", MACHINE)
        self.kiosk.check(f"rm -f {PAID}")
        self.kiosk.configure(text)
        self.client = self.connection()
        self.assertEqual(self.client.call("page.get")["id"], "choose")
        self.panel = self.touchscreen("slots", self.client)
        self.client.call("subscribe", events=["page", "language"])

    def again(self):
        """A client of another process, which goes on where the one before was."""
        self.client = self.connection()
        self.client.call("subscribe", events=["page", "language"])
        until(lambda: any(entry.get("device") == self.panel.node
                          for entry in self.client.call("status")["inputs"]), "touches are read again")

    def tap(self, button, turned=False):
        """A finger on the middle of a button, for as long as a finger is."""
        frame = BUTTONS[button]["frame"]
        if turned:
            frame = {**frame, **frame["portrait"]}
        x, y = (float(frame[axis].strip("%")) / 100 for axis in "xy")
        if turned:
            x, y = 1 - y, x
        width, height = self.kiosk.size
        self.panel.down(x * width, y * height)
        self.panel.up()

    def assert_event(self, **expected):
        """The next event says this."""
        event = self.client.event()
        self.assertEqual({key: event.get(key) for key in expected}, expected)

    def assert_shows(self, page, language):
        """The screen shows the page, in that language, in every pixel."""
        self.assert_screen_shows(self.expected[page, language], f"{page} in {language}")

    def pay(self, language, turned=False):
        """Chooses a ticket, begins to pay."""
        self.tap("adult", turned)
        self.assert_event(id="pay", cause="touch", **{"from": "choose"})
        self.assert_shows("pay", language)
        self.tap("card", turned)
        until(lambda: self.client.call("job.get", id="card")["state"] == "running", "it is paid")

    def home(self, language):
        """What is owed is paid: the ticket comes, and home after a while without a touch."""
        self.kiosk.check(f"touch {PAID}")
        self.assert_event(id="thanks", cause="job", **{"from": "pay"})
        shown = self.client.call("page.get")["since"]
        self.assert_shows("thanks", language)
        self.assert_event(id="choose", cause="timeout", **{"from": "thanks"})
        self.assertGreaterEqual(self.client.call("page.get")["since"] - shown, TIMEOUT)

    def test_buying(self):
        """a ticket is bought in German: chosen, paid, taken; the panel is home after 20 s"""
        self.begin(MACHINE)
        self.assert_shows("choose", "de")
        self.pay("de")
        self.home("de")
        self.assertEqual(self.client.call("progress.get", id="paid")["percent"], 100)
        self.assert_shows("choose", "de")

    def test_english(self):
        """a ticket is bought in English while the display is killed; the next one is asked in German"""
        self.begin(MACHINE)
        self.tap("language")
        self.assert_event(language="en", cause="touch")
        self.assert_shows("choose", "en")
        self.pay("en")
        self.dies("kill -9 {pid}")
        self.assertEqual(self.client.call("page.get")["id"], "pay")
        self.assertEqual(self.client.call("language.get")["language"], "en")
        self.home("en")
        self.assert_event(language="de", cause="timeout")
        self.assert_shows("choose", "de")

    def test_upgraded(self):
        """a ticket is bought on an upright panel while the display is upgraded"""
        self.begin(TURNED)
        self.assert_shows("choose", "de")
        self.pay("de", turned=True)
        self.dies("cp -p /usr/bin/swelld /usr/bin/new && printf x >> /usr/bin/new && "
                  "mv /usr/bin/new /usr/bin/swelld && systemctl restart swell.service")
        self.assertEqual(self.client.call("page.get")["id"], "pay")
        self.home("de")
        self.assert_shows("choose", "de")

    def dies(self, how):
        """Another process takes the display over, on the page that it was on."""
        pid = self.kiosk.pid()
        self.kiosk.check(how.format(pid=pid))
        self.kiosk.machine.wait_until(
            f"p=$(systemctl show -P MainPID swell.service); test $p != 0 && test $p != {pid} && "
            "systemctl is-active swell.service", what="another process has come up")
        self.again()

    @by_hand
    def test_left_alone(self):
        """a buyer who goes away leaves the machine as it was: home after 20 s, with nothing paid"""
        self.begin(MACHINE)
        self.tap("language")
        self.assert_event(language="en", cause="touch")
        self.tap("day")
        self.assert_event(id="pay", cause="touch", **{"from": "choose"})
        self.assert_shows("pay", "en")
        shown = self.client.call("page.get")["since"]
        self.assert_event(id="choose", cause="timeout", **{"from": "pay"})
        self.assertGreaterEqual(self.client.call("page.get")["since"] - shown, TIMEOUT)
        self.assert_event(language="de", cause="timeout")
        self.assert_shows("choose", "de")
