// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime
package import Touch

/// Turns one device's stream of events into contacts: a state machine without a device.
///
/// It takes what libevdev passes on, or a recording, or random numbers; whatever comes, each contact
/// begins with one `down` and ends with one `up` or `cancel`.
///
/// ```
///   records ──► slots as the kernel has them ──SYN_REPORT──► differences to what was told ──► queue
///                     ▲                                              ▲
///   SYN_DROPPED ──► deltas of a resync (no report counts) ──finishResync──┘
/// ```
///
/// Decisions:
/// - A report's ends come before its beginnings, so that a button which one finger leaves can be
///   taken by another in the same report.
/// - An `up` is where the contact was last seen: drivers send nonsense with the release. Pointers
///   are the exception, their position is valid at any time, and so is the state after a resync.
/// - A position far outside the declared range (``AxisRange/fraction(of:)``) cancels the contact,
///   and the rest of it is ignored. No finger is there; a ghost must not be able to trigger.
/// - A contact whose slot was given to another finger while events were lost is cancelled; where it
///   was lifted is not known. One that is simply gone was lifted.
/// - `BTN_TOUCH` going to 0 ends a contact that its slot still names (`releaseByKey()`).
/// - A finger that jumps was not lifted: it is cancelled, and what it does from there on is not told.
/// - A contact shorter than ``PanelTraits/leastDuration`` is a ghost, and cancelled.
/// - Silence of a device whose fingers always talk is no lift (`ReportRhythm`).
/// - What the panel takes for a palm, or is as large as one (``PanelTraits/palmExtent``), is cancelled, and ignored
///   until the slot has another contact: the kernel ends it a report later as if it had been lifted, and leaves it to
///   us not to believe that.
/// - A contact that hovers is none yet, and one that begins to hover was lifted.
/// - What came and went within a report is a tap.
/// - A panel of one finger is filtered (`SingleTouchFilter`), and its release told when it has lasted. So
///   is a pointer until it has moved with its button up, as panels in mouse mode never do.
/// - A touch of a device that has told no position yet presses nothing.
/// - Contacts that the kernel ends because the device leaves or sleeps are cancelled.
/// - Contacts that were down before the device was opened are ignored until they end.
package struct ContactTracker: Sendable {
  /// The cause of a report's end.
  enum ReportEnd: Sendable {
    /// The device, as usual.
    case device
    /// The kernel, letting go of what was held when the device leaves or sleeps.
    case kernel
    /// The end of a resync's deltas.
    case resync
  }

  /// One contact of a type A report that is being received.
  struct AnonymousContact: Sendable {
    var x: Int32?
    var y: Int32?
    var trackingID: Int32?
    var touchMajor: Int32?
    var pressure: Int32?
    var tool: Int32?
    var distance: Int32?
    /// The slot it was matched with.
    var slot: Int?
  }

  /// The number that the device's contacts carry.
  package let device: Int
  /// The protocol of the device's reports.
  package let touchProtocol: TouchProtocol
  /// Mapping of its values to the panel.
  package let mapping: PanelMapping
  /// Traits, beside positions, that decide about its contacts.
  package let traits: PanelTraits

  /// The values that were reported with contacts, as far as any was outside the declared range.
  var seen = SeenValues()

  /// Filter for the noise of a panel of one finger.
  var filter = SingleTouchFilter()
  /// Time at which the finger of such a panel was lifted, while that is not told yet.
  var releaseTime: MonotonicInstant?
  /// Number of reports of a pointer, one after another, that have moved it with its button up.
  var hovers = 0
  /// True if the report has spoken of the position of a panel of one finger or a pointer.
  var hasMoved = false
  /// True if the report has spoken of its button.
  var hasKeyChanged = false
  /// True once the device has told a position; relative motion takes that back.
  var isPlaced = false
  /// Number of touches that were ignored because the device has not told where they are.
  package internal(set) var unplacedTouches = 0

  /// Evidence that it talks while a finger lies still.
  var rhythm = ReportRhythm()

  var slots: [Slot]
  /// The slot that is spoken of; `nil` after a number that the device has not declared.
  var currentSlot: Int? = 0
  /// True while the events are deltas of a resync.
  package internal(set) var isResynchronizing = false

  /// Keys that are down: `BTN_TOUCH` (1) and `BTN_LEFT` (2).
  var keys: UInt8 = 0
  /// True if `BTN_TOUCH` went to 0 within the report.
  var isTouchKeyReleased = false
  /// True if a slot was emptied within the report.
  var hasNamedEnd = false
  /// True once a key was seen to be down, so that its release means something.
  var hasSeenTouchKey = false
  /// The contacts of the type A report that is being received; fixed capacity.
  var packet: [AnonymousContact] = []
  /// The contact of that report that is being described.
  var described = AnonymousContact()
  /// True if the report has said anything about contacts at all.
  var isPacketMeant = false
  /// Tracking ids of our own for nameless contacts.
  var nextTrackingID: Int32 = 0

  /// A tracker of a device on which nothing is touched.
  package init(
    device: Int,
    touchProtocol: TouchProtocol,
    mapping: PanelMapping,
    traits: PanelTraits = PanelTraits()
  ) {
    self.device = device
    self.touchProtocol = touchProtocol
    self.mapping = mapping
    self.traits = traits
    slots = (0..<touchProtocol.contacts).map { Slot(contact: $0) }
    if touchProtocol == .anonymous { packet.reserveCapacity(TouchProtocol.contactLimit) }
  }

  /// The most contacts that one record can put into the queue.
  package var largestReport: Int { 4 * slots.count }

  /// The values that were reported beyond the declared range; `nil` when there were none.
  package var rangeMismatch: RangeMismatch? {
    guard seen.refusals > 0 else { return nil }
    let isMultitouch = touchProtocol != .single && touchProtocol != .pointer
    return RangeMismatch(
      count: seen.refusals,
      horizontal: .init(
        code: isMultitouch ? InputCode.positionX : InputCode.x,
        declared: mapping.horizontal.minimum...mapping.horizontal.maximum,
        seen: seen.left...seen.right
      ),
      vertical: .init(
        code: isMultitouch ? InputCode.positionY : InputCode.y,
        declared: mapping.vertical.minimum...mapping.vertical.maximum,
        seen: seen.top...seen.bottom
      )
    )
  }

  /// Takes over what the kernel knows of a slot before the first event.
  ///
  /// - Parameters:
  ///   - index: The slot; one beyond those declared is ignored.
  ///   - state: The kernel's state of the slot; a contact in it is ignored until it ends.
  package mutating func adopt(slot index: Int, state: SlotState) {
    guard slots.indices.contains(index) else { return }
    take(state, into: index)
    slots[index].trackingID = max(state.trackingID, -1)
    slots[index].state = state.trackingID < 0 || state.distance > 0 ? .idle : .ignored
  }

  /// Takes over which slot the kernel speaks of before the first event.
  package mutating func adopt(currentSlot index: Int) {
    currentSlot = slots.indices.contains(index) ? index : nil
  }

  /// Takes over a key that is down before the first event: its contact is ignored until it ends.
  package mutating func adopt(pressedKey code: UInt16) {
    setKey(code, isDown: true)
    switch touchProtocol {
    case .single, .pointer: slots[0].state = .ignored
    case .anonymous: isIgnoringUntilRelease = true
    case .slots: break
    }
  }

  /// True while the contacts of a type A device wait for the release of those that were down before.
  var isIgnoringUntilRelease = false

  /// Takes one event.
  ///
  /// Does not allocate. Puts at most ``largestReport`` contacts into `queue`.
  package mutating func handle(_ record: InputRecord, into queue: inout TouchQueue) {
    if let due = releaseDeadline, record.time >= due { finishRelease(into: &queue) }
    switch (record.type, record.code) {
    case (InputCode.synchronization, InputCode.report):
      // libevdev ends the deltas of a resync with reports of its own.
      guard !isResynchronizing else { return }
      // The kernel's own releases, when a device is about to leave or to sleep, carry a 1 here
      // (input_disconnect_device in input.c); no finger was lifted.
      let end: ReportEnd = record.value == 0 ? .device : .kernel
      finishReport(at: record.time, end: end, into: &queue)
    case (InputCode.synchronization, InputCode.dropped):
      finishRelease(into: &queue)
      beginResync()
    case (InputCode.synchronization, InputCode.multitouchReport):
      if touchProtocol == .anonymous { closeAnonymousContact() }
    case (InputCode.key, let code):
      setKey(code, isDown: record.value != 0)
    case (InputCode.absolute, let code):
      setAxis(code, value: record.value)
    case (InputCode.relative, InputCode.relativeX), (InputCode.relative, InputCode.relativeY):
      if touchProtocol == .pointer { isPlaced = false }
    default:
      break
    }
  }

  /// Takes over what the kernel knows of a slot after the deltas of a resync.
  ///
  /// The deltas leave out where a finger that is gone was last. That is where it was lifted, and
  /// where the slot's next finger is unless the kernel says otherwise, for it does not repeat values.
  /// Outside a resync nothing happens.
  package mutating func resynchronize(slot index: Int, state: SlotState) {
    guard isResynchronizing, slots.indices.contains(index) else { return }
    setTrackingID(state.trackingID, of: index)
    take(state, into: index)
  }

  private mutating func take(_ state: SlotState, into index: Int) {
    // Axes of which nothing was told yet are 0.
    isPlaced = isPlaced || state.x != 0 || state.y != 0
    slots[index].x = state.x
    slots[index].y = state.y
    setTool(state.tool, of: index)
    setExtent(state.extent, of: index)
    setDistance(state.distance, of: index)
  }

  /// Says that the deltas of a resync are complete: the slots are as the kernel has them.
  package mutating func finishResync(at time: MonotonicInstant, into queue: inout TouchQueue) {
    guard isResynchronizing else { return }
    isResynchronizing = false
    finishReport(at: time, end: .resync, into: &queue)
  }

  /// Time at which ``meetDeadline(at:into:)`` is due unless there are events before; `nil` as a rule.
  package var deadline: MonotonicInstant? { releaseDeadline ?? rhythm.deadline }

  /// Tells of a release that has lasted by `now`, and of contacts of which nothing was heard.
  package mutating func meetDeadline(at now: MonotonicInstant, into queue: inout TouchQueue) {
    if let due = releaseDeadline, due <= now { finishRelease(into: &queue) }
    cancelSilentContacts(at: now, into: &queue)
  }

  private var releaseDeadline: MonotonicInstant? {
    releaseTime.map { $0 + SingleTouchFilter.releaseDelay }
  }

  /// Tells of a release that has lasted; nothing happens when there is none to be told.
  mutating func finishRelease(into queue: inout TouchQueue) {
    guard let time = releaseTime else { return }
    releaseTime = nil
    let wasDown = slots[0].state == .down
    slots[0].state = .idle
    guard wasDown else { return }
    let ending = filter.ending(on: mapping)
    guard ending == .lift, !isGhost(0, endingAt: time) else {
      tell(.cancel, index: 0, at: time, into: &queue)
      guard case .tap(let x, let y) = ending, !isGhost(0, endingAt: time),
        place(0, valueX: x, valueY: y)
      else {
        return
      }
      tell(.down, index: 0, at: time, into: &queue)
      tell(.up, index: 0, at: time, into: &queue)
      return
    }
    tell(.up, index: 0, at: time, into: &queue)
  }

  /// Cancels every contact, because the device is gone or has another owner.
  ///
  /// Those that are still down are ignored until they end.
  package mutating func cancelAll(at time: MonotonicInstant, into queue: inout TouchQueue) {
    for index in slots.indices where slots[index].state == .down {
      cancel(index, at: time, into: &queue)
    }
  }

  /// Time at which the contact that has been silent for longest was last spoken of; `nil` without contacts.
  package var oldestReport: MonotonicInstant? {
    var oldest: MonotonicInstant?
    for index in slots.indices where slots[index].state == .down {
      oldest = min(oldest ?? slots[index].lastReport, slots[index].lastReport)
    }
    return oldest
  }

  /// Cancels the contacts that were not spoken of after `instant`.
  ///
  /// - Returns: True if there was one.
  package mutating func cancelContacts(
    silentSince instant: MonotonicInstant,
    at time: MonotonicInstant,
    into queue: inout TouchQueue
  ) -> Bool {
    var hasCancelled = false
    for index in slots.indices
    where slots[index].state == .down && slots[index].lastReport <= instant {
      cancel(index, at: time, into: &queue)
      hasCancelled = true
    }
    return hasCancelled
  }
}
