// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime
internal import Touch

extension ContactTracker {
  /// Tells the differences between the slots and what was told before.
  mutating func finishReport(
    at time: MonotonicInstant,
    _ end: ReportEnd,
    into queue: inout TouchQueue
  ) {
    if touchProtocol == .anonymous { matchAnonymousContacts(isResync: end == .resync) }
    for index in slots.indices where slots[index].hasEnded {
      finishContact(index, at: time, end, into: &queue)
    }
    for index in slots.indices where slots[index].isChanged {
      slots[index].isChanged = false
      slots[index].lastReport = time
      guard slots[index].isOccupied else { continue }
      switch slots[index].state {
      case .idle: begin(index, at: time, into: &queue)
      case .down: move(index, at: time, into: &queue)
      case .ignored: break
      }
    }
  }

  /// Cancels the contact that was told of in a slot; what remains of it is ignored.
  mutating func cancel(_ index: Int, at time: MonotonicInstant, into queue: inout TouchQueue) {
    slots[index].state = slots[index].trackingID >= 0 ? .ignored : .idle
    tell(.cancel, index, at: time, into: &queue)
  }

  private mutating func finishContact(
    _ index: Int,
    at time: MonotonicInstant,
    _ end: ReportEnd,
    into queue: inout TouchQueue
  ) {
    let wasDown = slots[index].state == .down
    slots[index].hasEnded = false
    slots[index].state = .idle
    guard wasDown else { return }
    var phase = TouchPhase.up
    let isResync = end == .resync
    if end == .kernel {
      phase = .cancel
    } else if isResync && (slots[index].isOccupied || touchProtocol == .anonymous) {
      // The slot has another finger by now, or the kernel keeps no state that could be asked for:
      // where this one was lifted, nobody knows.
      phase = .cancel
    } else if touchProtocol == .pointer || isResync {
      if let (x, y) = mapping.fractions(slots[index].x, slots[index].y) {
        slots[index].fractionX = x
        slots[index].fractionY = y
      } else {
        phase = .cancel
      }
    }
    tell(phase, index, at: time, into: &queue)
  }

  private mutating func begin(
    _ index: Int,
    at time: MonotonicInstant,
    into queue: inout TouchQueue
  ) {
    guard place(index) else {
      slots[index].state = .ignored
      return
    }
    slots[index].state = .down
    tell(.down, index, at: time, into: &queue)
  }

  private mutating func move(
    _ index: Int,
    at time: MonotonicInstant,
    into queue: inout TouchQueue
  ) {
    let slot = slots[index]
    guard slot.x != slot.toldX || slot.y != slot.toldY else { return }
    guard place(index) else {
      cancel(index, at: time, into: &queue)
      return
    }
    tell(.move, index, at: time, into: &queue)
  }

  /// Works out where a slot's contact is; `false` when that is nowhere.
  private mutating func place(_ index: Int) -> Bool {
    guard let (x, y) = mapping.fractions(slots[index].x, slots[index].y) else { return false }
    slots[index].toldX = slots[index].x
    slots[index].toldY = slots[index].y
    slots[index].fractionX = x
    slots[index].fractionY = y
    return true
  }

  private func tell(
    _ phase: TouchPhase,
    _ index: Int,
    at time: MonotonicInstant,
    into queue: inout TouchQueue
  ) {
    queue.append(
      PanelContact(
        contact: ContactID(device: device, slot: index),
        phase: phase,
        x: slots[index].fractionX,
        y: slots[index].fractionY,
        time: time
      )
    )
  }
}
