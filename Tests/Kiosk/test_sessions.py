# SPDX-License-Identifier: Apache-2.0
"""Sharing the screen: with other virtual terminals, with sleep, and with a boot splash."""

import os
import subprocess
import time
import unittest

from kiosk import CARD, ROOT, TREE, KioskCase, Machine, by_hand, measured, scene, until

TERMINAL = "/usr/lib/kiosk/terminal"
# The other one is beyond those on which systemd-logind starts login prompts.
OWN, OTHER = 1, 12
AWAY = "another virtual terminal is in front"


class Sessions(KioskCase):
    """The service and the text consoles of a machine with a framebuffer console."""

    display = "virtio-gpu"

    def setUp(self):
        super().setUp()
        self.addCleanup(self.kiosk.run, f"{TERMINAL} switch {OWN}")
        self.kiosk.configure(scene())
        self.client = self.connection()
        self.client.come_to_rest(lambda: self.client.call("progress.set", percent=42, over=0))

    def front(self):
        """The terminal in front."""
        return self.kiosk.check("cat /sys/class/tty/tty0/active")

    def state(self):
        """What the daemon says of its screen."""
        return self.client.call("status")["output"]["state"]

    def switch(self, terminal):
        """Brings a terminal to the front."""
        self.kiosk.check(f"{TERMINAL} switch {terminal}")

    def type(self, text):
        """Types on the machine's keyboard, and a key that ends a line."""
        for letter in text:
            self.kiosk.machine.key(letter)
        self.kiosk.machine.key("ret")

    def listener(self, terminal):
        """What is typed on a terminal, as its reader gets it."""
        command = self.kiosk.machine.start(f"exec {TERMINAL} listen {terminal}")
        self.addCleanup(command.wait)
        self.addCleanup(command.end_input)
        self.assertEqual(command.line(), "listening")
        return command

    def assert_owned(self):
        """The service's terminal is in front and nothing but the service has to do with it."""
        self.assertEqual(self.front(), f"tty{OWN}")
        self.assertEqual(self.kiosk.check(f"{TERMINAL} show {OWN}"),
                         "graphics, keyboard off, process")

    def test_owns_terminal(self):
        """what is typed, printed or logged on the service's terminal reaches nobody and shows nowhere"""
        self.assert_owned()
        self.assertNotEqual(self.kiosk.property("ActiveState", f"getty@tty{OWN}"), "active")
        shown = self.kiosk.steady_photograph()
        listener = self.listener(OWN)
        self.type("root")
        self.kiosk.check(f"echo visible > /dev/tty{OWN}; echo '<0>visible' > /dev/kmsg")
        self.assert_same_picture(self.kiosk.steady_photograph(), shown, "while being typed on")
        listener.end_input()
        self.assertEqual(listener.wait().text, "listening")
        # The same keys are heard where a text console listens.
        self.switch(OTHER)
        listener = self.listener(OTHER)
        self.type("root")
        self.assertEqual(listener.line(), "root")

    def kill(self):
        """Kills the daemon and waits for its successor."""
        pid = self.kiosk.pid()
        self.kiosk.check(f"kill -9 {pid}")
        self.kiosk.machine.wait_until(
            f"""p=$(systemctl show -P MainPID swell.service)
            test $p != 0 && test $p != {pid} && systemctl is-active swell.service""",
            what="another process has come up")

    def goes_away_and_comes_back(self):
        """Another terminal comes to the front, its program shows what it likes, and ours returns."""
        panel = self.touchscreen("slots", self.client)
        events = self.connection()
        events.call("subscribe", events=["press", "trigger"])
        width, height = self.kiosk.size
        button = width // 2, height * 3 // 4
        shown, pid = self.kiosk.steady_photograph(), self.kiosk.pid()
        self.switch(OTHER)
        self.assertEqual(self.state(), AWAY)
        painter = self.kiosk.machine.start(f"/usr/lib/kiosk/paint {CARD}")
        self.assertEqual(painter.line(), f"{width} {height}")
        pattern = self.kiosk.photograph()
        self.assertGreater(shown.difference(pattern).count, width * height // 2)
        panel.down(*button)
        panel.up()
        self.client.call("progress.set", percent=43, over=0)
        self.client.call("progress.set", percent=42, over=0)
        self.assert_same_picture(self.kiosk.photograph(), pattern, "while away")
        painter.end_input()
        painter.wait()
        began = time.monotonic()
        self.switch(OWN)
        until(lambda: self.kiosk.photograph() == shown, "the picture is back", limit=10)
        measured(f"{self.display}: the picture is back "
                 f"{time.monotonic() - began:.2f} s after the switch began")
        self.assert_owned()
        self.assertEqual(self.state(), "active")
        # The first touch that anybody hears of is the one after the return.
        panel.down(*button)
        self.assertEqual(events.event()["type"], "press")
        self.client.come_to_rest(panel.up)
        self.assertEqual(events.event()["type"], "trigger")
        self.assertEqual(self.kiosk.pid(), pid)

    def test_switches(self):
        """away, another program has the display and touch is silent; back, the picture is there"""
        self.goes_away_and_comes_back()

    @by_hand
    def test_switches_after_kill(self):
        """a process that took the display over from a killed one lets it go and takes it back too"""
        shown = self.kiosk.steady_photograph()
        self.kill()
        self.client = self.connection()
        self.client.rest()
        self.assert_owned()
        self.assert_screen_shows(shown, "after kill -9")
        self.goes_away_and_comes_back()
        # By now the display is the new process's own.
        self.goes_away_and_comes_back()

    def test_killed_while_away(self):
        """a process that is killed while away is replaced by one that takes the screen"""
        shown = self.kiosk.steady_photograph()
        self.switch(OTHER)
        self.kill()
        self.assert_owned()
        self.assert_screen_shows(shown, "after being killed while away")

    @by_hand
    def test_magic_keys(self):
        """Alt+SysRq+r and Alt+F2 lead nowhere: the keys are off, or else the switch is refused"""
        self.assertEqual(self.kiosk.check("sysctl -n kernel.sysrq"), "0")
        self.addCleanup(self.kiosk.check, "sysctl -q kernel.sysrq=0")
        shown, since = self.kiosk.steady_photograph(), self.kiosk.check("date +%s")

        def visit():
            self.kiosk.machine.key("alt", "sysrq", "r")
            self.kiosk.machine.key("alt", "f2")
        visit()
        self.kiosk.check("sysctl -q kernel.sysrq=438")
        visit()
        said = f"journalctl -u swell --since @{since} -o cat --no-pager"
        self.kiosk.machine.wait_until(f"{said} | grep -c 'the console had its keyboard back' | grep -qx 1",
                                      what="the second visit is told of")
        self.assert_owned()
        self.assertEqual(self.kiosk.photograph(), shown)
        # Who may ask for it otherwise gets there.
        self.switch(2)
        self.switch(OWN)
        self.assert_screen_shows(shown, "back from the login prompt")

    def test_stopped(self):
        """after a stop the terminal hears its keyboard, and a login prompt shows its text"""
        self.kiosk.check("systemctl stop swell.service")
        self.assertEqual(self.kiosk.check(f"{TERMINAL} show {OWN}"), "graphics, keyboard on, auto")
        self.kiosk.check(f"systemctl start getty@tty{OWN}")
        self.addCleanup(self.kiosk.run, f"systemctl stop getty@tty{OWN}")
        self.kiosk.machine.wait_until(
            f"{TERMINAL} show {OWN} | grep -qx 'text, keyboard on, auto'",
            what="the terminal is one of text")

    @by_hand
    def test_no_terminals(self):
        """a machine without virtual terminals shows the picture all the same"""
        self.kiosk.check(f"systemctl stop swell.service && mv /dev/tty{OWN} /dev/away")
        self.addCleanup(self.kiosk.check, f"mv /dev/away /dev/tty{OWN}")
        self.kiosk.configure(scene())
        self.assertEqual(self.kiosk.property("ActiveState"), "active")
        self.assertEqual(self.connection().call("status")["output"]["state"], "active")
        self.assertEqual(self.kiosk.property("NRestarts"), "0")


class Sleep(KioskCase):
    """Suspend to memory."""

    display = "vkms"

    def test_suspend(self):
        """after a sleep the picture is shown again and touch works"""
        if "deep" not in self.kiosk.check("cat /sys/power/mem_sleep"):
            self.skipTest("this machine cannot be suspended to memory")
        self.kiosk.configure(scene())
        client = self.connection()
        client.come_to_rest(lambda: client.call("progress.set", percent=42, over=0))
        panel = self.touchscreen("slots", client)
        events = self.connection()
        events.call("subscribe", events=["trigger"])
        shown, pid = self.kiosk.steady_photograph(), self.kiosk.pid()
        frames = client.call("status")["frames"]["presented"]
        asleep = self.kiosk.machine.start("echo mem > /sys/power/state")
        qmp = self.kiosk.machine.qmp
        until(lambda: qmp.execute("query-status")["status"] == "suspended", "the machine sleeps")
        # The machine's clock tells a sleep by whole seconds.
        began = time.monotonic()
        until(lambda: time.monotonic() > began + 2, "two seconds have passed")
        qmp.execute("system_wakeup")
        self.assertEqual(asleep.wait().status, 0)
        until(lambda: client.call("status")["frames"]["presented"] > frames, "a frame is shown")
        self.assertEqual(client.call("status")["recoveries"].get("resume"), 1)
        self.assert_screen_shows(shown, "after a sleep")
        width, height = self.kiosk.size
        panel.down(width // 2, height * 3 // 4)
        client.come_to_rest(panel.up)
        self.assertEqual(events.event()["type"], "trigger")
        self.assertEqual(self.kiosk.pid(), pid)


class Splash(unittest.TestCase):
    """Plymouth, in a machine of its own."""

    SPLASH, SCENE = (0x33, 0x99, 0x66), (0x10, 0x14, 0x18)
    # However fast the machine boots, the service waits until the splash has been photographed.
    HOLD = {
        "/etc/systemd/system/swell.service.d/hold.conf":
            "[Unit]\nWants=hold.service\nAfter=hold.service\n",
        "/etc/systemd/system/hold.service":
            "[Service]\nType=oneshot\n"
            "ExecStart=/bin/sh -c 'until [ -e /run/photographed ]; do sleep 0.05; done'\n",
    }

    def test_boot(self):
        """the boot splash stays lit until the scene follows it, with nothing in between"""
        splash = subprocess.run([os.path.join(ROOT, "vm", "build-splash.sh")], check=True,
                                stdout=subprocess.PIPE).stdout.decode().strip()
        machine = Machine(
            trees=[TREE, splash], files={"/etc/swell/swell.toml": scene(), **self.HOLD},
            enabled=["swell.socket", "swell.service"],
            kernel_arguments=["splash", "plymouth.ignore-serial-consoles"])
        self.addCleanup(machine.close)
        machine.boot()

        def is_shown():
            # A photograph takes the machine's one processor from what is to be photographed.
            time.sleep(0.5)
            return machine.photograph()[0, 0] == self.SPLASH
        until(is_shown, "the splash is shown")
        machine.start("touch /run/photographed")
        seen = []

        def look():
            seen.append(machine.photograph()[0, 0])
            return seen[-1] == self.SCENE
        until(look, "the scene is shown")
        machine.wait_until("systemctl is-active swell.service && systemctl is-active swell-lit.target")
        measured(f"splash: photographed {1 + seen.count(self.SPLASH)} times, then the scene")
        self.assertLessEqual(set(seen), {self.SPLASH, self.SCENE})
        machine.wait_until("! pgrep plymouthd", what="the splash has ended")
        self.assertEqual(machine.photograph()[0, 0], self.SCENE)
        self.assertIn("which it shows already",
                      machine.check("journalctl -u swell -o cat --no-pager"))
