# SPDX-License-Identifier: Apache-2.0
"""The same picture on a second monitor of the card."""

from kiosk import KioskCase, scene, until

SECOND = "/sys/class/drm/card0-Virtual-2/status"
MIRRORED = scene().replace("[display]", "[display]\nmirror = true\nconnector = \"Virtual-1\"")


class Mirror(KioskCase):
    display = "two outputs"

    def setUp(self):
        super().setUp()
        # QEMU connects it only where somebody looks at it; the kernel can be told that somebody does.
        self.plug("on")
        self.addCleanup(self.kiosk.run, f"systemctl stop swell.service; echo detect > {SECOND}")

    def plug(self, word):
        """Connects the second monitor, or takes it away."""
        self.kiosk.check(f"echo {word} > {SECOND}")

    def mirror(self, connection):
        """The connector that mirrors the picture."""
        return connection.call("status")["output"]["mirror"]

    def heads(self):
        """Photographs of both monitors."""
        return self.kiosk.machine.photograph(), self.kiosk.machine.photograph(head=1)

    def assert_both_show(self, expected, name):
        """Both monitors come to show exactly this picture."""
        until(lambda: self.heads() == (expected, expected), f"{name}: both show it", limit=30)
        for head, picture in enumerate(self.heads()):
            self.assert_same_picture(picture, expected, f"{name} on head {head}")

    def test_mirror(self):
        """both monitors show every picture; the second one comes and goes, and a restart is not seen"""
        self.kiosk.configure(MIRRORED)
        connection = self.connection()
        until(lambda: self.mirror(connection) == "Virtual-2", "the second monitor mirrors")
        connection.come_to_rest(lambda: connection.call("progress.set", percent=42, over=0.5))
        self.assert_both_show(connection.screenshot(), "mirrored")
        self.plug("off")
        self.kiosk.check("udevadm trigger -c change /dev/dri/card0")
        until(lambda: self.mirror(connection) is None, "the second monitor is let go")
        connection.come_to_rest(lambda: connection.call("progress.set", percent=70, over=0.2))
        self.assert_screen_shows(connection.screenshot(), "alone")
        self.plug("on")
        self.kiosk.check("udevadm trigger -c change /dev/dri/card0")
        until(lambda: self.mirror(connection) == "Virtual-2", "it mirrors again")
        self.assert_both_show(connection.screenshot(), "plugged in")
        for way in ("systemctl restart swell.service", f"kill -9 {self.kiosk.pid()}"):
            before = self.kiosk.pid()
            self.kiosk.check(way)
            until(lambda: self.kiosk.pid() not in (0, before), way)  # noqa: B023
            again = self.connection()
            until(lambda: self.mirror(again) == "Virtual-2", "it mirrors after a restart")  # noqa: B023
            again.rest()
            self.assert_both_show(again.screenshot(), "restarted")
