# SPDX-License-Identifier: Apache-2.0
"""Followers of real updaters, by the commands of docs/updaters.md."""

import json
import os
import re
import subprocess
import tempfile
import unittest

import updaters
from kiosk import ROOT, TREE, KioskCase, Machine, by_hand, measured, scene, until
from kioskvm.system import PROCESSOR


def labelled():
    """A scene whose button is the label of the page's commands."""
    return scene().replace('id = "start"', 'id = "status"').replace('label = "Start"', 'label = ""')


def plymouth_client():
    """Debian's client of Plymouth and its libraries, without its daemon: what lies where."""
    splash = subprocess.run([os.path.join(ROOT, "vm", "build-splash.sh")], check=True,
                            stdout=subprocess.PIPE).stdout.decode().strip()
    libraries = f"usr/lib/{PROCESSOR.name}-linux-gnu"
    found = {}
    for place in ("usr/bin/plymouth", f"{libraries}/libply.so.5",
                  f"{libraries}/libply-boot-client.so.5"):
        with open(os.path.join(splash, place), "rb") as file:
            found["/" + place] = file.read()
    return found


class Follow(KioskCase):
    """On one display; updaters do not care which."""

    display = "virtio-gpu"

    def setUp(self):
        super().setUp()
        self.addCleanup(self.kiosk.run, "systemctl stop 'swell-follow@*.service'")
        self.kiosk.configure(labelled())
        self.client = self.connection()
        self.client.call("progress.set", percent=0, over=0)

    def percent(self):
        """Where the indicator goes."""
        return self.client.call("progress.get")["percent"]

    def label(self):
        """What the label says."""
        widgets = self.client.call("status")["widgets"]
        return next(w["label"] for w in widgets if w["id"] == "status")

    def shows(self, percent, what):
        """Waits until the indicator goes to this percentage."""
        until(lambda: self.percent() == percent, f"{what} is at {percent}")

    def options(self):
        """Gives all followers the page's options."""
        folder = "/run/systemd/system/swell-follow@.service.d"
        self.kiosk.check(f"""[ -e {folder} ] && exit
            mkdir -p {folder}
            printf '[Service]\\nEnvironment="FOLLOW=--id main --label status"\\n' > {folder}/kiosk.conf
            systemctl daemon-reload""")

    def events(self):
        """Percentages that come from now on."""
        watcher = self.connection()
        watcher.call("subscribe", events=["progress"])
        return watcher

    def assert_rises(self, watcher, last):
        """The watcher's figures never fall, up to `last`, which comes once."""
        seen = []
        while not seen or seen[-1] != last:
            seen.append(watcher.event()["percent"])
        self.assertEqual(seen, sorted(seen))
        return seen

    def test_script(self):
        """what a script writes into a FIFO is shown, and the page's commands do it"""
        watcher = self.events()
        self.kiosk.check("\n".join(updaters.section("A script")))
        self.shows(100, "the script")
        self.assertEqual(self.assert_rises(watcher, 100)[-1], 100)
        name = self.kiosk.check("systemd-escape fifo:/run/swell-follow/percent")
        self.assertEqual(self.kiosk.property("StatusText", f"'swell-follow@{name}'"),
                         "the last run has ended well")
        journal = self.kiosk.check("\n".join(updaters.section("What people see")))
        self.assertIn("the last run has ended well", journal)

    def test_psplash(self):
        """what scripts write for psplash is shown"""
        self.options()
        self.kiosk.check("\n".join(updaters.section("psplash")))
        self.shows(42, "psplash")
        until(lambda: self.label() == "Updating", "the message is shown")
        self.assertEqual(self.kiosk.check("stat -c '%a %G' /run/psplash_fifo"), "660 swell")
        # With nothing to show it leaves the daemon alone, though its socket would start it.
        self.kiosk.check("printf 'MSG FAILURE\\0' > /run/psplash_fifo")
        until(lambda: self.label() == "Failed", "the end is shown")
        self.kiosk.check("systemctl stop swell.service; echo nonsense > /run/psplash_fifo")
        self.kiosk.machine.wait_until("journalctl -t swell-follow | grep -q \"no command of psplash's\"",
                                      what="it has gone on")
        self.assertEqual(self.kiosk.property("ActiveState"), "inactive")
        self.kiosk.check("systemctl start swell.service")

    @by_hand
    def test_swupdate(self):
        """Debian's SWUpdate writes two images, the daemon is killed meanwhile; a broken one fails"""
        self.kiosk.check(updaters.SWUPDATE, timeout=240)
        self.kiosk.check("systemctl start swupdate.socket swupdate.service")
        self.addCleanup(self.kiosk.run, "systemctl stop swupdate.service swupdate.socket")
        self.kiosk.check("\n".join(updaters.section("SWUpdate")))
        self.assertEqual(self.kiosk.property("User", "swell-follow@swupdate"), "swell-follow")
        watcher = self.events()
        self.kiosk.check("touch /run/hold")
        update = self.kiosk.machine.start(f"{updaters.SWUPDATE_CLIENT} -v /var/tmp/swu/good.swu 2>&1")
        self.kiosk.machine.wait_until("test -e /run/held", what="both images are written")
        # Two steps of three are done, and the third is the script.
        held = until(lambda: self.percent() > 66 and self.percent(), "the steps are shown")
        self.assertLess(held, 100)
        measured(f"swupdate: figures {self.assert_rises(watcher, held)}")
        pid = self.kiosk.pid()
        self.kiosk.check(f"kill -9 {pid}")
        self.kiosk.machine.wait_until(
            f"p=$(systemctl show -P MainPID swell.service); test $p != 0 && test $p != {pid} &&"
            " systemctl is-active swell.service", what="another process has come up")
        self.client = self.connection()
        self.assertEqual(self.percent(), held)
        self.kiosk.check("rm /run/hold")
        self.shows(100, "the update")
        update.wait()
        until(lambda: self.label() == "Done", "the end is said")
        self.kiosk.check("for n in a b; do cmp -n 3000000 /var/tmp/swu/$n.raw /dev/kiosk-$n; done")
        self.kiosk.run(f"{updaters.SWUPDATE_CLIENT} /var/tmp/swu/bad.swu")
        until(lambda: self.label().startswith("Failed"), "the failure is said")
        reason = self.label()
        measured(f"swupdate: {reason}")
        self.assertRegex(reason, updaters.SWUPDATE_REASON)
        self.assertLess(self.percent(), 100)
        # Killed at the end of the next one.
        self.kiosk.check("touch /run/hold; rm -f /run/held")
        self.kiosk.machine.start(f"{updaters.SWUPDATE_CLIENT} -v /var/tmp/swu/good.swu 2>&1")
        self.kiosk.machine.wait_until("test -e /run/held", what="both images are written")
        self.kiosk.check("systemctl kill -s KILL swupdate.service; rm /run/hold")
        until(lambda: self.label() == "Failed: SWUpdate has ended", "its death is said")
        self.assertLess(self.percent(), 100)

    def test_rauc(self):
        """Debian's RAUC installs a bundle; a failing hook and its death are failures"""
        self.options()
        self.kiosk.check(updaters.RAUC, timeout=240)
        self.kiosk.check("\n".join(updaters.section("RAUC")))
        until(lambda: self.kiosk.property("StatusText", "swell-follow@rauc") == "waiting for RAUC",
              "it waits for RAUC")
        self.assertNotEqual(self.kiosk.property("ActiveState", "rauc.service"), "active")
        watcher = self.events()
        self.kiosk.check("touch /run/hold")
        install = self.kiosk.machine.start("rauc install /var/tmp/rauc/good.raucb 2>&1")
        until(lambda: self.percent() > 0, "the installation is under way")
        until(lambda: "post-install" in self.kiosk.check("pgrep -af hook || true"), "the hook runs")
        self.assertLess(self.percent(), 100)
        self.kiosk.check("rm /run/hold")
        self.shows(100, "the installation")
        self.assertEqual(install.wait().status, 0)
        measured(f"rauc: figures {self.assert_rises(watcher, 100)}")
        self.kiosk.check("cmp -n 3000000 /var/tmp/rauc/content/rootfs.img /dev/kiosk-rauc-b")
        self.kiosk.check("touch /run/broken")
        self.assertNotEqual(self.kiosk.run("rauc install /var/tmp/rauc/good.raucb").status, 0)
        until(lambda: self.label().startswith("Failed: "), "the failure is said")
        self.assertLess(self.percent(), 100)
        self.kiosk.check("rm /run/broken; touch /run/hold")
        self.kiosk.machine.start("rauc install /var/tmp/rauc/good.raucb 2>&1")
        until(lambda: "post-install" in self.kiosk.check("pgrep -af hook || true"), "the hook runs")
        self.kiosk.check("systemctl kill -s KILL rauc.service; rm /run/hold")
        until(lambda: self.label() == "Failed: RAUC has ended", "its death is said")

    def test_plymouth(self):
        """Debian's plymouth is answered as by its own daemon"""
        self.kiosk.check("mkdir -p /run/plymouth-client")
        for place, data in plymouth_client().items():
            self.kiosk.machine.agent.put("/run/plymouth-client/" + os.path.basename(place), data)
        self.options()
        start, wants = updaters.section("Offline updates that know Plymouth")
        script = "chmod +x /run/plymouth-client/plymouth\nPATH=$PATH:/run/plymouth-client\n" \
            "export LD_LIBRARY_PATH=/run/plymouth-client\n"
        self.kiosk.check(script + start)
        self.shows(42, "the update")
        until(lambda: self.label() == "Do not switch off", "the message is shown")
        self.kiosk.check(script + "plymouth --ping && plymouth system-update --progress=100")
        self.shows(100, "the update")
        # Nobody but root is heeded.
        self.assertNotEqual(self.kiosk.run(
            script + "runuser -u nobody -- env LD_LIBRARY_PATH=$LD_LIBRARY_PATH "
            "/run/plymouth-client/plymouth system-update --progress=1").status, 0)
        self.assertEqual(self.percent(), 100)
        # An updater that is killed has gone, though each of its words was a program that ended well.
        self.addCleanup(self.kiosk.run, "systemctl stop updater.service")
        updater = "systemd-run --quiet --collect --unit=updater -E LD_LIBRARY_PATH=/run/plymouth-client " \
            "/bin/sh -c '/run/plymouth-client/plymouth system-update --progress={}; exec sleep 1000'"
        self.kiosk.check(updater.format(99))
        self.shows(99, "the next update")
        self.kiosk.check("systemctl kill -s KILL updater.service")
        until(lambda: self.label() == "Failed: the updater has ended", "its death is said")
        self.assertEqual(self.percent(), 99)
        self.kiosk.machine.wait_until("! systemctl is-active updater.service", what="it has gone")
        self.kiosk.check(updater.format(3))
        self.shows(3, "the one that has started anew")
        self.kiosk.check(wants)
        self.addCleanup(self.kiosk.run, "rm -rf /etc/systemd/system/system-update.target.wants")
        needed = self.kiosk.check("systemctl show -P Wants system-update.target")
        self.assertIn("swell-follow@plymouth.service", needed)

    def test_follower_hardening(self):
        """the followers' units pass systemd's checks and their exposure is at most 2.0"""
        for source in ("rauc", "plymouth"):
            self.assertEqual(
                self.kiosk.check(f"systemd-analyze verify swell-follow@{source}.service 2>&1"), "")
            told = self.kiosk.check(
                f"systemd-analyze security --no-pager swell-follow@{source}.service | tail -n 1")
            exposure = float(re.search(r"(\d+\.\d) ", told).group(1))
            measured(f"follower of {source}: exposure {exposure}")
            self.assertLessEqual(exposure, 2.0)


class FollowBoot(unittest.TestCase):
    """Machines of their own, from their first second on."""

    UPDATE = """\
#!/bin/sh
rm /system-update
plymouth change-mode --system-upgrade
for part in 10 20 30 40; do plymouth system-update --progress=$part; done
plymouth display-message --text="Do not switch off"
until [ -e /run/seen ]; do sleep 0.1; done
plymouth system-update --progress=100
"""

    @by_hand
    def test_offline_update(self):
        """an update of system-update.target, told to Plymouth's client, is on the screen"""
        with tempfile.TemporaryDirectory() as tree:
            wants = os.path.join(tree, "etc/systemd/system/system-update.target.wants")
            os.makedirs(wants)
            for unit in ("swell.service", "swell-follow@plymouth.service", "offline.service"):
                os.symlink(f"/usr/lib/systemd/system/{unit}", os.path.join(wants, unit))
            machine = Machine(
                trees=[TREE, tree],
                files={**{place: (data, 0o755) for place, data in plymouth_client().items()},
                       "/system-update": "", "/etc/swell/swell.toml": labelled(),
                       "/usr/lib/systemd/system/offline.service":
                           "[Unit]\nAfter=swell.service swell-follow@plymouth.service\n"
                           "[Service]\nType=oneshot\nExecStart=/usr/local/bin/offline\n",
                       "/usr/local/bin/offline": (self.UPDATE, 0o755),
                       "/etc/systemd/system/swell-follow@plymouth.service.d/kiosk.conf":
                           '[Service]\nEnvironment="FOLLOW=--id main --label status"\n'})
            self.addCleanup(machine.close)
            machine.boot()
        try:
            machine.wait_until("swellctl status --json | grep -q 'Do not switch off'",
                               what="the message is shown")
        except TimeoutError as error:
            raise AssertionError(machine.run(
                "systemctl list-jobs; journalctl -b --no-pager | tail -n 80").text) from error
        status = json.loads(machine.check("swellctl status --json"))
        self.assertEqual(next(w["percent"] for w in status["widgets"] if w["id"] == "main"), 40)
        self.assertEqual(machine.check("systemctl is-active system-update.target || true"), "inactive")
        machine.check("touch /run/seen")
        machine.wait_until("swellctl status --json | grep -q '\"percent\": *100'", what="the end is shown")
        machine.wait_until("systemctl is-active system-update.target", what="the target is reached")

    # Up once it has been told something, so that nothing is told that it does not hear.
    WATCH = """\
#!/bin/sh
swellctl watch progress >> /run/boot-progress &
until grep -q percent /run/boot-progress; do swellctl progress 0 --over 0; done
systemd-notify --ready
wait
"""
    # Is done when the boot is said to have come further than the one before it has seen.
    STEP = """\
#!/bin/sh
figure() { grep -o '"percent":[0-9.]*' /run/boot-progress | tail -n 1 | cut -d : -f 2; }
until awk "BEGIN { exit !($(figure) > $(cat /run/seen 2> /dev/null || echo 0)) }"; do sleep 0.05; done
figure > /run/seen
"""

    @by_hand
    def test_boot(self):
        """a boot is shown rising, with each step that it takes, to 100, and then the follower ends"""
        enable, root = updaters.section("The boot")
        self.assertEqual(enable.strip(), "systemctl enable swell-follow@boot")
        drop_in = re.search(r"printf '(.*?)' > (\S+)", root)
        units = {
            "watch.service": "[Unit]\nDefaultDependencies=no\nAfter=swell.service\n"
                             "Before=swell-follow@boot.service\n"
                             "[Service]\nType=notify\nNotifyAccess=all\nExecStart=/usr/local/bin/watch\n"}
        before = "swell-follow@boot.service"
        for number in range(1, 5):
            units[f"step{number}.service"] = f"[Unit]\nAfter={before}\n" \
                "[Service]\nType=oneshot\nExecStart=/usr/local/bin/step\n"
            before = f"step{number}.service"
        machine = Machine(
            trees=[TREE],
            files={"/etc/swell/swell.toml": scene(), "/usr/local/bin/watch": (self.WATCH, 0o755),
                   "/usr/local/bin/step": (self.STEP, 0o755),
                   **{f"/etc/systemd/system/{name}": text for name, text in units.items()},
                   drop_in.group(2): drop_in.group(1).replace("\\n", "\n")},
            enabled=["swell.socket", "swell.service", "swell-follow@boot.service", *units])
        self.addCleanup(machine.close)
        machine.boot()
        machine.wait_until("systemctl is-system-running | grep -qxE 'running|degraded'",
                           what="the boot is over")
        self.ended(machine)
        told = machine.check("cat /run/boot-progress")
        figures = [float(value) for value in re.findall(r'"percent":([0-9.]+)', told)]
        measured(f"boot: figures {figures}")
        self.assertEqual(figures, sorted(figures))
        self.assertGreaterEqual(len({value for value in figures if 0 < value < 100}), 4)
        self.assertEqual(figures[-1], 100)
        self.assertEqual(figures.count(100), 1)
        # A follower that comes when all is over asks, and says so.
        machine.check("swellctl progress 5 --over 0 && systemctl start swell-follow@boot")
        self.ended(machine)
        machine.wait_until("swellctl status --json | grep -q '\"percent\": *100'", what="the end is shown")

    def ended(self, machine):
        """Waits until the boot's follower has ended well."""
        machine.wait_until('test "$(systemctl show -P Result swell-follow@boot)" = success &&'
                           ' systemctl show -P ActiveState swell-follow@boot | grep -qx inactive',
                           what="the follower has ended")


class UpdatersPage(unittest.TestCase):
    """The page itself."""

    def test_page_is_run(self):
        """each section of docs/updaters.md with commands belongs to a test"""
        with open(__file__, encoding="utf-8") as file:
            run = re.findall(r'section\("(.*?)"\)', file.read())
        self.assertEqual(sorted(run), sorted(updaters.commands()))
