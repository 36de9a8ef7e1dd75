// SPDX-License-Identifier: Apache-2.0

/// The capabilities of an input device, as far as they say something about touch.
package struct DeviceCapabilities: Hashable, Sendable {
  /// Hints about the device, such as a screen under the finger (`INPUT_PROP_*`).
  package struct Properties: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The finger touches what it means: a screen (`INPUT_PROP_DIRECT`).
    package static let direct = Self(rawValue: 1)
    /// Moves a pointer that has to be drawn (`INPUT_PROP_POINTER`).
    package static let pointer = Self(rawValue: 2)
    /// A touchpad with buttons under its surface (`INPUT_PROP_BUTTONPAD`, `…_TOPBUTTONPAD`).
    package static let buttonPad = Self(rawValue: 4)
    /// A touchpad that knows only the rectangle around two fingers (`INPUT_PROP_SEMI_MT`).
    package static let semiMultitouch = Self(rawValue: 8)
    /// Its axes are gravity's (`INPUT_PROP_ACCELEROMETER`).
    package static let accelerometer = Self(rawValue: 16)
  }

  /// Keys and buttons that the device has.
  package struct Keys: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// `BTN_TOUCH`.
    package static let touch = Self(rawValue: 1)
    /// `BTN_LEFT`.
    package static let left = Self(rawValue: 2)
    /// `BTN_TOOL_FINGER`.
    package static let toolFinger = Self(rawValue: 4)
    /// `BTN_TOOL_PEN`.
    package static let pen = Self(rawValue: 8)
    /// Anything from `BTN_JOYSTICK` or `BTN_GAMEPAD` on.
    package static let gamepad = Self(rawValue: 16)
    /// Letters, as a keyboard has them.
    package static let letters = Self(rawValue: 32)
    /// Any key at all.
    package static let any = Self(rawValue: 64)
    /// `KEY_ENTER`, or the keypad's.
    package static let enter = Self(rawValue: 128)
    /// The digits above the letters, or those of a keypad.
    package static let digits = Self(rawValue: 256)
    /// Keys that pens of graphics tablets have: a button on the side (`BTN_STYLUS`) or an eraser (`BTN_TOOL_RUBBER`).
    ///
    /// The buttons beside a tablet's surface say `BTN_STYLUS` too.
    package static let penButton = Self(rawValue: 512)
    /// Keys that lead a focus, Tab or two arrows that are opposite, and one that presses: Enter, the keypad's, Space,
    /// or a remote control's OK or Select.
    package static let leading = Self(rawValue: 1024)
  }

  /// An axis that may be missing, or declare a range in which there are no positions.
  package enum Axis: Hashable, Sendable {
    /// The device does not have it.
    case missing
    /// It has it, and a range that is empty or upside down.
    case rangeless
    /// It has it.
    case range(AxisRange)
  }

  /// Hints about what it is.
  package var properties: Properties = []
  /// Its keys and buttons.
  package var keys: Keys = []
  /// True if it reports relative motion in x or y (a wheel alone does not count).
  package var hasRelativeMotion = false
  /// `ABS_X`.
  package var x = Axis.missing
  /// `ABS_Y`.
  package var y = Axis.missing
  /// `ABS_MT_POSITION_X`.
  package var multitouchX = Axis.missing
  /// `ABS_MT_POSITION_Y`.
  package var multitouchY = Axis.missing
  /// `ABS_MT_TOUCH_MAJOR`, the longer side of what touches.
  package var touchMajor = Axis.missing
  /// Number of its values per millimetre; 0 where that is not told.
  package var touchMajorResolution: Int32 = 0
  /// Number of values of `ABS_MT_POSITION_X` per millimetre; 0 where that is not told.
  package var positionResolution: Int32 = 0
  /// Number of slots that `ABS_MT_SLOT` declares; 0 without it.
  package var slotCount = 0
  /// True if contacts are named (`ABS_MT_TRACKING_ID`).
  package var hasTrackingID = false
  /// True if contacts are never a finger or a pen but a dial that stands on the glass (`ABS_MT_TOOL_TYPE` begins at
  /// `MT_TOOL_DIAL`).
  package var isForDials = false
  /// True if the multi-touch axes are just the high numbers of a device with very many axes.
  package var isFakeMultitouch = false

  /// A device that reports nothing.
  package init() {}

  /// True if any text can be typed on it: it has letters and Enter, and cannot be touched.
  ///
  /// Lone buttons for power and volume are others' to read.
  package var isKeyboard: Bool { hasEntry && keys.contains(.letters) }

  /// True if its keys type digits and Enter, or lead the focus and press, and no other text is typed on it: a pad of
  /// digits, a tactile block, a remote control.
  ///
  /// The kernel gives each remote control the motion of a pointer (`rc-main.c`); a mouse has a button for it.
  var isKeypad: Bool {
    guard !isKeyboard else { return false }
    return hasEntry
      || keys.contains(.leading) && !hasAxes && !(hasRelativeMotion && keys.contains(.left))
  }

  /// True if it has letters or digits, and Enter, and cannot be touched; with a pointer in it, it may have axes.
  private var hasEntry: Bool {
    keys.contains(.enter) && !keys.isDisjoint(with: [.letters, .digits])
      && (!hasAxes || (hasPositions && !hasMultitouch && !keys.contains(.touch)))
  }

  private var hasAxes: Bool {
    [x, y, multitouchX, multitouchY].contains { $0 != .missing }
  }

  /// True if it has the axes of several contacts.
  var hasMultitouch: Bool {
    multitouchX != .missing && multitouchY != .missing && !isFakeMultitouch
  }

  /// True if it has axes that can be positions.
  var hasPositions: Bool { hasMultitouch || (x != .missing && y != .missing) }
}
