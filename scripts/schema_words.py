# SPDX-License-Identifier: Apache-2.0
"""What schema.py cannot take from anywhere else: schemas of what readers say in words of their own, what keys
are that config/swell.toml shows without a word, and what members of answers are."""

CONNECTOR = "^[A-Za-z0-9-]{1,32}$"
TEXT = {"type": "string", "maxLength": 1024}
PATHS = {"type": "array", "minItems": 1, "items": {"type": "string", "pattern": "^/"}}
COLOR = {"type": "string", "pattern": "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$"}
TIME = r"([01][0-9]|2[0-3]):[0-5][0-9]"
DAY = "(Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
DAYS = f"{DAY}(-{DAY})?"
BEZIER = {"type": "array", "minItems": 4, "maxItems": 4,
          "prefixItems": [{"type": "number", "minimum": 0, "maximum": 1}, {"type": "number"},
                          {"type": "number", "minimum": 0, "maximum": 1}, {"type": "number"}]}
# "CURVES" becomes the list of all names.
CURVE = {"anyOf": [{"enum": "CURVES"}, BEZIER]}
VALUE = {"type": "number", "minimum": -1_000_000_000, "maximum": 1_000_000_000}

# What a value "must be", in the reader's own words.
MUSTS = {
    "a string": TEXT,
    '"auto" or a connector\'s name such as "HDMI-A-1"': {"type": "string", "pattern": CONNECTOR},
    'true, false or a connector\'s name such as "HDMI-A-1"':
        {"anyOf": [{"type": "boolean"}, {"type": "string", "pattern": CONNECTOR}]},
    '"preferred", "current", a mode such as "1920x1080" or "1920x1080@60", or a modeline':
        {"type": "string", "pattern": r"^(preferred|current|\d+x\d+(@[0-9.]+)?|.+ .+ .+ .+)$"},
    "a colour such as \"#2F7CF6\", \"#FFF\" or \"#F25A5A80\"": COLOR,
    "#RGB, #RRGGBB or #RRGGBBAA": COLOR,
    'a list of times such as "07:00-22:00" or "Mon-Fri 07:00-22:00"':
        {"type": "array", "maxItems": 64,
         "items": {"type": "string", "pattern": f"^({DAYS}(,{DAYS})* )?{TIME}-({TIME}|24:00)$"}},
    # An empty one runs nothing.
    'a list such as ["/usr/bin/program", "argument"]':
        {"type": "array", "maxItems": 64, "items": TEXT},
    '"auto" or a list of device paths': {"anyOf": [{"const": "auto"}, PATHS]},
    '"auto" or six numbers [a, b, c, d, e, f]':
        {"anyOf": [{"const": "auto"},
                   {"type": "array", "minItems": 6, "maxItems": 6,
                    "items": {"type": "number", "minimum": -1000, "maximum": 1000}}]},
    "1 to 64 of the characters A-Z a-z 0-9 _ . -":
        {"type": "string", "pattern": "^[A-Za-z0-9_.-]{1,64}$"},
    'a number of points or a percentage of the screen such as "50%"':
        {"type": "string", "pattern": r"^-?\d*\.?\d+%$|^-?\d+\.%$"},
    "a value's name, or a whole number from 0":
        {"anyOf": [{"type": "string", "minLength": 1, "maxLength": 31},
                   {"type": "integer", "minimum": 0}]},
    "a text of 1 to 64 bytes without control characters":
        {"type": "string", "minLength": 1, "maxLength": 64},
    "a list of 2 to 64 numbers":
        {"type": "array", "minItems": 2, "maxItems": 64,
         "items": {"type": "number", "minimum": -1000, "maximum": 1000}},
    # As many as there are values.
    "a list of 3 numbers":
        {"type": "array", "minItems": 2, "maxItems": 64,
         "items": {"type": "number", "minimum": 0, "maximum": 1}},
    "must list 3 colours, one for each of 'values'":
        {"type": "array", "minItems": 2, "maxItems": 64, "items": COLOR},
    "must list 2 curves, one between each two values":
        {"type": "array", "minItems": 1, "maxItems": 63, "items": CURVE},
    "a curve's name or four numbers [x1, y1, x2, y2] with x from 0 to 1": CURVE,
    "a curve's or an easing's name, or four numbers [x1, y1, x2, y2] with x in 0 … 1": CURVE,
    "must be what 'allow' and 'max_length' allow": {"type": "string", "maxLength": 256},
    "what 'allow' and 'max_length' allow": {"type": "string", "maxLength": 256},
    "two numbers of points such as [10, 5]":
        {"type": "array", "minItems": 2, "maxItems": 2,
         "items": {"type": "number", "minimum": 0, "maximum": 1000}},
    "one of any, digits, decimal, letters, alphanumeric, hex, email, ascii, or characters in brackets "
    "such as [A-Z0-9-]":
        {"type": "string",
         "pattern": r"^(any|digits|decimal|letters|alphanumeric|hex|email|ascii|\[.+\])$"},
    "a list of at most 64 texts":
        {"type": "array", "maxItems": 64, "items": {"type": "string", "maxLength": 64}},
    "a list of texts": {"type": "array", "maxItems": 64, "items": {"type": "string", "maxLength": 64}},
    "a list of at most 512 numbers":
        {"type": "array", "maxItems": 512, "items": {"anyOf": [VALUE, {"const": "none"}]}},
    "a list of at most 16 folders": {"type": "array", "maxItems": 16, "items": TEXT},
    'a list of 1 to 1024 ids of buttons, "" for a cell without one':
        {"type": "array", "minItems": 1, "maxItems": 1024, "items": TEXT},
    "an absolute path": {"type": "string", "pattern": "^/"},
    "names no [[text]]": TEXT,
    'an integer from 0 to 256 or "end"':
        {"anyOf": [{"const": "end"}, {"type": "integer", "minimum": 0, "maximum": 256}]},
    "numbers from -1000000000 to 1000000000, or null": {"anyOf": [VALUE, {"type": "null"}]},
    "a list of numbers and nulls":
        {"type": "array", "maxItems": 512, "items": {"anyOf": [VALUE, {"type": "null"}]}},
    "an object of min, max and step":
        {"type": "object", "additionalProperties": False,
         "properties": {"min": VALUE, "max": VALUE, "step": VALUE}},
}

# What the file shows without a word, by the key's path or its name alone.
DESCRIPTIONS = {
    "display": "The panel: its output, its size and turn, and when it sleeps.",
    "touch": "The devices that are touched.",
    "keyboard": "The keyboards that type into fields for text.",
    "scanner": "A scanner that types what it reads.",
    "button": "A button whose edges swell under the finger.",
    "progress": "An indicator in which a double wave rises.",
    "button.job.progress": "The [[progress]] that rises, to 100 only when all has ended well.",
    "circle": "A circle that a finger pulls and that springs back.",
    "text": "A text.",
    "label": "A text on it.",
    "image": "A picture with colours of its own.",
    "chart": "Values as a line in two colours over a grid.",
    "grid": "Buttons in cells of equal size, instead of a frame each.",
    "display.connector": "The output: \"auto\", or a connector's name such as \"HDMI-A-1\".",
    "display.mode": 'The mode: "preferred", "current", "1920x1080", "1920x1080@60", or a modeline.',
    "display.format": "The pixels' format, where the display offers it.",
    "display.backlight": '"auto", or a name of /sys/class/backlight, where there is more than one.',
    "display.brightness": 'Of the backlight in percent; "auto" as it is found.',
    "display.blank": "How it sleeps: the output goes off, the backlight, or the picture black.",
    "display.dim": "Seconds before the sleep in which the backlight fades.",
    "touch.devices": '"auto", or a list of paths below /dev/input.',
    "touch.calibration": "\"auto\", as udev's LIBINPUT_CALIBRATION_MATRIX says, or six numbers.",
    "keyboard.devices": '"auto", the keyboards of seat0, or a list of paths below /dev/input.',
    "keyboard.repeat": "How a held key types again.",
    "button.label": "The text on it; the id unless given.",
    "button.amplitude": "How far its edges go, in points; negative bows inward.",
    "button.job.percent": 'Where the program prints 42, 42.5% or 42 copying; "none" is busy while it runs.',
    "button.frame": "Where it is: numbers are points, strings percent of the screen.",
    "button.press": "The spring by which it swells under a finger.",
    "button.exec": "The program that it runs, with its arguments and without a shell.",
    "button.types": "What it types into the field with the focus; instead of `key`.",
    "display.on_blank": "A program to run when the panel has gone dark.",
    "display.schedule": 'When it may be awake, such as ["Mon-Fri 07:00-22:00"]; always while it is empty.',
    "text.mode": '"password" shows dots.',
    "text.max_length": "How many characters it takes.",
    "text.caret_blink": "Seconds that the caret is seen and not seen; 0 = steady.",
    "text.font_size": "The size of the text, in points.",
    "label.font_size": "The size of the text, in points.",
    "text.align": "Where the text begins.",
    "label.align": "Where each line begins.",
    "label.vertical_align": "Where the lines stand in the frame.",
    "chart.labels": 'What stands below the values, such as ["Mon", "Tue", "Wed"].',
    "chart.line_width": "How wide the line is, in points; also the radius of the discs at its ends.",
    "chart.unit": "What stands behind the number in the bubble.",
    "keyboard.repeat.delay": "Seconds until a held key types again.",
    "keyboard.repeat.interval": "Seconds from then on.",
    "interval": "Seconds until it plays again; 0 = never.",
    "circle.frame": "Where it can be touched.",
    "circle.tension": "The part of the duration that one swing takes.",
    "circle.duration": "Seconds that it swings.",
    "circle.centre": "Its middle: where the finger comes down, or the frame's.",
    "circle.armed_color": "The colour while letting go would trigger.",
    "text.submit": "What becomes of the text, or of the focus, when it is complete.",
    "text.autofocus": "Whether it has the focus at first.",
    "text.clear_button": "Whether a cross empties it, while there is text.",
    "text.allow": 'What can be typed: one of the names, or characters in brackets such as "[A-Z0-9-]".',
    "text.direction": 'Which way it is written; "auto" by the first letter.',
    "chart.fill": "Whether the plane below the line is filled, paler and paler.",
    "chart.to_color": "The line's colour on the right.",
    "chart.bubble": "Whether the last value stands above its point.",
    "label.lines": 'Lines at most; what is too much ends with "…"; 0 for what the frame holds.',
    "progress.outline_color": "The colour of what is not filled yet.",
    "display.background": "The colour behind everything; opaque.",
    "id": "1 to 64 of the characters A-Z a-z 0-9 _ . -, and of this widget only.",
    "frame": "Where it is: numbers are points, strings percent of the screen.",
    "x": "From the left edge of the screen to the anchor, in points or percent of its width.",
    "y": "From the upper edge of the screen to the anchor, in points or percent of its height.",
    "width": "In points, or percent of the screen's.",
    "height": "In points, or percent of the screen's.",
    "anchor": "The point of it that stands at x, y.",
    "label_color": "The colour of the label.",
    "color": "Its colour.",
    "press": "The spring by which it swells under a finger.",
    "release": "The spring by which it goes back.",
    "press.duration": "Seconds, as the spring is felt to take.",
    "duration": "How long it takes, in seconds.",
    "damping": "From 0.01, swinging for long, to 1, not swinging.",
    "velocity": "How fast it begins, in ways a duration.",
    "elastic": "A rectangle beneath it that swells by itself where it is touched.",
    "visible": "Whether it is shown.",
    "enabled": "Whether it can be touched.",
    "exec": "The program that it runs, with its arguments and without a shell.",
    "while_running": "What becomes of another trigger while the program runs.",
    "job": "How that program's work is shown.",
    "button.job.done": "What is shown when it has ended well.",
    "button.job.failed": "What is shown when it has not.",
    "hold": "Seconds that it is shown; 0 until it is touched.",
    "button.job.text": "The [[label]] that shows what the program says last.",
    "types": "What it types into the field with the focus.",
    "key": "The key that it types; instead of `types`.",
    "attract": "An animation that asks to be touched.",
    "delay": "Seconds before it begins.",
    "values": "The values one after the other.",
    "key_times": "When each value is there, as ascending fractions of the duration from 0 to 1.",
    "curves": "How it goes from each value to the next.",
    "button.attract.repeat": "How often it plays.",
    "button.attract.colors": "The colour at each of the values, which it turns into on the way.",
    "autoreverse": "Whether it plays back after each time.",
    "mask": "What is filled: a text, the alpha of an image, or a shape.",
    "progress.mask.text": "The text that is filled.",
    "progress.mask.image": "A PNG image whose alpha is filled; relative to the file's folder.",
    "shape": "The shape that is filled.",
    "font": "The fonts to look for, as fontconfig names them.",
    "front_color": "The colour of the wave in front.",
    "back_color": "The colour of the wave behind it.",
    "corner_radius": "Radius of the corners in points; half of the shorter side at most is used.",
    "front_image": "A PNG or SVG picture in place of the front wave's colour, by the file's folder.",
    "back_image": "A PNG or SVG picture in place of the back wave's colour, by the file's folder.",
    "show_percent": "Whether the figure is shown.",
    "text_color": "The colour of the text.",
    "placeholder_color": "The colour of the placeholder.",
    "caret_color": "The colour of the caret.",
    "selection_color": "The colour behind selected text.",
    "text.text": "What it holds at first.",
    "label.text": "The text; {percent:ID}, {text:ID} and {time:FORMAT} in it are filled in.",
    "mode": "Which of its ways it works in.",
    "file": "A PNG image; relative to the file's folder.",
    "columns": "How many cells a row has.",
    "variant": "A variant of the layout, as XKB names it.",
    "options": "Options of the layout, as XKB names them.",
    "axis": "The lines of the grid.",
    "min": "The lowest line.",
    "max": "The highest line.",
    "step": "From one line to the next.",
    "grid_color": "The colour of the lines behind the values.",
    "grid_width": "How wide they are, in points.",
    "chart.background": "The colour behind the chart.",
    "target": "The field that gets what is read; the one with the focus unless given.",
    "draw_ease": "How the line is drawn.",
    "ease": "How a change goes, by the name of a curve or four numbers of a cubic Bézier.",
    "device": "Its path, such as /dev/input/by-id/….",
    "directories": "Folders from which others may be shown.",
    "on_blank": "A program to run when the panel has gone dark.",
    "on_wake": "A program to run when the panel is lit.",
    "properties": "Properties of the connector or its CRTC by the kernel's names.",
}

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
    "file": {"type": ["string", "null"]},
    "brightness": {"type": ["number", "null"]},
    "awake": {"type": "boolean"},
    "events": {"type": "array", "items": {"type": "string"}},
    "width": {"type": "integer"},
    "height": {"type": "integer"},
    "stride": {"type": "integer"},
    "format": {"const": "XRGB8888"},
}
