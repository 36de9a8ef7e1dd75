# SPDX-License-Identifier: Apache-2.0
"""What is on the screen, against the same daemon's picture on its virtual output."""

from kiosk import KioskCase, Picture, RPCError, by_hand, scene, until

BUTTON_HEIGHT = 80


class Screen:
    """Photographs of states that stand still."""

    def pair(self, text):
        """Clients of the service and of the reference, both fresh with this configuration."""
        self.kiosk.configure(text)
        return self.connection(), self.kiosk.reference(text)

    def expected(self, pair, change):
        """Brings both to the same state, and returns the reference's picture of it."""
        for client in pair:
            client.come_to_rest(lambda: change(client))
        return pair[1].screenshot()

    def test_first_picture(self):
        """the scene at rest is the virtual output's, pixel by pixel"""
        _, reference = self.pair(scene())
        self.assert_screen_shows(reference.screenshot(), "rest")

    def test_built_in_scene(self):
        """without a configuration the built-in scene is shown"""
        self.kiosk.run("systemctl stop swell.socket swell.service; rm -f /etc/swell/swell.toml")
        self.kiosk.check("systemctl start swell.service")
        self.kiosk.wait_for_light()
        identifiers = {widget["id"] for widget in self.connection().call("status")["widgets"]}
        self.assertEqual(identifiers, {"start", "main"})
        self.keep(self.kiosk.steady_photograph(), "built-in")

    def test_progress(self):
        """42 % and 100 % are the virtual output's pictures"""
        pair = self.pair(scene())
        for percent in (42, 100):
            expected = self.expected(
                pair, lambda client: client.call("progress.set", percent=percent, over=0))
            self.assert_screen_shows(expected, f"{percent} percent")

    def test_held(self):
        """a held button is the virtual output's picture of a held button"""
        width, height = self.kiosk.size
        place = {"slot": 0, "x": width / 2, "y": height * 0.75}
        pair = self.pair(scene())
        expected = self.expected(
            pair, lambda client: client.call("touch.send", phase="down", **place))
        self.assert_screen_shows(expected, "held")

    def test_labels(self):
        """labels in Chinese, Arabic and German are the virtual output's pictures"""
        pair = self.pair(scene())
        for label in ("确定", "ابدأ", "Größe"):
            expected = self.expected(
                pair, lambda client: client.call("widget.set", id="start", label=label))
            self.assert_screen_shows(expected, f"label {label.encode().hex()}")

    def test_rotations(self):
        """the scene turned by 90, 180 and 270 degrees is the virtual output's picture"""
        for rotation in (90, 180, 270):
            _, reference = self.pair(scene(rotation=rotation))
            self.assert_screen_shows(reference.screenshot(), f"rotation {rotation}")

    def test_screenshot(self):
        """swellctl screenshot writes the picture that is on the screen"""
        self.kiosk.configure(scene())
        self.kiosk.check("swellctl screenshot /run/picture.png")
        written = Picture.from_png(self.kiosk.machine.agent.get("/run/picture.png"))
        self.assert_screen_shows(written, "swellctl screenshot")

    def test_hidden(self):
        """a hidden widget leaves only the background, shown again it is back"""
        self.kiosk.configure(scene())
        connection = self.connection()
        before = self.kiosk.steady_photograph()
        connection.come_to_rest(lambda: self.kiosk.check("swellctl hide start"))
        without = self.kiosk.steady_photograph()
        width, height = self.kiosk.size
        x, y, box_width, box_height = before.difference(without).box
        self.assertGreaterEqual(x, width // 2 - 101)
        self.assertLessEqual(x + box_width, width // 2 + 101)
        self.assertGreaterEqual(y, height * 3 // 4 - BUTTON_HEIGHT // 2 - 1)
        self.assertLessEqual(y + box_height, height * 3 // 4 + BUTTON_HEIGHT // 2 + 1)
        inside = without.crop(width // 2 - 100, height * 3 // 4 - 40, 200, 80)
        self.assertEqual(len({inside[x, y] for x in range(200) for y in range(80)}), 1)
        connection.come_to_rest(lambda: self.kiosk.check("swellctl show start"))
        self.assert_screen_shows(before, "shown again")

    def test_no_such_widget(self):
        """an unknown widget is refused with -32001 and changes nothing"""
        self.kiosk.configure(scene())
        connection = self.connection()
        until(lambda: connection.call("status")["output"]["state"] == "active", "active")
        before = self.kiosk.steady_photograph()
        with self.assertRaises(RPCError) as refused:
            connection.call("widget.set", id="nobody", label="?")
        self.assertEqual(refused.exception.code, -32001)
        self.assertEqual(self.kiosk.steady_photograph(), before)


class VirtioScreen(Screen, KioskCase):
    display = "virtio-gpu"


@by_hand
class VkmsScreen(Screen, KioskCase):
    display = "vkms"

    # What does not depend on the display is checked on one.
    test_hidden = test_labels = test_no_such_widget = test_screenshot = None
    test_built_in_scene = None
