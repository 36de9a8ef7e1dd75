// SPDX-License-Identifier: Apache-2.0

extension ContactTracker {
  /// Which bit of ``keys`` a key has; 0 for keys that mean nothing here.
  private static func bit(ofKey code: UInt16) -> UInt8 {
    switch code {
    case InputCode.touch: 1
    case InputCode.buttonLeft: 2
    default: 0
    }
  }

  mutating func setKey(_ code: UInt16, isDown: Bool) {
    let bit = Self.bit(ofKey: code)
    guard bit != 0 else { return }
    keys = isDown ? keys | bit : keys & ~bit
    switch touchProtocol {
    case .single, .pointer:
      setTrackingID(keys == 0 ? -1 : 0, of: 0)
    case .anonymous:
      guard code == InputCode.touch else { return }
      hasSeenTouchKey = hasSeenTouchKey || isDown
      isPacketMeant = true
    case .slots:
      guard code == InputCode.touch else { return }
      // The kernel's pointer emulation says 0 when the last slot is empty. A driver that says so
      // while slots still name contacts has no other way to release them.
      for index in slots.indices where slots[index].trackingID >= 0 {
        if !isDown { endContact(in: index) }
        slots[index].isReleasedByKey = !isDown
        slots[index].isChanged = true
      }
    }
  }

  mutating func setAxis(_ code: UInt16, _ value: Int32) {
    switch touchProtocol {
    case .slots:
      setSlotAxis(code, value)
    case .anonymous:
      setAnonymousAxis(code, value)
    case .single, .pointer:
      switch code {
      case InputCode.x: slots[0].x = value
      case InputCode.y: slots[0].y = value
      default: return
      }
      slots[0].isChanged = true
    }
  }

  mutating func beginResync() {
    isResynchronizing = true
    // What was received of the report is torn; type A has no other state that could be asked for.
    packet.removeAll(keepingCapacity: true)
    described = AnonymousContact()
    isPacketMeant = false
  }

  /// Puts contact `trackingID` (-1 for none) into a slot.
  mutating func setTrackingID(_ trackingID: Int32, of index: Int) {
    let new = max(trackingID, -1)
    slots[index].isChanged = true
    guard slots[index].trackingID != new else { return }
    endContact(in: index)
    slots[index].trackingID = new
    slots[index].isReleasedByKey = false
  }

  /// Notes that what the slot stood for is over.
  private mutating func endContact(in index: Int) {
    if slots[index].state != .idle { slots[index].hasEnded = true }
  }

  private mutating func setSlotAxis(_ code: UInt16, _ value: Int32) {
    if code == InputCode.slot {
      // Clamping a number too high would mix two fingers.
      currentSlot = value >= 0 && Int(value) < slots.count ? Int(value) : nil
      return
    }
    guard let index = currentSlot else { return }
    switch code {
    case InputCode.trackingID:
      setTrackingID(value, of: index)
    case InputCode.positionX:
      slots[index].x = value
      slots[index].isChanged = true
    case InputCode.positionY:
      slots[index].y = value
      slots[index].isChanged = true
    case InputCode.touchMajor, InputCode.multitouchPressure:
      // Says nothing but that the contact is alive.
      slots[index].isChanged = true
    default:
      break
    }
  }
}
