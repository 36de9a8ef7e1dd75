// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime
internal import Touch

extension ContactTracker {
  /// Tells the differences between the slots and what was told before.
  mutating func finishReport(
    at time: MonotonicInstant,
    end: ReportEnd,
    into queue: inout TouchQueue
  ) {
    if end == .device { cancelSilentContacts(at: time, into: &queue) }
    noteHover(into: &queue)
    var isRepeated = false
    switch touchProtocol {
    case .anonymous:
      isRepeated = isPacketMeant
      matchAnonymousContacts(isResync: end == .resync)
    case .slots:
      isRepeated = !slots.contains { $0.isChanged }
      releaseByKey()
      followHops()
      hasNamedEnd = false
    case .single, .pointer:
      break
    }
    defer { noteReport(at: time, isRepeated: isRepeated) }
    for index in slots.indices where slots[index].hasEnded {
      finishContact(index, at: time, end: end, into: &queue)
    }
    for index in slots.indices where slots[index].tap != nil {
      tellTap(index, at: time, end: end, into: &queue)
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
      case .idle where slots[index].isJump: slots[index].state = .ignored
      case .idle: begin(index, at: time, into: &queue)
      case .down: move(index, at: time, into: &queue)
      case .ignored where slots[index].wasSilent: rhythm.disprove()
      case .ignored: break
      }
    }
  }

  /// Cancels the contact that was told of in a slot; what remains of it is ignored.
  mutating func cancel(_ index: Int, at time: MonotonicInstant, into queue: inout TouchQueue) {
    releaseTime = nil
    slots[index].state = slots[index].trackingID >= 0 ? .ignored : .idle
    tell(.cancel, index: index, at: time, into: &queue)
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
    end: ReportEnd,
    into queue: inout TouchQueue
  ) {
    guard let tap = slots[index].tap else { return }
    slots[index].tap = nil
    guard end == .device else { return }
    seen.add(tap.x, tap.y)
    guard !isNoisy else {
      begin(index, at: time, into: &queue)
      // How long it lasted was not told.
      slots[index].downTime = time - traits.leastDuration
      releaseTime = time
      return
    }
    guard isPlaced else {
      unplacedTouches += 1
      return
    }
    guard let (x, y) = mapping.fractions(tap.x, tap.y) else {
      seen.addRefusal()
      return
    }
    slots[index].fractionX = x
    slots[index].fractionY = y
    tell(.down, index: index, at: time, into: &queue)
    tell(.up, index: index, at: time, into: &queue)
  }

  private mutating func finishContact(
    _ index: Int,
    at time: MonotonicInstant,
    end: ReportEnd,
    into queue: inout TouchQueue
  ) {
    let wasDown = slots[index].state == .down
    slots[index].hasEnded = false
    guard !isNoisy || end != .device else {
      releaseTime = time
      return
    }
    slots[index].state = .idle
    guard wasDown else { return }
    var phase = TouchPhase.up
    let isResync = end == .resync
    // A slot that goes over to another finger without being emptied, after a silence: a release was lost.
    let isOverdue =
      slots[index].isOccupied && time - slots[index].lastReport >= ReportRhythm.patience
    if end == .kernel || slots[index].isEndDoubted || isOverdue || isGhost(index, endingAt: time) {
      phase = .cancel
    } else if isResync && (slots[index].isOccupied || touchProtocol == .anonymous) {
      // The slot has another finger by now, or the kernel keeps no state that could be asked for:
      // where this one was lifted, is not known.
      phase = .cancel
    } else if isResync || (touchProtocol == .pointer && !isNoisy) {
      if let (x, y) = mapping.fractions(slots[index].x, slots[index].y) {
        slots[index].fractionX = x
        slots[index].fractionY = y
      } else {
        phase = .cancel
      }
    }
    tell(phase, index: index, at: time, into: &queue)
  }

  private mutating func begin(
    _ index: Int,
    at time: MonotonicInstant,
    into queue: inout TouchQueue
  ) {
    let slot = slots[index]
    if !isPlaced { unplacedTouches += 1 }
    guard isPlaced, place(index, valueX: slot.x, valueY: slot.y) else {
      slots[index].state = .ignored
      return
    }
    if isNoisy { filter.begin(x: slot.x, y: slot.y, pressure: slot.pressure) }
    slots[index].state = .down
    slots[index].downTime = time
    tell(.down, index: index, at: time, into: &queue)
  }

  private mutating func move(
    _ index: Int,
    at time: MonotonicInstant,
    into queue: inout TouchQueue
  ) {
    let slot = slots[index]
    var (x, y) = (slot.x, slot.y)
    var isNew = false
    if isNoisy {
      switch filter.add(x: x, y: y, pressure: slot.pressure, on: mapping) {
      case .nothing: return
      case .move(let filteredX, let filteredY): (x, y) = (filteredX, filteredY)
      case .restart(let filteredX, let filteredY): (x, y, isNew) = (filteredX, filteredY, true)
      }
    }
    guard x != slot.toldX || y != slot.toldY else { return }
    if isNew { tell(.cancel, index: index, at: time, into: &queue) }
    guard place(index, valueX: x, valueY: y) else {
      if isNew { slots[index].state = .ignored } else { cancel(index, at: time, into: &queue) }
      return
    }
    tell(isNew ? .down : .move, index: index, at: time, into: &queue)
  }

  /// Tells if the contact that was told of in a slot is too short for a touch if it ends now.
  func isGhost(_ index: Int, endingAt time: MonotonicInstant) -> Bool {
    (touchProtocol != .pointer || isNoisy) && time - slots[index].downTime < traits.leastDuration
  }

  /// Works out where on the panel a slot's contact is; `false` when that is nowhere.
  mutating func place(_ index: Int, valueX: Int32, valueY: Int32) -> Bool {
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
    index: Int,
    at time: MonotonicInstant,
    into queue: inout TouchQueue
  ) {
    queue.append(
      PanelContact(
        contact: ContactID(device: device, slot: slots[index].contact),
        phase: phase,
        x: slots[index].fractionX,
        y: slots[index].fractionY,
        time: time
      )
    )
  }
}
