# SPDX-License-Identifier: Apache-2.0
"""Programs of buttons: what they may do, and what becomes of them when the display has to go."""

from kiosk import KioskCase, scene, until

PROGRAM = "/usr/local/bin/update"
# What an updater does: it asks a server for each part, and writes it to the disk.
UPDATE = """\
#!/bin/bash
set -e
for part in $(seq 30); do
    exec 3<>/dev/tcp/127.0.0.1/7777
    echo "part $part" >&3
    read -r answer <&3
    exec 3>&-
    test "$answer" = "part $part"
    echo "$answer" >> /var/tmp/image
    sync /var/tmp/image
    echo "$((part * 100 / 30)) part $part of 30"
    sleep 1
done
"""
SERVER = {
    "/etc/systemd/system/parts.socket":
        "[Socket]\nListenStream=127.0.0.1:7777\nAccept=yes\nMaxConnectionsPerSource=100\n"
        "TriggerLimitIntervalSec=0\n",
    "/etc/systemd/system/parts@.service":
        "[Service]\nExecStart=/bin/cat\nStandardInput=socket\nCollectMode=inactive-or-failed\n",
}


def update_scene(more="", program=PROGRAM):
    """A scene with a button whose program is followed by the indicator."""
    return scene().replace('exec = ["/usr/bin/touch", "/run/swell/pressed"]', f"""
exec = ["{program}"]
{more}
job = {{ progress = "main", label = "Updating", done = {{ label = "Done", hold = 0 }} }}""")


class Jobs(KioskCase):
    """On one display; programs do not care which."""

    display = "virtio-gpu"

    def install(self, text):
        """Puts a program into the machine."""
        self.kiosk.machine.agent.put(PROGRAM, text.encode())
        self.kiosk.check(f"chmod 0755 {PROGRAM}")

    def job(self, connection):
        """What has become of the button's program."""
        return connection.call("job.get", id="start")

    def test_outlives_the_daemon(self):
        """an update with disk and network goes on while the display is killed twice and upgraded"""
        for path, text in SERVER.items():
            self.kiosk.machine.agent.put(path, text.encode())
        self.install(UPDATE)
        self.kiosk.check("rm -f /var/tmp/image; systemctl daemon-reload; "
                         "systemctl start parts.socket")
        self.addCleanup(self.kiosk.run, "systemctl stop parts.socket")
        self.kiosk.configure(update_scene())
        connection = self.connection()
        width, height = self.kiosk.size
        panel = self.touchscreen("slots", connection)
        panel.down(width / 2, height * 3 / 4)
        panel.up()
        seen = []

        def percent(connection):
            seen.append(connection.call("progress.get")["percent"])
            return seen[-1]

        until(lambda: self.job(connection)["percent"] > 5, "the update has begun")
        percent(connection)
        self.kiosk.check("""unit=$(systemctl list-units --plain --no-legend 'swell-job@*' |
            cut -d' ' -f1); test -n "$unit"
            test "$(systemctl show -P User $unit)" = swell-job""")
        for step in ("kill -9 {pid}", "cp -p /usr/bin/swelld /usr/bin/new && printf x >> /usr/bin/new "
                     "&& mv /usr/bin/new /usr/bin/swelld && systemctl restart swell.service",
                     "kill -9 {pid}"):
            pid = self.kiosk.pid()
            self.kiosk.check(step.format(pid=pid))
            self.kiosk.machine.wait_until(
                f"""p=$(systemctl show -P MainPID swell.service)
                test $p != 0 && test $p != {pid} && systemctl is-active swell.service""",
                what="another process has come up")
            connection = self.connection()
            before = percent(connection)
            until(lambda: percent(connection) > before or self.job(connection)["state"] == "done",
                  "the update goes on")
        connection.call("subscribe", events=["job"])
        if self.job(connection)["state"] != "done":
            states = []
            while not states or states[-1] != "done":
                states.append(connection.event()["state"])
            self.assertEqual(states.count("done"), 1)
        self.assertEqual(percent(connection), 100)
        self.assertEqual(seen, sorted(seen))
        self.assertEqual(self.kiosk.check("wc -l < /var/tmp/image"), "30")
        self.assertEqual(self.kiosk.check("sort -u /var/tmp/image | wc -l"), "30")
        self.assertEqual(self.job(connection)["status"], 0)
        panel.unplug()

    def test_failure(self):
        """a program that fails is shown in the picture, and said in the journal"""
        self.install("#!/bin/sh\necho 60 writing\necho no space left >&2\nexit 5\n")
        self.kiosk.configure(update_scene())
        connection = self.connection()
        connection.call("job.start", id="start")
        until(lambda: self.job(connection)["state"] == "failed", "it has failed")
        self.assertEqual(self.job(connection)["status"], 5)
        self.assertEqual(self.job(connection)["text"], "no space left")
        connection.rest()
        self.keep(self.kiosk.steady_photograph(), "a failed job")
        self.assertIn("no space left", self.kiosk.check(
            "journalctl -t swell-job -o cat --no-pager | tail -n 5"))

    def test_what_it_may(self):
        """a program has the rights of its own user, and nothing of the daemon's"""
        self.install("#!/bin/sh\nexec > /var/tmp/rights 2>&1\nid -un\nid -Gn\n"
                     "grep -E '^(NoNewPrivs|Seccomp):' /proc/self/status\ncat /proc/self/oom_score_adj\n"
                     "env | sed 's/=.*//' | sort | tr '\\n' ' '\nls -l /proc/self/fd | wc -l\n"
                     "touch /run/swell/left && echo left\n")
        self.kiosk.check("rm -f /var/tmp/rights")
        self.kiosk.configure(update_scene())
        connection = self.connection()
        connection.call("job.start", id="start")
        until(lambda: self.job(connection)["state"] == "done", "it has ended")
        rights = self.kiosk.check("cat /var/tmp/rights")
        lines = rights.splitlines()
        self.assertEqual(lines[:2], ["swell-job", "swell-job swell"])
        self.assertIn("Seccomp:\t0", lines)
        self.assertIn("NoNewPrivs:\t0", lines)
        self.assertIn("500", lines)
        self.assertIn("SWELL_BUTTON", rights)
        self.assertNotIn("LISTEN_", rights)
        self.assertNotIn("NOTIFY_SOCKET", rights)
        self.assertEqual(lines[-1], "left")
        self.kiosk.check("rm -f /run/swell/left")

    def test_only_what_is_configured(self):
        """whoever speaks for the daemon can start what the configuration has, and nothing else"""
        self.install("#!/bin/sh\ntouch /var/tmp/ran\n")
        self.kiosk.check("rm -f /var/tmp/ran")
        self.kiosk.configure(update_scene())
        self.kiosk.check("runuser -u swell -- /usr/lib/kiosk/connect /run/swell/job.sock",
                         stdin=b"/bin/touch /var/tmp/ran\n")
        self.kiosk.machine.wait_until(
            "journalctl -t swell-job -o cat --no-pager | grep -q 'has no program for it'",
            what="it is refused")
        self.assertFalse(self.kiosk.run("test -e /var/tmp/ran").status == 0)
        self.assertNotEqual(self.kiosk.run(
            "runuser -u nobody -- test -w /run/swell/job.sock").status, 0)
