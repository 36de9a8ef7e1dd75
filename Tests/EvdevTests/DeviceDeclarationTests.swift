// SPDX-License-Identifier: Apache-2.0
import Evdev
import Geometry
import Testing
import Touch

@Suite("Devices judged by what they have declared")
struct DeviceDeclarationTests {
  /// A panel of five fingers.
  private func panel(_ udev: [String: String] = [:]) -> DeviceDeclaration {
    var panel = DeviceDeclaration()
    panel.path = "/dev/input/event3"
    panel.name = "Panel"
    panel.properties = [1]
    panel.events = [1: [InputCode.touch]]
    panel.axes = [
      DeviceDeclaration.Axis(code: InputCode.slot, minimum: 0, maximum: 4),
      DeviceDeclaration.Axis(code: InputCode.positionX, minimum: 0, maximum: 799),
      DeviceDeclaration.Axis(code: InputCode.positionY, minimum: 0, maximum: 479),
      DeviceDeclaration.Axis(code: InputCode.trackingID, minimum: 0, maximum: 65535),
    ]
    panel.udev = udev
    return panel
  }

  @Test("A panel is used, with the matrix that udev has for it unless the settings have one")
  func used() {
    let turned = AffineTransform(0, 1, 0, -1, 0, 1)
    let found = EvdevInventory.device(panel(["LIBINPUT_CALIBRATION_MATRIX": "0 1 0 -1 0 1"]))
    #expect(found.isUsed && found.kind == "touchscreen")
    #expect(found.name == "Panel" && found.path == "/dev/input/event3")
    #expect(found.calibration == turned)
    var settings = EvdevSettings()
    settings.calibration = turned
    #expect(EvdevInventory.device(panel(), settings: settings).calibration == turned)
  }

  @Test(
    "One that udev keeps for others is not used",
    arguments: [
      ("LIBINPUT_IGNORE_DEVICE", "1", false), ("LIBINPUT_IGNORE_DEVICE", "0", true),
      ("ID_SEAT", "seat1", false), ("ID_SEAT", "seat0", true),
    ]
  )
  func others(word: String, value: String, isUsed: Bool) {
    #expect(EvdevInventory.device(panel([word: value])).isUsed == isUsed)
  }
}
