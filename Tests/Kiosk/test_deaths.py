# SPDX-License-Identifier: Apache-2.0
"""Processes that die while they start, one after the other."""

from kiosk import KioskCase, measured, scene, until

# How long after a process is there the next one lives, in milliseconds: each instant of a start.
LIVES = 90


class Deaths:
    """The screen shows the scene at the end, however many there were."""

    # Minutes: 63 starts.
    by_hand = True

    def kill(self, count):
        """Kills `count` processes in a row, each a little later in its start than the one before; returns how
        many framebuffers there were at most."""
        most = self.kiosk.check(f"""
            last=0 most=0
            for n in $(seq 0 {count - 1}); do
                until p=$(systemctl show -P MainPID swell.service) && [ $p != 0 ] && [ $p != $last ]; do
                    sleep 0.005
                done
                sleep $(printf '0.%03d' $((n * {LIVES} / {count})))
                kill -9 $p
                last=$p
                now=$(grep -c allocated /sys/kernel/debug/dri/0/framebuffer)
                [ $now -le $most ] || most=$now
            done
            until p=$(systemctl show -P MainPID swell.service) && [ $p != 0 ] && [ $p != $last ]; do
                sleep 0.005
            done
            echo $most""", timeout=600)
        return int(most)

    def test_deaths(self):
        """after three, ten and fifty deaths in a row, at every instant of the start, the scene is shown"""
        self.kiosk.configure(scene())
        picture = self.kiosk.steady_photograph()
        pid = self.kiosk.pid()
        for count in (3, 10, 50):
            with self.subTest(count=count):
                most = self.kill(count)
                connection = self.kiosk.connect()
                until(lambda: connection.call("status")["frames"]["presented"] > 0, "a frame is shown")
                connection.rest()
                self.assertNotEqual(connection.call("status")["pid"], pid)
                connection.close()
                self.assert_screen_shows(picture, f"after {count} deaths")
                measured(f"{self.display}: {count} deaths at the start: at most {most} framebuffers")
                # What is shown, what is on its way, those of the one that starts, and the console's.
                self.assertLessEqual(most, 6)


class VirtioDeaths(Deaths, KioskCase):
    display = "virtio-gpu"


class VkmsDeaths(Deaths, KioskCase):
    display = "vkms"
