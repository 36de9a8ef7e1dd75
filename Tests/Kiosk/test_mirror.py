# SPDX-License-Identifier: Apache-2.0
"""The same picture on two outputs of one card, each photographed."""

from kiosk import KioskCase, by_hand, scene, until

# A mode that both have: the second monitor says nothing of itself, and the kernel offers it a few.
MIRRORED = scene().replace("[display]", """\
[display]
connector = "Virtual-1"
mode = "1024x768"
mirror = "Virtual-2\"""")


class Mirror(KioskCase):
    display = "two outputs"

    def plug(self, state):
        """Makes the kernel see the second monitor `on`, `off`, or as QEMU has it."""
        self.kiosk.check(f"echo {state} > /sys/class/drm/card0-Virtual-2/status && "
                         "echo change > /sys/class/drm/card0/uevent")

    @by_hand
    def test_mirror(self):
        """both outputs show one picture, which moves on both; the first goes on without the second"""
        self.addCleanup(self.plug, "detect")
        self.plug("on")
        self.kiosk.configure(MIRRORED)
        connection = self.connection()
        until(lambda: connection.call("status")["output"]["mirror"] == "Virtual-2", "it is mirrored")
        for percent in (42, 80):
            connection.come_to_rest(
                lambda: connection.call("progress.set", percent=percent, over=0.5))
            meant = connection.screenshot()
            self.assert_screen_shows(meant, f"first at {percent}")
            self.assert_same_picture(self.kiosk.machine.photograph(head=1), meant,
                                     f"second at {percent}")
        self.plug("off")
        until(lambda: connection.call("status")["output"]["mirror"] is None, "the mirror has gone")
        connection.come_to_rest(lambda: connection.call("progress.set", percent=10, over=0.5))
        self.assert_screen_shows(connection.screenshot(), "first alone")
        self.plug("on")
        until(lambda: connection.call("status")["output"]["mirror"] == "Virtual-2", "it is back")
        connection.come_to_rest(lambda: connection.call("progress.set", percent=55, over=0.5))
        self.assert_same_picture(self.kiosk.machine.photograph(head=1), connection.screenshot(),
                                 "second again")
