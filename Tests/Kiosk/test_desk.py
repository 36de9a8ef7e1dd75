# SPDX-License-Identifier: Apache-2.0
"""The commands of docs/design-desk.md, as a designer types them who has a clean Debian, an X server and
the packages."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest

import packages
from kiosk import ROOT
from kioskvm.system import IS_NATIVE, NAME

PAGE = os.path.join(ROOT, "docs", "design-desk.md")
# A desktop, as small as it can be.
DESK = "xvfb,xdotool,sudo,procps"
TYPED = """\
#!/bin/bash
# Typed at a desktop.
set -e -o pipefail
export DEBIAN_FRONTEND=noninteractive DISPLAY=:77 XDG_RUNTIME_DIR=/root/run HOME=/root
exec 2>&1
cd /root && mkdir -m 0700 run
Xvfb :77 -screen 0 1600x1000x24 > xvfb.log 2>&1 &
until xdotool getdisplaygeometry > /dev/null 2>&1; do sleep 0.1; done
window() { until xdotool search --name "$1" 2> /dev/null | tail -n 1 | grep .; do sleep 0.1; done; }
shut() { xdotool windowfocus --sync "$1"; xdotool key --window "$1" ctrl+q; wait "$2"; }
@INSTALL@
@PATH@
(@OPEN@
) & preview=$!
first=$(window hello.toml)
cat > hello.toml << 'END'
@SCENE@
END
until swellctl status | grep -q start; do sleep 0.1; done
swelld --check --config hello.toml
(exec @WATCH@
) > events &
@STEER@
until grep -q trigger events; do swellctl press start; sleep 0.2; done
swellctl status | grep -q 42
shut "$first" $preview
cp hello.toml scene.toml
@FILMS@
kill $(jobs -p)
echo every command was typed
"""
FILM = """\
(@RECORD@
) & preview=$!
film=$(window scene.toml)
until swellctl status > /dev/null 2>&1; do sleep 0.1; done
rm -f shot.png
@SHOT@
test -s shot.png
shut "$film" $preview
"""


def blocks(heading, language="sh"):
    """The page's blocks under a heading, without what they are indented by."""
    with open(PAGE, encoding="utf-8") as file:
        section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", file.read(), re.MULTILINE | re.DOTALL)
    found = re.findall(rf"^( *)```{language}\n(.*?)^ *```", section.group(1), re.MULTILINE | re.DOTALL)
    return [re.sub(rf"^{indent}", "", text, flags=re.MULTILINE) for indent, text in found]


def script():
    """What is typed: the page's commands, and between them what hands and eyes do."""
    first, steer = blocks("From nothing to a scene")
    (scene,) = blocks("From nothing to a scene", "toml")
    build, path, opened = first.strip().split("\n")
    *commands, watch = steer.strip().split("\n")
    *records, shot = "".join(blocks("Pictures and films of a scene")).strip().split("\n")
    install = build.split("# or: ")[1].replace("apt install", "apt-get -q -y install")
    films = "".join(FILM.replace("@RECORD@", record).replace("@SHOT@", shot) for record in records)
    films += "test -s demo.apng && test -s frames/000001.png\n"
    text = TYPED
    for name, words in {"INSTALL": install, "PATH": path, "OPEN": opened, "SCENE": scene, "WATCH": watch,
                        "STEER": "\n".join(commands), "FILMS": films}.items():
        text = text.replace(f"@{name}@", words)
    return text


class Desk(unittest.TestCase):
    """In a Debian that has never heard of Swell, made for this and thrown away."""

    by_hand = True
    display = None

    @unittest.skipUnless(IS_NATIVE, "it runs on this machine itself, whose processor is another")
    def test_designer(self):
        """what is printed for designers does what it says, from the packages to a film"""
        suite, sources = subprocess.run(
            ["bash", "-euc", ". vm/common.sh; echo $debian; debian_sources"], cwd=ROOT, check=True,
            stdout=subprocess.PIPE).stdout.decode().split("\n", 1)
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "build"))
            for path in packages.built(system=NAME).values():
                shutil.copy(path, os.path.join(folder, "build"))
            for name, text in {"typed": script(), "sources.list": sources}.items():
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            log = os.path.join(folder, "log")
            made = subprocess.run(
                ["mmdebstrap", "--quiet", "--variant=apt", "--format=null", f"--include={DESK}",
                 f"--customize-hook=copy-in {folder}/build {folder}/typed /root",
                 f"--customize-hook=chroot \"$1\" timeout 600 bash /root/typed > {log}",
                 suite, "/dev/null", os.path.join(folder, "sources.list")],
                check=False, capture_output=True)
            with open(log, encoding="utf-8") as file:
                said = file.read()
        self.assertEqual(made.returncode, 0, f"{said[-4000:]}\n{made.stderr.decode()[-2000:]}")
        self.assertTrue(said.endswith("every command was typed\n"), said[-4000:])
