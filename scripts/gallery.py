# SPDX-License-Identifier: Apache-2.0
"""A small scene for each widget, what is done to it, and when it is looked at: at rest and in motion. And
what is done to each of config/examples."""

import pathlib

import contract

PICTURES = pathlib.Path(__file__).resolve().parent.parent / "docs" / "pictures"

SIZE = {"width": 400, "height": 240}

# A second, at constant speed.
SLOWLY = {"over": 1, "ease": "linear"}

BACKGROUND = '[display]\nbackground = "#0F1720"\n'


def finger(t, phase, x, y):
    """A step of a script in which a finger does something."""
    return {"t": t, "touch": {"slot": 0, "phase": phase, "x": x, "y": y}}


BUTTON = BACKGROUND + """
[[button]]
id = "go"
label = "Unlock"
frame = { x = "50%", y = "50%", width = 220, height = 88 }
amplitude = 22
color = "#2F7CF6"
"""

PROGRESS = BACKGROUND + """
[[progress]]
id = "main"
frame = { x = "50%", y = "50%", width = 180, height = 180 }
mask = { shape = "circle" }
percent = 42
amplitude = 7
speed = 240
front_color = "#E4572E"
back_color = "#E4572E80"
outline_color = "#27323E"
"""

FLUID = PROGRESS.replace("#E4572E80", "#5BB8EC90") + f"""front_image = "{PICTURES}/water.png"
"""

CIRCLE = BACKGROUND + """
[[circle]]
id = "volume"
frame = { x = "50%", y = "50%", width = 400, height = 240, anchor = "center" }
centre = "fixed"
resting = 62
color = "#7A5CF0"
label = "Pull"
label_color = "#FFFFFF"
"""

TEXT = BACKGROUND + """
[[text]]
id = "name"
frame = { x = "50%", y = "50%", width = 280, height = 56 }
placeholder = "Your name"
font_size = 22
color = "#F4F7FA"
caret_blink = 0
"""

CHART = BACKGROUND + """
[[chart]]
id = "week"
frame = { x = "50%", y = "50%", width = 360, height = 200 }
labels = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
values = [12, 18, 16, 27, 31, 24, 38]
axis = { min = 0, max = 50, step = 10 }
background = "#18222D"
grid_color = "#26323F"
label_color = "#8C9BAA"
font_size = 11
padding = 28
from_color = "#2FD6C5"
to_color = "#2F7CF6"
fill = true
"""

LABEL = BACKGROUND + """
[[label]]
id = "gate"
frame = { x = "50%", y = "50%", width = 340, height = 120 }
text = "Boarding at gate 7"
font_size = 32
align = "center"
color = "#EAF0F6"
"""

IMAGE = BACKGROUND + f"""
[[image]]
id = "photo"
frame = {{ x = "50%", y = "50%", width = 320, height = 180 }}
file = "{PICTURES}/dashboard.png"
fit = "cover"
"""

TOGGLE = BACKGROUND + """
[[toggle]]
id = "fan"
label = "Fan"
frame = { x = "50%", y = "50%", width = 240, height = 64 }
amplitude = 4
"""

SLIDER = BACKGROUND + """
[[slider]]
id = "level"
frame = { x = "50%", y = "50%", width = 320, height = 80 }
value = 40
amplitude = 16
"""

CODE = BACKGROUND + """
[[code]]
id = "link"
frame = { x = "50%", y = "50%", width = 200, height = 200 }
text = "https://example.org/"
elastic = { amplitude = 10, color = "#FFFFFF" }
"""

LIST = BACKGROUND + """
[[list]]
id = "rooms"
select = "one"
selected = ["lounge"]
row_height = 40
frame = { x = "50%", y = "50%", width = 340, height = 216 }
rows = [
  { id = "hall", label = "Hall", detail = "19.5 °C" },
  { id = "lounge", label = "Lounge", detail = "21 °C" },
  { id = "kitchen", label = "Kitchen", detail = "20.5 °C" },
  { id = "study", label = "Study", detail = "18 °C" },
  { id = "attic", label = "Attic", detail = "16.5 °C" },
  { id = "cellar", label = "Cellar", detail = "12 °C" },
]
"""

# Name: scene, what is done before it is looked at in motion, and when that is.
WIDGETS = {
    "button": (BUTTON, [finger(0.1, "down", 200, 120)], 0.6),
    "button-let-go": (BUTTON, [finger(0.1, "down", 200, 120), finger(0.6, "up", 200, 120)], 0.69),
    "progress": (PROGRESS, [{"t": 0.1, "progress.set": {"percent": 76, **SLOWLY}}], 0.75),
    "fluid": (FLUID, [{"t": 0.1, "progress.set": {"percent": 76, **SLOWLY}}], 0.75),
    "circle": (CIRCLE, [finger(0.1, "down", 250, 120), finger(0.2, "move", 296, 120)], 0.5),
    "text": (TEXT, [finger(0.1, "down", 200, 120), finger(0.15, "up", 200, 120),
                    {"t": 0.2, "key.send": {"text": "Amélie"}}], 0.3),
    "chart": (CHART, [{"t": 0.1, "chart.draw": {"id": "week"}}], 1.9),
    "label": (LABEL, [{"t": 0.1, "label.set": {"text": "Boarding at gate 9", **SLOWLY}}], 0.6),
    "image": (IMAGE, [{"t": 0.1, "image.set": {"file": f"{PICTURES}/updater.png", **SLOWLY}}], 0.6),
    "toggle": (TOGGLE, [finger(0.1, "down", 230, 120), finger(0.3, "move", 262, 120)], 0.5),
    "slider": (SLIDER, [finger(0.1, "down", 240, 120), finger(0.3, "move", 256, 116)], 0.7),
    "list": (LIST, [finger(0.1, "down", 200, 110), finger(0.2, "move", 200, 130),
                    finger(0.3, "move", 200, 220)], 0.5),
    "code": (CODE, [{"t": 0.1, "code.set": {"text": "WIFI:T:WPA;S:Guests;P:welcome;;"}},
                    finger(0.2, "down", 200, 120)], 0.4),
}

# Of a kind that needs no scene of its own: a finger on it.
for _kind in contract.kinds():
    if _kind not in WIDGETS:
        WIDGETS[_kind] = (f'{BACKGROUND}[[{_kind}]]\nid = "{_kind}"\n', [finger(0.1, "down", 200, 120)], 0.5)

# Each example's size, what is done to it, and when it is looked at, in seconds.
EXAMPLES = {
    "fountain": {
        "script": [
            {"t": 0.1, "progress.set": {"percent": 58}},
            {"t": 2.0, "touch": {"slot": 0, "phase": "down", "x": 320, "y": 344}},
        ],
        "t": 2.5,
    },
    "dashboard": {
        "script": [
            {"t": 0, "label.set": {"id": "line", "text": "Line 3 · 09:41"}},
            {"t": 0.1, "chart.draw": {"id": "heat"}},
            {"t": 0.1, "chart.draw": {"id": "load"}},
        ],
        "t": 4.2,
    },
    "wall-panel": {
        "script": [{"t": 0, "toggle.set": {"id": "fan", "value": True}}, finger(0.1, "down", 230, 184)],
        "t": 0.6,
    },
    "updater": {
        "script": [
            {"t": 0, "widget.set": {"id": "update", "label": "Updating…"}},
            {"t": 0.1, "progress.set": {"percent": 42}},
        ],
        "t": 2.0,
    },
    "pin-pad": {
        "script": [
            *({"t": 0.2 + 0.3 * number, "press": {"id": key}} for number, key in enumerate("472")),
            {"t": 2.0, "touch": {"slot": 0, "phase": "down", "x": 474, "y": 153}},
        ],
        "t": 2.08,
    },
    "check-in": {
        "script": [
            {"t": 0, "label.set": {"id": "clock", "text": "09:41"}},
            {"t": 0.1, "text.set": {"id": "ticket", "text": "AB-1234"}},
            {"t": 0.2, "label.set": {"id": "status", "text": "Welcome! Gate 7"}},
        ],
        "t": 2.0,
    },
    "tickets": {
        "script": [{"t": 1.5, "touch": {"slot": 0, "phase": "down", "x": 128, "y": 236}}],
        "t": 1.7,
    },
    "keyboard": {
        "script": [
            {"t": 0.1, "text.set": {"id": "name", "text": "Ada Lovelace"}},
            {"t": 0.1, "text.set": {"id": "mail", "text": "ada@example.or"}},
            {"t": 0.5, "touch": {"slot": 0, "phase": "down", "x": 500, "y": 244}},
            {"t": 0.6, "touch": {"slot": 0, "phase": "up", "x": 500, "y": 244}},
            {"t": 2.0, "touch": {"slot": 0, "phase": "down", "x": 320, "y": 296}},
        ],
        "t": 2.08,
    },
    "splash": {
        "width": 800,
        "height": 480,
        "script": [{"t": 0.1, "progress.set": {"percent": 57}}],
        "t": 2.0,
    },
}

# What is at rest the same scene as another one's, or has to be drawn first.
RESTS = {"chart": ([{"t": 0.1, "chart.draw": {"id": "week"}}], 4.0)}


def questions(folder):
    """What is asked of swell-probe, with a name each."""
    for name, (scene, script, time) in WIDGETS.items():
        rest, rested = RESTS.get(name, ([], 0.1))
        shots = {"motion": (script, time)} if name == "button-let-go" else {
            "rest": (rest, rested), "motion": (script, time)}
        for state, (steps, t) in shots.items():
            name_of_file = f"widget-{name}-{state}.png"
            yield name_of_file, {"q": "frame", "config": scene, "script": steps, "t": t,
                                 "png": str(folder / name_of_file), **SIZE}
