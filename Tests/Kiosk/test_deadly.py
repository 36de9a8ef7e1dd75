# SPDX-License-Identifier: Apache-2.0
"""What the daemon reads at its start ends it: while it is read, laid out, or shown for the first time."""

import os
import subprocess
import tempfile

from kiosk import HERE, KioskCase, by_hand, scene, until
from kioskvm.system import PROCESSOR

LIBRARY = "/usr/lib/kiosk/deadly.so"
DROP_IN = "/run/systemd/system/swell.service.d"
SAID = '\n[[label]]\nid = "said"\ntext = "{}"\nframe = {{ x = "50%", y = "95%", width = 300, height = 30 }}\n'
# What ends the process: see tools/deadly.c.
LAYOUT, FIRST_FRAME = "\u2620", "\u2623"


class DeadlyTest(KioskCase):
    """The picture comes back by itself."""

    display = "virtio-gpu"

    def setUp(self):
        super().setUp()
        with tempfile.TemporaryDirectory() as folder:
            library = os.path.join(folder, "deadly.so")
            subprocess.run([PROCESSOR.compiler, "-O2", "-shared", "-fPIC", "-o", library,
                            os.path.join(HERE, "tools", "deadly.c")], check=True)
            with open(library, "rb") as file:
                self.kiosk.machine.agent.put(LIBRARY, file.read())
        self.addCleanup(self.kiosk.run, f"rm -rf {DROP_IN}; systemctl daemon-reload; "
                        "systemctl restart swell.service")

    def arm(self):
        """Has every later process die of what is deadly."""
        self.kiosk.check(f"mkdir -p {DROP_IN} && cat > {DROP_IN}/deadly.conf && systemctl daemon-reload",
                         stdin=f"[Service]\nEnvironment=LD_PRELOAD={LIBRARY}\n".encode())

    def come_back(self, condition, what):
        """Waits for a process whose status says so, with a picture; returns a connection to it."""
        def is_back():
            try:
                status = self.kiosk.connect().call("status")
            except OSError:
                return False
            return condition(status) and status["frames"]["presented"] > 0
        until(is_back, what)
        connection = self.connection()
        connection.rest()
        return connection

    @by_hand
    def test_deadly_state(self):
        """a text in the state that kills the next processes is put aside, and the picture comes back"""
        for text in (LAYOUT, FIRST_FRAME):
            with self.subTest(text):
                self.kiosk.check(f"rm -rf {DROP_IN} && systemctl daemon-reload")
                self.kiosk.configure(scene() + SAID.format("Hello"))
                picture = self.kiosk.steady_photograph()
                connection = self.connection()
                connection.call("label.set", id="said", text=text)
                connection.rest()
                self.arm()
                self.kiosk.run("systemctl kill -s KILL swell.service")
                self.come_back(
                    lambda status: any("put aside" in line for line in status["configuration_errors"]),
                    "the state is put aside")
                self.assert_screen_shows(picture, "after a deadly state")
                self.assertIn("put aside", self.kiosk.property("StatusText"))
                self.assertIn("put aside", self.kiosk.journal())

    @by_hand
    def test_deadly_configuration(self):
        """a deadly configuration is left for the built-in scene, which says so, until the file is mended"""
        self.arm()
        for text in (LAYOUT, FIRST_FRAME, "deadly"):
            with self.subTest(text):
                self.kiosk.configure(scene() + SAID.format("Hello"))
                picture = self.kiosk.steady_photograph()
                deadly = '[keyboard]\nlayout = "deadly"\n' if text == "deadly" else SAID.format(text)
                self.kiosk.write(scene() + deadly)
                self.kiosk.run("systemctl reload swell.service")
                connection = self.come_back(
                    lambda status: status["widgets"][-1]["id"] == "reason",
                    "the built-in scene is shown")
                self.assert_screen_shows(connection.screenshot(), "the built-in scene")
                self.assertIn("/etc/swell/swell.toml", self.kiosk.property("StatusText"))
                self.kiosk.reload(scene() + SAID.format("Hello"))
                self.assert_screen_shows(picture, "after the file was mended")
