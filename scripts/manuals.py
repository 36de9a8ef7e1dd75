#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the manual pages' scdoc sources into a folder, with what they take from elsewhere in place.

    scripts/manuals.py FOLDER

The keys come from config/swell.toml, the kinds of widgets from config/schema, methods and events from the
tables in docs/control.md.
"""

import pathlib
import re
import sys

import contract

root = pathlib.Path(__file__).resolve().parent.parent


def literal(text):
    """A block that is shown as it is."""
    return "```\n" + text.rstrip("\n") + "\n```"


def escaped(text):
    """Markdown's plain text and code as scdoc's."""
    text = re.sub(r"\\?([\\_*`<~])", r"\\\1", text.replace("`", "\0"))
    return re.sub("\0(.*?)\0", r"*\1*", text)


def table(head):
    """The rows of the table of docs/control.md whose first column is headed `head`, as a list."""
    lines = (root / "docs/control.md").read_text().split("\n")
    start = next(i for i, line in enumerate(lines) if line.startswith(f"| {head} |"))
    rows = []
    for line in lines[start + 2:]:
        if not line.startswith("|"):
            break
        cells = [escaped(cell.strip()) for cell in line.strip("|").split(" |")]
        title = cells[0]
        rows.append(title + "\n\t" + "; ".join(cell for cell in cells[1:] if cell))
    return "\n\n".join(rows)


def main():
    target = pathlib.Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    parts = {
        "@DEFAULTS@": literal((root / "config/swell.toml").read_text()),
        "@WIDGETS@": ", ".join(f"_[[{kind}]]_" for kind in contract.kinds()),
        "@METHODS@": table("Method"),
        "@EVENTS@": table("Type"),
    }
    for source in sorted((root / "packaging/man").glob("*.scd")):
        text = source.read_text()
        for name, part in parts.items():
            text = text.replace(name, part)
        (target / source.name).write_text(text)


if __name__ == "__main__":
    main()
