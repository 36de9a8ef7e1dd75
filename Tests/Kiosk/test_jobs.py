# SPDX-License-Identifier: Apache-2.0
"""Programs of buttons: what they may do, and what becomes of them when the display has to go."""

from kiosk import KioskCase, by_hand, scene, until

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

    @by_hand
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

    def drop_in(self, text):
        """Gives the units of programs something more."""
        folder = "/run/systemd/system/swell-job@.service.d"
        self.kiosk.check(f"mkdir -p {folder} && cat > {folder}/test.conf && systemctl daemon-reload",
                         stdin=f"[Service]\n{text}\n".encode())
        self.addCleanup(self.kiosk.run, f"rm -rf {folder}; systemctl daemon-reload")

    @by_hand
    def test_killed_at_the_start(self):
        """a display that is killed between asking for a program and its first word shows it all the same"""
        self.drop_in("ExecStartPre=+/bin/sh -c 'kill -9 $(systemctl show -P MainPID swell.service)'")
        self.install("#!/bin/sh\necho began >> /var/tmp/runs\necho 40 copying\n"
                     "until [ -e /run/swell/go ]; do sleep 0.1; done\n")
        self.kiosk.check("rm -f /var/tmp/runs /run/swell/go")
        self.addCleanup(self.kiosk.run, "rm -f /run/swell/go")
        self.kiosk.configure(update_scene())
        self.connection()
        pid = self.kiosk.pid()
        # Whoever asks is hung up on, or has been answered just before.
        self.kiosk.run("swellctl job start start")
        self.kiosk.machine.wait_until(
            f"""p=$(systemctl show -P MainPID swell.service)
            test $p != 0 && test $p != {pid} && systemctl is-active swell.service""",
            what="another process has come up")
        connection = self.connection()
        until(lambda: self.job(connection)["percent"] == 40, "the program is shown")
        self.assertEqual(self.job(connection)["state"], "running")
        self.kiosk.check("touch /run/swell/go")
        until(lambda: self.job(connection)["state"] == "done", "it has ended")
        self.assertEqual(connection.call("progress.get")["percent"], 100)
        self.assertEqual(self.kiosk.check("cat /var/tmp/runs"), "began")

    @by_hand
    def test_forks_away(self):
        """a program that leaves its control group is followed and ended; what stays behind dies with it"""
        self.drop_in("User=root")
        self.install("#!/bin/sh\nsetsid sleep 1000 &\necho $! > /run/behind\n"
                     "mkdir -p /sys/fs/cgroup/elsewhere\necho $$ > /sys/fs/cgroup/elsewhere/cgroup.procs\n"
                     "setsid sleep 1000 &\necho $! > /run/away\n"
                     "trap '' TERM\necho 30 elsewhere\nwhile :; do sleep 0.2; done\n")
        self.kiosk.configure(update_scene())
        self.addCleanup(self.kiosk.run, "kill -9 $(cat /run/away); rmdir /sys/fs/cgroup/elsewhere")
        connection = self.connection()
        for _ in range(2):
            connection.call("job.start", id="start")
            until(lambda: self.job(connection)["percent"] == 30, "it tells how far it is")
            job = self.job(connection)
            self.assertEqual((job["state"], job["text"]), ("running", "elsewhere"))
            self.assertEqual(self.kiosk.check(f"cat /proc/{job['pid']}/cgroup"), "0::/elsewhere")
            self.kiosk.check("kill -0 $(cat /run/behind)")
            connection.call("job.cancel", id="start")
            until(lambda: self.job(connection)["state"] == "cancelled", "it has been ended")
            self.assertNotEqual(self.kiosk.run(f"kill -0 {job['pid']}").status, 0)
            self.kiosk.machine.wait_until("! kill -0 $(cat /run/behind)", what="its group is empty")
            # Nobody's any more, and in nobody's way.
            self.kiosk.check("kill -0 $(cat /run/away) && kill -9 $(cat /run/away)")

    def unit(self):
        """The unit of the program that runs."""
        return self.kiosk.check("systemctl list-units --plain --no-legend 'swell-job@*' | cut -d' ' -f1")

    @by_hand
    def test_killed_runner(self):
        """a killed runner is a failure that is shown, and the button works again; over restarts too"""
        self.install("#!/bin/sh\necho 40 copying\nexec sleep 1000\n")
        self.kiosk.configure(update_scene())
        connection = self.connection()
        for restarts in (False, True):
            connection.call("job.start", id="start")
            until(lambda: self.job(connection)["percent"] == 40, "it runs")
            pid = self.job(connection)["pid"]
            if restarts:
                old = self.kiosk.pid()
                # In this order: the daemon hears nothing of the runner's end.
                self.kiosk.check(f"kill -STOP {old}; systemctl kill -s KILL {self.unit()}; kill -9 {old}")
                self.kiosk.machine.wait_until(
                    f"""p=$(systemctl show -P MainPID swell.service)
                    test $p != 0 && test $p != {old} && systemctl is-active swell.service""",
                    what="another process has come up")
                connection = self.connection()
            else:
                self.kiosk.check(f"systemctl kill -s KILL --kill-who=main {self.unit()}")
            until(lambda: self.job(connection)["state"] == "failed", "it has failed", limit=60)
            self.assertEqual(self.job(connection)["text"], "nothing was heard of it")
            self.assertNotEqual(self.kiosk.run(f"kill -0 {pid}").status, 0)
            self.kiosk.machine.wait_until(
                "journalctl -b -u swell -o cat --no-pager | grep -q 'job failed.*nothing was heard of it'",
                what="it is said in the journal")
        connection.call("job.start", id="start")
        until(lambda: self.job(connection)["percent"] == 40, "it runs again")
        connection.call("job.cancel", id="start")
        until(lambda: self.job(connection)["state"] == "cancelled", "it has been ended")

    def test_stopped_daemon(self):
        """a daemon that was stopped stays so, whatever programs have to tell, and the next one is told"""
        self.install("#!/bin/sh\necho 40 copying\nuntil [ -e /run/swell/go ]; do sleep 0.1; done\n"
                     "echo 70 tidying\n")
        self.kiosk.check("rm -f /run/swell/go")
        self.addCleanup(self.kiosk.run, "rm -f /run/swell/go; systemctl start swell.service")
        self.kiosk.configure(update_scene())
        connection = self.connection()
        connection.call("job.start", id="start")
        until(lambda: self.job(connection)["percent"] == 40, "it runs")
        unit = self.unit()
        # The target as a hand-over asks for it that has seen the light while the daemon was being stopped.
        self.kiosk.check("systemctl stop swell.service && touch /run/swell/go && "
                         "systemctl --no-block start swell-lit.target")
        # Longer than the longest pause between two attempts to connect.
        self.kiosk.check("sleep 5")
        self.assertEqual(self.kiosk.run("systemctl is-active swell.service").text.strip(), "inactive")
        self.kiosk.check(f"systemctl is-active {unit}")
        self.kiosk.check("systemctl start swell.service")
        connection = self.connection()
        until(lambda: self.job(connection)["state"] == "done", "its end is told")
        self.assertEqual(connection.call("progress.get")["percent"], 100)

    def test_lost_socket(self):
        """the socket's file is removed: journal, client and doctor say what helps, and it does"""
        self.kiosk.configure(update_scene())
        self.addCleanup(self.kiosk.run, "systemctl restart swell.socket; systemctl start swell.service")
        self.kiosk.check("rm /run/swell/control.sock")
        remedy = "systemctl restart swell.socket"
        self.kiosk.machine.wait_until(f"journalctl -b -u swell -o cat --no-pager | grep -q '{remedy}'",
                                      what="it is said in the journal")
        said = self.kiosk.run("swellctl status 2>&1")
        self.assertEqual(said.status, 69)
        self.assertIn(remedy, said.text)
        self.assertIn(remedy, self.kiosk.run("swellctl doctor").text)
        self.kiosk.check(remedy)
        self.kiosk.machine.wait_until("swellctl status", what="clients find it again")
        self.assertNotIn(remedy, self.kiosk.run("swellctl doctor").text)

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
