# SPDX-License-Identifier: Apache-2.0
"""What hostile clients send: each request at the worst that is allowed, and what no client should send.

A kind of client is a list of messages that it sends again and again over a connection of its own;
scripts/storm.py and the kiosk machine's storm send the same ones.
"""

import json
import struct
import zlib

import contract

LABEL = "W\u0301\u0316" * 204  # 1,020 bytes, each letter with marks that want to be put in order
CONTROLS = "\x01" * 1024  # six bytes each in an answer
# Scripts of both directions, joined and marked, 256 characters.
MIXED = "\u05d0\u0633\u0644W\u0301\u4e2d fi\u200d" * 16
# The same letters in three spellings, which are three texts.
SPELLINGS = "\u1e69\u00e9", "s\u0323\u0307e\u0301", "s\u0307\u0323e\u0301"

# How a message ends: its answer is waited for, or the client goes at once, or it waits without reading.
ANSWERED, GONE, UNREAD = "answered", "gone", "unread"


def line(method, number=1, **params):
    """A call as it is sent."""
    call = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    return json.dumps(call, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


# Most calls a batch; fewer where an emulated processor has to carry them out.
calls_a_batch = 2048


def batch(method, many, limit=65_000):
    """A batch of calls with these parameters, as many as a message holds."""
    calls, size = [], 2
    for number, params in enumerate(many):
        call = line(method, number % 10, **params)[:-1]
        if size + len(call) + 1 > limit or len(calls) == calls_a_batch:
            break
        calls.append(call)
        size += len(call) + 1
    return b"[" + b",".join(calls) + b"]\n"


def image(side):
    """A PNG of side × side pixels that takes long to read and little room."""
    def chunk(kind, body):
        return (struct.pack(">I", len(body)) + kind + body
                + struct.pack(">I", zlib.crc32(kind + body)))
    pixels = zlib.compressobj(1)
    row = b"\0" + bytes(side * 4)
    packed = b"".join(pixels.compress(row) for _ in range(side)) + pixels.flush()
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0))
            + chunk(b"IDAT", packed) + chunk(b"IEND", b""))


# Whose border, gradient, shadow and icon the file gives, of the buttons b0 and so on; and what it gives them.
DRESSED = 6
DRESS = {
    "border": {"width": 3, "color": "#9AA0A6"}, "gradient": ["#3A8DFF", "#1B5FD0"],
    "shadow": {"x": 0, "y": 4, "blur": 12, "color": "#00000080"}, "color": "#2F7CF6",
}

# A chart's axis unless it has another one.
AXIS = {"min": 0, "max": 50, "step": 10}

# The background is the scene's on every page and with every look, as the kiosk's storm looks for it.
LOOKS = """
[[look]]
name = "night"
color = "#203040"
text_color = "#D8C8A8"
border = { width = 2, color = "#D8C8A8" }
[[look]]
name = "day"
color = "#E0E4E8"
label_color = "#101418"
gradient = ["#FFFFFF", "#C0C4C8"]
shadow = { x = 0, y = 6, blur = 24, color = "#00000080" }
corner_radius = 20
"""

# None of the pages stands where others are, and none has what moves by itself.
PAGES = """
[[page]]
id = "first"
swipe = SWIPE
[[page.button]]
id = "on"
to = "second"
label = { de = "Weiter", en = "On", ar = "التالي" }
frame = { x = 10, y = 480, width = 200, height = 60, anchor = "top-left" }
[[page]]
id = "second"
swipe = SWIPE
timeout = 1
timeout_warning = 1
turn = { kind = "fade", duration = 0.1 }
[[page.button]]
id = "other"
language = "next"
label = { de = "Sprache", en = "Language", ar = "اللغة" }
frame = { x = 230, y = 480, width = 200, height = 60, anchor = "top-left" }
[[page.label]]
id = "said"
text = { de = "{percent:main} von allem", en = "{percent:main} of all", ar = "{percent:main} من الكل" }
frame = { x = 450, y = 480, width = 200, height = 60, anchor = "top-left" }
[[page]]
id = "third"
swipe = SWIPE
turn = { kind = "none" }
[[page.text]]
id = "low"
autofocus = true
caret_blink = 0
placeholder = { de = "Name", en = "Name", ar = "الاسم" }
frame = { x = 670, y = 690, width = 200, height = 50, anchor = "top-left" }
"""


def toml(value):
    """A value in TOML, tables inline."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(inner)}" for key, inner in value.items()) + " }"
    return json.dumps(value)


def scene(widgets, folder, covering=False):
    """A moving wave, a widget of every kind, pages, looks, and `widgets` buttons; images lie in `folder`.

    With `covering` it has besides what covers or moves all of the picture: a keyboard on the screen, pages
    that follow a finger, a language that mirrors it.
    """
    direction, swipe = ("auto", "true") if covering else ("ltr", "false")
    text = f"""
[display]
scale = 1
languages = ["de", "en", "ar"]
direction = "{direction}"
[keyboard]
{'screen = { layouts = ["de", "us(intl)"] }' if covering else ''}
{LOOKS}
[[progress]]
id = "wave"
percent = 50
frame = {{ x = 10, y = 10, width = 240, height = 240, anchor = "top-left" }}
[[progress]]
id = "main"
frame = {{ x = 260, y = 10, width = 240, height = 240, anchor = "top-left" }}
[[button]]
id = "start"
frame = {{ x = 520, y = 10, width = 200, height = 80, anchor = "top-left" }}
exec = ["/bin/sleep", "1"]
while_running = "restart"
job.progress = "main"
job.done = {{ label = "Done", hold = 0.1 }}
job.failed = {{ label = "Failed", hold = 0.1 }}
[[text]]
id = "name"
max_length = 256
frame = {{ x = 520, y = 110, width = 200, height = 40, anchor = "top-left" }}
caret_blink = 0
[[label]]
id = "words"
text = "Words"
lines = 0
frame = {{ x = 520, y = 160, width = 200, height = 90, anchor = "top-left" }}
[[chart]]
id = "curve"
window = 512
frame = {{ x = 740, y = 10, width = 240, height = 140, anchor = "top-left" }}
[[chart]]
id = "lines"
window = 64
frame = {{ x = 960, y = 160, width = 240, height = 140, anchor = "top-left" }}
lines = [{{ id = "a" }}, {{ id = "b" }}, {{ id = "c" }}, {{ id = "d" }}]
[[circle]]
id = "ball"
resting = 30
centre = "fixed"
frame = {{ x = 740, y = 160, width = 90, height = 90, anchor = "top-left" }}
[[image]]
id = "photo"
file = "{folder}/small.png"
directories = ["{folder}"]
frame = {{ x = 850, y = 160, width = 90, height = 90, anchor = "top-left" }}
[[code]]
id = "link"
level = "H"
frame = {{ x = 990, y = 120, width = 200, height = 130, anchor = "top-left" }}
[[progress]]
id = "ring"
fill = "ring"
mask = {{ shape = "ring" }}
frame = {{ x = 10, y = 620, width = 120, height = 120, anchor = "top-left" }}
[[chart]]
id = "bars"
kind = "bars"
window = 64
limits = [{{ value = 40, color = "#E2574C" }}, {{ value = -1e9 }}]
frame = {{ x = 150, y = 620, width = 240, height = 120, anchor = "top-left" }}
[[chart]]
id = "span"
span = 3600
unit = {{ de = " °C", en = " degrees", ar = " درجة" }}
limits = [{{ value = 40 }}]
frame = {{ x = 410, y = 620, width = 240, height = 120, anchor = "top-left" }}
visible = false
"""
    for index, kind in enumerate(OTHERS):
        text += (f'[[{kind}]]\nid = "{kind}"\n'
                 f'frame = {{ x = {990 + index % 3 * 90}, y = {10 + index // 3 * 50}, '
                 f'width = 80, height = 40, anchor = "top-left" }}\n')
    for index in range(widgets):
        x, y = 10 + index % 14 * 70, 270 + index // 14 * 40
        text += (f'[[button]]\nid = "b{index}"\nlabel = "Button {index}"\n'
                 f'frame = {{ x = {x}, y = {y}, width = 60, height = 30, anchor = "top-left" }}\n')
        if index < DRESSED:
            text += f"icon = {json.dumps(f'{folder}/small.png')}\n" + "".join(
                f"{key} = {toml(value)}\n" for key, value in DRESS.items())
    return text + PAGES.replace("SWIPE", swipe)


def mistakes(count):
    """A configuration with so many mistakes, some of them with names that take long to compare."""
    kinds = ["[[button]]\nid = 7\n", f"[[label]]\n\"{LABEL[:60]}\" = 1\n",
             "[[button]]\nframe = { x = 'a' }\n",
             f"[[button]]\nid = \"{SPELLINGS[0]}\"\n\"{SPELLINGS[1]}\" = 1\n", "[[image]]\nfile = '/no'\n"]
    return "".join(kinds[number % len(kinds)] for number in range(count))


# The kinds that are sent nothing of their own.
OTHERS = [kind for kind in contract.kinds() if f"{kind}.set" in contract.methods() and kind not in (
    "button", "progress", "circle", "text", "chart", "label", "image", "code")]


def _setters(values):
    """Of these kinds the requests that set what `values` says of a kind and a parameter."""
    for kind in OTHERS:
        params = {name: values(kind, name) for name in contract.least(contract.methods()[f"{kind}.set"])}
        yield f"{kind}.set", {"id": kind, **params}


def _other(number):
    """One of the values that a parameter may have."""
    def value(kind, name):
        (schema,) = (parameter["schema"] for parameter in contract.methods()[f"{kind}.set"]["params"]
                     if parameter["name"] == name)
        ends = {"boolean": (False, True), "string": (LABEL, "a"), "number": (0, 42)}
        return ends.get(schema.get("type"), [contract.sample(schema)] * 2)[number % 2]
    return value


def at_rest(folder):
    """What puts everything back as the file has it, with the wave at rest; images lie in `folder`."""
    dress = {**DRESS, "icon": f"{folder}/small.png"}
    return [
        ("display.set", {"awake": True}),
        ("page.show", {"id": "home", "turn": "none"}),
        ("look.use", {"name": None}),
        ("language.set", {"language": "de"}),
        *(("widget.set", {"id": f"b{index}", "visible": True, **dress}) for index in range(DRESSED)),
        ("progress.set", {"id": "ring", "percent": 100, "over": 0}),
        ("chart.set", {"id": "bars", "values": [10, 50], "animate": "none", "axis": AXIS}),
        *(("chart.set", {"id": "lines", "line": line, "values": [], "animate": "none"}) for line in "abcd"),
        # What it shows goes by the clock.
        ("widget.set", {"id": "span", "visible": False}),
        ("text.clear", {"id": "low"}),
        ("progress.set", {"id": "wave", "percent": 100, "over": 0}),
        ("progress.set", {"id": "main", "percent": 0, "over": 0}),
        ("widget.set", {"id": "start", "label": "Start"}),
        ("focus.set", {"id": None}),
        ("text.clear", {"id": "name"}),
        ("label.set", {"id": "words", "text": "Words", "over": 0}),
        ("chart.set", {"id": "curve", "values": [1, 2, 3], "labels": [], "animate": "none",
                       "axis": AXIS}),
        ("circle.reset", {"id": "ball"}),
        ("code.set", {"id": "link", "text": ""}),
        ("image.set", {"id": "photo", "file": "small.png", "over": 0}),
        *_setters(lambda kind, name: contract.kinds()[kind].get(name, {}).get(
            "default", [] if kind == "list" else 0)),
    ]


def _charts():
    curve = [round(1e9 * ((n * 7919) % 1000) / 1000 * (-1) ** n, 3) for n in range(512)]
    labels = [("W\u0301\u0316" * 21 + chr(97 + n % 26)) for n in range(64)]
    axis = {"min": -1e9, "max": 1e9, "step": 1.25e8}
    # 64 characters of 15 bytes each, and as many of these as a message holds.
    longest = [("W" + "\u0301\u0316" * 3 + "\u0323") * 63 + chr(97 + n % 26) for n in range(64)]
    return [
        line("chart.set", id="curve", values=curve, labels=labels, axis=axis, animate="draw", over=0.3),
        line("chart.set", id="curve", values=curve[::-1], labels=labels[::-1], axis=axis, animate="morph"),
        batch("chart.append", ({"id": "curve", "values": curve[:300]} for _ in range(2048))),
        batch("chart.append", ({"id": "curve", "value": n % 50} for n in range(2048))),
        line("chart.set", id="curve", values=list(range(64)), labels=longest, animate="morph"),
        line("chart.set", id="curve", values=list(range(64)), labels=longest[::-1], animate="none"),
        batch("chart.append", ({"id": "curve", "value": n, "label": longest[n]} for n in range(64))),
        batch("chart.append", ({"id": "lines", "line": "abcd"[n % 4], "value": n % 50} for n in range(2048))),
        line("chart.draw", id="curve"),
        *(line("chart.set", id="bars", values=values, axis=axis, animate=animate, over=0.3)
          for values in (curve[:64], curve[64:128]) for animate in ("draw", "morph")),
        batch("chart.append", ({"id": "bars", "value": n % 100 - 50} for n in range(2048))),
        line("widget.set", id="span", visible=True),
        line("chart.set", id="span", values=curve, axis=axis, animate="draw", over=0.3),
        batch("chart.append", ({"id": "span", "value": n % 50} for n in range(2048))),
        line("chart.set", id="span", values=curve[::-1], axis=axis, animate="morph"),
        batch("progress.set", ({"id": "ring", "percent": n * 37 % 101, "over": n % 3 / 10}
                               for n in range(2048))),
        line("progress.set", id="ring", percent=50, fault="#E2574C"),
        batch("chart.get", ({"id": "curve"} for _ in range(40))),
    ]


def _lists():
    """As many rows as a list has, a message's worth at a time; any of them chosen, and scrolled to."""
    def rows(numbers):
        return [{"id": f"{n}", "label": f"Row {n}", "detail": LABEL[:6]} for n in numbers]
    hard = [{"id": f"{n}" * 50, "label": text, "detail": text}
            for n, text in enumerate([LABEL, CONTROLS, MIXED[:300]])]
    return [
        line("list.set", id="list", rows=rows(range(1000))),
        *(line("list.append", id="list", rows=rows(range(n, n + 1000))) for n in range(1000, 10_000, 1000)),
        batch("list.select", ({"id": "list", "rows": []} for _ in range(2048))),
        batch("list.scroll", ({"id": "list", "row": f"{n * 7919 % 10_000}", "over": 0.2}
                              for n in range(2048))),
        batch("list.append", ({"id": "list", "rows": rows([n])} for n in range(2048))),
        batch("list.get", ({"id": "list"} for _ in range(2048))),
        line("list.set", id="list", rows=[{"id": f"{n}"} for n in range(3000)]),
        line("list.set", id="list", rows=hard),
        batch("list.set", ({"id": "list", "rows": rows([n, n + 1])} for n in range(2048))),
    ]


def _fields():
    return [
        line("focus.set", id="name", quiet=False),
        line("text.set", id="name", text=MIXED[:256]),
        line("text.set", id="name", text="\U0001f468\u200d\U0001f469" * 64, caret=100),
        batch("text.set", ({"id": "name", "text": (MIXED * 2)[n % 90:][:256], "caret": n % 40}
                           for n in range(2048))),
        line("text.clear", id="name"),
    ]


def _keys():
    return [
        line("focus.set", id="name", quiet=True),
        line("text.clear", id="name"),
        line("key.send", text="W" * 65_000),
        line("key.send", text="W" * 1024),
        line("key.send", text="W\u0301\u0316\n" * 170),
        line("key.send", text="abc\n" * 256),
        line("key.send", text=MIXED[:256], scanner=True),
        batch("key.send", ({"text": "ab"} if n % 3 else {"key": "BackSpace"} for n in range(2048))),
        batch("key.send", ({"key": "ctrl+a"} if n % 2 else {"text": "x" * 200} for n in range(2048))),
    ]


def _labels():
    hard = [LABEL, CONTROLS, "Start"]
    return [line("widget.set", id="start", label=text) for text in hard]


def _spellings():
    longest = [(spelling * 400).encode()[:1020].decode(errors="ignore") for spelling in SPELLINGS]
    return [
        *(line("widget.set", id="start", label=text) for text in longest),
        *(line("label.set", id="words", text=text, over=over) for text in longest for over in (0, 0.2)),
        line("text.set", id="name", text=SPELLINGS[0] * 128),
        line("text.set", id="name", text=longest[1][:256]),
        batch("widget.set", ({"id": "start", "label": SPELLINGS[n % 3]} for n in range(2048))),
        # No widget has such an id.
        batch("button.press", ({"id": SPELLINGS[n % 3] * 20} for n in range(2048))),
        *(line("progress.set", id=text, percent=1) for text in longest),
    ]


def _captions():
    figures = "{percent:main}{percent:wave}" * 36
    times = "{time:%S%H%M%A%B}" * 60
    texts = [LABEL, figures[:1008], times[:1020], "{text:name}" * 90, "{" * 1024, MIXED * 4]
    texts = [text.encode()[:1024].decode(errors="ignore") for text in texts]
    return [line("label.set", id="words", text=text, over=over)
            for over in (0, 0.2) for text in texts]


def _touches():
    phases = [("down", 0), ("move", 9), ("move", 40), ("up", None), ("down", 3), ("cancel", None)]
    messages = []
    for shift in range(8):
        many = []
        for number in range(600):
            phase, by = phases[number % 6]
            params = {"slot": (number // 6 * 7 + shift) % 64, "phase": phase}
            if by is not None:
                params |= {"x": (number * 37 + by) % 990, "y": (number * 53 + by) % 250}
            many.append(params)
        messages.append(batch("touch.send", many))
    return messages


def _sleepers():
    """Off and on, dark and bright; awake at the end."""
    return [
        batch("display.set", ({"awake": n % 2 == 1} for n in range(2048))),
        batch("display.set", ({"brightness": n % 2 * 100, "awake": True} for n in range(2048))),
        line("display.set", awake=False), line("display.set", awake=True, brightness=100),
    ]


def _calibration():
    """The page of crosses comes and goes; it has gone at the end."""
    crosses = [0, 1, 2, 3, None]
    return [
        *(line("touch.calibrate", cross=cross) for cross in crosses),
        batch("touch.calibrate", ({"cross": crosses[n % 5]} for n in range(2000))),
        line("touch.calibrate", cross=0), line("touch.send", slot=0, phase="down", x=5, y=5),
        line("touch.calibrate", cross=None), line("touch.send", slot=0, phase="cancel"),
    ]


def _pages():
    """Pages that come at once or fade, and what leads back over all of them."""
    places = ["second", "third", "first", "back", "home"]
    return [
        *(line("page.show", id=place, turn=turn) for place in places for turn in ("none", "fade")),
        batch("page.show", ({"id": places[n * 3 % 5]} for n in range(2048))),
        batch("page.show", ({"id": places[n % 5], "turn": "fade"} for n in range(2048))),
        line("page.show", id=LABEL), line("widget.set", id="low", placeholder=LABEL),
        batch("page.get", ({} for _ in range(2048))),
    ]


def _turns():
    """Pages that move all of the picture."""
    places = ["second", "third", "first"]
    return [
        *(line("page.show", id=place, turn=turn) for turn in ("slide", "elastic") for place in places),
        batch("page.show", ({"id": places[n % 3], "turn": ("slide", "elastic")[n % 2]} for n in range(2048))),
        line("page.show", id="back", turn="elastic"), line("page.show", id="home"),
    ]


def _looks():
    """A look that lies over the scene, and none; those that there are not."""
    return [
        *(line("look.use", name=name) for name in ("night", "day", None, LABEL, CONTROLS)),
        batch("look.use", ({"name": ("night", None, "day")[n % 3]} for n in range(8))),
        batch("look.get", ({} for _ in range(2048))),
    ]


def _languages():
    """Each language; texts of all of them; those that there are not."""
    texts = {"de": LABEL[:300], "en": MIXED[:100], "ar": CONTROLS[:100]}
    return [
        *(line("language.set", language=name) for name in ("en", "ar", "next", "de", LABEL)),
        line("widget.set", id="other", label=texts), line("widget.set", id="said", label=texts),
        line("widget.set", id="other", label={LABEL: "a"}),
        batch("language.set", ({"language": ("en", "de", "next")[n % 3]} for n in range(8))),
        batch("language.get", ({} for _ in range(2048))),
    ]


def _dressed(folder):
    """Borders, gradients, shadows and icons that come and go, of many buttons at once."""
    everything = [f"b{index}" for index in range(DRESSED)]
    widest = {"border": {"width": 24, "color": "#F00"}, "gradient": ["#FFFFFF00", "#000000"],
              "shadow": {"x": -24, "y": 24, "blur": 24, "color": "#0F0"}}
    none = {"border": {"width": 0}, "gradient": [],
            "shadow": {"x": 0, "y": 0, "blur": 0, "color": "#00000000"}}
    icons = [*(f"{folder}/{name}" for name in ("large.png", "small.png", "none.png")), "", LABEL, "/dev/zero"]
    return [
        *(line("widget.set", id=everything, **change) for change in (widest, none, DRESS)),
        *(line("widget.set", id=f"b{n % DRESSED}", icon=icon) for n, icon in enumerate(icons)),
        line("widget.set", id=everything, color="#F0F", over=0.3, ease="easeOutBounce"),
        batch("widget.set", ({"id": f"b{n % DRESSED}", "border": {"width": n % 25, "color": "#FF0"}}
                             for n in range(2048))),
        batch("widget.set", ({"id": f"b{n % DRESSED}",
                              "shadow": {"x": n % 49 - 24, "y": n % 23, "blur": n % 25, "color": "#000"}}
                             for n in range(2048))),
        batch("widget.set", ({"id": f"b{n % DRESSED}", "gradient": [f"#{n:06x}", f"#{n * 4099:06x}"]}
                             for n in range(2048))),
        batch("widget.set", ({"id": everything, "visible": n % 2 == 1} for n in range(200))),
        line("widget.set", id=[f"b{n}" for n in range(256)], visible=True),
    ]


def _steering():
    """Keys that lead the focus, press what has it, and go back."""
    keys = ["Tab", "Down", "Right", "shift+Tab", "Up", "Left", "Return", "Home", "End", "Escape"]
    return [
        line("focus.set", id=None),
        *(line("key.send", key=key) for key in keys),
        batch("key.send", ({"key": keys[n * 7 % 10]} for n in range(2048))),
        batch("key.send", ({"key": ("Tab", "Return", "shift+Tab", "Tab")[n % 4]} for n in range(2048))),
        batch("key.send", ({"text": " \n\t"} if n % 2 else {"key": "Tab"} for n in range(2048))),
    ]


def _screen_keys(size):
    """Fingers on the keyboard on the screen that type, hold, slide and overlap; at the end it has gone."""
    width, height = size
    messages = []
    for place in ({"x": 620, "y": 130}, {"x": 770, "y": 715}):
        messages += [
            line("page.show", id="third", turn="none"), line("text.clear", id="name"),
            line("touch.send", slot=0, phase="down", **place), line("touch.send", slot=0, phase="up"),
        ]
        for shift in range(6):
            many = []
            for number in range(600):
                at = {"x": (number // 4 * 97 + shift * 31) % width,
                      "y": height * 0.58 + (number // 4 * 53 + shift * 17) % (height * 0.42)}
                finger = {"slot": (number // 4 + number % 2) % 8}
                # Of two fingers the second one comes down before the first is lifted.
                many.append([{**finger, "phase": "down", **at},
                             {**finger, "phase": "down", **at, "x": at["x"] / 2},
                             {**finger, "phase": "move", **at, "y": at["y"] - 40},
                             {**finger, "phase": ("up", "cancel")[shift % 2]}][number % 4])
            messages.append(batch("touch.send", many))
        messages.append(line("focus.set", id=None))
    return messages


def _nonsense():
    return [
        b'{"jsonrpc":"2.0","id":1,"method":"reload"}\n' * 200, b"\xff\xfe\n", b"[" * 60000 + b"\n",
        b'{"jsonrpc":"2.0","method":"' + b"\x7f" * 60000 + b'","id":2}\n', b"x" * 70000, b'{"js',
        b'{"jsonrpc":"2.0","id":1,"method":"progress.set","params":{"'
        + "a\u0301\u0316".encode() * 12000 + b'":1}}\n',
        b"[" + b"1," * 32000 + b"1]\n", b'{"a":' * 200 + b"1" + b"}" * 200 + b"\n",
        b'{"jsonrpc":"2.0","id":1,"method":"chart.set","params":{"values":['
        + b"1e9," * 16000 + b"1]}}\n",
        b'{' + b",".join(b'"%d":0' % n for n in range(8000)) + b"}\n",
    ]


def _questions():
    """What is there, of the kinds that tell it; many times, as the answer is long for what is asked."""
    asked = ("list", "toggle", "slider", "code", "image", "label", "circle", "text", "progress", "job")
    ids = {"code": "link", "image": "photo", "label": "said", "circle": "ball", "text": "name",
           "progress": "ring", "job": "start"}
    return [batch(f"{kind}.get", ({"id": ids.get(kind, kind)} for _ in range(2048))) for kind in asked]


def kinds(folder, size=(1280, 800)):
    """What each kind of client sends: a list of messages with how they end, by the kind's name.

    Images lie in `folder`, and the screen is of `size` points.
    """
    def answered(messages):
        return [(message, ANSWERED) for message in messages]
    swing = ({"id": "ball", "radius": 10 + n % 80, "over": 0} for n in range(2048))
    return {
        "requests": answered([batch("progress.set", ({"id": "main", "percent": n % 101, "over": 0}
                                                     for n in range(2048)))]),
        "batches": [(batch("status", ({} for _ in range(2048))), ANSWERED), (b"", GONE)],
        "pictures": answered([line("screenshot")]),
        "reloads": answered([line("reload")]),
        "labels": answered(_labels()),
        "captions": answered(_captions()),
        "fields": answered(_fields()),
        "keys": answered(_keys()),
        "charts": answered(_charts()),
        "lists": answered(_lists()),
        "circles": answered([batch("circle.set", swing), line("circle.reset", id="ball")]),
        "others": answered([batch(method, (params for _ in range(256)))
                            for number in range(2) for method, params in _setters(_other(number))]),
        "codes": answered([line("code.set", id="link", text=text)
                           for text in (LABEL, CONTROLS, "a", "0" * 1024)]),
        "images": answered([line("image.set", id="photo", file=name, over=over)
                            for over in (0, 0.2) for name in ("large.png", "small.png")]),
        "panel": answered([batch("display.set", ({"awake": True} for _ in range(2048)))]),
        "sleepers": answered(_sleepers()),
        "calibration": answered(_calibration()),
        "spellings": answered(_spellings()),
        "leavers": [(line("screenshot"), GONE), (line("screenshot") * 20, GONE),
                    (line("screenshot") + line("status") * 20, UNREAD)],
        "presses": answered([batch("button.press", ({"id": f"b{n % 60}"} for n in range(2048)))]),
        "jobs": answered([line("job.start", id="start"), line("job.get", id="start"),
                          batch("job.report", ({"id": "start", "job": "x", "state": "running",
                                                "percent": n % 101} for n in range(2048))),
                          line("job.cancel", id="start")]),
        "touches": answered(_touches()),
        "pages": answered(_pages()),
        "turns": answered(_turns()),
        "looks": answered(_looks()),
        "languages": answered(_languages()),
        "dressed": answered(_dressed(folder)),
        "steering": answered(_steering()),
        "screen-keys": answered(_screen_keys(size)),
        "questions": answered(_questions()),
        "listeners": [(line("subscribe"), ANSWERED), (line("status") * 200, UNREAD)],
        "nonsense": [(message, GONE) for message in _nonsense()],
    }


# Kinds that have the screen stand still at times.
STILL = ("sleepers", "calibration")
# Kinds that cover or move all of the picture, or want a scene that does.
COVERING = ("turns", "screen-keys")
# Each of their requests paints the whole screen twice before the frame: what is left, and what comes.
WHOLE = ("turns", "looks")


def script(messages):
    """The messages as the program `hail` of the kiosk machine reads them."""
    return b"".join(b"%s %d\n%s" % (ends.encode(), len(message), message)
                    for message, ends in messages)


# Errors of requests that want what there is not always, as others change scene and display meanwhile.
MAY_BE_REFUSED = (-32600, -32602, -32001, -32003, -32004)
