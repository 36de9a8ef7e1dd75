// SPDX-License-Identifier: Apache-2.0

/// Type A: every report lists the contacts that are down; the tracker matches them with those of the last report.
extension ContactTracker {
  /// Longest distance between two reports of a finger, in fractions of the panel, squared.
  ///
  /// A fifth of the panel in one report is twelve panels a second at 60 reports a second. What lies
  /// further apart is a finger lifted and another one put down, or a swipe on a slow panel: which, the
  /// report does not say. Neither triggers.
  static let squaredReach = 0.2 * 0.2

  mutating func setAnonymousAxis(_ code: UInt16, value: Int32) {
    switch code {
    case InputCode.positionX: described.x = value
    case InputCode.positionY: described.y = value
    case InputCode.trackingID: described.trackingID = value
    case InputCode.touchMajor: described.touchMajor = value
    case InputCode.multitouchPressure: described.pressure = value
    case InputCode.toolType: described.tool = value
    case InputCode.multitouchDistance: described.distance = value
    default: break
    }
  }

  /// Takes the contact that was described up to `SYN_MT_REPORT` into the report.
  mutating func closeAnonymousContact() {
    defer { described = AnonymousContact() }
    isPacketMeant = true
    // Without a position it says only that nothing is there; so do no pressure and no extent, and
    // what hovers is not there yet.
    guard described.x != nil, described.y != nil, described.distance ?? 0 <= 0 else { return }
    if let pressure = described.pressure {
      guard pressure > 0 else { return }
    } else if let extent = described.touchMajor, extent <= 0 {
      return
    }
    isPlaced = true
    guard packet.count < slots.count else { return }
    packet.append(described)
  }

  /// Puts the report's contacts into slots: those that were there before into theirs.
  mutating func matchAnonymousContacts(isResync: Bool) {
    // Some drivers leave the separator out behind the last contact.
    if described.x != nil || described.y != nil { closeAnonymousContact() }
    defer {
      packet.removeAll(keepingCapacity: true)
      described = AnonymousContact()
      isPacketMeant = false
    }
    let isReleased = hasSeenTouchKey && keys & 1 == 0
    if isReleased { packet.removeAll(keepingCapacity: true) }
    if isIgnoringUntilRelease {
      isIgnoringUntilRelease = !isReleased && !(isPacketMeant && packet.isEmpty)
      packet.removeAll(keepingCapacity: true)
    }
    if isResync {
      forgetAnonymousContacts()
    } else if isPacketMeant {
      // Fingers that were given up for silence and are lifted now could have been silent.
      for index in slots.indices where slots[index].wasSilent {
        if packet.isEmpty { rhythm.disprove() }
        slots[index].wasSilent = false
      }
      matchByTrackingID()
      matchByDistance()
      placeRest()
    }
  }

  /// Ends all contacts after lost events, unless the key says that something is still down: then
  /// the next report shows which contacts are.
  private mutating func forgetAnonymousContacts() {
    guard !hasSeenTouchKey || keys & 1 == 0 else { return }
    for index in slots.indices where slots[index].trackingID >= 0 {
      setTrackingID(-1, of: index)
    }
  }

  private mutating func matchByTrackingID() {
    for item in packet.indices {
      guard let name = packet[item].trackingID, name >= 0 else { continue }
      for index in slots.indices
      where slots[index].trackingID == name && !isTaken(index) {
        packet[item].slot = index
        break
      }
    }
  }

  /// Pairs contacts and slots, the closest first; O(contacts³) for at most a handful of fingers.
  private mutating func matchByDistance() {
    while true {
      var closest = Self.squaredReach
      var pair: (item: Int, slot: Int)?
      for item in packet.indices where packet[item].slot == nil && packet[item].trackingID == nil {
        guard let x = packet[item].x, let y = packet[item].y else { continue }
        for index in slots.indices where slots[index].trackingID >= 0 && !isTaken(index) {
          let distance = mapping.squaredDistance(x, y, slots[index].x, slots[index].y)
          guard distance <= closest else { continue }
          closest = distance
          pair = (item, index)
        }
      }
      guard let pair else { return }
      packet[pair.item].slot = pair.slot
    }
  }

  /// Ends the contacts that are gone, finds slots for new ones, and takes over all positions.
  private mutating func placeRest() {
    var hasEnds = false
    let hasStrangers = packet.contains { $0.slot == nil && $0.trackingID == nil }
    for index in slots.indices where slots[index].trackingID >= 0 && !isTaken(index) {
      hasEnds = true
      setTrackingID(-1, of: index)
      if hasStrangers { slots[index].isEndDoubted = true }
    }
    for item in packet.indices {
      var index = packet[item].slot
      if index == nil {
        index = freeSlot()
        packet[item].slot = index
        if let index {
          setTrackingID(name(of: packet[item]), of: index)
          slots[index].isJump = hasEnds && packet[item].trackingID == nil
        }
      }
      guard let index, let x = packet[item].x, let y = packet[item].y else { continue }
      slots[index].x = x
      slots[index].y = y
      let isPalm = isPalm(packet[item].tool ?? 0, extent: packet[item].touchMajor ?? 0)
      slots[index].isPalm = slots[index].isPalm || isPalm
      slots[index].isChanged = true
    }
  }

  private mutating func name(of contact: AnonymousContact) -> Int32 {
    if let name = contact.trackingID, name >= 0 { return name }
    nextTrackingID = (nextTrackingID &+ 1) & 0x7fff_ffff
    return nextTrackingID
  }

  private func isTaken(_ index: Int) -> Bool {
    packet.contains { $0.slot == index }
  }

  /// A slot for a new finger: one that was free before this report if possible, so that an end and
  /// a beginning in one report are not taken for one finger.
  private func freeSlot() -> Int? {
    var ending: Int?
    for index in slots.indices where slots[index].trackingID < 0 && !isTaken(index) {
      if !slots[index].hasEnded { return index }
      ending = ending ?? index
    }
    return ending
  }
}
