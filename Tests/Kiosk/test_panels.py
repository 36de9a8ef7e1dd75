# SPDX-License-Identifier: Apache-2.0
"""Real panels: recordings of some through uinput, report descriptors of others through uhid, so that the
kernel's own hid-multitouch reads them. Neither is part of the repository."""

import os
import unittest
from dataclasses import dataclass, replace

from hid import CONFIDENCE, CONTACT_ID, TIP, Descriptor, Finger
from kiosk import ROOT, KioskCase, until

PANELS = os.environ.get("SWELL_PANELS") or os.path.join(ROOT, "..", "shared", "data", "touch")
COLUMNS, ROWS = 8, 5
SCENE = "[display]\nscale = 1\n" + "".join(
    f'[[button]]\nid = "b{column}{row}"\nlabel = ""\n'
    f"frame = {{ x = {column * 160 + 80}, y = {row * 160 + 80}, width = 160, height = 160 }}\n"
    for row in range(ROWS) for column in range(COLUMNS))
ENDS = ("release", "cancel")
# What a recording is of; all others are touchscreens.
OTHERS = {"touchpad-intuos5-circle": "not used: it is a touchpad",
          "wacom-isdv4-90": "not used: it is a graphics tablet"}
# Its positions are on other axes than those that it declares for them.
WITHOUT_POSITIONS = ("egalax-usb",)


def tile(x, y):
    """The button at a place, in fractions of the glass."""
    return f"b{min(int(x * COLUMNS), COLUMNS - 1)}{min(int(y * ROWS), ROWS - 1)}"


@dataclass
class Recording:
    """What evemu has written of a device."""

    name: str

    def __post_init__(self):
        with open(os.path.join(PANELS, self.name + ".evemu"), encoding="utf-8") as file:
            lines = [line.split() for line in file]
        self.ranges = {int(words[1], 16): (int(words[2]), int(words[3]))
                       for words in lines if words[:1] == ["A:"]}
        self.events = [(int(words[2], 16), int(words[3], 16), int(words[4]))
                       for words in lines if words[:1] == ["E:"]]

    def touches(self):
        """What its fingers do: (whether one comes down, which, the button there), in their order."""
        has_names = any(event[:2] == (3, 0x39) for event in self.events)
        slot, places, last, down, result, changes, seen = 0, {}, {}, set(), [], [], False
        for kind, code, value in self.events:
            if (kind, code) == (3, 0x2f):
                slot = value
            elif kind == 3 and code in (0x35, 0x36):
                low, high = self.ranges[code]
                places.setdefault(slot, [0, 0])[code - 0x35] = (value - low + 0.5) / (high - low + 1)
                seen = True
            elif (kind, code) == (3, 0x39):
                changes.append((value >= 0, slot))
            elif (kind, code, value) == (1, 0x14a, 0) and not has_names:
                changes.append((False, 0))
            elif (kind, code) == (0, 0):
                if not has_names and seen and 0 not in down and not changes:
                    changes.append((True, 0))
                for is_down, which in sorted(changes):
                    (down.add if is_down else down.discard)(which)
                    result.append([is_down, which, None])
                for touch in result:
                    if touch[2] is None and touch[0]:
                        touch[2] = tile(*places[touch[1]])
                now = {which: tile(*place) for which, place in places.items()}
                for touch in result:
                    if touch[2] is None:
                        touch[2] = last.get(touch[1], "")
                last, changes, seen = now, [], False
        return result


def outcome(touches):
    """Which buttons are pressed and which are triggered by touches: a button is its first finger's."""
    owners, fingers, pressed, triggered = {}, {}, [], []
    for is_down, which, button in touches:
        if is_down and button not in owners:
            owners[button], fingers[which] = which, button
            pressed.append(button)
        elif not is_down and which in fingers:
            held = fingers.pop(which)
            del owners[held]
            if held == button:
                triggered.append(button)
    return pressed, triggered


class Panels(KioskCase):
    """A screen full of buttons."""

    display = "virtio-gpu"
    # Minutes, and reports go by how soon the machine wakes.
    by_hand = True

    def setUp(self):
        if not os.path.isdir(PANELS):
            self.skipTest(f"there are no panels in {PANELS}; SWELL_PANELS may name another folder")
        super().setUp()
        self.kiosk.configure(SCENE)
        self.kiosk.check("modprobe -a uinput uhid hid-multitouch")
        self.client, self.listener = self.connection(), self.connection()
        self.listener.call("subscribe", events=["press", "trigger", *ENDS])

    def used(self):
        """The nodes in use."""
        return {entry["device"]: entry for entry in self.client.call("status")["inputs"]}

    def heard(self, pressed, triggered):
        """The next events press these buttons, let go of them all, and trigger those."""
        found = {"press": [], "trigger": [], "end": []}
        while len(found["end"]) < len(pressed) or len(found["trigger"]) < len(triggered):
            event = self.listener.event()
            found["end" if event["type"] in ENDS else event["type"]].append(event["id"])
        self.assertEqual(found["press"], pressed)
        self.assertEqual(sorted(found["end"]), sorted(pressed))
        self.assertEqual(found["trigger"], triggered)

    def heard_nothing_more(self):
        """Nothing else was said of a button, and none is held: a request's press is the next event, and
        one of a button that is held would be refused."""
        for button in ("b00", "b32", "b63"):
            self.client.call("button.press", id=button)
            self.heard([button], [button])


class Recorded(Panels):
    """Recordings of real panels, by uinput."""

    def test_recordings(self):
        """each recorded panel is found for what it is, and its fingers press what they touch, once"""
        names = sorted(name[:-6] for name in os.listdir(PANELS) if name.endswith(".evemu"))
        for name in names:
            with self.subTest(name):
                self.replay(Recording(name))

    def replay(self, recording):
        """Plays a recording twice, as a stuck finger shows at the second time."""
        path = f"/run/{recording.name}.evemu"
        with open(os.path.join(PANELS, recording.name + ".evemu"), "rb") as file:
            self.kiosk.machine.agent.put(path, file.read())
        device = self.kiosk.machine.start(f"exec chrt 50 /usr/lib/kiosk/replay {path} 2>&1")
        try:
            node = device.line()
            verdict = OTHERS.get(recording.name, "used: ")
            self.kiosk.check("udevadm settle")
            self.assertRegex(self.kiosk.check("swelld --list"), rf"{node}  .*  {verdict}")
            if recording.name not in OTHERS:
                until(lambda: node in self.used(), f"{node} is used")
            pressed, triggered = outcome(recording.touches())
            if recording.name in OTHERS or recording.name in WITHOUT_POSITIONS:
                pressed, triggered = [], []
            for _ in range(2 if recording.events else 0):
                device.write(b"play\n")
                self.assertEqual(device.line(120), "ok")
                self.heard(pressed, triggered)
            self.heard_nothing_more()
        finally:
            device.end_input()
            device.wait()
        until(lambda: node not in self.used(), f"{node} is gone")


class Described(Panels):
    """Report descriptors of real panels, read by the kernel's own driver."""

    def lines(self, *classes):
        """The panels of these classes."""
        with open(os.path.join(PANELS, "hid.txt"), encoding="utf-8") as file:
            for line in file:
                words = line.split()
                if not line.startswith("#") and words[1] in classes:
                    yield words

    def test_touchscreens(self):
        """each touchscreen is used: taps trigger once, swipes and palms nothing, nothing stays pressed"""
        for words in self.lines("touchscreen", "win8"):
            with self.subTest(words[0]):
                self.touch(*words)

    def test_touchpads(self):
        """touchpads press nothing"""
        for words in self.lines("touchpad"):
            with self.subTest(words[0]):
                self.touch(*words)

    def touch(self, name, kind, identity, count, quirks, descriptor):
        """Makes the panel and touches it."""
        panel = Descriptor(bytes.fromhex(descriptor))
        bus, vendor, product = identity.split(":")
        device = self.kiosk.machine.start(
            f"exec chrt 50 /usr/lib/kiosk/hid {name} {bus} {vendor} {product} {descriptor} 2>&1")
        try:
            maximum = panel.maximum(int(count) if count.isdigit() else None)
            if maximum:
                self.say(device, f"feature {maximum[0]:x} {maximum[1].hex()}")
            self.say(device, "start")
            self.kiosk.check("udevadm settle")
            nodes = self.kiosk.check(f"cd /sys/class/input && grep -lx {name} event*/device/uniq").split()
            nodes = {"/dev/input/" + node.split("/")[0] for node in nodes}
            if kind == "touchpad":
                touched = {node for node, entry in self.used().items() if entry["kind"] == "touchscreen"}
                self.assertFalse(nodes & touched)
            else:
                until(lambda: any(node in nodes and entry["kind"] == "touchscreen"
                                  for node, entry in self.used().items()), f"{name} is used")
            places = len({found.finger for found in panel.panel if found.usage == TIP})
            self.gestures(device, panel, kind, quirks, max(places, maximum[2] if maximum else 1))
            self.heard_nothing_more()
        finally:
            device.end_input()
            device.wait()
        until(lambda: not nodes & self.used().keys(), f"{name} is gone")

    def say(self, device, line):
        """Has the tool do something."""
        device.write(line.encode() + b"\n")
        self.assertEqual(device.line(), "ok", line[:60])

    def gestures(self, device, panel, kind, quirks, most):
        """A tap, a swipe, a palm and two fingers, as far as a panel of `most` fingers can tell of them."""
        usages = {found.usage for found in panel.panel}
        base = 1 if "MINUS_ONE" in quirks else 0
        one, other = Finger(base, 0.44, 0.5), Finger(base + 1, 0.82, 0.7)
        presses = kind != "touchpad"
        stays = "VALID_IS_INRANGE" in quirks
        clock = iter(range(0, 1 << 30, 100))

        def play(*frames):
            reports = [report for frame in frames for report in panel.frame(frame, next(clock))]
            self.say(device, "play 10 " + " ".join(report.hex() for report in reports))

        def lifted(*fingers):
            return [replace(finger, is_down=False, is_in_range=stays) for finger in fingers]

        def expect(pressed, triggered):
            self.heard(pressed if presses else [], triggered if presses else [])

        play(*[[one]] * 4, lifted(one))
        expect(["b32"], ["b32"])
        way = [[replace(one, x=0.44 + step * 0.03)] for step in range(12)]
        play(*way, lifted(*way[-1]))
        expect(["b32"], [])
        if kind == "win8" and CONFIDENCE in usages:
            palm = replace(one, is_sure=False)
            play([one], [one], [one], [palm], [palm], lifted(palm))
            expect(["b32"], [])
        if CONTACT_ID in usages and most > 1:
            play(*[[one, other]] * 4, lifted(one, other))
            expect(["b32", "b63"], ["b32", "b63"])


if __name__ == "__main__":
    unittest.main()
