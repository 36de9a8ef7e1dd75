// SPDX-License-Identifier: Apache-2.0
import Evdev
import Geometry
import Glibc
import Testing
import Touch

/// Needs rules of udev's for devices of certain names; `Tests/Kiosk/test_evdev.py` writes them.
@Suite(
  "Evdev source and udev's rules",
  .enabled(
    if: unsafe VirtualInputDevice.isPossible && getenv("SWELL_TEST_UDEV_RULES") != nil,
    "needs /dev/uinput, udev, and the rules of Tests/Kiosk/test_evdev.py"
  ),
  .serialized
)
struct UdevRuleTests {
  @Test("A panel that udev says is mounted turned reports turned positions")
  func matrix() throws {
    let panel = try VirtualPanel.make(.slots(2), name: "Swell turned panel")
    let listener = try Listener(.automatic)
    try listener.wait(for: "the device") { $0.added.contains { $0.path == panel.path } }
    let device = listener.added.first { $0.path == panel.path }
    #expect(device?.calibration == AffineTransform(0, -1, 1, 1, 0, 0))
    try panel.play([.id(1), .at(100, 200), .report])
    try listener.wait(for: "a finger") { !$0.contacts.isEmpty }
    #expect(listener.outputs == [Output(0, .down, 799, 100)])
  }

  @Test("The configuration's matrix takes the place of udev's")
  func configuredMatrix() throws {
    let panel = try VirtualPanel.make(.slots(2), name: "Swell turned panel")
    let matrix = AffineTransform(-1, 0, 1, 0, -1, 1)
    let listener = try Listener(EvdevSettings(calibration: matrix))
    try listener.wait(for: "the device") { $0.added.contains { $0.path == panel.path } }
    try panel.play([.id(1), .at(100, 200), .report])
    try listener.wait(for: "a finger") { !$0.contacts.isEmpty }
    #expect(listener.outputs == [Output(0, .down, 899, 799)])
  }

  @Test(
    "A panel that udev says is ignored, or another seat's, is used only when it is named",
    arguments: [
      ("Swell ignored panel", "LIBINPUT_IGNORE_DEVICE"), ("Swell other seat's panel", "seat1"),
    ]
  )
  func otherPanels(name: String, reason: String) throws {
    let panel = try VirtualPanel.make(.slots(2), name: name)
    let named = try Listener(.paths([panel.path]))
    try named.wait(for: "the device") { !$0.added.isEmpty }
    // udev has dealt with it by now.
    let listener = try Listener(.automatic)
    #expect(!listener.added.contains { $0.path == panel.path })
    let listed = EvdevInventory.devices().first { $0.path == panel.path }
    #expect(listed?.isUsed == false)
    #expect(listed?.reason.contains(reason) == true)
  }
}
