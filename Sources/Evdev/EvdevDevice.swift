// SPDX-License-Identifier: Apache-2.0
internal import LinuxSystem
internal import MonotonicTime
internal import Touch

/// A touch device that is in use.
final class EvdevDevice {
  /// The outcome of reading.
  enum Outcome {
    /// There is nothing more to read.
    case drained
    /// The queue is full, or the device talks without end: go on when the queue has been emptied.
    case unfinished
    /// The device does not answer any more.
    case lost(SystemError)
  }

  /// The most events that are read in one go.
  private static let batch = 8192

  /// udev's properties of it when it was taken into use.
  let properties: UdevProperties
  /// The number of its contacts.
  let number: Int
  /// True if events may be waiting in libevdev's own buffer, of which no descriptor tells.
  private(set) var hasBacklog = false

  /// Number of touches outside the declared range at which the next notice is due.
  private var nextMismatchNotice = 1
  private var hasToldUnplaced = false
  private let fixedDescription: InputDeviceDescription
  private let node: InputNode
  private var tracker: ContactTracker
  private let hasMonotonicTimes: Bool

  /// Takes a node into use, as it stands: what is down already is ignored until it ends.
  init(
    _ node: InputNode,
    description: InputDeviceDescription,
    use: DeviceVerdict.Use,
    properties: UdevProperties,
    number: Int,
    traits: PanelTraits
  ) {
    self.node = node
    self.properties = properties
    self.number = number
    var description = description
    description.number = number
    description.axes = .init(horizontal: use.horizontal.values, vertical: use.vertical.values)
    fixedDescription = description
    let mapping = PanelMapping(
      horizontal: use.horizontal,
      vertical: use.vertical,
      calibration: description.calibration
    )
    tracker = ContactTracker(
      device: number,
      touchProtocol: use.touchProtocol,
      mapping: mapping,
      traits: traits
    )
    hasMonotonicTimes = node.context.useMonotonicClock()
    adoptState()
  }

  /// The device in words, and what was wrong with its reports so far.
  var description: InputDeviceDescription {
    var description = fixedDescription
    description.rangeMismatch = tracker.rangeMismatch
    return description
  }

  /// `/dev/input/event3`.
  var path: String { fixedDescription.path }

  /// Takes the next notice about touches that cannot be placed: of those outside the declared range the first, the
  /// tenth, the hundredth …, of those without a position the first.
  func takeNotice() -> String? {
    if tracker.unplacedTouches > 0, !hasToldUnplaced {
      hasToldUnplaced = true
      return
        "\(fixedDescription.name) (\(path)) reports touches without saying where they are; they press "
        + "nothing"
    }
    guard let mismatch = tracker.rangeMismatch, mismatch.count >= nextMismatchNotice else {
      return nil
    }
    while nextMismatchNotice <= mismatch.count { nextMismatchNotice *= 10 }
    return "\(fixedDescription.name) (\(path)): \(mismatch.sentence)"
  }

  /// Readable while the kernel has events; stays the device's.
  var descriptor: CInt { node.descriptor }

  /// Keeps other programs from the events, or lets them have them again.
  func setGrabbed(_ isGrabbed: Bool) throws(SystemError) {
    try node.context.setGrabbed(isGrabbed)
  }

  /// Reads what there is; does not allocate.
  func read(at now: MonotonicInstant, into queue: inout TouchQueue) -> Outcome {
    hasBacklog = false
    var remaining = Self.batch
    while remaining > 0, queue.room >= tracker.largestReport {
      remaining -= 1
      switch node.context.next() {
      case .record(var record):
        if !hasMonotonicTimes { record.time = now }
        tracker.handle(record, into: &queue)
      case .empty:
        guard tracker.isResynchronizing else { return .drained }
        takeOverSlots()
        tracker.finishResync(at: now, into: &queue)
      case .lost(let number):
        return .lost(SystemError("read", subject: path, number: number))
      }
    }
    hasBacklog = true
    return .unfinished
  }

  /// Cancels its contacts; those that are still down are ignored until they end.
  func cancelContacts(at now: MonotonicInstant, into queue: inout TouchQueue) {
    tracker.cancelAll(at: now, into: &queue)
  }

  /// Time at which ``meetDeadline(at:into:)`` is due.
  var deadline: MonotonicInstant? { tracker.deadline }

  /// Tells of what has lasted by `now`, unless there are events that say otherwise to be read.
  func meetDeadline(at now: MonotonicInstant, into queue: inout TouchQueue) {
    guard !hasBacklog else { return }
    tracker.meetDeadline(at: now, into: &queue)
  }

  /// Time at which the contact that has been silent for longest was last spoken of.
  var oldestReport: MonotonicInstant? { tracker.oldestReport }

  /// Cancels the contacts that were last spoken of at `instant` or before.
  func cancelContacts(
    silentSince instant: MonotonicInstant,
    at now: MonotonicInstant,
    into queue: inout TouchQueue
  ) -> Bool {
    tracker.cancelContacts(silentSince: instant, at: now, into: &queue)
  }

  private func takeOverSlots() {
    guard case .slots = tracker.touchProtocol else { return }
    for slot in 0..<tracker.touchProtocol.contacts {
      tracker.resynchronize(slot: slot, state: node.context.state(ofSlot: slot))
    }
  }

  private func adoptState() {
    switch tracker.touchProtocol {
    case .slots:
      for slot in 0..<tracker.touchProtocol.contacts {
        tracker.adopt(slot: slot, state: node.context.state(ofSlot: slot))
      }
      tracker.adopt(currentSlot: node.context.currentSlot ?? 0)
    case .anonymous:
      adoptKeys()
    case .single, .pointer:
      let x = node.context.value(InputCode.absolute, code: InputCode.x)
      let y = node.context.value(InputCode.absolute, code: InputCode.y)
      tracker.adopt(slot: 0, state: SlotState(trackingID: -1, x: x, y: y))
      adoptKeys()
    }
  }

  private func adoptKeys() {
    for code in [InputCode.touch, InputCode.buttonLeft]
    where node.context.value(InputCode.key, code: code) != 0 {
      tracker.adopt(pressedKey: code)
    }
  }
}
