// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime

/// One event of an evdev stream, as the kernel or a recording has it (`struct input_event`).
package struct InputRecord: Hashable, Sendable {
  /// `EV_SYN`, `EV_KEY`, `EV_ABS`, ….
  package var type: UInt16
  /// Code within the type, such as `SYN_REPORT` or `ABS_MT_SLOT`.
  package var code: UInt16
  /// The new value.
  package var value: Int32
  /// Time at which the kernel saw it.
  package var time: MonotonicInstant

  /// A record of the four values.
  package init(type: UInt16, code: UInt16, value: Int32, time: MonotonicInstant) {
    self.type = type
    self.code = code
    self.value = value
    self.time = time
  }
}

/// The kernel's numbers for what touch devices say (`linux/input-event-codes.h`).
package enum InputCode {
  package static let synchronization: UInt16 = 0x00
  package static let key: UInt16 = 0x01
  package static let relative: UInt16 = 0x02
  package static let absolute: UInt16 = 0x03
  package static let lamp: UInt16 = 0x11

  package static let report: UInt16 = 0
  package static let multitouchReport: UInt16 = 2
  package static let dropped: UInt16 = 3

  package static let relativeX: UInt16 = 0x00
  package static let relativeY: UInt16 = 0x01

  package static let x: UInt16 = 0x00
  package static let y: UInt16 = 0x01
  package static let pressure: UInt16 = 0x18
  package static let slot: UInt16 = 0x2f
  package static let touchMajor: UInt16 = 0x30
  package static let positionX: UInt16 = 0x35
  package static let positionY: UInt16 = 0x36
  package static let toolType: UInt16 = 0x37
  package static let trackingID: UInt16 = 0x39
  package static let multitouchPressure: UInt16 = 0x3a
  package static let multitouchDistance: UInt16 = 0x3b

  package static let buttonLeft: UInt16 = 0x110
  package static let joystick: UInt16 = 0x120
  package static let toolPen: UInt16 = 0x140
  package static let toolRubber: UInt16 = 0x141
  package static let toolFinger: UInt16 = 0x145
  package static let touch: UInt16 = 0x14a
  package static let stylus: UInt16 = 0x14b

  /// Tells if a code is a key's and no button's: those below `BTN_MISC`, and a remote control's from `KEY_OK` to
  /// `BTN_DPAD_UP`.
  package static func isKey(_ code: UInt16) -> Bool {
    code < 0x100 || (0x160..<0x220).contains(code)
  }

  /// The value of ``toolType`` that says that something rests on the panel (`MT_TOOL_PALM`).
  package static let palm: Int32 = 2
}
