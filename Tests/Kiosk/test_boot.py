# SPDX-License-Identifier: Apache-2.0
"""Machines whose display comes late or never: their boot ends, and so does apt."""

import subprocess
import unittest

import packages
from kiosk import CARD, HERE, ROOT, TOOLS, TREE, Machine, Picture, by_hand, compiled, measured, scene, until

BACKGROUND = (0x10, 0x14, 0x18)
UNITS = "/usr/lib/systemd/system"
# One that waits for the boot, and one for the picture.
FILES = {
    "/etc/swell/swell.toml": scene(),
    f"{UNITS}/later.service":
        "[Unit]\nAfter=multi-user.target\n[Service]\nType=oneshot\nExecStart=/bin/touch /run/later\n",
    f"{UNITS}/shown.service":
        "[Unit]\nRequires=swell-lit.target\nAfter=swell-lit.target\n"
        "[Service]\nType=oneshot\nExecStart=/bin/touch /run/shown\n",
    "/etc/systemd/system/swell-lit.target.d/shown.conf": "[Unit]\nWants=shown.service\n",
}
PLUG = ("echo detect > /sys/class/drm/card0-Virtual-1/status && "
        "echo change > /sys/class/drm/card0/uevent")


class Booted(unittest.TestCase):
    """What is asked of every such machine."""

    def boot(self, display, trees=(), kernel_arguments=(), files=(), **options):
        """A machine with the service enabled, once its boot is over."""
        machine = Machine(display=display, trees=[TREE, *trees], files={**FILES, **dict(files)},
                          enabled=["swell.socket", "swell.service", "later.service"],
                          kernel_arguments=kernel_arguments, **options)
        self.addCleanup(machine.close)
        machine.boot()
        try:
            machine.wait_until("systemctl is-system-running | grep -qxE 'running|degraded'", limit=180,
                               what="the boot is over")
        except TimeoutError as error:
            raise AssertionError(machine.run(
                "systemctl list-jobs; journalctl -b --no-pager | tail -n 80").text) from error
        machine.check("test -e /run/later")
        # What waits for the first frame may have begun this moment, and ends.
        self.settle(machine)
        self.assertEqual(machine.check("systemctl show -P ActiveState swell.service"), "active")
        return machine

    def settle(self, machine):
        """Waits until systemd has nothing left to start or to stop."""
        machine.wait_until('test -z "$(systemctl list-jobs --no-legend)"', what="nothing is under way")

    def assert_waits(self, machine, obstacle):
        """The service answers and says what it waits for; nothing that waits for a picture has begun."""
        self.assertIn(obstacle, machine.check("systemctl show -P StatusText swell.service"))
        self.assertIn(obstacle, machine.check("swellctl status"))
        self.assertEqual(machine.run("swellctl wait --lit --timeout 1").status, 1)
        self.assertNotEqual(machine.run("test -e /run/shown").status, 0)
        self.assertEqual(machine.check("systemctl show -P NRestarts swell.service"), "0")

    def assert_lights(self, machine, photograph=None):
        """The scene is shown, and what waits for it begins."""
        machine.wait_until("test -e /run/shown", what="what waits for the picture has begun")
        photograph = photograph or machine.photograph
        until(lambda: photograph()[0, 0] == BACKGROUND, "the scene is shown")
        machine.check("systemctl is-active swell-lit.target && swellctl wait --lit --timeout 1")


class Boots(Booted):
    """Without a display."""

    @by_hand
    def test_boot_without_monitor(self):
        """without a monitor the boot ends; the picture comes when a monitor does"""
        machine = self.boot("no monitor")
        self.assert_waits(machine, "waiting for a monitor")
        machine.check(PLUG)
        self.assert_lights(machine)

    @by_hand
    def test_boot_with_splash(self):
        """a boot splash that nobody sees does not hold up the boot either, and ends with the first frame"""
        splash = subprocess.run([f"{ROOT}/vm/build-splash.sh"], check=True,
                                stdout=subprocess.PIPE).stdout.decode().strip()
        machine = self.boot("no monitor", trees=[splash],
                            kernel_arguments=["splash", "plymouth.ignore-serial-consoles"])
        self.assert_waits(machine, "waiting for a monitor")
        machine.check("pgrep plymouthd")
        machine.check(PLUG)
        self.assert_lights(machine)
        machine.wait_until("! pgrep plymouthd", what="the splash has ended")

    def test_boot_without_card(self):
        """without a card the boot ends; the picture comes when a card does"""
        with open(compiled(f"{HERE}/tools/scanout.c", TOOLS["scanout"]), "rb") as program:
            machine = self.boot("none", files={"/usr/lib/kiosk/scanout": (program.read(), 0o755)})
        self.assert_waits(machine, "waiting for a card")
        machine.check("modprobe vkms")

        def photograph():
            data = machine.run(f"/usr/lib/kiosk/scanout {CARD}").out
            head, _, rows = data.partition(b"\n")
            width, height, stride = map(int, head.split()[:3])
            return Picture.from_xrgb8888(width, height, stride, rows)
        self.assert_lights(machine, photograph)

    @by_hand
    def test_stop_while_waiting(self):
        """stopped while it waits for a monitor the service stays so; a restart goes on waiting"""
        machine = self.boot("no monitor")
        machine.check("systemctl restart swell.service")
        self.assert_waits(machine, "waiting for a monitor")
        machine.check("systemctl --no-block start swell-lit.target && systemctl stop swell.service")
        self.settle(machine)
        for unit in ("swell.service", "swell-lit.service", "swell-lit.target", "swell-handover.service"):
            self.assertEqual(machine.check(f"systemctl show -P ActiveState {unit}"), "inactive", unit)
        self.assertNotEqual(machine.run("test -e /run/shown").status, 0)
        machine.check(f"systemctl start swell.service && {PLUG}")
        self.assert_lights(machine)


class PackagesWithoutDisplay(unittest.TestCase):
    """By apt, where nothing can be shown."""

    by_hand = True

    def install(self, display, obstacle):
        """Installs, upgrades and removes the package."""
        kiosk = packages.PackagedKiosk(display)
        self.addCleanup(kiosk.machine.close)
        kiosk.apt("update")
        for version in kiosk.versions:
            kiosk.apt(f"install swell={version}")
            self.assertEqual(kiosk.check("dpkg-query -W -f '${Status} ${Version}' swell"),
                             f"install ok installed {version}")
            kiosk.machine.wait_until(
                f"systemctl is-active swell && systemctl show -P StatusText swell | grep -q '{obstacle}'",
                what="the service is up and says what it waits for")
        kiosk.apt("purge swell")
        self.assertEqual(kiosk.run("pgrep -l swell").text, "")

    def test_install_without_monitor(self):
        """apt ends where no monitor is"""
        self.install("no monitor", "waiting for a monitor")

    def test_install_without_card(self):
        """apt ends where no card is"""
        self.install("none", "waiting for a card")

    def test_install_in_a_boot(self):
        """apt ends in a unit that the service's own start has to wait for"""
        kiosk = packages.PackagedKiosk("no monitor")
        self.addCleanup(kiosk.machine.close)
        kiosk.apt("update")
        kiosk.machine.agent.put(
            "/etc/systemd/system/first.service",
            b"[Unit]\nBefore=swell.service swell.socket\n[Service]\nType=oneshot\n"
            b"Environment=DEBIAN_FRONTEND=noninteractive\n"
            b"ExecStart=/usr/bin/apt-get -y -o APT::Sandbox::User=root install swell\n")
        kiosk.check("systemctl daemon-reload && systemctl start first.service", timeout=300)
        self.assertIn("install ok installed", kiosk.check("dpkg-query -W -f '${Status}' swell"))
        kiosk.machine.wait_until("systemctl is-active swell.service")


class DisplayManagers(Booted):
    """Beside one that has the screen."""

    by_hand = True

    def check(self, name):
        """The boot ends beside a display manager, whichever of the two has the screen."""
        machine = self.boot("virtio-gpu", desktop=name)
        measured(f"{name}: " + machine.check("systemd-analyze time | head -n 1", timeout=120))
        machine.check(f"systemctl is-active {name}.service", timeout=120)
        measured(f"{name}: " + machine.check("systemctl show -P StatusText swell", timeout=120))

    def test_display_manager_lightdm(self):
        """beside lightdm the boot ends, and what is after it runs"""
        self.check("lightdm")

    def test_display_manager_gdm(self):
        """beside gdm the boot ends, and what is after it runs"""
        self.check("gdm3")
