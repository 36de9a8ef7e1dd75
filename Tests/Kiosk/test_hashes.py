# SPDX-License-Identifier: Apache-2.0
"""The documents' examples and widgets on the screen, in every pixel what they are on every other processor.

Their digests stand in hashes-debian13.txt, as fonts and libraries are those of a release of Debian.
`SWELL_HASHES=write Tests/Kiosk/run.py -k test_hashes` makes that file anew."""

import hashlib
import os
import re
import sys

from kiosk import HERE, ROOT, KioskCase, by_hand
from kioskvm.system import DEBIAN

sys.path.insert(0, os.path.join(ROOT, "scripts"))

import gallery

HASHES = os.path.join(HERE, f"hashes-debian{DEBIAN}.txt")
# Where the machine has the files that scenes name.
FILES = "/etc/swell/pictures"


def still(text):
    """A scene as it is given, but for what would never rest or goes by the clock; without a design a point is
    a pixel."""
    if "\ndesign = " not in text:
        text = text.replace("[display]\n", "[display]\nscale = 1\n")
    text = re.sub(r"^(speed|caret_blink) = .*\n", "", text, flags=re.MULTILINE)
    text = text.replace("[[progress]]\n", "[[progress]]\nspeed = 0\n")
    text = text.replace("[[text]]\n", "[[text]]\ncaret_blink = 0\n")
    return re.sub(r"\{time:[^}]*\}", "09:41", text).replace(str(gallery.PICTURES), FILES)


def scenes():
    """Each example and each widget: its name, the scene, what is done to it, and its size."""
    for name, example in gallery.EXAMPLES.items():
        with open(os.path.join(ROOT, "config", "examples", f"{name}.toml"), encoding="utf-8") as file:
            text = file.read()
        # A finger that stays on a key types again and again, and a keyboard has to come first.
        types = "\ntypes = " in text or "\n[keyboard.screen]" in text
        yield name, text, [step for step in example["script"] if not (types and "touch" in step)], None
    for name, (text, script, _) in gallery.WIDGETS.items():
        yield f"widget-{name}", text, script, (gallery.SIZE["width"], gallery.SIZE["height"])


class Hashes(KioskCase):
    """Photographs of states that stand still."""

    display = "virtio-gpu"

    def do(self, client, script, size):
        """Does what a script says, one step after the other; a scene that is smaller is in the middle."""
        left, top = [(all_ - part) / 2 for all_, part in zip(self.kiosk.size, size or self.kiosk.size,
                                                             strict=True)]
        for step in script:
            (method, values), = ((key, dict(value)) for key, value in step.items() if key != "t")
            if method == "touch":
                values.update(x=values["x"] + left, y=values["y"] + top)
                if values["phase"] == "up":
                    del values["x"], values["y"]
            if "file" in values:
                values["file"] = still(values["file"])
            client.call({"touch": "touch.send", "press": "button.press"}.get(method, method), **values)
            # Letters that are typed come when they have been made, which may be after another rest; a
            # picture is told when they are there.
            if method == "key.send":
                client.screenshot()

    # On arm64 it is one of the brief choice.
    @by_hand
    def test_hashes(self):
        """examples and widgets are on the screen what they are on other processors, in every pixel"""
        known = {}
        if os.path.exists(HASHES):
            with open(HASHES, encoding="ascii") as file:
                known = {name: digest for digest, name in map(str.split, file)}
        writes = os.environ.get("SWELL_HASHES") == "write"
        if not known and not writes:
            self.skipTest(f"there are no digests for the fonts and libraries of Debian {DEBIAN}")
        self.kiosk.check(f"mkdir -p {FILES}")
        self.addCleanup(self.kiosk.run, f"rm -rf {FILES}")
        for name in ("water", "dashboard", "updater"):
            with open(gallery.PICTURES / f"{name}.png", "rb") as file:
                self.kiosk.machine.agent.put(f"{FILES}/{name}.png", file.read())
        seen = {}
        for name, text, script, size in scenes():
            self.kiosk.configure(still(text))
            client = self.kiosk.connect()
            client.come_to_rest(lambda: self.do(client, script, size))
            picture = self.kiosk.steady_photograph()
            client.close()
            self.keep(picture, f"hash {name}")
            seen[name] = hashlib.sha256(picture.pixels).hexdigest()
        if writes:
            with open(HASHES, "w", encoding="ascii") as file:
                file.writelines(f"{digest}  {name}\n" for name, digest in seen.items())
        else:
            self.assertEqual(seen, known)
