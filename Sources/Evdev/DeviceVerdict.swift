// SPDX-License-Identifier: Apache-2.0

/// The decision if and how a device is used for touch, and the reason.
package struct DeviceVerdict: Hashable, Sendable {
  /// The way a device is read.
  package struct Use: Hashable, Sendable {
    /// The protocol of its reports.
    package let touchProtocol: TouchProtocol
    /// Its horizontal axis.
    package let horizontal: AxisRange
    /// Its vertical axis.
    package let vertical: AxisRange
  }

  /// Kind of the device, in a word or two.
  package var kind: String
  /// The reason why it is or isn't used, a clause without a full stop.
  package var reason: String
  /// The way it is read; `nil` when it isn't.
  package var use: Use?

  /// A verdict of the three values.
  package init(kind: String, reason: String, use: Use? = nil) {
    self.kind = kind
    self.reason = reason
    self.use = use
  }
}

extension DeviceCapabilities {
  /// Decides by what the device can report, never by its name nor by what else there is.
  ///
  /// - Parameter isNamed: True if the configuration names the device: then it is used for what it was not made for,
  ///   too, provided that it reports positions and touches at all.
  /// - Returns: The way it is read, if at all, and the reason.
  package func verdict(isNamed: Bool = false) -> DeviceVerdict {
    if let other = kindWithoutTouch, !isNamed || !hasPositions {
      return DeviceVerdict(kind: other.kind, reason: other.reason)
    }
    let unused = DeviceVerdict(kind: "unknown", reason: "it reports no absolute positions")
    return multitouchVerdict ?? singleVerdict ?? unused
  }

  /// Kind of a device that is not meant for touching a screen, with the reason; `nil` for others.
  private var kindWithoutTouch: (kind: String, reason: String)? {
    if properties.contains(.accelerometer) {
      return ("accelerometer", "its axes are gravity's")
    }
    guard hasPositions else {
      if hasRelativeMotion, !isKeypad { return ("mouse", "it reports motion, not positions") }
      if keys.contains(.letters) { return ("keyboard", "it reports no positions") }
      return keys.contains(.any)
        ? ("keys", "it reports no positions") : ("other", "it reports no positions")
    }
    if isKeyboard { return ("keyboard", "it is a keyboard; what its axes say is no touch") }
    if isKeypad { return ("keys", "it is a keypad; what its axes say is no touch") }
    if isForDials { return ("dial", "it answers to a dial that is put on the screen") }
    if isTouchpad { return ("touchpad", "it is a touchpad: its surface is not the screen") }
    if hasMultitouch { return mouseWithSurface }
    if keys.contains(.penButton) && keys.isDisjoint(with: [.pen, .touch]) {
      return ("tablet buttons", "it is the buttons of a graphics tablet")
    }
    if keys.contains(.gamepad) && !keys.contains(.touch) {
      return ("joystick", "it is a joystick or gamepad")
    }
    if isGraphicsTablet {
      return ("graphics tablet", "it is a graphics tablet: its surface is not the screen")
    }
    if keys.isDisjoint(with: [.touch, .left]) {
      return ("axes", "it has no button that tells when it is touched")
    }
    return nil
  }

  private var isTouchpad: Bool {
    guard !properties.contains(.buttonPad) else { return true }
    guard !properties.contains(.direct) else { return false }
    if hasMultitouch {
      return !properties.isDisjoint(with: [.pointer, .semiMultitouch]) || keys.contains(.toolFinger)
    }
    // A touchpad of one finger clicks or says that it moves a pointer. The tool alone is what the kernel
    // makes of a HID panel that says when a finger is in range.
    return keys.contains(.toolFinger)
      && (keys.contains(.left) || properties.contains(.pointer))
  }

  /// A mouse whose back can be stroked has the axes of a touchscreen; it moves, and is not touched.
  private var mouseWithSurface: (kind: String, reason: String)? {
    guard hasRelativeMotion, !properties.contains(.direct), !keys.contains(.touch) else {
      return nil
    }
    return ("mouse", "it is a mouse: what touches it is not on the screen")
  }

  /// Pens of tablets beside the screen have buttons, and the kernel does not call them direct.
  ///
  /// A device that knows only when a pen is in range is a panel: signature pads, and HID panels of one finger.
  private var isGraphicsTablet: Bool {
    guard !properties.contains(.direct) else { return false }
    return keys.contains(.penButton) || (keys.contains(.pen) && properties.contains(.pointer))
  }

  private var multitouchVerdict: DeviceVerdict? {
    guard hasMultitouch else { return nil }
    // A few drivers give the range only with the axes for one finger.
    guard let across = range(multitouchX, or: x), let down = range(multitouchY, or: y) else {
      return rangeless
    }
    // The slots of a screen that knows only the rectangle around two fingers are its corners; where the
    // finger is, or the first of two, the axes for one finger tell.
    if properties.contains(.semiMultitouch), let verdict = singleVerdict, verdict.use != nil {
      return verdict
    }
    if slotCount > 0 && hasTrackingID {
      let use = DeviceVerdict.Use(
        touchProtocol: .slots(slotCount),
        horizontal: across,
        vertical: down
      )
      return DeviceVerdict(kind: "touchscreen", reason: "multi-touch with slots", use: use)
    }
    // Slots without names of contacts do not tell who is who, nor when anyone is gone.
    if slotCount > 0 { return singleVerdict }
    let use = DeviceVerdict.Use(touchProtocol: .anonymous, horizontal: across, vertical: down)
    return DeviceVerdict(kind: "touchscreen", reason: "multi-touch without slots", use: use)
  }

  private var singleVerdict: DeviceVerdict? {
    guard x != .missing, y != .missing else { return nil }
    guard !keys.isDisjoint(with: [.touch, .left]) else {
      return DeviceVerdict(kind: "axes", reason: "it has no button that tells when it is touched")
    }
    guard case .range(let across) = x, case .range(let down) = y else { return rangeless }
    // Virtual machines' tablets declare BTN_TOUCH too, but press BTN_LEFT.
    let isPointer = keys.contains(.left) && !properties.contains(.direct) && !keys.contains(.pen)
    let use = DeviceVerdict.Use(
      touchProtocol: isPointer ? .pointer : .single,
      horizontal: across,
      vertical: down
    )
    return isPointer
      ? DeviceVerdict(kind: "pointer", reason: "absolute pointer with a button", use: use)
      : DeviceVerdict(
        kind: "touchscreen",
        reason: keys.contains(.pen) ? "touch of one pen or finger" : "touch of one finger",
        use: use
      )
  }

  private var rangeless: DeviceVerdict {
    DeviceVerdict(
      kind: "touchscreen",
      reason: "it declares an empty range of positions; its driver or firmware is at fault"
    )
  }

  private func range(_ axis: Axis, or other: Axis) -> AxisRange? {
    if case .range(let range) = axis { return range }
    if case .range(let range) = other { return range }
    return nil
  }
}
