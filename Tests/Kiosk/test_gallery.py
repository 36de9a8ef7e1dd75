# SPDX-License-Identifier: Apache-2.0
"""Every widget of the documents, at rest and in motion, photographed from a real kernel's scanout.

The scenes are those of scripts/gallery.py; their time runs slower, so that a photograph lies within each
motion. With SWELL_GALLERY=FOLDER the photographs are written there: `SWELL_GALLERY=docs/pictures
Tests/Kiosk/run.py -k test_gallery` makes those of docs/widgets.md again."""

import os
import sys

from kiosk import ROOT, KioskCase, until

sys.path.insert(0, os.path.join(ROOT, "scripts"))

import gallery

SLOWNESS = 0.2
SERVICE = "/run/systemd/system/swell.service.d/gallery.conf"
SLOW = f"[Service]\nExecStart=\nExecStart=/usr/bin/swelld --output kms --time-scale {SLOWNESS}\n"
# Where the machine has the files that scenes name.
FILES = "/etc/swell/pictures"
WIDTH, HEIGHT = gallery.SIZE["width"], gallery.SIZE["height"]

# When something moves without end, or slowly: who tells how far it has come, and how far it shall be.
PROGRESS = {
    "progress": ("progress.get", {"id": "main"}, 62),
    "fluid": ("progress.get", {"id": "main"}, 62),
    "chart": ("chart.get", {"id": "week"}, 0.7),
}
ENDLESS = {"progress", "fluid"}


class Gallery(KioskCase):
    """One picture at rest and one in motion of each widget."""

    display = "virtio-gpu"
    by_hand = True

    def setUp(self):
        super().setUp()
        agent = self.kiosk.machine.agent
        self.kiosk.check(f"mkdir -p {FILES} {os.path.dirname(SERVICE)}")
        agent.put(SERVICE, SLOW.encode())
        self.kiosk.check("systemctl daemon-reload")
        self.addCleanup(self.kiosk.run, f"rm -rf {SERVICE} {FILES}; systemctl daemon-reload")
        for name in ("water", "dashboard", "updater"):
            with open(gallery.PICTURES / f"{name}.png", "rb") as file:
                agent.put(f"{FILES}/{name}.png", file.read())

    def here(self, text):
        """A scene or a file's name as the machine has it."""
        return text.replace(str(gallery.PICTURES), FILES)

    def do(self, client, steps):
        """Does what a script says, one step after the other."""
        width, height = self.kiosk.size
        for step in steps:
            (method, values), = ((key, value) for key, value in step.items() if key != "t")
            if method == "touch":
                place = {**values, "x": values["x"] + (width - WIDTH) / 2,
                         "y": values["y"] + (height - HEIGHT) / 2}
                if values["phase"] == "up":
                    del place["x"], place["y"]
                client.call("touch.send", **place)
            else:
                values = {key: self.here(value) if isinstance(value, str) else value
                          for key, value in values.items()}
                if method == "chart.set":
                    values.setdefault("animate", "draw")
                client.call(method, **values)

    def photograph(self, picture, name):
        """Keeps the middle of a photograph, as large as the scene is."""
        width, height = self.kiosk.size
        part = picture.crop((width - WIDTH) // 2, (height - HEIGHT) // 2, WIDTH, HEIGHT)
        self.keep(part, f"gallery {name}")
        folder = os.environ.get("SWELL_GALLERY")
        if folder:
            with open(os.path.join(ROOT, folder, f"kiosk-{name}.png"), "wb") as file:
                file.write(part.png())

    def moving(self, name, client, before):
        """Of the photographs of a motion, as long as it lasts, the middle one."""
        if name in PROGRESS:
            method, target, share = PROGRESS[name]
            until(lambda: client.call(method, **target)["shown"] >= share, f"{name} has come that far")
            return self.kiosk.photograph()
        seen = [before]
        until(lambda: seen.append(self.kiosk.photograph()) or seen[-1] != before, f"{name} moves")
        seen = seen[-1:]
        while len(seen) < 2 or seen[-1] != seen[-2]:
            seen.append(self.kiosk.photograph())
        # The last two are of the rest after it.
        return seen[(len(seen) - 1) // 2]

    def test_pictures(self):
        """each widget at rest is the virtual output's picture, moves, and comes to the same rest"""
        for name, (scene, steps, _) in gallery.WIDGETS.items():
            with self.subTest(name):
                text = self.here(scene).replace("[display]\n", "[display]\nscale = 1\n")
                self.kiosk.configure(text)
                client, reference = self.connection(), self.kiosk.reference(text)
                still, _ = gallery.RESTS.get(name, ([], 0))
                for peer in (client, reference):
                    if still:
                        peer.come_to_rest(lambda peer=peer: self.do(peer, still))
                if name not in ENDLESS:
                    self.assert_screen_shows(reference.screenshot(), f"gallery {name} rest")
                rest = self.kiosk.photograph()
                if name != "button-let-go":
                    self.photograph(rest, f"widget-{name}-rest")
                begun, last = (steps[:-1], steps[-1:]) if name == "button-let-go" else ([], steps)
                for peer in (client, reference):
                    if begun:
                        peer.come_to_rest(lambda peer=peer: self.do(peer, begun))
                before = self.kiosk.photograph()
                self.do(client, last)
                motion = self.moving(name, client, before)
                self.assertNotEqual(motion, before, name)
                self.photograph(motion, f"widget-{name}-motion")
                if name in ENDLESS:
                    continue
                reference.come_to_rest(lambda peer=reference: self.do(peer, last))
                self.assert_screen_shows(reference.screenshot(), f"gallery {name} end", limit=60)
