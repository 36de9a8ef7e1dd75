# SPDX-License-Identifier: Apache-2.0
"""What events say and what `status` answers, as schemas: of what the daemon makes member by member, no reader
tells. Tests hold all that a daemon sends against it."""

ID = {"type": ["string", "null"]}
NUMBER = {"type": "number"}
COUNT = {"type": "integer", "minimum": 0}
TEXT = {"type": "string"}
FLAG = {"type": "boolean"}
PERCENT = {"type": ["number", "null"]}
SOURCE = {"enum": ["touch", "key", "scan", "request", "idle"]}


def table(members, *optional):
    """An object with these members and no others; `optional` are those that can be missing."""
    return {"type": "object", "properties": members, "additionalProperties": False,
            "required": [name for name in members if name not in optional]}


def nullable(schema):
    """The schema, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


# What each type of event adds to `type`, `id` and `time`, and which of it can be missing.
EVENTS = {
    "press": {}, "release": {}, "trigger": {}, "cancel": {}, "focus": {}, "blur": {}, "drawn": {},
    "reload": {},
    "language": {"language": ID, "cause": {"enum": ["touch", "request", "reload"]}},
    "progress": {"percent": PERCENT},
    "drag": {"phase": {"enum": ["began", "changed", "ended"]}, "x": NUMBER, "y": NUMBER, "radius": NUMBER,
             "value": NUMBER},
    "arm": {"armed": FLAG},
    "drop": {"x": NUMBER, "y": NUMBER, "radius": NUMBER, "value": NUMBER},
    "settle": {"radius": NUMBER},
    "change": {"length": COUNT, "caret": COUNT, "source": SOURCE, "text": TEXT},
    "submit": {"text": TEXT, "source": SOURCE},
    "reject": {"reason": {"enum": ["length", "character", "lost"]}, "source": SOURCE},
    "scan": {"text": TEXT, "device": TEXT},
    "chart": {"count": COUNT, "last": {"type": ["number", "null"]}, "line": TEXT},
    "toggle": {"value": FLAG, "source": SOURCE},
    "slide": {"value": NUMBER, "source": SOURCE}, "slid": {"value": NUMBER, "source": SOURCE},
    "output": {"state": TEXT, "mode": TEXT, "lit": FLAG},
    "input": {"name": TEXT, "state": {"enum": ["added", "removed"]}, "kind": TEXT},
    "touch": {"phase": {"enum": ["down", "move", "up", "cancel"]}, "contact": COUNT, "x": NUMBER,
              "y": NUMBER},
    "job": {"state": {"enum": ["started", "progress", "cancelling", "done", "failed", "cancelled"]},
            "percent": PERCENT, "status": {"type": ["integer", "null"]}, "text": TEXT,
            "pid": {"type": ["integer", "null"]}},
    "page": {"from": TEXT, "cause": {"enum": ["touch", "submit", "job", "timeout", "request", "reload"]}},
    "idle": {"seconds": {"enum": [10, 60, 600]}}, "active": {},
}
# Of a password no text is told.
OPTIONAL = {"change": ["text"], "scan": ["text"], "chart": ["line"]}


def event(name):
    """The schema of an event's parameters."""
    common = {"type": {"const": name}, "id": ID, "time": NUMBER}
    return table({**common, **EVENTS[name]}, *OPTIONAL.get(name, []))


SPREAD = table({"p50": {"type": ["number", "null"]}, "p99": {"type": ["number", "null"]}})
SPAN = {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "integer"}}
AXIS = table({"declared": SPAN, "seen": SPAN})
# What `status` tells of a widget of each kind, beside `id`, `kind`, `visible` and `enabled`.
WIDGETS = {
    "button": {"label": TEXT, "pressed": FLAG, "job": {"enum": ["idle", "running", "done", "failed"]}},
    "progress": {"percent": PERCENT, "shown": NUMBER},
    "circle": {"label": TEXT, "state": TEXT, "radius": NUMBER, "value": NUMBER},
    "text": {"placeholder": TEXT, "focused": FLAG},
    "chart": {"count": COUNT, "last": {"type": ["number", "null"]}, "shown": NUMBER,
              "lines": {"type": "array", "items": table({
                  "id": TEXT, "count": COUNT, "last": {"type": ["number", "null"]}})}},
    "label": {"label": TEXT},
    "image": {"file": TEXT},
    "toggle": {"label": TEXT, "value": FLAG},
    "slider": {"value": NUMBER, "shown": NUMBER},
    "code": {"shown": FLAG},
}
KNOWN = [table({"id": TEXT, "kind": {"const": kind}, "visible": FLAG, "enabled": FLAG, **members},
               "job", "lines")
         for kind, members in WIDGETS.items()]
STATUS = table({
    "version": TEXT, "pid": COUNT, "uptime": NUMBER, "time_scale": NUMBER,
    "output": table({
        "kind": TEXT, "device": ID, "driver": ID, "connector": ID, "mode": ID,
        "rotation": {"enum": [0, 90, 180, 270]}, "scale": NUMBER, "state": TEXT, "lit": FLAG, "mirror": ID,
        "warning": ID,
        "backlight": nullable(table({"name": TEXT, "percent": NUMBER, "shown": NUMBER}))}),
    "frames": table({"presented": COUNT, "missed": COUNT, "idle": COUNT, "resting": FLAG, "render_us": SPREAD,
                     "lead_us": NUMBER}),
    "turns": table({"longest_ms": NUMBER, "late": COUNT}),
    "touch_to_flip_ms": SPREAD,
    "inputs": {"type": "array", "items": table({
        "name": TEXT, "device": TEXT, "kind": TEXT,
        "calibration": {"type": "array", "minItems": 6, "maxItems": 6, "items": NUMBER},
        "axes": table({"x": SPAN, "y": SPAN}),
        "range": table({"ignored": COUNT, "x": AXIS, "y": AXIS, "text": TEXT, "remedy": TEXT})},
        "calibration", "axes", "range")},
    # Where there is too much to tell, id and kind alone.
    "widgets": {"type": "array",
                "items": {"anyOf": [*KNOWN, table({"id": TEXT, "kind": {"enum": list(WIDGETS)}})]}},
    "recoveries": {"type": "object", "additionalProperties": COUNT},
    "configuration_errors": {"type": "array", "items": TEXT},
    "page": TEXT, "widgets_shortened": COUNT}, "page", "widgets_shortened")

# What answers have, by the names of their members.
MEMBERS = {
    "id": {"type": ["string", "null"]},
    "percent": {"type": ["number", "null"]},
    "shown": {"type": ["number", "string", "null"]},
    "radius": {"type": "number"},
    "state": {"type": "string"},
    "x": {"type": ["number", "null"]},
    "y": {"type": ["number", "null"]},
    "value": {"type": "number"},
    "length": {"type": "integer"},
    "text": {"type": "string"},
    "caret": {"type": "integer"},
    "focused": {"type": "boolean"},
    "status": {"type": ["integer", "null"]},
    "pid": {"type": ["integer", "null"]},
    "cancel": {"type": "boolean"},
    "count": {"type": "integer"},
    "values": {"type": "array", "items": {"type": ["number", "null"]}},
    "labels": {"type": "array", "items": {"type": "string"}},
    "lines": {"type": "array", "items": table({
        "id": TEXT, "values": {"type": "array", "items": {"type": ["number", "null"]}}})},
    "file": {"type": ["string", "null"]},
    "since": {"type": "number"},
    "brightness": {"type": ["number", "null"]},
    "awake": {"type": "boolean"},
    "language": {"type": ["string", "null"]},
    "languages": {"type": "array", "items": {"type": "string"}},
    "events": {"type": "array", "items": {"type": "string"}},
    "width": {"type": "integer"},
    "height": {"type": "integer"},
    "stride": {"type": "integer"},
    "format": {"const": "XRGB8888"},
}
# Those that one method's have otherwise.
OWN_MEMBERS = {
    "toggle.set": {"value": FLAG},
    "toggle.get": {"value": FLAG},
    "widget.set": {"id": {"anyOf": [TEXT, {"type": "array", "items": TEXT}]}},
}
