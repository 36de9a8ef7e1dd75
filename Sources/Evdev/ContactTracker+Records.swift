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
    case .single where isDown && (releaseTime != nil || slots[0].hasEnded || slots[0].tap != nil):
      // The contact chatters: it was not lifted after all.
      releaseTime = nil
      slots[0].hasEnded = false
      slots[0].tap = nil
      slots[0].trackingID = 0
      slots[0].isChanged = true
    case .single, .pointer:
      setTrackingID(keys == 0 ? -1 : 0, of: 0)
    case .anonymous:
      guard code == InputCode.touch else { return }
      hasSeenTouchKey = hasSeenTouchKey || isDown
      isPacketMeant = true
    case .slots:
      guard code == InputCode.touch else { return }
      // The kernel's pointer emulation says 0 when the last slot is empty. A driver that says so
      // while slots still name contacts has no other way to release them; unless one of them hovers:
      // then it may speak of that one alone, and the others end by their own words.
      guard isDown || !slots.contains(where: { $0.isHovering }) else { return }
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
      case InputCode.pressure: slots[0].pressure = value
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
    slots[index].isPalm = new >= 0 && slots[index].tool == InputCode.palm
    slots[index].hasBegun = new >= 0
  }

  /// Notes what touches in a slot.
  mutating func setTool(_ tool: Int32, of index: Int) {
    slots[index].tool = tool
    if tool == InputCode.palm {
      slots[index].isPalm = slots[index].trackingID >= 0
    } else if slots[index].hasBegun {
      // What was known of the slot before was another contact's.
      slots[index].isPalm = false
    }
    slots[index].isChanged = true
  }

  /// Notes how far above the panel a slot's contact is.
  mutating func setDistance(_ distance: Int32, of index: Int) {
    let slot = slots[index]
    // A contact that hovers from its first report on has not touched.
    if distance > 0, !slot.isPalm, slot.state != .idle, !slot.hasEnded { endContact(in: index) }
    slots[index].distance = distance
    slots[index].isChanged = true
  }

  /// Notes that what the slot stood for is over.
  private mutating func endContact(in index: Int) {
    let slot = slots[index]
    if slot.state != .idle, !slot.hasEnded {
      slots[index].hasEnded = true
      slots[index].wasPalm = slot.isPalm
    } else if slot.hasBegun, slot.isOccupied, !slot.isPalm, !isResynchronizing {
      slots[index].tap = (slot.x, slot.y)
    }
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
    case InputCode.toolType:
      setTool(value, of: index)
    case InputCode.multitouchDistance:
      setDistance(value, of: index)
    case InputCode.touchMajor, InputCode.multitouchPressure:
      // Says nothing but that the contact is alive.
      slots[index].isChanged = true
    default:
      break
    }
  }
}
