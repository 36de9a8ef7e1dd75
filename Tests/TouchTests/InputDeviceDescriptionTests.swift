// SPDX-License-Identifier: Apache-2.0
import Testing
import Touch

@Suite("What is told of an input device")
struct InputDeviceDescriptionTests {
  @Test(
    "A keyboard and a scanner are typed on, a keypad has keys, a screen is touched",
    arguments: [
      ("keyboard", true, true), ("scanner", true, true), ("keys", false, true),
      ("touchscreen", false, false),
    ]
  )
  func kinds(kind: String, isTyped: Bool, hasKeys: Bool) {
    let device = InputDeviceDescription(
      name: "",
      path: "",
      kind: kind,
      isUsed: true,
      reason: ""
    )
    #expect(device.isTyped == isTyped)
    #expect(device.hasKeys == hasKeys)
  }
}
