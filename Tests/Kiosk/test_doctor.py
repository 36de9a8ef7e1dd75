# SPDX-License-Identifier: Apache-2.0
"""What `swellctl doctor` and `swelld --list` say on a machine with a real card."""

import json
import os

from kiosk import ARTIFACTS, KioskCase, by_hand, measured, scene

MASTER = ("drm_setmaster_ioctl", "drm_dropmaster_ioctl")
# A mouse with three buttons.
MOUSE = ("05010902a1010901a100050919012903150025019503750181029501750581010501093009311581257f750895028106"
         "c0c0")
AS_SWELL = "runuser -u swell -g swell -G video -G input --"


class Doctor:
    """With the service up, stopped, and broken."""

    def doctor(self, prefix=""):
        """Runs the doctor; returns its exit status and words."""
        result = self.kiosk.run(f"{prefix} swellctl doctor 2>&1")
        return result.status, result.text

    def test_healthy(self):
        """with the service up the doctor finds nothing, and disturbs neither picture nor master"""
        self.kiosk.configure(scene())
        self.assertIn("systemctl enable swell.service", self.doctor()[1])
        self.kiosk.check("systemctl enable swell.service 2>&1")
        before = self.kiosk.steady_photograph()
        status, text = self.doctor()
        self.assertEqual(status, 0, text)
        self.assertIn("swell.service is active", text)
        self.assertIn("/dev/dri/card0", text)
        self.assertRegex(text, r"/dev/input/event\d")
        self.assertEqual(self.doctor(AS_SWELL)[0], 0)
        self.assertEqual(self.kiosk.steady_photograph(), before)
        connection = self.connection()
        connection.come_to_rest(lambda: connection.call("progress.set", percent=7, over=0.2))

    def test_stopped(self):
        """with the service stopped the doctor says so, names the remedy, and starts nothing"""
        self.kiosk.configure(scene())
        self.kiosk.check("systemctl stop swell.service")
        status, text = self.doctor()
        self.assertEqual(status, 1, text)
        self.assertIn("systemctl start swell", text)
        self.assertEqual(self.kiosk.property("ActiveState"), "inactive")

    def test_wrong_configuration(self):
        """a mistake in the configuration is named with its place"""
        self.kiosk.configure(scene())
        self.kiosk.machine.agent.put("/etc/swell/swell.toml", b"[display]\nrotatoin = 90\n")
        status, text = self.doctor()
        self.assertEqual(status, 1, text)
        self.assertIn("/etc/swell/swell.toml:2:1", text)
        self.assertIn("rotation", text)

    def test_report(self):
        """a report has the machine, nothing of its owner's, triggers nothing, and is judged as the machine"""
        self.kiosk.configure(scene())
        self.kiosk.check("modprobe uhid; rm -f /run/swell/pressed /run/report.json")
        mouse = self.kiosk.machine.start(f"exec /usr/lib/kiosk/hid Erika-4711 5 46d 1 {MOUSE} 2>&1")
        self.addCleanup(mouse.wait)
        self.addCleanup(mouse.end_input)
        mouse.write(b"start\n")
        self.assertEqual(mouse.line(), "ok")
        self.kiosk.check("udevadm settle")
        self.assertIn("Erika-4711", self.doctor()[1])
        text = self.kiosk.run("swellctl doctor --report /run/report.json --seconds 6 2>&1").text
        self.assertIn("look it through", text)
        data = self.kiosk.machine.agent.get("/run/report.json")
        with open(os.path.join(ARTIFACTS, f"report-{self.display}.json"), "wb") as file:
            file.write(data)
        written = data.decode()
        identity = self.kiosk.check("cat /etc/machine-id; hostname").split()
        for word in ("Erika", *identity):
            self.assertNotIn(word, written)
        report = json.loads(written)
        self.assertEqual(report["unread"], [])
        self.assertIn("0005", self.kiosk.check("cat /sys/class/input/event*/device/id/bustype"))
        names = [device["name"] for device in report["inputs"]]
        self.assertIn("QEMU Virtio Tablet", names)
        self.assertIn("", names)
        self.assertEqual(self.kiosk.run("test -e /run/swell/pressed").status, 1)
        frames = report["frames"]
        shown = frames["after"]["frames"]["presented"] - frames["before"]["frames"]["presented"]
        self.assertGreater(shown, 60, frames)
        measured(f"{self.display}: {shown} frames in the {frames['seconds']} s of a report, "
                 f"{frames['touches']} touches")
        output = self.connection().call("status")["output"]
        judged = self.kiosk.run("swellctl doctor --from /run/report.json").text.splitlines()
        self.assertIn(f"{output['connector']} is chosen in {output['mode']}", "\n".join(judged))
        self.assertLessEqual(set(judged), set(report["findings"]))
        again = self.kiosk.run("swellctl doctor --report /run/report.json 2>&1")
        self.assertIn("is there already", again.text)

    def test_list(self):
        """--list names the card, its connector and modes, and each input device with the reason"""
        self.kiosk.configure(scene())
        connector = self.connection().call("status")["output"]["connector"]
        for command in ("", "systemctl stop swell.service;"):
            text = self.kiosk.check(f"{command} swelld --list")
            width, height = self.kiosk.size
            for word in ("/dev/dri/card0", connector, f"{width}x{height}", self.size):
                self.assertIn(word, text)
            self.assertRegex(text, r"QEMU Virtio Tablet.*used")
            self.assertRegex(text, r"QEMU Virtio Keyboard.*not used")

    def test_stays_no_master(self):
        """on an idle card both give DRM master up at once and do not take it again"""
        self.kiosk.configure(scene())
        self.kiosk.check("systemctl stop swell.service")
        for command in ("swellctl doctor", "swelld --list"):
            with self.kiosk.counting(MASTER) as calls:
                self.kiosk.run(command)
            self.assertEqual(dict(calls), {"drm_dropmaster_ioctl": 1}, command)


class VirtioDoctor(Doctor, KioskCase):
    display = "virtio-gpu"
    size = " mm  "


@by_hand
class VkmsDoctor(Doctor, KioskCase):
    display = "vkms"
    # A display that was never made has no size.
    size = "size unknown"

    test_stopped = test_wrong_configuration = None
