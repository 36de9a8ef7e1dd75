// SPDX-License-Identifier: Apache-2.0

/// Whether a device is used for touch, how, and why.
package struct DeviceVerdict: Hashable, Sendable {
  /// How it is read.
  package struct Use: Hashable, Sendable {
    /// How it reports.
    package let touchProtocol: TouchProtocol
    /// Its horizontal axis.
    package let horizontal: AxisRange
    /// Its vertical axis.
    package let vertical: AxisRange
  }

  /// What the device is, in a word or two.
  package var kind: String
  /// Why it is or isn't used, a clause without a full stop.
  package var reason: String
  /// How it is read; `nil` when it isn't.
  package var use: Use?
  /// How it is read where nothing else can be touched; `nil` when not even then, or when it is used
  /// anyway.
  package var lastResort: Use?

  /// A verdict of the four values.
  package init(kind: String, reason: String, use: Use? = nil, lastResort: Use? = nil) {
    self.kind = kind
    self.reason = reason
    self.use = use
    self.lastResort = lastResort
  }
}

extension DeviceCapabilities {
  /// Decides by what the device can report, never by its name.
  ///
  /// - Parameter isNamed: Whether the configuration names the device: then it is used whatever it
  ///   was made for, provided that it reports positions and touches at all.
  /// - Returns: How it is read, if at all, and why.
  package func verdict(isNamed: Bool = false) -> DeviceVerdict {
    if let other = kindWithoutTouch, !isNamed || !hasPositions {
      // Where there is nothing else, a pen that has to touch will do, and so will the positions of a
      // mouse that reports motion as well (remote consoles of servers).
      let isLastResort = other.kind == "stylus" || (other.kind == "mouse" && hasPositions)
      return DeviceVerdict(
        kind: other.kind,
        reason: other.reason,
        lastResort: isLastResort ? singleVerdict?.use : nil
      )
    }
    let unused = DeviceVerdict(kind: "unknown", reason: "it reports no absolute positions")
    return multitouchVerdict ?? singleVerdict ?? unused
  }

  private var hasMultitouch: Bool {
    multitouchX != .missing && multitouchY != .missing && !isFakeMultitouch
  }

  private var hasPositions: Bool { hasMultitouch || (x != .missing && y != .missing) }

  /// What the device is if it is not meant for touching a screen.
  private var kindWithoutTouch: (kind: String, reason: String)? {
    if properties.contains(.accelerometer) {
      return ("accelerometer", "its axes are gravity's")
    }
    guard hasPositions else {
      if hasRelativeMotion { return ("mouse", "it reports motion, not positions") }
      if keys.contains(.letters) { return ("keyboard", "it reports no positions") }
      return keys.contains(.any)
        ? ("keys", "it reports no positions") : ("other", "it reports no positions")
    }
    let isDirect = properties.contains(.direct)
    let isPad =
      properties.contains(.buttonPad) || (properties.contains(.semiMultitouch) && !isDirect)
    let isFingerTool = keys.contains(.toolFinger) && !isDirect
    if isPad || isFingerTool || (hasMultitouch && properties.contains(.pointer) && !isDirect) {
      return ("touchpad", "it is a touchpad: its surface is not the screen")
    }
    if keys.contains(.gamepad) && keys.isDisjoint(with: [.touch]) {
      return ("joystick", "it is a joystick or gamepad")
    }
    if hasMultitouch { return nil }
    if keys.contains(.pen) { return ("stylus", "it answers to a stylus only") }
    if keys.isDisjoint(with: [.touch, .left]) {
      return ("axes", "it has no button that tells when it is touched")
    }
    if hasRelativeMotion && !keys.contains(.touch) {
      return ("mouse", "it reports motion as well as positions")
    }
    return nil
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
    let isPointer = keys.contains(.left) && !properties.contains(.direct)
    let use = DeviceVerdict.Use(
      touchProtocol: isPointer ? .pointer : .single,
      horizontal: across,
      vertical: down
    )
    return isPointer
      ? DeviceVerdict(kind: "pointer", reason: "absolute pointer with a button", use: use)
      : DeviceVerdict(kind: "touchscreen", reason: "touch of one finger", use: use)
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
