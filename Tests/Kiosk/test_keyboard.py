# SPDX-License-Identifier: Apache-2.0
"""Keyboards and scanners of the kernel, and what they type into fields."""

from kiosk import KioskCase, by_hand, until
from kioskvm.agent import CommandFailed
from test_sessions import AWAY, OTHER, OWN, TERMINAL

SCENE = """\
[display]
scale = 1

[[text]]
id = "name"
frame = { x = "50%", y = "30%", width = 300, height = 44, anchor = "center" }
caret_blink = 0

[[text]]
id = "code"
frame = { x = "50%", y = "50%", width = 300, height = 44, anchor = "center" }
caret_blink = 0
allow = "digits"

[[scanner]]
device = "/dev/input/by-id/kiosk-scanner"
target = "code"
gap = 10
"""

# No field: the keyboard is read for the button alone.
BUTTON = """\
[[button]]
id = "go"
keys = ["KEY_F1"]
exec = ["/bin/sh", "-c", "echo pressed >> /run/swell/pressed"]
"""

# No field either: the table has keyboards read.
FOCUS = """\
[display]
scale = 1

[keyboard]

[[look]]
accent_color = "#FF0000"

[[page]]
id = "first"

[[page.button]]
id = "go"
to = "second"
frame = { x = 200, y = 150, width = 120, height = 60 }

[[page.toggle]]
id = "fan"
frame = { x = 200, y = 300, width = 120, height = 60 }

[[page]]
id = "second"

[[page.button]]
id = "there"
frame = { x = 400, y = 150, width = 120, height = 60 }
"""

# udev gives the emulated scanner the name that it would have by its make and number.
RULE = "".join(f'ACTION!="remove", ATTRS{{name}}=="Kiosk {name}", SYMLINK+="input/by-id/kiosk-{name}"\n'
               for name in ("scanner", "counter"))

KEYS = {**{key: 2 + place for place, key in enumerate("1234567890")},
        **{key: 16 + place for place, key in enumerate("qwertyuiop")},
        **{key: 30 + place for place, key in enumerate("asdfghjkl")},
        **{key: 44 + place for place, key in enumerate("zxcvbnm")}, "\n": 28, "\t": 15, " ": 57}
SHIFT, CAPS_LOCK, KEYPAD_7, CONTROL, F1 = 42, 58, 71, 29, 59
ESCAPE, ENTER, SPACE, DOWN = 1, 28, 57, 108


class Keyboard:
    """A keyboard inside the machine."""

    def __init__(self, kiosk, name):
        self._command = kiosk.machine.start(f'/usr/lib/kiosk/keyboard "{name}"')
        self.node = self._command.line()
        if self.node is None:
            raise CommandFailed(self._command.wait().err.decode())

    def _ask(self, line):
        self._command.write(line.encode() + b"\n")
        return self._command.line()

    def _say(self, line):
        answer = self._ask(line)
        if answer != "ok":
            raise CommandFailed(f"keyboard {line}: {answer}")

    def tap(self, *codes):
        """Taps keys as fast as the kernel takes them."""
        self._say("tap " + " ".join(str(code) for code in codes))

    def type(self, text):
        """Types characters that need no other key held."""
        self.tap(*(KEYS[character] for character in text))

    def down(self, code):
        """Presses a key."""
        self._say(f"down {code}")

    def up(self, code):
        """Lets it go."""
        self._say(f"up {code}")

    def lamps(self):
        """The codes of the lamps that are lit."""
        return [int(code) for code in self._ask("lamps").split()]

    def unplug(self):
        """Takes the keyboard away."""
        if self._command is not None:
            self._command.end_input()
            self._command.wait()
            self._command = None


class Keyboards(KioskCase):
    """Fields, a keyboard and a scanner."""

    display = "virtio-gpu"

    def setUp(self):
        super().setUp()
        self.kiosk.machine.agent.put("/etc/udev/rules.d/99-kiosk-scanner.rules", RULE.encode())
        self.kiosk.check("udevadm control --reload && modprobe uinput")
        self.kiosk.configure(SCENE)
        self.client, self.listener = self.connection(), self.connection()
        self.client.call("focus.set", id="name", quiet=True)
        self.listener.call("subscribe",
                           events=["change", "submit", "reject", "scan", "focus", "blur"])

    def keyboard(self, name="Kiosk keyboard", kind="keyboard"):
        """A keyboard that the daemon has taken; it goes away after the test."""
        keyboard = Keyboard(self.kiosk, name)
        self.addCleanup(keyboard.unplug)

        def taken():
            return any(entry.get("kind") == kind and keyboard.node == entry.get("device")
                       for entry in self.client.call("status")["inputs"])
        until(taken, f"{keyboard.node} is used as a {kind}")
        return keyboard

    def text(self, field="name"):
        """What a field holds."""
        return self.client.call("text.get", id=field)["text"]

    def holds(self, text, field="name"):
        """A field comes to hold this."""
        until(lambda: self.text(field) == text, f"{field} holds {text!r}", limit=20)

    def heard(self, kind):
        """The next event, which is of this kind."""
        event = self.listener.event()
        self.assertEqual(event["type"], kind, event)
        return event

    def test_typing(self):
        """what a keyboard types is in the field with the focus, in order, and is seen"""
        rest = self.kiosk.steady_photograph()
        keyboard = self.keyboard()
        keyboard.type("swell on glass")
        self.holds("swell on glass")
        # The first letters wait for their font, which is opened beside the frames.
        until(lambda: rest.difference(self.kiosk.steady_photograph()).count > 100, "it is seen")
        keyboard.down(SHIFT)
        keyboard.type("k7")
        keyboard.up(SHIFT)
        keyboard.tap(KEYPAD_7, CAPS_LOCK)
        keyboard.type("k\n")
        until(lambda: self.listener.event()["type"] == "submit", "it is submitted")
        self.assertEqual(self.text(), "swell on glassK&7K")
        keyboard.type("\t")
        self.assertEqual(self.heard("blur")["id"], "name")
        self.assertEqual(self.heard("focus")["id"], "code")

    def test_button_keys(self):
        """a key presses its button as long as it is held, or until its keyboard is unplugged"""
        self.kiosk.configure(BUTTON)
        self.kiosk.check("rm -f /run/swell/pressed")
        self.client = self.connection()
        self.listener = self.connection()
        self.listener.call("subscribe", events=["press", "release", "trigger", "cancel"])
        rest = self.kiosk.steady_photograph()
        keyboard = self.keyboard()
        keyboard.type("a")
        keyboard.down(F1)
        self.assertEqual(self.heard("press")["source"], "key")
        until(lambda: rest.difference(self.kiosk.steady_photograph()).count > 100, "it swells")
        keyboard.up(F1)
        self.heard("release")
        self.assertEqual(self.heard("trigger")["source"], "key")
        until(lambda: self.kiosk.check("cat /run/swell/pressed || true").strip() == "pressed",
              "its program runs")
        keyboard.down(F1)
        self.heard("press")
        # The kernel lets go of the keys of a keyboard that goes.
        keyboard.unplug()
        self.assertEqual(self.heard("release")["source"], "key")

    def test_focus_keys(self):
        """without a touchscreen keys lead a ring from widget to widget, press it and go back"""
        self.kiosk.configure(FOCUS)
        self.client, self.listener = self.connection(), self.connection()
        self.listener.call("subscribe", events=["press", "trigger", "toggle", "page"])
        rest = self.kiosk.steady_photograph()
        keyboard = self.keyboard()
        keyboard.type("\t")
        until(lambda: rest.difference(self.kiosk.steady_photograph()).count > 600, "there is a ring")
        keyboard.tap(DOWN)
        keyboard.down(SPACE)
        keyboard.up(SPACE)
        event = self.heard("toggle")
        self.assertEqual((event["id"], event["value"], event["source"]), ("fan", True, "key"))
        keyboard.type("\t")
        keyboard.down(ENTER)
        self.assertEqual(self.heard("press")["id"], "go")
        keyboard.up(ENTER)
        self.assertEqual(self.heard("trigger")["source"], "key")
        self.assertEqual(self.heard("page")["id"], "second")
        keyboard.tap(ENTER)
        self.assertEqual(self.heard("press")["id"], "there")
        self.heard("trigger")
        keyboard.tap(ESCAPE)
        event = self.heard("page")
        self.assertEqual((event["id"], event["cause"]), ("first", "key"))

    def test_unplugged_with_shift(self):
        """a keyboard that is unplugged while Shift is down types small letters when it is back"""
        keyboard = self.keyboard()
        keyboard.down(SHIFT)
        keyboard.type("a")
        self.holds("A")
        keyboard.unplug()
        self.keyboard().type("a")
        self.holds("Aa")

    def test_two_keyboards(self):
        """what is locked on one keyboard is not on another; both type into the field"""
        one, other = self.keyboard(), self.keyboard("Kiosk keypad")
        one.tap(CAPS_LOCK)
        one.type("a")
        self.holds("A")
        other.type("a")
        self.holds("Aa")
        # The service may read keyboards and write nothing to them: the lamps stay dark.
        self.assertEqual(other.lamps(), [])

    @by_hand
    def test_named_keyboard(self):
        """where the configuration names a keyboard, no other types"""
        other = self.keyboard()
        self.kiosk.configure(SCENE + '\n[keyboard]\ndevices = ["/dev/input/by-id/kiosk-counter"]\n')
        self.client = self.connection()
        self.client.call("focus.set", id="name", quiet=True)
        named = self.keyboard("Kiosk counter")
        other.type("b")
        named.type("a")
        self.holds("a")
        listed = {entry["device"]: entry for entry in self.client.call("status")["inputs"]}
        self.assertNotIn(other.node, listed)

    @by_hand
    def test_killed_while_typing(self):
        """killed in the middle of a word the daemon comes back with an empty field, which takes keys"""
        keyboard = self.keyboard()
        keyboard.type("half a wo")
        self.holds("half a wo")
        before = self.kiosk.pid()
        keyboard.down(SHIFT)
        self.kiosk.check(f"kill -9 {before}")
        until(lambda: self.kiosk.pid() not in ("0", 0, before), "the service is started anew")
        self.client = self.connection()
        self.assertEqual(self.text(), "")
        self.assertEqual(self.kiosk.run("grep -rl 'half a wo' /run/swell /var/lib/swell").out, b"")
        keyboard.up(SHIFT)

        def taken():
            return any(entry.get("device") == keyboard.node
                       for entry in self.client.call("status")["inputs"])
        until(taken, "the keyboard is used again")
        self.client.call("focus.set", id="name", quiet=True)
        keyboard.type("a")
        self.holds("a")

    def test_scan(self):
        """a scan is told as a whole, then in the field, then submitted; what is refused changes
        nothing, and the scanner may come and go"""
        self.client.call("focus.set", id="code", quiet=True)
        self.assertEqual([self.heard(kind)["id"] for kind in ("blur", "focus")], ["name", "code"])
        for _ in range(2):
            scanner = self.keyboard("Kiosk scanner", "scanner")
            scanner.type("4006381333931\n")
            event = self.heard("scan")
            self.assertEqual((event["id"], event["text"]), ("code", "4006381333931"))
            event = self.heard("change")
            self.assertEqual((event["length"], event["source"]), (13, "scan"))
            self.assertEqual(self.heard("submit")["text"], "4006381333931")
            scanner.type("40a\n")
            self.assertEqual(self.heard("scan")["text"], "40a")
            self.assertEqual(self.heard("reject")["reason"], "character")
            self.assertEqual(self.text("code"), "4006381333931")
            self.assertEqual(self.text(), "")
            scanner.unplug()
            self.client.call("text.clear", id="code")
            self.assertEqual(self.heard("change")["length"], 0)

    def switch(self, terminal):
        """Brings a terminal to the front, and waits until the daemon has noticed."""
        self.kiosk.check(f"{TERMINAL} switch {terminal}")
        until(lambda: (self.client.call("status")["output"]["state"] == AWAY)
              == (terminal == OTHER), "the daemon knows which terminal is in front")

    def test_terminals(self):
        """on another terminal keys are its own; half a scan and what was held are forgotten"""
        self.addCleanup(self.kiosk.run, f"{TERMINAL} switch {OWN}")
        keyboard, scanner = self.keyboard(), self.keyboard("Kiosk scanner", "scanner")
        keyboard.type("mine")
        self.holds("mine")
        keyboard.down(SHIFT)
        scanner.type("4006")
        listener = self.kiosk.machine.start(f"exec {TERMINAL} listen {OTHER}")
        self.addCleanup(listener.wait)
        self.addCleanup(listener.end_input)
        self.assertEqual(listener.line(), "listening")
        self.switch(OTHER)
        keyboard.up(SHIFT)
        keyboard.type("theirs\n")
        self.assertIn("theirs", listener.line())
        self.switch(OWN)
        self.assertEqual(self.client.call("text.get", id="name")["focused"], False)
        self.client.call("focus.set", id="name", quiet=True)
        keyboard.type("a")
        self.holds("minea")
        scanner.type("12\n")
        self.holds("12", "code")
        until(lambda: self.listener.event()["type"] == "reject", "half a scan is told as lost")
