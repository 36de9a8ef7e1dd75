// SPDX-License-Identifier: Apache-2.0

extension ContactTracker {
  /// The bit of ``keys`` for a key; 0 for keys that mean nothing here.
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
      hasKeyChanged = true
      guard isNoisy, isDown, releaseTime != nil || slots[0].hasEnded || slots[0].tap != nil else {
        setTrackingID(keys == 0 ? -1 : 0, of: 0)
        return
      }
      // The contact chatters: it was not lifted after all.
      releaseTime = nil
      slots[0].hasEnded = false
      slots[0].tap = nil
      slots[0].trackingID = 0
      slots[0].isChanged = true
    case .anonymous:
      guard code == InputCode.touch else { return }
      hasSeenTouchKey = hasSeenTouchKey || isDown
      isPacketMeant = true
    case .slots:
      guard code == InputCode.touch else { return }
      // What it means is seen at the end of the report.
      isTouchKeyReleased = !isDown
      guard isDown else { return }
      for index in slots.indices where slots[index].trackingID >= 0 {
        slots[index].isReleasedByKey = false
        slots[index].isChanged = true
      }
    }
  }

  mutating func setAxis(_ code: UInt16, value: Int32) {
    switch touchProtocol {
    case .slots:
      setSlotAxis(code, value: value)
    case .anonymous:
      setAnonymousAxis(code, value: value)
    case .single, .pointer:
      switch code {
      case InputCode.x, InputCode.y:
        if code == InputCode.x { slots[0].x = value } else { slots[0].y = value }
        isPlaced = true
        hasMoved = true
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
    hasNamedEnd = hasNamedEnd || new < 0
    endContact(in: index)
    slots[index].trackingID = new
    slots[index].isReleasedByKey = false
    slots[index].isJump = false
    slots[index].wasSilent = false
    slots[index].isPalm = new >= 0 && isPalm(slots[index].tool, extent: slots[index].extent)
    slots[index].hasBegun = new >= 0
  }

  /// Notes what touches in a slot.
  mutating func setTool(_ tool: Int32, of index: Int) {
    slots[index].tool = tool
    judgePalm(in: index)
  }

  /// Notes the longer side of what touches in a slot.
  mutating func setExtent(_ extent: Int32, of index: Int) {
    slots[index].extent = extent
    judgePalm(in: index)
  }

  /// Tells if a contact with this tool and extent is a palm.
  func isPalm(_ tool: Int32, extent: Int32) -> Bool {
    tool == InputCode.palm || traits.palmExtent.map { extent >= $0 } ?? false
  }

  private mutating func judgePalm(in index: Int) {
    if isPalm(slots[index].tool, extent: slots[index].extent) {
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
  mutating func endContact(in index: Int) {
    let slot = slots[index]
    if slot.state != .idle, !slot.hasEnded {
      slots[index].hasEnded = true
      slots[index].endedID = slot.trackingID
      slots[index].isEndDoubted = slot.isPalm
    } else if slot.hasBegun, slot.isOccupied, !slot.isPalm, !isResynchronizing {
      slots[index].tap = (slot.x, slot.y)
    }
  }

  private mutating func setSlotAxis(_ code: UInt16, value: Int32) {
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
      isPlaced = true
    case InputCode.positionY:
      slots[index].y = value
      slots[index].isChanged = true
      isPlaced = true
    case InputCode.toolType:
      setTool(value, of: index)
    case InputCode.multitouchDistance:
      setDistance(value, of: index)
    case InputCode.touchMajor:
      setExtent(value, of: index)
    case InputCode.multitouchPressure:
      // Says nothing but that the contact is alive.
      slots[index].isChanged = true
    default:
      break
    }
  }
}
