# SPDX-License-Identifier: Apache-2.0
"""Swell as Debian's package: from a download to a running kiosk, and away again."""

import glob
import hashlib
import json
import os
import re
import signal
import subprocess
import tempfile
import unittest

import levels
import packages
from kiosk import CARD, ROOT, by_hand, measured, until
from test_faults import CRC

SCENE = """\
[display]
scale = 1

[[button]]
id = "start"
frame = { x = 0, y = 0, width = 200, height = 80 }
exec = ["/usr/local/bin/update"]
job = { progress = "main" }

[[progress]]
id = "main"
frame = { x = "50%", y = "50%", width = 500, height = 500, anchor = "center" }
mask = { shape = "rounded" }
amplitude = 0
speed = 0
show_percent = false
front_color = "#F0F0F0"
"""
FRONT = (0xF0, 0xF0, 0xF0)
# Rises a little as long as it is let, so that everything else can happen meanwhile.
UPDATE = """\
#!/bin/sh
echo began >> /var/tmp/runs
part=0
until [ -e /run/go ]; do
    part=$((part + 1))
    [ $part -gt 9000 ] || echo $((part / 100)).$((part / 10 % 10))$((part % 10))% part $part
    sleep 0.2
done
echo ended >> /var/tmp/runs
"""
# What a machine has, but for what changes by itself, and folders for enabled units that are empty: Debian's
# own helper takes them away, whoever made them.
FILES = """\
find / -xdev \\( -path /var/log -o -path /var/lib/apt -o -path /var/cache/apt -o -path /tmp \\
    -o -path /var/lib/dpkg -o -path /var/tmp -o -path /var/cache/fontconfig -o -path /var/cache/debconf \\
    -o -path '/etc/systemd/system/*.wants' -empty \\) -prune -o -print | sort
getent passwd | cut -d: -f1; getent group | cut -d: -f1
find /run -name 'swell*'; ls /var/lib/dpkg/info | grep -F swell || true
"""


class Packages(unittest.TestCase):
    """In a machine of its own, by apt and from a repository."""

    by_hand = True
    display = "vkms"

    def setUp(self):
        self.kiosk = packages.PackagedKiosk(self.display)
        self.addCleanup(self.kiosk.machine.close)
        self.older, self.newer = self.kiosk.versions
        self.kiosk.apt("update")

    def installed(self):
        """The installed version."""
        return self.kiosk.check("dpkg-query -W -f '${Version}' swell")

    def install(self, version, options=""):
        """Installs a version of the package, and waits until what ran has been replaced."""
        units = ("swell.service", "swell-follow@psplash.service")
        running = [(unit, self.kiosk.property("MainPID", unit)) for unit in units]
        said = self.kiosk.apt(f"install {options} swell={version}")
        self.assertEqual(self.installed(), version)
        for unit, pid in running:
            if pid not in ("", "0"):
                self.kiosk.machine.wait_until(
                    f"p=$(systemctl show -P MainPID {unit})\n"
                    f"test $p != 0 && test $p != {pid} && systemctl is-active {unit}",
                    what=f"{unit} is another process")
        return said

    def connect(self):
        """A client that is closed with the machine, of a daemon whose picture is lit."""
        self.kiosk.machine.wait_until("systemctl is-active swell.service")
        self.kiosk.wait_for_light()
        return self.kiosk.connect()

    def test_install(self):
        """a package from a repository is a running kiosk, and purged it leaves nothing"""
        before = self.kiosk.check(FILES)
        said = self.install(self.older)
        self.assertNotRegex(said, "(?i)warning|error|failed")
        client = self.connect()
        status = client.call("status")
        self.assertTrue(self.older.startswith(status["version"]))
        self.assertRegex(self.kiosk.check("swelld --version"),
                         r"^[\d.]+ \([0-9a-f]{12}(, changed)?\)$")
        self.assertEqual(status["output"]["state"], "active")
        for unit in ("swell.service", "swell.socket", "swell-job.socket"):
            self.assertEqual(self.kiosk.check(f"systemctl is-enabled {unit}"), "enabled")
        client.rest()
        self.assertGreater(len(set(self.kiosk.photograph().pixels)), 2)
        # What can be missing without the rest of it being wrong: whoever looks after it is told.
        self.kiosk.check("swelld --check && swellctl status && swellctl press start")
        # Everything that leaves something.
        self.kiosk.check("""
            systemctl enable --now swell-follow@psplash
            touch /usr/share/fonts/truetype/dejavu && systemctl restart swell.service
            echo '# changed' >> /etc/swell/swell.toml
            test -S /run/swell/control.sock && test -e /var/lib/swell && test -e /var/cache/swell""")
        client.close()
        self.kiosk.apt("remove swell")
        self.assertEqual(self.kiosk.run("pgrep -l swell").text, "")
        self.assertEqual(self.kiosk.run("systemctl list-units --plain --no-legend 'swell*'").text, "")
        self.assertIn("# changed", self.kiosk.check("cat /etc/swell/swell.toml"))
        # Removed and installed again, it is what it was.
        self.install(self.older)
        self.connect().close()
        self.assertIn("# changed", self.kiosk.check("cat /etc/swell/swell.toml"))
        self.kiosk.apt("purge swell")
        self.assertEqual(set(self.kiosk.check(FILES).splitlines()) ^ set(before.splitlines()), set())

    def test_display_manager(self):
        """where a display manager has the screen, the service is enabled and not started"""
        self.kiosk.check("mkdir -p /etc/X11 && echo /usr/sbin/gdm3 > /etc/X11/default-display-manager")
        self.install(self.older)
        self.assertEqual(self.kiosk.check("systemctl is-enabled swell.service"), "enabled")
        for unit in ("swell.service", "swell.socket"):
            self.assertEqual(self.kiosk.property("ActiveState", unit), "inactive")

    def test_upgrade(self):
        """up and down again in mid-animation: each vblank shows a frame of the motion, and none is black"""
        motion = levels.pictures(self.kiosk.size)
        self.install(self.older)
        self.kiosk.check("systemctl enable --now swell-follow@psplash")
        self.kiosk.machine.agent.put("/etc/swell/swell.toml", levels.SCENE.encode())
        self.kiosk.check("systemctl restart swell.service")
        self.kiosk.wait_for_light()
        # Each way has the whole motion before it, slow enough for a package to be installed meanwhile.
        for version, options, target in ((self.newer, "", 100), (self.older, "--allow-downgrades", 0)):
            client = self.connect()
            until(lambda: client.call("status")["frames"]["resting"], "the scene is shown")
            self.kiosk.check(f"echo auto > {CRC}/control")
            frames = self.kiosk.machine.start(f"exec cat {CRC}/data")
            watching = self.kiosk.machine.start(f"exec /usr/lib/kiosk/scanout {CARD} watch 3600")
            self.assertIsNotNone(watching.line())
            self.assertIsNotNone(frames.line())
            client.call("progress.set", percent=target, over=3600)
            start = client.call("progress.get")["shown"]
            until(lambda: client.call("progress.get")["shown"] != start, "it moves")
            client.close()
            self.install(version, options)
            client = self.connect()
            # What was set before is what the new process goes to, and it moves as the old one did.
            until(lambda: client.call("progress.get") == {"id": "main", "percent": target, "shown": target},
                  "what was set before is shown")
            client.call("progress.set", percent=50, over=3600)
            until(lambda: client.call("progress.get")["shown"] != target, "it moves again")
            client.call("progress.set", percent=target, over=0)
            until(lambda: client.call("status")["frames"]["resting"], "it is back")
            client.close()
            watching.signal(signal.SIGTERM)
            lines = [line.split() for line in watching.wait().text.splitlines()]
            self.assertGreater(len(lines), 1)
            self.assertEqual([line for line in lines if line[1] == "0" or line[2] == "off"], [])
            frames.signal(signal.SIGTERM)
            sums = [int(crc, 16) for crc in re.findall(r"0x\w+ (0x\w+)", frames.wait().text)]
            measured(f"package: to {version}: {len(sums)} frames, {len(set(sums))} distinct")
            self.assertEqual([crc for crc in sums if crc not in motion], [])
            self.assertGreater(len(set(sums)), 2)
            self.assertEqual(sums[-1], motion[-1 if target else 0])

    def test_upgrade_during_job(self):
        """a program of a button lives on while the package is upgraded, rises meanwhile, and ends once"""
        self.kiosk.machine.agent.put("/usr/local/bin/update", UPDATE.encode(), "755")
        self.install(self.older)
        self.kiosk.machine.agent.put("/etc/swell/swell.toml", SCENE.encode())
        self.kiosk.check("systemctl reload swell.service")
        client = self.connect()
        until(lambda: client.call("status")["widgets"][0].get("id") == "start", "the scene is shown")
        client.call("job.start", id="start")
        until(lambda: client.call("job.get", id="start")["percent"] > 0, "it has begun")
        pid = client.call("job.get", id="start")["pid"]
        rises = self.rises(client, 0)
        client.close()
        for version, options in ((self.newer, ""), (self.older, "--allow-downgrades")):
            before = rises
            self.install(version, options)
            client = self.connect()
            until(lambda: client.call("job.get", id="start")["state"] == "running", "it is known again")
            # Nothing is forgotten, and what the program has said meanwhile is not lost.
            rises = self.rises(client, before)
            self.assertGreater(self.rises(client, rises), rises)
            self.assertEqual(client.call("job.get", id="start")["pid"], pid)
            client.close()
        client = self.connect()
        client.call("subscribe", events=["job"])
        self.kiosk.check("touch /run/go")
        states = []
        while not states or states[-1] not in ("done", "failed", "cancelled"):
            states.append(client.event()["state"])
        self.assertEqual([state for state in states if state != "progress"], ["done"])
        self.assertEqual(client.call("progress.get")["percent"], 100)
        self.assertEqual(self.kiosk.check("cat /var/tmp/runs"), "began\nended")
        # A configuration that somebody has written is theirs.
        self.assertEqual(self.kiosk.check("cat /etc/swell/swell.toml"), SCENE.strip())

    def rises(self, client, least):
        """Waits until the indicator has gone beyond `least`, and stands so on the screen; returns where.
        At no time is it below that."""
        def beyond():
            told = client.call("progress.get")
            self.assertGreaterEqual(told["percent"], least)
            return told["shown"] > least and told["shown"]
        shown = until(beyond, f"it is beyond {least}")
        picture = self.kiosk.photograph()
        lit = sum(picture[512, row] == FRONT for row in range(picture.height))
        # 500 rows are 100 %; one of them is neither.
        self.assertGreaterEqual(lit, int(shown * 5) - 1)
        return shown


class PackageBytes(unittest.TestCase):
    """What is in the files, on the machine that makes them."""

    @by_hand
    def test_reproducible(self):
        """the same programs and the same commit give the same bytes, whoever makes them and when"""
        def digests(**environment):
            found = {}
            for name, path in packages.built(**environment).items():
                with open(path, "rb") as file:
                    found[name] = hashlib.sha256(file.read()).hexdigest()
            return found

        first = digests(TZ="Asia/Tokyo", LC_ALL="C.UTF-8")
        previous = os.umask(0o077)
        self.addCleanup(os.umask, previous)
        self.assertEqual(digests(TZ="America/Lima", LC_ALL="C", HOME="/nonexistent"), first)
        measured(f"package: sha256 {first['swell']}")

    @unittest.skipUnless(os.path.exists(os.path.join(ROOT, ".git")), "these sources are no clone")
    def test_archive(self):
        """the committed sources packed twice are the same bytes, and know their commit without git"""
        def pack():
            path = subprocess.run([os.path.join(ROOT, "scripts", "dist.sh")], check=True, cwd="/",
                                  stdout=subprocess.PIPE).stdout.decode().strip()
            with open(os.path.join(ROOT, path), "rb") as file:
                return file.read()

        archive = pack()
        previous = os.umask(0o077)
        self.addCleanup(os.umask, previous)
        self.assertEqual(pack(), archive)
        name = subprocess.run(["git", "rev-parse", "HEAD"], check=True, cwd=ROOT,
                              stdout=subprocess.PIPE).stdout.decode().strip()
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["tar", "-xz", "-C", folder], input=archive, check=True)
            (tree,) = os.listdir(folder)
            self.assertRegex(tree, r"^swell-\d+\.\d+\.\d+$")
            told = subprocess.run([os.path.join(folder, tree, "scripts", "commit.sh")], check=True,
                                  stdout=subprocess.PIPE).stdout.decode()
        self.assertEqual(told, f"origin=0 high=0x1{name[:6]} low=0x{name[6:12]}\n")

    def test_contents(self):
        """a package says what it is made of, with the digests of what is in it"""
        package = packages.built()["swell"]
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["dpkg-deb", "-x", package, folder], check=True)
            with open(os.path.join(folder, "usr/share/doc/swell/swell.spdx.json"),
                      encoding="utf-8") as file:
                listed = json.load(file)
            self.assertEqual(listed["spdxVersion"], "SPDX-2.3")
            for entry in listed["files"]:
                with open(os.path.join(folder, entry["fileName"]), "rb") as file:
                    self.assertEqual(entry["checksums"][1]["checksumValue"],
                                     hashlib.sha256(file.read()).hexdigest())
        names = {entry["name"]: entry["versionInfo"] for entry in listed["packages"]}
        self.assertIn(names["swell"], packages.version(package))
        needed = subprocess.run(["dpkg-deb", "-f", package, "Depends"], check=True,
                                stdout=subprocess.PIPE).stdout.decode()
        for name in re.findall(r"\b(lib[a-z0-9.+-]+)", needed):
            self.assertIn(name, names)
        for name in ("swift-argument-parser", "swift-runtime-libraries", "libtomlplusplus-dev"):
            self.assertRegex(names[name], r"^\d+\.\d+")
        known = {entry["SPDXID"] for entry in (*listed["packages"], *listed["files"])}
        for relation in listed["relationships"]:
            self.assertIn(relation["relatedSpdxElement"], known)

    def test_links(self):
        """each link of each document leads somewhere: in the package, and in the sources"""
        with tempfile.TemporaryDirectory() as folder:
            for package in packages.built().values():
                subprocess.run(["dpkg-deb", "-x", package, folder], check=True)
            self.assert_links(folder, glob.glob(f"{folder}/usr/share/doc/swell/**/*.md", recursive=True), 8)
        pages = (*glob.glob(f"{ROOT}/*.md"), *glob.glob(f"{ROOT}/docs/*.md"))
        self.assert_links("/nonexistent", pages, 10)

    def assert_links(self, root, pages, least):
        """All links of at least so many pages lead somewhere; those with a path from the root do so below
        `root`, or on the machine itself if another package has brought it."""
        self.assertGreaterEqual(len(pages), least)
        texts = {}
        for page in pages:
            with open(page, encoding="utf-8") as file:
                # Commands and configurations have brackets of their own.
                texts[page] = re.sub(r"(?ms)^```.*?^```|`[^`\n]*`", "", file.read())
        dead = []
        for page, text in texts.items():
            for target in re.findall(r"\]\(([^)\s]+)\)", text):
                path, _, anchor = target.partition("#")
                if re.match(r"https?:", target):
                    continue
                place = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
                if path.startswith("/"):
                    place = path if path.startswith("/usr/share/common-licenses") else root + path
                if not os.path.exists(place):
                    dead.append((page, target))
                elif anchor and place in texts:
                    heads = re.findall(r"^#+ (.*)$", texts[place], re.MULTILINE)
                    names = [re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads]
                    if anchor not in names:
                        dead.append((page, target))
        self.assertEqual(dead, [])

    def test_upgrade_stops_nothing(self):
        """what Debian's helpers have added to the package's scripts stops nothing for an upgrade"""
        package = packages.built()["swell"]
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["dpkg-deb", "-e", package, folder], check=True)
            stops = {}
            for script in os.listdir(folder):
                with open(os.path.join(folder, script), encoding="utf-8") as file:
                    stops[script] = len(re.findall(r"(?:invoke|systemctl) stop", file.read()))
        # For a removal.
        self.assertEqual({script for script, count in stops.items() if count}, {"prerm"})

    def test_clean(self):
        """lintian has nothing to say"""
        paths = list(packages.built().values())
        said = subprocess.run(
            ["lintian", "--fail-on", "error,warning", "--tag-display-limit", "0", *paths],
            capture_output=True, check=False, cwd=ROOT)
        self.assertEqual((said.stdout.decode(), said.returncode), ("", 0))
