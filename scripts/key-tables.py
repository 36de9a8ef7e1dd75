#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what config/swell.toml and README.md say of each key, from config/schema/swell.schema.json.

    scripts/key-tables.py [--check]

In swell.toml the comments behind values are the keys' sentences; a key that is not there yet is put behind
the one before it, with its default, and a kind of widgets at the end. In README.md the rows of the table
of tables and keys are written.
With --check nothing is written, and a file that would be another one is an error.
"""

import json
import pathlib
import re
import sys
import textwrap

import contract

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Where comments begin and end, and behind what value there is no room for one.
COLUMN, WIDTH, LONGEST = 31, 100, 45
HEAD = re.compile(r"(# {0,2})?\[\[?([a-z]+)\]\]?$")
ENTRY = re.compile(r"(# {0,2}|#)?([a-z_.]+) = (.*)$")


def tables():
    """The tables of a file: their schemas by name."""
    properties = contract.read("swell.schema.json")["properties"]
    return {name: table.get("items", table) for name, table in properties.items()}


def split(rest):
    """A value and the comment behind it, None where there is none."""
    found = re.match(r"((?:\"(?:\\.|[^\"])*\"|[^\"#])*?)\s*(?:#\s?(.*))?$", rest)
    return found.group(1), found.group(2)


def sentence(key):
    """What is said of a key, in the middle of a line, with the words that it may be."""
    about = key["description"]
    said = about if re.match(r"[A-Z]{2}", about) else about[0].lower() + about[1:]
    words = [f'"{word}"' for word in key.get("enum", []) if isinstance(word, str)]
    if all(word in said for word in words if word != toml(key.get("default"))):
        return said
    return f"{said}: {', '.join(words[:-1])} or {words[-1]}"


def commented(start, key):
    """The lines of a key with its sentence behind it."""
    said = sentence(key)
    lead = start + " " * max(COLUMN - len(start), 2)
    first, *more = textwrap.wrap(said, WIDTH - len(lead) - 2, break_on_hyphens=False)
    margin = ("#" if start.startswith("#") else "").ljust(len(lead))
    return [f"{lead}# {first}", *(f"{margin}# {line}" for line in more)]


def key_of(table, path):
    """The schema of a key, such as job.timeout."""
    for name in path.split("."):
        table = table.get("properties", {}).get(name, {})
    return table


def toml(value):
    """A default in TOML."""
    return json.dumps(value, ensure_ascii=False)


def configuration(text, known):
    """swell.toml with the keys' own sentences."""
    lines, table, named = [], None, {}
    for line in text.splitlines():
        head, entry = HEAD.match(line), ENTRY.match(line)
        if head:
            table = head.group(2)
        if re.match(rf"#? {{{COLUMN - 4},}}# ", line) and lines and named.get("last"):
            continue  # The rest of a sentence, which is written anew.
        named["last"] = False
        if not entry or table not in known:
            lines.append(line)
            continue
        mark, path, rest = entry.groups()
        key = key_of(known[table], path)
        value, comment = split(rest)
        start = f"{mark or ''}{path} = {value}"
        if "description" in key and comment is not None:
            lines += commented(start, key) if len(start) < LONGEST else [start]
            named["last"] = True
        else:
            lines.append(line)
        named[table, path.split(".")[0]] = len(lines)
        named[table] = mark or ""
    lines = missing(lines, known, named)
    for table in contract.kinds():
        if table not in named:
            lines += section(table, known[table])
    return "\n".join(lines) + "\n"


def section(table, schema):
    """The lines of a kind of widgets that is not there yet, behind `#`, with the defaults of its keys."""
    about = contract.read("swell.schema.json")["properties"][table]["description"]
    yield from ("", f"# {about}. Without `#` at the start of these lines:")
    yield from (f"# [[{table}]]", f'# id = "{table}"')
    for name, key in schema["properties"].items():
        if value := written(name, key):
            start = f"# {name} = {value}"
            yield from commented(start, key) if len(start) < LONGEST else [start]


def written(name, key):
    """A default in TOML, of a table those of its keys; None where there is none."""
    if "default" in key:
        return toml(key["default"])
    # The other keys of a frame are for rows and columns, and said there.
    words = ("x", "y", "width", "height", "anchor") if name == "frame" else key.get("properties", {})
    inner = [f"{word} = {toml(key['properties'][word]['default'])}" for word in words
             if "default" in key.get("properties", {}).get(word, {})]
    return "{ " + ", ".join(inner) + " }" if inner else None


def missing(lines, known, named):
    """The lines with those of keys that are not among them."""
    news = []
    for table, schema in known.items():
        before = None
        for name, key in schema["properties"].items():
            place = named.get((table, name))
            if place is None and before is not None and "default" in key:
                start = f"{named[table]}{name} = {toml(key['default'])}"
                news.append((before, commented(start, key)))
            before = place or before
    for place, more in reversed(sorted(news, key=lambda new: new[0])):
        lines[place:place] = more
    return lines


def rows(known):
    """The rows of README's table of all keys."""
    told = set()

    def words(name, key):
        """A key, and where it is told of first what it may be."""
        inner = key.get("enum") or list(key.get("properties", {}))
        if not inner or name in told or len(inner) > 14:
            return f"`{name}`"
        told.add(name)
        return f"`{name}` (" + ", ".join(f"`{word}`" for word in inner) + ")"

    for name, table in known.items():
        # A look has the keys of widgets too, and a page the widgets.
        own = {key: form for key, form in table["properties"].items()
               if "$comment" not in form and "$ref" not in form}
        label = f"[[{name}]]" if name not in ("display", "touch", "keyboard") else f"[{name}]"
        keys = ", ".join(words(*item) for item in own.items())
        yield f"| `{label}` | {keys} |"


def readme(text, known):
    """README.md with that table."""
    start = text.index("| Table | Keys |\n|---|---|\n") + len("| Table | Keys |\n|---|---|\n")
    end = re.compile(r"^(?!\|)", re.MULTILINE).search(text, start).start()
    return text[:start] + "\n".join(rows(known)) + "\n" + text[end:]


def main():
    known, status = tables(), 0
    for name, made in (("config/swell.toml", configuration), ("README.md", readme)):
        file = ROOT / name
        old = file.read_text()
        new = made(old, known)
        if new == old:
            continue
        if sys.argv[1:] == ["--check"]:
            print(f"{name}: not what config/schema says of the keys; run: make schema", file=sys.stderr)
            status = 1
        else:
            file.write_text(new)
    sys.exit(status)


if __name__ == "__main__":
    main()
