// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Notices
import TestSupport
import Testing
import Touch

@Suite("Touch queue")
struct TouchQueueTests {
  /// A contact whose horizontal position says which one of its kind it is.
  static func contact(_ slot: Int, _ phase: TouchPhase, _ x: Double = 0) -> PanelContact {
    PanelContact(
      contact: ContactID(device: 0, slot: slot),
      phase: phase,
      x: x,
      y: 0,
      time: MonotonicInstant(nanoseconds: Int64(x))
    )
  }

  static func drain(_ queue: inout TouchQueue) -> [TouchSourceEvent] {
    var events: [TouchSourceEvent] = []
    while let event = queue.next() { events.append(event) }
    return events
  }

  static func contacts(_ queue: inout TouchQueue) -> [PanelContact] {
    drain(&queue).compactMap { if case .contact(let contact) = $0 { contact } else { nil } }
  }

  @Test("Of moves in a row each finger keeps its newest")
  func coalescing() {
    var queue = TouchQueue(capacity: 16)
    queue.append(Self.contact(0, .down))
    for x in 1...1000 {
      queue.append(Self.contact(0, .move, Double(x)))
      queue.append(Self.contact(1, .move, Double(-x)))
    }
    queue.append(Self.contact(0, .up, 1000))
    #expect(
      Self.contacts(&queue) == [
        Self.contact(0, .down), Self.contact(0, .move, 1000), Self.contact(1, .move, -1000),
        Self.contact(0, .up, 1000),
      ]
    )
  }

  static let barriers: [TouchSourceEvent] = [
    .contact(contact(1, .down)), .contact(contact(1, .up)), .contact(contact(1, .cancel)),
    .notice(Notice(.debug, "")),
  ]

  @Test("Moves are not merged across anything else", arguments: barriers)
  func barrier(_ barrier: TouchSourceEvent) {
    var queue = TouchQueue(capacity: 16)
    queue.append(Self.contact(0, .move, 1))
    queue.append(barrier)
    queue.append(Self.contact(0, .move, 2))
    #expect(
      Self.drain(&queue) == [
        .contact(Self.contact(0, .move, 1)), barrier, .contact(Self.contact(0, .move, 2)),
      ]
    )
  }

  @Test("A move that was taken is not merged with the next")
  func takenMove() {
    var queue = TouchQueue(capacity: 4)
    queue.append(Self.contact(0, .move, 1))
    let first = queue.next()
    queue.append(Self.contact(0, .move, 2))
    #expect(first == .contact(Self.contact(0, .move, 1)))
    #expect(Self.contacts(&queue) == [Self.contact(0, .move, 2)])
  }

  @Test("A full queue gives up moves, never a down or an up")
  func overflow() {
    var queue = TouchQueue(capacity: 6)
    for slot in 0..<3 {
      queue.append(Self.contact(slot, .down))
      queue.append(Self.contact(slot, .move, 1))
    }
    #expect(queue.room == 0)
    queue.append(.notice(Notice(.debug, "between")))
    for slot in 0..<3 { queue.append(Self.contact(slot, .up, 1)) }
    let expected: [TouchSourceEvent] =
      (0..<3).map { .contact(Self.contact($0, .down)) }
      + [.notice(Notice(.debug, "between"))]
      + (0..<3).map { .contact(Self.contact($0, .up, 1)) }
    #expect(Self.drain(&queue) == expected)
  }

  @Test("A full queue without moves gives up its oldest contact")
  func overflowWithoutMoves() {
    var queue = TouchQueue(capacity: 3)
    for slot in 0..<5 { queue.append(Self.contact(slot, .down)) }
    #expect(Self.contacts(&queue) == (2..<5).map { Self.contact($0, .down) })
  }

  @Test("Everything comes out in the order it went in", arguments: 0..<40 as Range<UInt64>)
  func order(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    var queue = TouchQueue(capacity: 7)
    // Downs and notices are never merged, so a plain array is the reference.
    var reference: [TouchSourceEvent] = []
    var taken: [TouchSourceEvent] = []
    var expected: [TouchSourceEvent] = []
    for step in 0..<500 {
      switch generator.next() % 3 {
      case 0 where queue.room > 0:
        let event = TouchSourceEvent.contact(Self.contact(0, .down, Double(step)))
        queue.append(event)
        reference.append(event)
      case 1 where reference.count < 12:
        let event = TouchSourceEvent.notice(Notice(.debug, "\(step)"))
        queue.append(event)
        reference.append(event)
      default:
        if let event = queue.next() { taken.append(event) }
        if !reference.isEmpty { expected.append(reference.removeFirst()) }
      }
      #expect(taken.count == expected.count)
    }
    #expect(taken == expected)
  }
}
