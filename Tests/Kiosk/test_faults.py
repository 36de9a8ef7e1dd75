# SPDX-License-Identifier: Apache-2.0
"""What goes wrong in the field, done to the machine on purpose."""

import re
import signal

from kiosk import CARD, KioskCase, RPCError, measured, scene, until

CRC = "/sys/kernel/debug/dri/0/crtc-0/crc"
# Turned, scaled and calibrated: all of that has to survive too.
SCENE = (scene(rotation=90).replace('label = "Start"', 'label = "At first"')
         .replace("scale = 1", "scale = 1.25") + "[touch]\ncalibration = [-1, 0, 1, 0, 1, 0]\n")


class Faults:
    """The screen stays, or comes back by itself."""

    def begin(self):
        """The service with a state that only requests have made; returns its picture."""
        self.kiosk.configure(SCENE)
        connection = self.kiosk.connect()
        connection.come_to_rest(lambda: connection.call("progress.set", percent=42, over=0))
        connection.come_to_rest(lambda: connection.call("widget.set", id="start", label="Later"))
        connection.close()
        picture = self.kiosk.steady_photograph()
        self.kiosk.machine.wait_until(
            "test $(systemctl show -P NFileDescriptorStore swell.service) = 2",
            what="device and state are stored")
        return picture

    def assert_touch_works(self, connection):
        """A finger triggers the button, where rotation and calibration put it on the panel."""
        width, height = self.kiosk.size
        panel = self.touchscreen("slots", connection)
        connection.call("subscribe", events=["trigger"])
        panel.down(width * 3 / 4, height / 2)
        panel.up()
        self.assertEqual(connection.event()["id"], "start")
        panel.unplug()

    def survives(self, name, script):
        """Runs a script that ends the process; the picture stays lit, and so does the state."""
        picture, pid = self.begin(), self.kiosk.pid()
        watching = self.kiosk.machine.start(f"exec /usr/lib/kiosk/scanout {CARD} watch 3600")
        self.assertIsNotNone(watching.line())
        self.look()
        self.kiosk.check(script.format(pid=pid))
        self.kiosk.machine.wait_until(
            f"""p=$(systemctl show -P MainPID swell.service)
            test $p != 0 && test $p != {pid} && systemctl is-active swell.service""",
            what="another process has come up")
        connection = self.connection()
        until(lambda: connection.call("status")["frames"]["presented"] > 0, "a frame is shown")
        connection.rest()
        self.looked(name)
        self.assertEqual(connection.call("progress.get")["percent"], 42)
        self.assert_screen_shows(picture, f"after {name}")
        watching.signal(signal.SIGTERM)
        lines = [line.split() for line in watching.wait().text.splitlines()]
        self.assertGreater(len(lines), 1, "the new process has shown nothing")
        self.assertEqual([line for line in lines if line[1] == "0" or line[2] == "off"], [])
        self.assert_touch_works(connection)

    def look(self):
        """Begins to look at what is scanned out while a process ends."""

    def looked(self, name):
        """Ends looking, and judges."""

    def test_restart(self):
        """systemctl restart leaves the picture lit and the state as it was set"""
        self.survives("a restart", "systemctl restart swell.service")

    def test_upgrade(self):
        """another program put in the place of the running one takes over as after a restart"""
        self.survives("an upgrade", "cp -p /usr/bin/swelld /run/new && printf x >> /run/new && "
                      "cp -p /run/new /usr/bin/new && mv /usr/bin/new /usr/bin/swelld && "
                      "systemctl restart swell.service")

    def test_kill(self):
        """kill -9 leaves the picture lit and the state as it was set"""
        self.survives("kill -9", "kill -9 {pid}")

    def test_watchdog(self):
        """a process that hangs is replaced by the watchdog, with the picture lit"""
        self.survives("a hang", "kill -STOP {pid}")

    def test_other_master(self):
        """while another program holds the display the service waits, then shows its picture"""
        picture = self.begin()
        self.kiosk.check("systemctl stop swell.service")
        painter = self.kiosk.machine.start(f"/usr/lib/kiosk/paint {CARD}")
        self.addCleanup(painter.wait)
        self.addCleanup(painter.end_input)
        self.assertIsNotNone(painter.line())
        self.kiosk.check("systemctl start swell.service")
        self.kiosk.machine.wait_until(
            "systemctl show -P StatusText swell.service | grep -q master",
            what="the status names the obstacle")
        self.assertEqual(self.kiosk.property("ActiveState"), "active")
        painter.end_input()
        self.kiosk.wait_for_light()
        connection = self.connection()
        connection.call("progress.set", percent=42, over=0)
        connection.call("widget.set", id="start", label="Later")
        self.assert_screen_shows(picture, "after another master")
        self.assert_touch_works(connection)

    def test_unplugged_monitor(self):
        """a monitor that goes and comes back gets its picture back"""
        picture, pid = self.begin(), self.kiosk.pid()
        connection = self.connection()
        connector = connection.call("status")["output"]["connector"]
        for _ in range(3):
            self.plug(connector, "off")
            until(lambda: connection.call("status")["output"]["state"] != "active",
                  "the daemon knows that the monitor has gone")
            self.plug(connector, "detect")
            until(lambda: connection.call("status")["output"]["state"] == "active",
                  "the daemon knows that the monitor is back")
        self.assert_screen_shows(picture, "after unplugging")
        self.assert_touch_works(connection)
        self.assertEqual(self.kiosk.pid(), pid)

    def plug(self, connector, state):
        """Makes the kernel see a connector `off`, or as it is by `detect`, and report it."""
        self.kiosk.check(f"echo {state} > /sys/class/drm/card0-{connector}/status && "
                         "echo change > /sys/class/drm/card0/uevent")

    def test_late_monitor(self):
        """without a monitor the service waits and answers; when one comes it shows what was set"""
        picture = self.begin()
        connector = self.connection().call("status")["output"]["connector"]
        self.kiosk.check("systemctl stop swell.service")
        self.plug(connector, "off")
        self.addCleanup(self.plug, connector, "detect")
        self.kiosk.check("systemctl start swell.service")
        self.kiosk.machine.wait_until(
            "systemctl show -P StatusText swell.service | grep -q 'waiting for a monitor'",
            what="the status names the obstacle")
        connection = self.connection()
        connection.call("progress.set", percent=42, over=0)
        connection.call("widget.set", id="start", label="Later")
        for method, parameters in (("screenshot", {}), ("button.press", {"id": "start"})):
            with self.assertRaises(RPCError) as refused:
                connection.call(method, **parameters)
            self.assertEqual(refused.exception.code, -32003)
        self.assertEqual(self.kiosk.property("ActiveState"), "active")
        self.assertEqual(self.kiosk.property("ActiveState", "swell-lit.target"), "inactive")
        self.plug(connector, "detect")
        self.kiosk.machine.wait_until("systemctl is-active swell-lit.target")
        self.assert_screen_shows(picture, "after a late monitor")
        self.assert_touch_works(connection)

    def test_many_clients(self):
        """32 clients are served at once, one more is turned away, and frames go on"""
        self.kiosk.configure(scene())
        clients = [self.connection() for _ in range(32)]
        for client in clients:
            client.call("progress.get")
        late = self.connection()
        self.assertIn("error", late.receive())
        self.assertIsNone(late.receive())
        clients[0].come_to_rest(lambda: clients[-1].call("progress.set", percent=5, over=0))


class VirtioFaults(Faults, KioskCase):
    display = "virtio-gpu"

    test_many_clients = test_watchdog = None

    def test_driver(self):
        """the driver unbound and bound again: the picture is back, from the same process"""
        picture, pid = self.begin(), self.kiosk.pid()
        connection = self.connection()
        driver = "/sys/bus/virtio/drivers/virtio_gpu"
        device = self.kiosk.check(f"cd {driver} && echo virtio*")
        self.kiosk.check(f"echo {device} > {driver}/unbind")
        until(lambda: connection.call("status")["output"]["state"] != "active",
              "the daemon knows that the card has gone")
        self.kiosk.check(f"echo {device} > {driver}/bind")
        until(lambda: connection.call("status")["output"]["state"] == "active",
              "the daemon has found the card")
        self.assert_screen_shows(picture, "after unbinding")
        self.assert_touch_works(connection)
        self.assertEqual(self.kiosk.pid(), pid)
        self.assertEqual(self.kiosk.property("NRestarts"), "0")


class VkmsFaults(Faults, KioskCase):
    display = "vkms"

    test_other_master = test_upgrade = None

    def look(self):
        self.kiosk.check(f"echo auto > {CRC}/control")
        self._looking = self.kiosk.machine.start(f"exec cat {CRC}/data")
        self.assertIsNotNone(self._looking.line())

    def looked(self, name):
        self._looking.signal(signal.SIGTERM)
        seen = re.findall(r"0x\w+ (0x\w+)", self._looking.wait().text)
        measured(f"vkms: {name}: {len(seen)} frames scanned out, {len(set(seen))} distinct")
        self.assertEqual(len(set(seen)), 1, "every frame that was scanned out is the same")

    def test_flood(self):
        """a client that floods the socket costs an animation no frames"""
        self.kiosk.configure(scene().replace("speed = 0", "speed = 480"))
        connection = self.connection()

        delays = []

        def animation(percent):
            before = connection.call("status")["frames"]
            connection.call("progress.set", percent=percent, over=4)
            delays.append(self.kiosk.punctuality(4))
            until(lambda: connection.call("progress.get")["shown"] == percent, "it is there")
            after = connection.call("status")["frames"]
            return [after[name] - before[name] for name in ("presented", "missed")]

        quiet, quiet_missed = animation(50)
        flood = self.kiosk.machine.start(
            "exec /usr/lib/kiosk/flood /run/swell/control.sock "
            """'{"jsonrpc":"2.0","id":1,"method":"progress.get"}'""")
        self.assertEqual(flood.line(), "flooding")
        beside, beside_missed = animation(99)
        flood.end_input()
        answers, seconds = map(float, flood.line().split())
        measured(f"vkms: {quiet} frames in 4 s, {quiet_missed} missed; beside "
                 f"{answers / seconds:.0f} requests a second {beside}, {beside_missed} missed")
        self.assertGreater(answers, beside, "it floods: more requests than frames")
        # Both processors are emulated, and the flooding client uses one of them up.
        if max(delays) < 0.05:
            self.assertGreater(beside, quiet * 0.7)

    def test_latency(self):
        """the time from a touch to the flip that shows it is measured"""
        width, height = self.kiosk.size
        for name, moving in (("at rest", False), ("in motion", True)):
            text = scene().replace("[[progress]]", "amplitude = 0.05\n\n[[progress]]", 1)
            if moving:
                text = text.replace("speed = 0", "speed = 480\npercent = 50")
            # A new process, so that nothing else is counted.
            self.kiosk.configure(text)
            connection = self.connection()
            panel = self.touchscreen("slots", connection)
            for _ in range(24):
                for act in (lambda: panel.down(width / 2, height * 3 / 4), panel.up):
                    if moving:
                        before = connection.call("status")["frames"]["presented"]
                        act()
                        until(lambda: connection.call("status")["frames"]["presented"]
                              > before + 2, "frames are shown")
                    else:
                        connection.come_to_rest(act)
            latency = connection.call("status")["touch_to_flip_ms"]
            measured(f"vkms: touch to flip {name}: p50 {latency['p50']:.1f} ms, "
                     f"p99 {latency['p99']:.1f} ms")
            self.assertGreater(latency["p50"], 0)
            self.assertGreaterEqual(latency["p99"], latency["p50"])
            panel.unplug()
