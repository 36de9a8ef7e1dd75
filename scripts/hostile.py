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


def scene(widgets, folder):
    """A moving wave, a widget of every kind, and `widgets` buttons more; images lie in `folder`."""
    text = f"""
[display]
scale = 1
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
"""
    for index, kind in enumerate(OTHERS):
        text += (f'[[{kind}]]\nid = "{kind}"\n'
                 f'frame = {{ x = {990 + index % 3 * 90}, y = {10 + index // 3 * 50}, '
                 f'width = 80, height = 40, anchor = "top-left" }}\n')
    for index in range(widgets):
        x, y = 10 + index % 14 * 70, 270 + index // 14 * 40
        text += (f'[[button]]\nid = "b{index}"\nlabel = "Button {index}"\n'
                 f'frame = {{ x = {x}, y = {y}, width = 60, height = 30, anchor = "top-left" }}\n')
    return text


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


# What puts everything back as the file has it, with the wave at rest.
AT_REST = [
    ("display.set", {"awake": True}),
    ("progress.set", {"id": "wave", "percent": 100, "over": 0}),
    ("progress.set", {"id": "main", "percent": 0, "over": 0}),
    ("widget.set", {"id": "start", "label": "Start"}),
    ("focus.set", {"id": None}),
    ("text.clear", {"id": "name"}),
    ("label.set", {"id": "words", "text": "Words", "over": 0}),
    ("chart.set", {"id": "curve", "values": [1, 2, 3], "labels": [], "animate": "none",
                   "axis": {"min": 0, "max": 50, "step": 10}}),
    ("circle.reset", {"id": "ball"}),
    ("code.set", {"id": "link", "text": ""}),
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


def kinds():
    """What each kind of client sends: a list of messages with how they end, by the kind's name."""
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
        "listeners": [(line("subscribe"), ANSWERED), (line("status") * 200, UNREAD)],
        "nonsense": [(message, GONE) for message in _nonsense()],
    }


# Kinds that have the screen stand still at times.
STILL = ("sleepers", "calibration")


def script(messages):
    """The messages as the program `hail` of the kiosk machine reads them."""
    return b"".join(b"%s %d\n%s" % (ends.encode(), len(message), message)
                    for message, ends in messages)


# Errors of requests that want what there is not always, as others change scene and display meanwhile.
MAY_BE_REFUSED = (-32600, -32602, -32001, -32003, -32004)
