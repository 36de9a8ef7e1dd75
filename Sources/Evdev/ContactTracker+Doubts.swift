// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime
internal import Touch

/// Ends that are no lifts: what the device says is taken for what it can mean.
extension ContactTracker {
  /// Cancels the contacts of a device that has fallen silent before this report, though it always talks.
  mutating func cancelSilentContacts(at time: MonotonicInstant, into queue: inout TouchQueue) {
    guard rhythm.hasStopped(at: time) else { return }
    for index in slots.indices where slots[index].state == .down {
      cancel(index, at: time, into: &queue)
      slots[index].wasSilent = true
      // Nameless contacts cannot be told from the next ones; they are forgotten.
      if touchProtocol == .anonymous {
        slots[index].trackingID = -1
        slots[index].state = .idle
        slots[index].hasEnded = false
      }
    }
    rhythm.note(at: time, isTouched: false, isRepeated: false)
  }

  /// Takes note of the report for the device's rhythm.
  ///
  /// - Parameters:
  ///   - time: Time at which the report came.
  ///   - isRepeated: True if a device that speaks of changes alone would not have sent it.
  mutating func noteReport(at time: MonotonicInstant, isRepeated: Bool) {
    let isTouched = slots.contains { $0.state == .down }
    rhythm.note(at: time, isTouched: isTouched, isRepeated: isRepeated)
  }

  /// Ends contacts that `BTN_TOUCH` declares over although their slots still name them.
  ///
  /// The kernel's pointer emulation says 0 when the last slot is empty. A driver that says so while a slot
  /// still names a contact has no other way to release it. If another slot was emptied in the same report
  /// it has: then the key follows that one alone. Neither does the key say who was lifted if one contact
  /// hovers, or if there are several: those are cancelled.
  mutating func releaseByKey() {
    guard isTouchKeyReleased else { return }
    isTouchKeyReleased = false
    guard !hasNamedEnd, !slots.contains(where: { $0.isHovering }) else { return }
    var count = 0
    for index in slots.indices where slots[index].isOccupied { count += 1 }
    for index in slots.indices where slots[index].trackingID >= 0 {
      endContact(in: index)
      if count > 1 {
        slots[index].isEndDoubted = slots[index].hasEnded
        slots[index].tap = nil
      }
      slots[index].isReleasedByKey = true
      slots[index].isChanged = true
    }
  }

  /// Follows contacts whose tracking ids have gone over to other slots: they are the same fingers.
  mutating func followHops() {
    for index in slots.indices where slots[index].hasBegun && slots[index].isOccupied {
      let name = slots[index].trackingID
      for other in slots.indices where other != index && slots[other].state != .idle {
        let hasLeft = slots[other].hasEnded && slots[other].endedID == name
        let isInBoth = !slots[other].hasEnded && slots[other].trackingID == name
        guard hasLeft || (isInBoth && areNear(index, other)) else { continue }
        hop(from: other, to: index)
        break
      }
    }
  }

  /// Tells if two slots' positions can be one finger's in two reports that follow each other.
  private func areNear(_ one: Int, _ other: Int) -> Bool {
    let (first, second) = (slots[one], slots[other])
    return mapping.squaredDistance(first.x, first.y, second.x, second.y) <= Self.squaredReach
  }

  private mutating func hop(from other: Int, to index: Int) {
    slots[index].hasBegun = false
    guard slots[index].state == .idle, slots[index].tap == nil else {
      // The finger that was in that slot ends now: the one that comes is not told of.
      slots[other].isEndDoubted = true
      slots[index].isJump = true
      return
    }
    (slots[index].contact, slots[other].contact) = (slots[other].contact, slots[index].contact)
    slots[index].state = slots[other].state
    slots[index].downTime = slots[other].downTime
    slots[index].toldX = slots[other].toldX
    slots[index].toldY = slots[other].toldY
    slots[index].fractionX = slots[other].fractionX
    slots[index].fractionY = slots[other].fractionY
    slots[index].isPalm = slots[index].isPalm || slots[other].isPalm
    slots[other].hasEnded = false
    // A name that stands in both slots is the new one's.
    slots[other].state = slots[other].trackingID >= 0 && !slots[other].hasBegun ? .ignored : .idle
  }
}
