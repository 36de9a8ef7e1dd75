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
    for index in slots.indices where slots[index].tap != nil {
      tellTap(index, at: time, end, into: &queue)
    }
    for index in slots.indices where slots[index].isChanged {
      slots[index].isChanged = false
      slots[index].hasBegun = false
      slots[index].lastReport = time
      guard slots[index].isOccupied else { continue }
      seen.add(slots[index].x, slots[index].y)
      guard !slots[index].isPalm else {
        refuse(index, at: time, into: &queue)
        continue
      }
      switch slots[index].state {
      case .idle: begin(index, at: time, into: &queue)
      case .down: move(index, at: time, into: &queue)
      case .ignored: break
      }
    }
  }

  /// Cancels the contact that was told of in a slot; what remains of it is ignored.
  mutating func cancel(_ index: Int, at time: MonotonicInstant, into queue: inout TouchQueue) {
    releaseTime = nil
    slots[index].state = slots[index].trackingID >= 0 ? .ignored : .idle
    tell(.cancel, index, at: time, into: &queue)
  }

  /// Ignores what a slot stands for until that ends; what was told of it is cancelled.
  private mutating func refuse(
    _ index: Int,
    at time: MonotonicInstant,
    into queue: inout TouchQueue
  ) {
    if slots[index].state == .down {
      cancel(index, at: time, into: &queue)
    } else {
      slots[index].state = .ignored
    }
  }

  /// Tells of a contact that came and went within the report.
  private mutating func tellTap(
    _ index: Int,
    at time: MonotonicInstant,
    _ end: ReportEnd,
    into queue: inout TouchQueue
  ) {
    guard let tap = slots[index].tap else { return }
    slots[index].tap = nil
    guard end == .device else { return }
    seen.add(tap.x, tap.y)
    guard touchProtocol != .single else {
      begin(index, at: time, into: &queue)
      releaseTime = time
      return
    }
    guard let (x, y) = mapping.fractions(tap.x, tap.y) else {
      seen.addRefusal()
      return
    }
    slots[index].fractionX = x
    slots[index].fractionY = y
    tell(.down, index, at: time, into: &queue)
    tell(.up, index, at: time, into: &queue)
  }

  private mutating func finishContact(
    _ index: Int,
    at time: MonotonicInstant,
    _ end: ReportEnd,
    into queue: inout TouchQueue
  ) {
    let wasDown = slots[index].state == .down
    slots[index].hasEnded = false
    guard touchProtocol != .single || end != .device else {
      releaseTime = time
      return
    }
    slots[index].state = .idle
    guard wasDown else { return }
    var phase = TouchPhase.up
    let isResync = end == .resync
    if end == .kernel || slots[index].wasPalm {
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
    let slot = slots[index]
    guard place(index, slot.x, slot.y) else {
      slots[index].state = .ignored
      return
    }
    if touchProtocol == .single { filter.begin(x: slot.x, y: slot.y, pressure: slot.pressure) }
    slots[index].state = .down
    tell(.down, index, at: time, into: &queue)
  }

  private mutating func move(
    _ index: Int,
    at time: MonotonicInstant,
    into queue: inout TouchQueue
  ) {
    let slot = slots[index]
    var (x, y) = (slot.x, slot.y)
    var isNew = false
    if touchProtocol == .single {
      switch filter.add(x: x, y: y, pressure: slot.pressure, on: mapping) {
      case .nothing: return
      case .move(let filteredX, let filteredY): (x, y) = (filteredX, filteredY)
      case .restart(let filteredX, let filteredY): (x, y, isNew) = (filteredX, filteredY, true)
      }
    }
    guard x != slot.toldX || y != slot.toldY else { return }
    if isNew { tell(.cancel, index, at: time, into: &queue) }
    guard place(index, x, y) else {
      if isNew { slots[index].state = .ignored } else { cancel(index, at: time, into: &queue) }
      return
    }
    tell(isNew ? .down : .move, index, at: time, into: &queue)
  }

  /// Works out where on the panel a slot's contact is; `false` when that is nowhere.
  private mutating func place(_ index: Int, _ valueX: Int32, _ valueY: Int32) -> Bool {
    guard let (x, y) = mapping.fractions(valueX, valueY) else {
      seen.addRefusal()
      return false
    }
    slots[index].toldX = valueX
    slots[index].toldY = valueY
    slots[index].fractionX = x
    slots[index].fractionY = y
    return true
  }

  func tell(
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
