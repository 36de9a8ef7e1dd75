# SPDX-License-Identifier: Apache-2.0
"""One test for each driver that QEMU has a display for: lit, in the right colours, flipping, plugged
out and in, and lit over a restart."""

import signal

from kiosk import CARD, KioskCase, measured, scene, until

# How far a channel may be off in RGB565: red and blue have 32 levels, a step is 255/31.
STEP = {"XR24": 0, "RG16": 8}
# The mode of the machine's photographs, whatever the emulated monitor prefers.
SCENE = scene().replace("[display]", '[display]\nmode = "1024x768"')


class Matrix:
    """The same test for every driver."""

    by_hand = True

    def test_driver_matrix(self):
        """it lights, flips, shows the colours that are meant, is plugged, and stays lit over a restart"""
        self.kiosk.configure(SCENE)
        connection = self.connection()
        before = connection.call("status")
        connection.come_to_rest(lambda: connection.call("progress.set", percent=42, over=1))
        status = connection.call("status")
        output, frames = status["output"], status["frames"]
        flips = frames["presented"] - before["frames"]["presented"]
        code = self.kiosk.check(f"/usr/lib/kiosk/scanout {CARD} | head -n 1").split()[3]
        release = self.kiosk.check("uname -r").strip()
        measured(f"{self.display}, Linux {release}: {output['driver']}, {output['connector']}, "
                 f"{output['mode']}, {code}, {flips} frames in an animation of 1 s, "
                 f"{frames['missed']} missed")
        self.assertEqual(output["driver"], self.driver)
        self.assertEqual(output["state"], "active")
        self.assertGreater(flips, 10)
        self.assert_colours(connection, code)
        self.assert_plugged(connection, output["connector"], code)
        self.assert_lit_over_restart(connection)

    def assert_colours(self, connection, code):
        """The photograph is the daemon's picture, within a step of what the format can tell."""
        seen, meant = self.kiosk.steady_photograph(), connection.screenshot()
        self.keep(seen, "matrix")
        self.assertEqual((seen.width, seen.height), (meant.width, meant.height))
        self.assertLessEqual(seen.difference(meant).largest, STEP[code])

    def assert_plugged(self, connection, connector, code):
        """The monitor goes and comes back, and with it the picture."""
        status = f"/sys/class/drm/card0-{connector}/status"
        for state in ("off", "detect"):
            self.kiosk.check(f"echo {state} > {status} && echo change > /sys/class/drm/card0/uevent")
            until(lambda: (connection.call("status")["output"]["state"] == "active")
                  == (state == "detect"), f"the daemon knows that the monitor is {state}")
        connection.rest()
        self.assert_colours(connection, code)

    def assert_lit_over_restart(self, connection):
        """Photographs while the service is restarted show one picture, and the kernel no other mode."""
        lit, pid = self.kiosk.steady_photograph(), self.kiosk.pid()
        self.kiosk.machine.wait_until(
            "test $(systemctl show -P NFileDescriptorStore swell.service) = 2",
            what="device and state are stored")
        watching = self.kiosk.machine.start(f"exec /usr/lib/kiosk/scanout {CARD} watch 3600")
        self.assertIsNotNone(watching.line())
        restarting = self.kiosk.machine.start("systemctl restart swell.service")
        seen = set()
        while self.kiosk.property("MainPID") in ("0", str(pid)):
            seen.add(self.kiosk.photograph())
        self.assertEqual(restarting.wait().status, 0)
        again = self.connection()
        until(lambda: again.call("status")["frames"]["presented"] > 0, "a frame is shown")
        again.rest()
        seen.add(self.kiosk.photograph())
        watching.signal(signal.SIGTERM)
        lines = [line.split() for line in watching.wait().text.splitlines()]
        self.assertGreater(len(lines), 1, "the new process has shown nothing")
        self.assertEqual([line for line in lines if line[1] == "0" or line[2] == "off"], [])
        self.assertEqual([lit.difference(other) for other in seen if other != lit], [])


class BochsMatrix(Matrix, KioskCase):
    display, driver = "bochs", "bochs-drm"


class BochsDisplayMatrix(Matrix, KioskCase):
    display, driver = "bochs-display", "bochs-drm"


class CirrusMatrix(Matrix, KioskCase):
    display, driver = "cirrus", "cirrus"


class QxlMatrix(Matrix, KioskCase):
    display, driver = "qxl", "qxl"


class Handover:
    def test_handover(self):
        """the driver that comes after the firmware's framebuffer takes the picture over"""
        self.kiosk.configure(SCENE)
        self.addCleanup(self.kiosk.discard)
        connection, pid = self.connection(), self.kiosk.pid()
        connection.come_to_rest(lambda: connection.call("progress.set", percent=42, over=0))
        self.assertEqual(connection.call("status")["output"]["driver"], "simpledrm")
        self.kiosk.check("modprobe bochs")
        until(lambda: connection.call("status")["output"]["driver"] == "bochs-drm",
              "the real driver's card is used")
        connection.rest()
        self.assertEqual(self.kiosk.check("ls /sys/class/drm | grep -c '^card[0-9]*$'").strip(), "1")
        self.assert_screen_shows(connection.screenshot(), "handed over")
        self.assertEqual(connection.call("progress.get")["percent"], 42)
        self.assertEqual((self.kiosk.pid(), self.kiosk.property("NRestarts")), (pid, "0"))


class SimpleMatrix(Handover, Matrix, KioskCase):
    display, driver = "simpledrm", "simpledrm"


class SimpleUEFIMatrix(Handover, Matrix, KioskCase):
    """the framebuffer that UEFI has left, which has neither VESA's modes nor their place in memory"""
    display, driver = "simpledrm, UEFI", "simpledrm"

    def test_firmware(self):
        """the machine was started by UEFI"""
        self.kiosk.check("test -d /sys/firmware/efi/efivars")
