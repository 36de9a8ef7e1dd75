// SPDX-License-Identifier: Apache-2.0
import Evdev
import Geometry
import MonotonicTime
import Testing
import Touch

/// A recorded stream in short notation, and a tracker that plays it.
enum Input: Sendable {
  case slot(Int32)
  case id(Int32)
  case at(Int32, Int32)
  case x(Int32)
  case pressure(Int32)
  case extent(Int32)
  case touch(Int32)
  case left(Int32)
  case single(Int32, Int32)
  /// `SYN_REPORT`; a millisecond passes.
  case report
  /// `SYN_MT_REPORT`.
  case contactEnd
  /// `SYN_DROPPED`; what follows are the deltas of the resync.
  case dropped
  /// The resync is complete.
  case synced
  /// Nothing is reported for so many milliseconds.
  case pause(Int64)
  case raw(UInt16, UInt16, Int32)

  var records: [(UInt16, UInt16, Int32)] {
    switch self {
    case .slot(let value): [(3, 0x2f, value)]
    case .id(let value): [(3, 0x39, value)]
    case .at(let x, let y): [(3, 0x35, x), (3, 0x36, y)]
    case .x(let x): [(3, 0x35, x)]
    case .pressure(let value): [(3, 0x3a, value)]
    case .extent(let value): [(3, 0x30, value)]
    case .touch(let value): [(1, 0x14a, value)]
    case .left(let value): [(1, 0x110, value)]
    case .single(let x, let y): [(3, 0, x), (3, 1, y)]
    case .report: [(0, 0, 0)]
    case .contactEnd: [(0, 2, 0)]
    case .dropped: [(0, 3, 0)]
    case .synced, .pause: []
    case .raw(let type, let code, let value): [(type, code, value)]
    }
  }
}

/// What came out, in short notation: slot, phase, and the cell of a panel of 1000 × 1000 cells.
struct Output: Hashable, CustomStringConvertible {
  let slot: Int
  let phase: TouchPhase
  let x: Int
  let y: Int

  init(_ slot: Int, _ phase: TouchPhase, _ x: Int, _ y: Int) {
    self.slot = slot
    self.phase = phase
    self.x = x
    self.y = y
  }

  init(_ contact: PanelContact) {
    self.init(
      contact.contact.slot,
      contact.phase,
      Int((contact.x * 1000).rounded(.down)),
      Int((contact.y * 1000).rounded(.down))
    )
  }

  var description: String { "\(slot) \(phase) \(x),\(y)" }
}

/// A device whose axes run from 0 to 999, fed by hand.
struct FakeDevice {
  var tracker: ContactTracker
  var queue = TouchQueue(capacity: 256)
  var now = MonotonicInstant(nanoseconds: 0)

  init(
    _ touchProtocol: TouchProtocol,
    calibration: AffineTransform = .identity,
    traits: PanelTraits = PanelTraits()
  ) throws {
    let range = try #require(AxisRange(minimum: 0, maximum: 999))
    tracker = ContactTracker(
      device: 7,
      touchProtocol: touchProtocol,
      mapping: PanelMapping(horizontal: range, vertical: range, calibration: calibration),
      traits: traits
    )
  }

  mutating func play(_ inputs: [Input]) -> [Output] {
    for input in inputs {
      for (type, code, value) in input.records {
        tracker.handle(
          InputRecord(type: type, code: code, value: value, time: now),
          into: &queue
        )
      }
      if case .synced = input { tracker.finishResync(at: now, into: &queue) }
      if case .report = input { now = now + .milliseconds(1) }
      if case .pause(let milliseconds) = input { now = now + .milliseconds(milliseconds) }
      tracker.meetDeadline(at: now, into: &queue)
    }
    return taken()
  }

  mutating func taken() -> [Output] {
    var outputs: [Output] = []
    while let event = queue.next() {
      if case .contact(let contact) = event { outputs.append(Output(contact)) }
    }
    return outputs
  }
}
