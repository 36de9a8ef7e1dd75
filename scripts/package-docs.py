#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lays the pages for users into a folder, as a package has them: side by side, with links that lead to what
the package brings. Of anything else the words stay, without a link; pictures stay away, as they are large.

    scripts/package-docs.py FOLDER
"""

import pathlib
import posixpath
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ("README.md", *(f"docs/{name}.md" for name in (
    "boards", "compatibility", "control", "design-desk", "hardware", "motion", "reliability", "report",
    "touch", "updaters", "widgets", "yocto")))
# Where a package has what is not a page.
PLACES = {
    "CHANGELOG.md": "changelog.gz",
    "LICENSE": "/usr/share/common-licenses/Apache-2.0",
    "config/swell.toml": "/etc/swell/swell.toml",
    "config/examples": "examples",
    "config/schema/swell.schema.json": "/usr/share/swell/swell.schema.json",
    "config/schema/control.openrpc.json": "/usr/share/swell/control.openrpc.json",
}


def place(target, page):
    """Where a link of `page` leads to in the package; None for what is not in it."""
    if re.match(r"[a-z]+:|#", target):
        return target
    path, _, anchor = target.partition("#")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    found = PLACES.get(path) or (posixpath.basename(path) if path in PAGES else None)
    if found is None and path.startswith("config/examples/"):
        found = posixpath.relpath(path, "config")
    return found and found + (f"#{anchor}" if anchor else "")


def laid(text, page):
    """The page with its links as the package has them."""
    def link(found):
        target = place(found[2], page)
        return f"[{found[1]}]({target})" if target else found[1]

    # A picture may stand in a link; of both nothing stays.
    text = re.sub(r"(\[)?!\[[^\]]*\]\([^)]*\)(?(1)\]\([^)]*\))", "", text)
    text = re.sub(r"(?<!!)\[([^\]]*)\]\(([^)\s]*)\)", link, text)
    # Nor of a row of pictures; the head of a table may be empty.
    text = re.sub(r"^\|(?: *\|)+ *\n(?!\|-)", "", text, flags=re.MULTILINE)
    return re.sub(r"\n{3,}", "\n\n", text)


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for page in PAGES:
        text = laid((ROOT / page).read_text(encoding="utf-8"), page)
        (folder / posixpath.basename(page)).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
