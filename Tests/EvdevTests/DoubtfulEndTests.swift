// SPDX-License-Identifier: Apache-2.0
import Evdev
import MonotonicTime
import Testing
import Touch

@Suite("Ends that are no lifts")
struct DoubtfulEndTests {
  /// What is played on a device whose ghosts are shorter than 12 ms, and what is told.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let touchProtocol: TouchProtocol
    let inputs: [Input]
    let outputs: [Output]

    init(_ name: String, _ touchProtocol: TouchProtocol, _ inputs: [Input], _ outputs: [Output]) {
      testDescription = name
      self.touchProtocol = touchProtocol
      self.inputs = inputs
      self.outputs = outputs
    }
  }

  /// A nameless finger at a place, 33 ms after the report before.
  static func seen(_ x: Int32, _ y: Int32) -> [Input] {
    [.at(x, y), .contactEnd, .report, .pause(32)]
  }

  /// So many stamps of scans that found nothing new, 10 ms apart.
  static func stamps(_ count: Int32) -> [Input] {
    (0..<count).flatMap { [.raw(4, 5, 100 * $0), .report, .pause(9)] }
  }

  static let jumps = [
    Case(
      "a swipe at 30 reports a second triggers nothing on its way nor where it ends",
      .anonymous,
      [100, 120, 350, 600, 850, 900, 901].flatMap { seen($0, 500) } + [.contactEnd, .report],
      [
        Output(0, .down, 100, 500), Output(0, .move, 120, 500), Output(0, .cancel, 120, 500),
      ]
    ),
    Case(
      "the same beside a finger that lies still, which goes on",
      .anonymous,
      [.at(100, 100), .contactEnd] + seen(100, 500) + [.at(101, 100), .contactEnd]
        + seen(500, 500) + [.at(101, 100), .contactEnd] + seen(900, 500) + seen(102, 100)
        + [.contactEnd, .report],
      [
        Output(0, .down, 100, 100), Output(1, .down, 100, 500), Output(1, .cancel, 100, 500),
        Output(0, .move, 101, 100), Output(0, .move, 102, 100), Output(0, .up, 102, 100),
      ]
    ),
    Case(
      "fingers that are named may jump",
      .anonymous,
      [.id(1)] + seen(100, 500) + [.id(1)] + seen(900, 500) + [.contactEnd, .report],
      [Output(0, .down, 100, 500), Output(0, .move, 900, 500), Output(0, .up, 900, 500)]
    ),
    Case(
      "a tracking id that goes over to another slot is the same finger",
      .slots(5),
      [
        .slot(0), .id(7), .at(100, 100), .report, .pause(30), .id(-1), .slot(2), .id(7),
        .at(110, 100), .report, .pause(30), .x(120), .report, .id(-1), .report,
      ],
      [
        Output(0, .down, 100, 100), Output(0, .move, 110, 100), Output(0, .move, 120, 100),
        Output(0, .up, 120, 100),
      ]
    ),
    Case(
      "so is one that stands in two slots for a report",
      .slots(5),
      [
        .slot(0), .id(7), .at(100, 100), .report, .pause(30), .slot(2), .id(7), .at(100, 100),
        .report, .slot(0), .id(-1), .report, .slot(2), .id(-1), .report,
      ],
      [Output(0, .down, 100, 100), Output(0, .up, 100, 100)]
    ),
    Case(
      "a slot that such a finger has left is free for another one, with another number",
      .slots(5),
      [
        .slot(0), .id(7), .at(100, 100), .report, .pause(30), .slot(2), .id(7), .at(100, 100),
        .slot(0), .id(8), .at(500, 500), .report, .pause(30), .id(-1), .report, .slot(2), .id(-1),
        .report,
      ],
      [
        Output(0, .down, 100, 100), Output(2, .down, 500, 500), Output(2, .up, 500, 500),
        Output(0, .up, 100, 100),
      ]
    ),
  ]

  static let keys = [
    Case(
      "BTN_TOUCH that follows the first slot alone lifts no other finger",
      .slots(5),
      [
        .slot(0), .id(1), .at(100, 100), .touch(1), .slot(1), .id(2), .at(500, 500), .report,
        .pause(30), .slot(0), .id(-1), .touch(0), .report, .pause(30), .slot(1), .x(510), .report,
        .id(-1), .report,
      ],
      [
        Output(0, .down, 100, 100), Output(1, .down, 500, 500), Output(0, .up, 100, 100),
        Output(1, .move, 510, 500), Output(1, .up, 510, 500),
      ]
    ),
    Case(
      "the same when the key is told first",
      .slots(5),
      [
        .slot(0), .id(1), .at(100, 100), .touch(1), .slot(1), .id(2), .at(500, 500), .report,
        .pause(30), .touch(0), .slot(0), .id(-1), .report, .slot(1), .id(-1), .report,
      ],
      [
        Output(0, .down, 100, 100), Output(1, .down, 500, 500), Output(0, .up, 100, 100),
        Output(1, .up, 500, 500),
      ]
    ),
    Case(
      "BTN_TOUCH alone does not say which of two fingers was lifted",
      .slots(5),
      [
        .slot(0), .id(1), .at(100, 100), .touch(1), .slot(1), .id(2), .at(500, 500), .report,
        .pause(30), .touch(0), .report,
      ],
      [
        Output(0, .down, 100, 100), Output(1, .down, 500, 500), Output(0, .cancel, 100, 100),
        Output(1, .cancel, 500, 500),
      ]
    ),
  ]

  static let silence = [
    Case(
      "nameless fingers whose reports stop are given up; the next one is another finger",
      .anonymous,
      (0..<10).flatMap { _ in seen(100, 100) } + [.pause(50)] + seen(150, 100) + seen(150, 100)
        + [.contactEnd, .report],
      [
        Output(0, .down, 100, 100), Output(0, .cancel, 100, 100), Output(0, .down, 150, 100),
        Output(0, .up, 150, 100),
      ]
    ),
    Case(
      "hid-multitouch's release of a panel that stamps its scans and stopped is no lift",
      .slots(5),
      [.id(1), .at(100, 100), .report] + stamps(9) + [.pause(100), .id(-1), .report],
      [Output(0, .down, 100, 100), Output(0, .cancel, 100, 100)]
    ),
    Case(
      "the lift of a finger that such a panel never stopped to report is one",
      .slots(5),
      [.id(1), .at(100, 100), .report] + stamps(50) + [.id(-1), .report],
      [Output(0, .down, 100, 100), Output(0, .up, 100, 100)]
    ),
    Case(
      "a slot that another finger has after a silence was not emptied: a release was lost",
      .slots(5),
      [
        .id(1), .at(100, 100), .report, .pause(500), .id(2), .at(500, 500), .report, .pause(30),
        .id(-1), .report,
      ],
      [
        Output(0, .down, 100, 100), Output(0, .cancel, 100, 100), Output(0, .down, 500, 500),
        Output(0, .up, 500, 500),
      ]
    ),
    Case(
      "a panel that says nothing of a finger that lies still is believed",
      .slots(5),
      [.id(1), .at(100, 100), .report, .pause(5000), .id(-1), .report],
      [Output(0, .down, 100, 100), Output(0, .up, 100, 100)]
    ),
    Case(
      "nameless fingers that are lifted after a silence may be silent from then on",
      .anonymous,
      (0..<10).flatMap { _ in seen(100, 100) } + [.pause(500), .contactEnd, .report]
        + seen(200, 100) + [.pause(500), .contactEnd, .report],
      [
        Output(0, .down, 100, 100), Output(0, .cancel, 100, 100), Output(0, .down, 200, 100),
        Output(0, .up, 200, 100),
      ]
    ),
    Case(
      "a finger of which a panel speaks again after a silence was there: it may be silent",
      .slots(5),
      [.id(1), .at(100, 100), .report] + stamps(9)
        + [.pause(100), .x(110), .report, .id(-1), .report, .id(2), .x(200), .report]
        + [.pause(500), .id(-1), .report],
      [
        Output(0, .down, 100, 100), Output(0, .cancel, 100, 100), Output(0, .down, 200, 100),
        Output(0, .up, 200, 100),
      ]
    ),
  ]

  static let ghosts = [
    Case(
      "a contact of one report is a ghost",
      .slots(5),
      [.id(1), .at(100, 100), .report, .pause(7), .id(-1), .report],
      [Output(0, .down, 100, 100), Output(0, .cancel, 100, 100)]
    ),
    Case(
      "one that lasts is a touch",
      .slots(5),
      [.id(1), .at(100, 100), .report, .pause(11), .id(-1), .report],
      [Output(0, .down, 100, 100), Output(0, .up, 100, 100)]
    ),
    Case(
      "a nameless ghost",
      .anonymous,
      [.at(100, 100), .contactEnd, .report, .pause(3), .contactEnd, .report],
      [Output(0, .down, 100, 100), Output(0, .cancel, 100, 100)]
    ),
    Case(
      "a ghost on a panel of one finger",
      .single,
      [.touch(1), .single(100, 100), .report, .pause(7), .touch(0), .report, .pause(25)],
      [Output(0, .down, 100, 100), Output(0, .cancel, 100, 100)]
    ),
    Case(
      "a press and a release in one report are a tap: how long it was is not told",
      .single,
      [.touch(1), .single(100, 100), .touch(0), .report, .pause(25)],
      [Output(0, .down, 100, 100), Output(0, .up, 100, 100)]
    ),
    Case(
      "a click of a pointer is never one",
      .pointer,
      [98, 99, 100].flatMap { [.single($0, 100), .report] } + [
        .left(1), .report, .left(0), .report,
      ],
      [Output(0, .down, 100, 100), Output(0, .up, 100, 100)]
    ),
  ]

  @Test("What is doubtful does not trigger", arguments: jumps + keys + silence + ghosts)
  func doubt(_ test: Case) throws {
    let traits = PanelTraits(leastDuration: .milliseconds(12))
    var device = try FakeDevice(test.touchProtocol, traits: traits)
    // Played one input at a time, so that nothing is merged in the queue.
    #expect(test.inputs.flatMap { device.play([$0]) } == test.outputs)
  }

  @Test("Without a least duration every contact is a touch")
  func everyContact() throws {
    var device = try FakeDevice(.slots(5))
    let outputs = device.play([.id(1), .at(100, 100), .report, .id(-1), .report])
    #expect(outputs.map(\.phase) == [.down, .up])
  }

  @Test("A silent finger is given up at its time, without another report")
  func deadline() throws {
    var device = try FakeDevice(.anonymous)
    let down = (0..<10).flatMap { _ in Self.seen(100, 100) }
    #expect(device.play(down) == [Output(0, .down, 100, 100)])
    let due = try #require(device.tracker.deadline)
    // 33 ms after each report comes the next; 80 ms after the last one it is over.
    #expect(due == MonotonicInstant(nanoseconds: (9 * 33 + 80) * 1_000_000))
    device.tracker.meetDeadline(at: due - .milliseconds(1), into: &device.queue)
    #expect(device.taken().isEmpty)
    device.tracker.meetDeadline(at: due, into: &device.queue)
    #expect(device.taken() == [Output(0, .cancel, 100, 100)])
    #expect(device.tracker.deadline == nil)
  }
}
