# SPDX-License-Identifier: Apache-2.0
"""The service as systemd and its user see it."""

import re

from kiosk import KioskCase, by_hand, measured, scene, until

# Entry points of the kernel through which a picture can change.
COMMITS = ("drm_mode_atomic_ioctl", "drm_mode_page_flip_ioctl", "drm_mode_setcrtc",
           "drm_mode_dirtyfb_ioctl")


class Service:
    """Start, rest, reload, stop."""

    def test_becomes_active(self):
        """systemctl start returns with the service active, and its socket as agreed"""
        self.kiosk.run("systemctl stop swell.socket swell.service")
        self.kiosk.machine.agent.put("/etc/swell/swell.toml", scene().encode())
        self.kiosk.check("systemctl start swell.service")
        self.assertEqual(self.kiosk.property("ActiveState"), "active")
        self.assertEqual(self.kiosk.property("SubState"), "running")
        self.assertEqual(self.kiosk.check("stat -c '%a %U %G' /run/swell/control.sock"),
                         "660 swell swell")
        self.assertEqual(self.kiosk.check(f"stat -c %U /proc/{self.kiosk.pid()}"), "swell")
        self.assertRegex(self.kiosk.check(f"cat /proc/{self.kiosk.pid()}/status"),
                         r"CapEff:\s*0+\n")
        self.assertNotEqual(self.kiosk.property("StatusText"), "")

    def test_stops(self):
        """systemctl stop ends the daemon with status 0"""
        self.kiosk.configure(scene())
        self.kiosk.check("systemctl stop swell.socket swell.service")
        self.assertEqual(self.kiosk.property("Result"), "success")
        self.assertEqual(self.kiosk.property("ExecMainStatus"), "0")

    def test_starts_by_socket(self):
        """a client that connects starts the service"""
        self.kiosk.run("systemctl stop swell.socket swell.service")
        self.kiosk.machine.agent.put("/etc/swell/swell.toml", scene().encode())
        self.kiosk.check("systemctl start swell.socket")
        self.assertNotEqual(self.kiosk.property("ActiveState"), "active")
        self.assertEqual(self.kiosk.check("swellctl progress 42 --timeout 90 >/dev/null && echo set"), "set")
        self.kiosk.machine.wait_until("systemctl is-active swell.service")

    def test_rests(self):
        """at rest there are no commits and, but for the watchdog, no wakeups"""
        self.kiosk.configure(scene())
        connection = self.connection()
        connection.come_to_rest(lambda: connection.call("progress.set", percent=42))
        # On a busy machine threads of the start, which look for monitors, outlast the picture's motion.
        for _ in range(5):
            # Who is preempted was awake: a busy machine's preemptions are nobody's wakeups.
            with self.kiosk.counting(COMMITS) as calls:
                wakeups = int(self.kiosk.check(f"""
                    wakeups() {{ cat /proc/{self.kiosk.pid()}/task/*/status |
                        awk '/^voluntary_ctxt_switches/ {{ n += $2 }} END {{ print n }}'; }}
                    before=$(wakeups); sleep 6; after=$(wakeups)
                    echo $((after - before))"""))
            commits = calls.total()
            measured(f"{self.display}: {commits} commits and {wakeups} wakeups in 6 s of rest")
            self.assertEqual(commits, 0)
            # WatchdogSec=10 is fed at least every 5 s.
            if wakeups <= 4:
                return
        self.fail(f"{wakeups} wakeups in each 6 s of rest")

    def test_counts_commits(self):
        """the counter of commits sees the commits of a moving picture"""
        self.kiosk.configure(scene())
        connection = self.connection()
        connection.come_to_rest(lambda: connection.call("progress.set", percent=10, over=0))
        before = connection.call("status")["frames"]["presented"]
        with self.kiosk.counting(COMMITS) as calls:
            connection.come_to_rest(lambda: connection.call("progress.set", percent=60, over=0.5))
        presented = connection.call("status")["frames"]["presented"] - before
        self.assertGreaterEqual(presented, 3)
        self.assertGreaterEqual(calls.total(), presented)

    def test_reload(self):
        """a reload shows the new scene; a bad file is refused and the old scene stays"""
        self.kiosk.configure(scene())
        connection = self.connection()
        changed = scene().replace('label = "Start"', 'label = "Größe"')
        connection.come_to_rest(lambda: self.kiosk.reload(changed))
        self.assert_screen_shows(self.kiosk.reference(changed).screenshot(), "reloaded")
        shown = self.kiosk.steady_photograph()
        pid = self.kiosk.pid()
        self.kiosk.machine.agent.put("/etc/swell/swell.toml", b"[display]\nrotatoin = 90\n")
        self.kiosk.run("systemctl reload swell.service")
        until(lambda: "rotatoin" in self.kiosk.journal(), "the journal names the error")
        self.assertEqual(self.kiosk.pid(), pid)
        self.assertEqual(self.kiosk.steady_photograph(), shown)

    def test_bad_configuration(self):
        """a configuration that is wrong from the start is named by line and not tried again"""
        self.kiosk.run("systemctl stop swell.socket swell.service")
        self.kiosk.check("rm -f /var/lib/swell/last-good.toml")
        self.kiosk.machine.agent.put("/etc/swell/swell.toml", b"[display]\nrotation = 45\n")
        self.assertNotEqual(self.kiosk.run("systemctl start swell.service").status, 0)
        self.assertEqual(self.kiosk.property("ExecMainStatus"), "78")
        self.assertIn("/etc/swell/swell.toml:2:", self.kiosk.journal())
        self.kiosk.check("systemctl reset-failed swell.service")

    def test_last_good_configuration(self):
        """a configuration that breaks while the service is down costs no picture, but a line"""
        self.kiosk.configure(scene())
        self.kiosk.check("systemctl stop swell.service")
        self.kiosk.machine.agent.put("/etc/swell/swell.toml", b"[display]\nrotation = 45\n")
        self.kiosk.check("systemctl start swell.service")
        self.assertIn("/etc/swell/swell.toml:2:", self.kiosk.journal())
        told = self.kiosk.check("swellctl status --json")
        self.assertIn("/etc/swell/swell.toml:2:", told)
        self.assertIn('"start"', told)

    @by_hand
    def test_upgrade_that_crashes(self):
        """after a program that crashes at once, while clients ask, a good one comes up by itself"""
        self.kiosk.configure(scene())
        self.kiosk.check("cp -p /usr/bin/swelld /run/good")
        self.addCleanup(self.kiosk.run, "cp -p /run/good /usr/bin/new && mv /usr/bin/new /usr/bin/swelld")
        self.kiosk.check("""
            printf '#!/bin/sh\\nkill -SEGV $$\\n' > /usr/bin/new
            chmod 755 /usr/bin/new
            mv /usr/bin/new /usr/bin/swelld
            systemctl restart --no-block swell.service
            for i in $(seq 40); do timeout 0.3 swellctl status > /dev/null 2>&1; sleep 0.1; done
            cp -p /run/good /usr/bin/new
            mv /usr/bin/new /usr/bin/swelld""")
        self.kiosk.machine.wait_until(
            "systemctl is-active swell.service && systemctl is-active swell.socket",
            what="the service is up again")
        self.kiosk.check("swellctl status")

    def test_bad_configuration_with_clients(self):
        """a client that waits while the configuration is wrong is told so, and starts nothing for ever"""
        self.kiosk.configure(scene())
        self.kiosk.run("systemctl stop swell.socket swell.service")
        self.kiosk.check("rm -f /var/lib/swell/last-good.toml")
        self.kiosk.machine.agent.put("/etc/swell/swell.toml", b"[display]\nrotation = 45\n")
        self.kiosk.check("systemctl start swell.socket")
        told = self.kiosk.run("swellctl status --timeout 90 2>&1")
        self.assertNotEqual(told.status, 0)
        self.assertIn("configuration", told.text)
        self.kiosk.machine.wait_until("systemctl is-failed swell.service", what="it is not tried again")
        self.kiosk.check("systemctl reset-failed swell.service")

    def test_greedy_program(self):
        """a button's program that takes all the memory there is dies, and nothing else"""
        program = 'exec = ["/bin/sh", "-c", "x=x; while :; do x=$x$x; done"]'
        self.kiosk.configure(
            scene().replace('exec = ["/usr/bin/touch", "/run/swell/pressed"]', program))
        self.kiosk.check("""
            mkdir -p /run/systemd/system/swell-job@.service.d
            printf '[Service]\\nMemoryMax=128M\\nMemorySwapMax=0\\n' \\
                > /run/systemd/system/swell-job@.service.d/limit.conf
            systemctl daemon-reload""")
        self.addCleanup(
            self.kiosk.run,
            "rm -r /run/systemd/system/swell-job@.service.d; systemctl daemon-reload")
        connection, pid = self.connection(), self.kiosk.pid()
        connection.call("button.press", id="start")
        until(lambda: connection.call("job.get", id="start")["state"] == "failed", "it has failed")
        # 128 and SIGKILL.
        self.assertEqual(connection.call("job.get", id="start")["status"], 137)
        self.assertEqual(self.kiosk.pid(), pid)
        self.assertEqual(connection.call("status")["pid"], pid)

    def test_stale_font_cache(self):
        """a stale font cache is made anew in the service's own directory, without complaint"""
        self.kiosk.configure(scene())
        self.kiosk.check("""
            rm -rf /var/cache/swell/fontconfig
            touch /usr/share/fonts/truetype/dejavu
            systemctl restart swell.service""")
        self.kiosk.wait_for_light()
        names = self.kiosk.check("ls /var/cache/swell/fontconfig").split()
        self.assertTrue([name for name in names if ".cache-" in name], names)
        self.assertNotIn("Fontconfig", self.kiosk.journal())

    def test_hardening(self):
        """the unit passes systemd's own checks and its exposure is at most 2.0"""
        self.assertEqual(
            self.kiosk.check("systemd-analyze verify swell.service swell.socket swell-lit.target "
                              "swell-handover.service 2>&1"), "")
        told = self.kiosk.check("systemd-analyze security --no-pager swell.service | tail -n 1")
        exposure = float(re.search(r"(\d+\.\d) ", told).group(1))
        measured(f"{self.display}: exposure {exposure}")
        self.assertLessEqual(exposure, 2.0)

    def test_input_is_read_only(self):
        """nobody in the service's control group can type by writing to an input device"""
        self.kiosk.configure(scene())
        # Root there has every right but what the group's devices allow.
        script = ("echo $$ > /sys/fs/cgroup/system.slice/swell.service/cgroup.procs; "
                  "for node in /dev/input/event*; do "
                  "true < $node && echo read; true > $node && echo written; done")
        told = self.kiosk.check(f"sh -c '{script}' 2>/dev/null || true").split()
        self.assertIn("read", told)
        self.assertNotIn("written", told)


class VirtioService(Service, KioskCase):
    display = "virtio-gpu"


@by_hand
class VkmsService(Service, KioskCase):
    display = "vkms"

    # What does not depend on the display is checked on one.
    test_bad_configuration = test_hardening = test_reload = test_starts_by_socket = None
    test_stale_font_cache = test_upgrade_that_crashes = test_bad_configuration_with_clients = None
    test_input_is_read_only = None
