# SPDX-License-Identifier: Apache-2.0
"""Sixty frames a second on a processor of one instruction a nanosecond, whatever fills the screen.

QEMU advances the machine's clocks by the instructions that it has executed, so that neither the machine that
runs the tests nor what else it does changes a count."""

import json

from kiosk import CONTROL, Kiosk, KioskCase, by_hand, measured
from kioskvm.picture import Picture

SIZE = WIDTH, HEIGHT = 1280, 800
VBLANKS = 180
WHOLE = 'frame = { x = "50%", y = "50%", width = "100%", height = "100%" }'
DISPLAY = f"""\
[display]
mode = "{WIDTH}x{HEIGHT}@60"
scale = 1
background = "#10131C"
"""
BACKDROP = f"""
[[image]]
id = "backdrop"
{WHOLE}
file = "/run/vblanks/first.png"
fit = "cover"
"""
WIDGETS = """
[[button]]
id = "button"
label = "Elastic"
frame = { x = "25%", y = "50%", width = "25%", height = "12%" }
amplitude = 24
[[progress]]
id = "waves"
frame = { x = "70%", y = "50%", width = 400, height = 400 }
mask = { shape = "rounded" }
percent = 55
outline_color = "#2A3045"
"""
PICTURES = f"""
[[image]]
id = "picture"
{WHOLE}
file = "/run/vblanks/first.png"
fit = "cover"
"""
FLUID = """
[[progress]]
id = "fluid"
frame = { x = "50%", y = "50%", width = 740, height = 740 }
mask = { shape = "circle" }
percent = 50
front_image = "/run/vblanks/first.png"
"""
CIRCLE = """
[[circle]]
id = "circle"
frame = { x = "50%", y = "50%", width = 222, height = 222 }
"""
LARGE = f"""
[[button]]
id = "button"
label = "Colour"
{WHOLE}
"""


def picture(seed):
    """An opaque picture of the screen's size, as a PNG."""
    rows = bytearray()
    for y in range(HEIGHT):
        for x in range(WIDTH):
            rows += bytes((x * seed // 8 & 255, y * seed // 4 & 255, (x + y) // 16 & 255))
    return Picture(WIDTH, HEIGHT, rows).png()


def buttons():
    """Twenty buttons that are shown, and twenty in their places that are not."""
    text = ""
    for kind, color, visible in (("old", "#2F6BFF", "true"), ("new", "#E2574C", "false")):
        for index in range(20):
            text += f"""
[[button]]
id = "{kind}{index}"
label = "Label"
color = "{color}"
visible = {visible}
frame = {{ x = "{12.5 + 25 * (index % 4)}%", y = "{10 + 20 * (index // 4)}%", width = "22%", height = "17%" }}
"""
    return text


# Of 20 vblanks a second, each of which has three times the instructions of one of 60: a display of 60 on a
# processor of three instructions a nanosecond, with a clock that goes three times as slowly.
SLOWER = 3
LARGE_DISPLAY = """\
[display]
mode = "177.76 3840 3888 3920 4000 2160 2163 2168 2222"
scale = 2.7
background = "#10131C"
"""


def pages(turn, duration=0.45):
    """Two pages of twenty buttons; the second one comes, and goes, by a `turn`."""
    text = ""
    for page, color in (("first", "#2F6BFF"), ("second", "#E2574C")):
        text += f"""
[[page]]
id = "{page}"
turn = {{ kind = "{turn}", duration = {duration} }}
"""
        for index in range(20):
            x, y = 12.5 + 25 * (index % 4), 10 + 20 * (index // 4)
            text += f"""
[[page.button]]
id = "{page}{index}"
label = "Label"
color = "{color}"
frame = {{ x = "{x}%", y = "{y}%", width = "22%", height = "17%" }}
"""
    return text


def looks():
    """Twenty buttons, and a look that may lie over them."""
    text = '''
[[look]]
color = "#E2574C"
[[look]]
name = "night"
color = "#2F6BFF"
screen_background = "#000000"
'''
    for index in range(20):
        x, y = 12.5 + 25 * (index % 4), 10 + 20 * (index // 4)
        text += f"""
[[button]]
id = "button{index}"
label = "Label"
frame = {{ x = "{x}%", y = "{y}%", width = "22%", height = "17%" }}
"""
    return text


def use_look(n):
    """The look gives way to none, and comes back."""
    return [call("look.use", name=None if n % 2 else "night")]


def show_page(n):
    """One page gives way to the other."""
    return [call("page.show", id="first" if n % 2 else "second")]


def chart(fill):
    """A line of 512 values over the whole screen."""
    values = ", ".join(str(25 + (n * n // 7) % 23) for n in range(512))
    return f"""
[[chart]]
id = "chart"
{WHOLE}
values = [{values}]
window = 512
draw = 0
fill = {fill}
"""


def call(method, **parameters):
    """A request as a line."""
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters})


def turn_page(n):
    """Each of the twenty buttons gives way to the other in its place."""
    return [call("widget.set", id=f"{kind}{index}", visible=(kind == "new") == (n % 2 == 0))
            for index in range(20) for kind in ("old", "new")]


def tap(n):
    """A finger goes down upon the button, and up the next time."""
    return [call("touch.send", slot=0, phase="up" if n % 2 else "down", x=WIDTH / 4, y=HEIGHT / 2)]


def drag(n):
    """The finger that pulls the circle is somewhere else each time."""
    return [call("touch.send", slot=0, phase="move" if n else "down",
                 x=WIDTH / 2 + (0, 90, 150, 60, -80, -150)[n % 6], y=HEIGHT / 2 + (0, 60, -60)[n % 3])]


def once(*lines):
    """Requests before the first vblank alone."""
    return lambda n: list(lines) if n == 0 else []


FADE = once(call("image.set", id="picture", file="/run/vblanks/second.png", over=5))
COLOR = once(call("widget.set", id="button", color="#3080E0", over=5))
# Scene, what happens in it, and how many seconds lie between.
SCENES = {
    "button and waves": (WIDGETS, tap, 0.2),
    "button and waves over a picture": (BACKDROP + WIDGETS, tap, 0.2),
    "twenty buttons become others": (buttons(), turn_page, 0.25),
    "twenty buttons over a picture": (BACKDROP + buttons(), turn_page, 0.25),
    "a page fades": (pages("fade"), show_page, 0.45),
    "a page slides": (pages("slide"), show_page, 0.45),
    "a page with an elastic edge": (pages("elastic"), show_page, 0.6),
    "another look": (looks(), use_look, 0.4),
    "crossfade of pictures": (PICTURES, FADE, 3.0),
    "filled chart": (chart("true"), lambda n: [call("chart.append", id="chart", value=20 + n)], 0.2),
    "chart": (chart("false"), lambda n: [call("chart.append", id="chart", value=20 + n)], 0.2),
    "picture as fluid": (FLUID, lambda n: [], 3.0),
    "circle": (CIRCLE, drag, 0.05),
    "circle over a picture": (BACKDROP + CIRCLE, drag, 0.05),
    "colour of the whole screen": (LARGE, COLOR, 3.0),
    "colour of the whole screen over a picture": (BACKDROP + LARGE, COLOR, 3.0),
}


# Frames that may come a vblank late: the first slide gets its memory, and a change may begin while a frame is
# drawn.
MOST_MISSED = {
    "twenty buttons become others": 2, "twenty buttons over a picture": 2, "a page fades": 2,
    "a page slides": 2, "a page with an elastic edge": 2, "filled chart": 2, "chart": 1,
    "picture as fluid": 1, "another look": 2,
}


def script(happens, pause, seconds):
    """A script that sends requests: what `happens`, `pause` seconds apart, for so many `seconds`, with the
    status at the beginning and the end. It starts no program between them, which would want the one
    processor."""
    def rounds():
        yield from happens(0)
        yield 0.25
        yield call("status")
        for n in range(1, round(seconds / pause) + 1):
            yield from happens(n)
            yield pause
        yield call("status")
    lines = (f"read -t {part} -u 9" if isinstance(part, float) else f"echo '{part}'"
             for part in rounds())
    return "\n".join(["exec 9<>/run/vblanks/clock", "{", *lines,
                      f"}} | /usr/lib/kiosk/connect {CONTROL}"])


@by_hand
class Vblanks(KioskCase):
    """The machine is one of its own, whose clocks count instructions."""

    def setUp(self):
        self.kiosk = Kiosk("vkms", arguments=("-icount", "shift=0,sleep=off"))
        self.addCleanup(self.kiosk.machine.close)

    def play(self, name, text, script, most):
        """Plays a scene of this `name`; at most so many frames may come a vblank late."""
        self.kiosk.configure(text)
        self.kiosk.machine.agent.put("/run/vblanks/script", script.encode())
        lines = self.kiosk.check("bash /run/vblanks/script", timeout=600).splitlines()
        results = [json.loads(line)["result"] for line in lines]
        before, after = (result["frames"] for result in results if "frames" in result)
        shown, missed = (after[key] - before[key] for key in ("presented", "missed"))
        measured(f"{name}: {shown} frames shown and {missed} missed, drawn in"
                 f" {after['render_us']['p99'] / 1000:.1f} ms at most but for 1 %")
        self.assertLessEqual(missed, most)
        return shown

    def test_180_vblanks(self):
        """every scene moves at each of 180 vblanks, at one instruction a nanosecond"""
        self.kiosk.check("mkdir -p /run/vblanks && mkfifo /run/vblanks/clock")
        for name, seed in (("first", 1), ("second", 3)):
            self.kiosk.machine.agent.put(f"/run/vblanks/{name}.png", picture(seed))
        for name, (scene, happens, pause) in SCENES.items():
            with self.subTest(name):
                shown = self.play(name, DISPLAY + scene, script(happens, pause, VBLANKS / 60),
                                  MOST_MISSED.get(name, 0))
                self.assertGreater(shown, 0)

    def test_turns_of_3840x2160(self):
        """a page turns at each of 60 vblanks of 3840×2160, at three instructions a nanosecond"""
        self.kiosk.check("mkdir -p /run/vblanks && mkfifo /run/vblanks/clock")
        for turn in ("elastic", "slide", "fade"):
            with self.subTest(turn):
                # The two turns before the count get what is made once.
                shown = self.play(f"a page turns by {turn} at 3840×2160, three times as slowly",
                                  LARGE_DISPLAY + pages(turn, 1.0 * SLOWER),
                                  script(show_page, 1.0 * SLOWER, 2.0 * SLOWER), 0)
                self.assertGreaterEqual(shown, 60)
