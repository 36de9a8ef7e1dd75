// SPDX-License-Identifier: Apache-2.0
internal import CEvdev

extension DeviceDeclaration {
  /// The parts of the declaration that say something about touch.
  package var capabilities: DeviceCapabilities {
    var result = DeviceCapabilities()
    result.properties = hints
    result.keys = keys
    result.hasRelativeMotion =
      has(InputCode.relative, code: InputCode.relativeX)
      || has(InputCode.relative, code: InputCode.relativeY)
    result.x = range(InputCode.x)
    result.y = range(InputCode.y)
    result.multitouchX = range(InputCode.positionX)
    result.multitouchY = range(InputCode.positionY)
    result.touchMajor = range(InputCode.touchMajor)
    result.touchMajorResolution = max(0, axis(InputCode.touchMajor)?.resolution ?? 0)
    result.positionResolution = max(0, axis(InputCode.positionX)?.resolution ?? 0)
    result.hasTrackingID = axis(InputCode.trackingID) != nil
    result.isForDials = (axis(InputCode.toolType)?.minimum ?? 0) > InputCode.palm
    if let slots = axis(InputCode.slot) {
      // A device that has all axes below as well merely counts on through the multi-touch codes.
      result.isFakeMultitouch = axis(InputCode.slot - 1) != nil
      result.slotCount = Int(max(0, slots.maximum)) + 1
    }
    return result
  }

  private var hints: DeviceCapabilities.Properties {
    let meanings: [(CInt, DeviceCapabilities.Properties)] = [
      (INPUT_PROP_DIRECT, .direct), (INPUT_PROP_POINTER, .pointer),
      (INPUT_PROP_BUTTONPAD, .buttonPad), (INPUT_PROP_TOPBUTTONPAD, .buttonPad),
      (INPUT_PROP_SEMI_MT, .semiMultitouch), (INPUT_PROP_ACCELEROMETER, .accelerometer),
    ]
    return meanings.reduce(into: []) { result, meaning in
      if properties.contains(UInt16(meaning.0)) { result.insert(meaning.1) }
    }
  }

  private var keys: DeviceCapabilities.Keys {
    guard let codes = events[InputCode.key] else { return [] }
    let all = Set(codes)
    var result: DeviceCapabilities.Keys = .any
    let meanings: [(UInt16, DeviceCapabilities.Keys)] = [
      (InputCode.touch, .touch), (InputCode.buttonLeft, .left), (InputCode.toolFinger, .toolFinger),
      (InputCode.toolPen, .pen), (InputCode.stylus, .penButton), (InputCode.toolRubber, .penButton),
      (UInt16(KEY_ENTER), .enter), (UInt16(KEY_KPENTER), .enter),
    ]
    for (code, meaning) in meanings where all.contains(code) { result.insert(meaning) }
    if (InputCode.joystick..<InputCode.toolPen).contains(where: all.contains) {
      result.insert(.gamepad)
    }
    if all.isSuperset(of: [UInt16(KEY_A), UInt16(KEY_Z)]) { result.insert(.letters) }
    let pairs = [[KEY_UP, KEY_DOWN], [KEY_LEFT, KEY_RIGHT], [KEY_TAB]].map { $0.map(UInt16.init) }
    let pressing = [KEY_ENTER, KEY_KPENTER, KEY_SPACE, KEY_OK, KEY_SELECT].map(UInt16.init)
    if pairs.contains(where: all.isSuperset), !all.isDisjoint(with: pressing) {
      result.insert(.leading)
    }
    let keypad = [
      KEY_KP0, KEY_KP1, KEY_KP2, KEY_KP3, KEY_KP4, KEY_KP5, KEY_KP6, KEY_KP7, KEY_KP8, KEY_KP9,
    ].map(UInt16.init)
    if all.isSuperset(of: UInt16(KEY_1)...UInt16(KEY_0)) || all.isSuperset(of: keypad) {
      result.insert(.digits)
    }
    return result
  }

  private func has(_ type: UInt16, code: UInt16) -> Bool {
    events[type]?.contains(code) ?? false
  }

  private func axis(_ code: UInt16) -> Axis? { axes.first { $0.code == code } }

  private func range(_ code: UInt16) -> DeviceCapabilities.Axis {
    guard let axis = axis(code) else { return .missing }
    guard let range = AxisRange(minimum: axis.minimum, maximum: axis.maximum) else {
      return .rangeless
    }
    return .range(range)
  }
}
