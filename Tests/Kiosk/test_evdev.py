# SPDX-License-Identifier: Apache-2.0
"""The unit tests of the touch devices, on a kernel that has some: they make their own by uinput."""

import os
import shutil
import subprocess
import tempfile
import unittest

from kiosk import ROOT, Machine
from kioskvm.system import ARCH, IS_NATIVE

LIBRARIES = "/usr/lib/kiosk/swift"
TESTS = f"LD_LIBRARY_PATH={LIBRARIES} {LIBRARIES}/tests --testing-library swift-testing"
ESSENTIAL = ("libc.so", "libm.so", "libdl.so", "libpthread.so", "librt.so", "ld-linux")
RULES = """\
ATTRS{name}=="Swell turned panel", ENV{LIBINPUT_CALIBRATION_MATRIX}="0 -1 1 1 0 0"
ATTRS{name}=="Swell ignored panel", ENV{LIBINPUT_IGNORE_DEVICE}="1"
ATTRS{name}=="Swell other seat's panel", ENV{ID_SEAT}="seat1"
"""
TRACES = os.path.join(ROOT, "Tests", "EvdevTests", "Traces")
UDEV = "systemd-udevd.service systemd-udevd-kernel.socket systemd-udevd-control.socket"


def bundle():
    """The program that holds all unit tests; None when it has not been built."""
    path = os.environ.get("SWELL_TEST_BUNDLE")
    if path is None:
        shown = subprocess.run(["swift", "build", "--show-bin-path"], cwd=ROOT, text=True,
                               capture_output=True, check=False)
        path = os.path.join(shown.stdout.strip(), "swellPackageTests.xctest")
    return path if os.path.isfile(path) else None


class Evdev(unittest.TestCase):
    """A machine of its own, as one of the tests takes udev away."""

    @classmethod
    def setUpClass(cls):
        path = bundle() if IS_NATIVE else None
        cls.machine = None
        if path is None:
            return
        cls._tree = tempfile.TemporaryDirectory(prefix="kiosk-tests-")
        cls.addClassCleanup(cls._tree.cleanup)
        place = cls._tree.name + LIBRARIES
        os.makedirs(place)
        shutil.copytree(TRACES, os.path.join(place, "traces"))
        shutil.copy(path, os.path.join(place, "tests"))
        needed = subprocess.run(["ldd", path], text=True, capture_output=True, check=True).stdout
        for line in needed.splitlines():
            words = line.split()
            # What every Debian has is in the machine; cairo, for other tests, is not.
            if len(words) > 2 and not words[0].startswith(ESSENTIAL):
                shutil.copy(words[2], place)
        cls.machine = Machine(trees=[cls._tree.name])
        cls.addClassCleanup(cls.machine.close)
        cls.machine.boot()
        cls.machine.check("modprobe uinput")
        cls.machine.agent.put("/etc/udev/rules.d/99-swell-test.rules", RULES.encode())
        cls.machine.check("udevadm control --reload")

    def setUp(self):
        if self.machine is None:
            self.skipTest(f"the unit tests are not built for {ARCH}: swift build --build-tests")

    def passes(self, suite, environment=""):
        result = self.machine.run(f"{environment} {TESTS} --filter {suite} 2>&1", timeout=300)
        text = result.out.decode(errors="replace")
        self.assertEqual(result.status, 0, text)
        self.assertRegex(text, r"Test run with \d+ tests? in 1 suite passed")
        self.assertNotIn("skipped", text)

    def test_with_udev(self):
        """touch devices made by uinput are read as they should, with udev"""
        self.passes("VirtualDeviceTests")

    def test_traces(self):
        """traces of palms, hovering fingers, resistive panels, pens and mice, replayed by uinput"""
        self.passes("TraceReplayTests", f"SWELL_TRACES={LIBRARIES}/traces")

    def test_with_rules(self):
        """udev's calibration, seat and ignore rules are followed"""
        self.passes("UdevRuleTests", "SWELL_TEST_UDEV_RULES=1")

    def test_without_udev(self):
        """touch devices made by uinput are read as they should, without udev"""
        self.machine.check(f"for unit in {UDEV}; do systemctl mask --runtime $unit; done; "
                           f"systemctl stop {UDEV}; rm -f /run/udev/control")
        self.passes("VirtualDeviceTests")
