# SPDX-License-Identifier: Apache-2.0
"""The picture that moves over the panel, photographed, and a finger on it."""

from kiosk import KioskCase, by_hand, scene, until
from kioskvm.picture import Picture

ORBIT = scene().replace("[display]", "[display]\ncare = { orbit = 10, range = 2 }")
# The button's rest rectangle is 200 points wide.
HALF_WIDTH = 100


def moved(picture, right, down):
    """The picture as many pixels further to the right and down, on black."""
    row, black = picture.width * 3, bytes(3)
    rows = []
    for y in range(picture.height):
        above = y - down
        if not 0 <= above < picture.height:
            rows.append(black * picture.width)
            continue
        line = picture.pixels[above * row:(above + 1) * row]
        rows.append((black * right + line)[:row] if right >= 0 else line[-right * 3:] + black * -right)
    return Picture(picture.width, picture.height, b"".join(rows))


class Orbit(KioskCase):
    display = "virtio-gpu"

    def shift(self, connection):
        """Where the picture is, as `status` tells."""
        return connection.call("status")["output"].get("shift")

    @by_hand
    def test_orbit(self):
        """the screen shows the scene moved, screenshots do not, and a finger hits what is seen"""
        self.kiosk.configure(ORBIT)
        connection, listener = self.connection(), self.connection()
        listener.call("subscribe", events=["press", "release"])
        connection.come_to_rest(lambda: connection.call("progress.set", percent=60, over=0.2))
        until(lambda: self.shift(connection) is not None, "there is room")
        meant = connection.screenshot()
        seen = set()
        while (2, 1) not in seen:
            place = tuple(self.shift(connection))
            self.assert_screen_shows(moved(meant, *place), f"moved by {place}")
            self.assertEqual(connection.screenshot(), meant)
            seen.add(place)
            until(lambda place=place: tuple(self.shift(connection)) != place, "the next step", limit=30)
            if tuple(self.shift(connection)) == (2, 1):
                break
        # Ten seconds stay for what a finger does there.
        panel = self.touchscreen("slots", connection)
        width, height = self.kiosk.size
        left, y = width // 2 - HALF_WIDTH, height * 3 // 4
        for distance in (-6, 8):
            panel.down(left + 2 + distance, y)
            panel.up()
        events = [listener.event() for _ in range(2)]
        self.assertEqual([event["type"] for event in events], ["press", "release"])
        self.assertEqual(connection.screenshot().width, meant.width)
        # In its place again without the key.
        self.kiosk.configure(scene())
        connection = self.connection()
        connection.come_to_rest(lambda: connection.call("progress.set", percent=60, over=0.2))
        self.assertIsNone(self.shift(connection))
        self.assert_screen_shows(connection.screenshot(), "in its place")
