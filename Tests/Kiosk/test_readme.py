# SPDX-License-Identifier: Apache-2.0
"""The commands of README.md, as somebody types them who has a clean machine and the package."""

import os
import re
import unittest

import packages
from kiosk import ROOT, until

with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as readme:
    PAGE = readme.read()
# What needs the toolchain or a desktop; `make test` itself, and the suite of swell-preview, are their tests.
ELSEWHERE = {"Try it", "Design it"}
SCENE = """\
[[progress]]
id = "main"
[[label]]
id = "status"
"""
UPDATE = """\
#!/bin/sh
echo 42 copying files
"""


def blocks(heading, language="sh"):
    """The blocks of one section in a language."""
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL).group(1)
    return re.findall(rf"^```{language}\n(.*?)^```", section, re.MULTILINE | re.DOTALL)


def headings():
    """The sections that have commands."""
    return {heading for heading in re.findall(r"^## (.*)$", PAGE, re.MULTILINE) if blocks(heading)}


class ReadMe(unittest.TestCase):
    """In a machine that has never heard of Swell."""

    by_hand = True
    display = "virtio-gpu"

    def setUp(self):
        self.kiosk = packages.PackagedKiosk(self.display)
        self.addCleanup(self.kiosk.machine.close)
        self.older, _ = self.kiosk.versions
        # The folder of the sources, where `make deb` has left the package.
        self.kiosk.check(f"""mkdir -p /root/swell/build && cd /root/swell
            ln -s {packages.SHELF}/swell_{self.older}_*.deb build/
            printf '#!/bin/sh\\n' > /usr/local/bin/make && chmod 0755 /usr/local/bin/make""")

    def type(self, block):
        """Runs commands one after the other, until one fails."""
        self.kiosk.machine.agent.put("/root/typed", block.encode())
        return self.kiosk.check("cd /root/swell && EDITOR=true DEBIAN_FRONTEND=noninteractive "
                                "bash -e -o pipefail /root/typed 2>&1", timeout=300)

    def test_integrator(self):
        """what is printed for integrators does what it says, from the package to a followed updater"""
        debian, others = blocks("Install it")
        told = self.type(debian.replace("apt install", "apt -q -y install"))
        self.assertIn("/dev/dri/card0", told)
        self.kiosk.machine.wait_until("systemctl is-active swell.service")
        # On a machine that has the files, whoever laid them there.
        self.type(others)
        client = self.kiosk.connect()
        client.rest()
        self.progress(client)
        self.program(client)
        self.follow(client)

    def progress(self, client):
        """From the shell and from Python."""
        (block,), (program,) = blocks("Set the progress"), blocks("Set the progress", "python")
        *commands, watch = block.strip().split("\n")
        self.kiosk.check("head -c 3000000 /dev/zero > /root/swell/image.raw")
        self.type("\n".join(commands))
        self.assertEqual(client.call("progress.get")["percent"], 100)
        self.kiosk.check("cmp -n 3000000 /root/swell/image.raw /dev/mmcblk0; rm /dev/mmcblk0")
        self.assertIn("swellctl watch", watch)
        self.kiosk.machine.start(f"bash -c '{watch}' > /run/events")
        # Subscribed or not, sooner or later one of them is told.
        until(lambda: client.call("progress.set", percent=7, over=0)
              and self.kiosk.run("grep '\"percent\":7' /run/events").status == 0, "an event is printed")
        self.kiosk.machine.agent.put("/root/swell/example.py", program.encode())
        self.assertIn('"percent":42', self.type("python3 example.py").replace(" ", ""))

    def program(self, client):
        """A button that does real work."""
        (button,) = blocks("Run a program", "toml")
        self.kiosk.machine.agent.put("/etc/swell/swell.toml", (SCENE + button).encode())
        self.kiosk.machine.agent.put("/usr/local/bin/update", UPDATE.encode(), "755")
        self.type("swelld --check && systemctl reload swell")
        until(lambda: len(client.call("status")["widgets"]) == 3, "the scene is there")
        self.type("swellctl job start update")
        until(lambda: client.call("job.get", id="update")["state"] == "done", "it has ended")
        self.assertEqual(client.call("progress.get")["percent"], 100)
        self.assertIn("copying files", self.kiosk.check("journalctl -t swell-job -o cat --no-pager"))

    def follow(self, client):
        """Updaters of all kinds, as services, and one by hand."""
        (block,) = blocks("Follow an updater")
        *services, follow = block.strip().split("\n")
        self.type("\n".join(services))
        for line in services:
            unit = re.search(r"swell-follow@\w+", line).group(0)
            # The boot has come to its end; everything else goes on for ever.
            wanted = "active|inactive" if unit.endswith("boot") else "active"
            self.kiosk.machine.wait_until(f"systemctl is-active {unit} | grep -qxE '{wanted}'",
                                          what=f"{unit} is up")
        self.kiosk.machine.start(follow.split("#")[0])
        self.kiosk.machine.wait_until("test -p /run/percent", what="the FIFO is there")
        self.kiosk.check("echo 42 copying files > /run/percent")
        until(lambda: client.call("progress.get")["percent"] == 42, "the program is followed")
        until(lambda: client.call("label.get", id="status")["shown"] == "copying files",
              "its words are shown")


class ReadMePage(unittest.TestCase):
    """The page itself."""

    def test_page_is_run(self):
        """each section of README.md with commands belongs to a test"""
        with open(__file__, encoding="utf-8") as file:
            run = set(re.findall(r'blocks\("(.*?)"', file.read()))
        self.assertEqual(headings(), (run & headings()) | ELSEWHERE)
        self.assertEqual(run & ELSEWHERE, set())
