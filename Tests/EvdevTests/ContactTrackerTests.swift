// SPDX-License-Identifier: Apache-2.0
import Evdev
import Geometry
import MonotonicTime
import Testing
import Touch

@Suite("Contact tracker")
struct ContactTrackerTests {
  struct Recording: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let touchProtocol: TouchProtocol
    let inputs: [Input]
    let outputs: [Output]

    init(
      _ name: String,
      _ touchProtocol: TouchProtocol,
      _ inputs: [Input],
      _ outputs: [Output]
    ) {
      testDescription = name
      self.touchProtocol = touchProtocol
      self.inputs = inputs
      self.outputs = outputs
    }
  }

  static let slotted = [
    Recording(
      "down, move and up of one finger",
      .slots(5),
      [
        .slot(0), .id(10), .at(100, 200), .touch(1), .report, .x(150), .report, .id(-1), .touch(0),
        .report,
      ],
      [Output(0, .down, 100, 200), Output(0, .move, 150, 200), Output(0, .up, 150, 200)]
    ),
    Recording(
      "values that have not changed are not repeated: the slot remembers them",
      .slots(5),
      [
        .id(10), .at(100, 200), .report, .id(-1), .report, .id(11), .x(300), .report, .id(-1),
        .report,
      ],
      [
        Output(0, .down, 100, 200), Output(0, .up, 100, 200), Output(0, .down, 300, 200),
        Output(0, .up, 300, 200),
      ]
    ),
    Recording(
      "a report without a change of position says nothing",
      .slots(5),
      [.id(1), .at(5, 5), .report, .pressure(9), .report, .at(5, 5), .report, .report],
      [Output(0, .down, 5, 5)]
    ),
    Recording(
      "ends come before beginnings, whatever the slots' order",
      .slots(5),
      [
        .slot(3), .id(1), .at(100, 100), .report, .slot(0), .id(2), .at(500, 500), .slot(3),
        .id(-1), .report,
      ],
      [Output(3, .down, 100, 100), Output(3, .up, 100, 100), Output(0, .down, 500, 500)]
    ),
    Recording(
      "a new tracking id in a slot that was not emptied is another finger",
      .slots(5),
      [.id(1), .at(100, 100), .report, .id(2), .at(700, 700), .report],
      [Output(0, .down, 100, 100), Output(0, .up, 100, 100), Output(0, .down, 700, 700)]
    ),
    Recording(
      "a tracking id that is used again later is another finger",
      .slots(5),
      [.id(1), .at(100, 100), .report, .id(-1), .report, .id(1), .at(100, 100), .report],
      [Output(0, .down, 100, 100), Output(0, .up, 100, 100), Output(0, .down, 100, 100)]
    ),
    Recording(
      "what the kernel lets go of for a device that leaves is cancelled",
      .slots(5),
      [.id(1), .at(100, 100), .touch(1), .report, .touch(0), .raw(0, 0, 1)],
      [Output(0, .down, 100, 100), Output(0, .cancel, 100, 100)]
    ),
    Recording(
      "slots that were not declared do not mix with others",
      .slots(2),
      [
        .slot(0), .id(1), .at(100, 100), .report, .slot(2), .id(2), .at(900, 900), .report,
        .slot(-1), .id(-1), .report, .slot(0), .x(110), .report,
      ],
      [Output(0, .down, 100, 100), Output(0, .move, 110, 100)]
    ),
    Recording(
      "a finger that came and went within a report is a tap",
      .slots(2),
      [.id(1), .at(100, 100), .id(-1), .report, .id(2), .at(200, 200), .report],
      [Output(0, .down, 100, 100), Output(0, .up, 100, 100), Output(0, .down, 200, 200)]
    ),
    Recording(
      "a finger that left, a tap and a new finger in one report and slot are three",
      .slots(2),
      [
        .id(1), .at(100, 100), .report, .id(2), .at(300, 300), .id(3), .at(500, 500), .report,
      ],
      [
        Output(0, .down, 100, 100), Output(0, .up, 100, 100), Output(0, .down, 300, 300),
        Output(0, .up, 300, 300), Output(0, .down, 500, 500),
      ]
    ),
    Recording(
      "BTN_TOUCH alone releases, and the next touch needs no new tracking id",
      .slots(2),
      [
        .id(1), .at(100, 100), .touch(1), .report, .at(0, 0), .touch(0), .report, .at(300, 300),
        .touch(1), .report, .id(-1), .touch(0), .report,
      ],
      [
        Output(0, .down, 100, 100), Output(0, .up, 100, 100), Output(0, .down, 300, 300),
        Output(0, .up, 300, 300),
      ]
    ),
    Recording(
      "a position in the release report is not believed",
      .slots(2),
      [.id(1), .at(100, 100), .report, .at(0, 0), .id(-1), .report],
      [Output(0, .down, 100, 100), Output(0, .up, 100, 100)]
    ),
    Recording(
      "a ghost far outside is never told of",
      .slots(2),
      [.id(1), .at(499, -3616), .report, .at(400, 400), .report, .id(-1), .report],
      []
    ),
    Recording(
      "a finger that jumps far outside is cancelled, and what it does later is ignored",
      .slots(2),
      [
        .id(1), .at(100, 100), .report, .at(5000, 100), .report, .at(100, 100), .report, .id(-1),
        .report, .id(2), .at(100, 100), .report,
      ],
      [Output(0, .down, 100, 100), Output(0, .cancel, 100, 100), Output(0, .down, 100, 100)]
    ),
    Recording(
      "a finger just over the rim is at the edge",
      .slots(2),
      [.id(1), .at(-60, 1050), .report],
      [Output(0, .down, 0, 999)]
    ),
    Recording(
      "unknown types and codes are nothing",
      .slots(2),
      [.raw(4, 4, 7), .raw(3, 0x3c, 1), .raw(1, 30, 1), .raw(0, 1, 0), .raw(99, 99, 99), .report],
      []
    ),
  ]

  static let resynchronized = [
    Recording(
      "a finger lifted meanwhile is lifted, where the kernel saw it last",
      .slots(5),
      [
        .id(1), .at(100, 100), .report, .dropped, .at(800, 800), .id(-1), .report, .synced,
      ],
      [Output(0, .down, 100, 100), Output(0, .up, 800, 800)]
    ),
    Recording(
      "a finger still down moves to where it is now, once",
      .slots(5),
      [.id(1), .at(100, 100), .report, .dropped, .at(300, 300), .report, .synced, .report],
      [Output(0, .down, 100, 100), Output(0, .move, 300, 300)]
    ),
    Recording(
      "no difference says nothing",
      .slots(5),
      [.id(1), .at(100, 100), .report, .dropped, .synced],
      [Output(0, .down, 100, 100)]
    ),
    Recording(
      "a slot that another finger has by now is cancelled first",
      .slots(5),
      [
        .id(1), .at(100, 100), .report, .dropped, .slot(0), .id(-1), .report, .slot(0), .id(2),
        .at(600, 600), .report, .synced,
      ],
      [Output(0, .down, 100, 100), Output(0, .cancel, 100, 100), Output(0, .down, 600, 600)]
    ),
    Recording(
      "what was half received before the loss counts with what follows",
      .slots(5),
      [.id(1), .x(100), .dropped, .at(100, 900), .report, .synced, .id(-1), .report],
      [Output(0, .down, 100, 900), Output(0, .up, 100, 900)]
    ),
    Recording(
      "a loss during a resync is one more resync",
      .slots(5),
      [.id(1), .at(100, 100), .report, .dropped, .dropped, .id(-1), .report, .synced],
      [Output(0, .down, 100, 100), Output(0, .up, 100, 100)]
    ),
    Recording(
      "a nameless contact whose device is silent about keys is cancelled",
      .anonymous,
      [.at(100, 100), .contactEnd, .report, .dropped, .synced, .contactEnd, .report],
      [Output(0, .down, 100, 100), Output(0, .cancel, 100, 100)]
    ),
    Recording(
      "a nameless contact goes on when the key is still down",
      .anonymous,
      [
        .touch(1), .at(100, 100), .contactEnd, .report, .at(120, 100), .dropped, .synced,
        .at(140, 100), .contactEnd, .report,
      ],
      [Output(0, .down, 100, 100), Output(0, .move, 140, 100)]
    ),
    Recording(
      "a single touch that ended meanwhile is lifted where it was last",
      .single,
      [
        .single(100, 100), .touch(1), .report, .dropped, .single(200, 100), .touch(0), .report,
        .synced,
      ],
      [Output(0, .down, 100, 100), Output(0, .up, 200, 100)]
    ),
  ]

  static let anonymous = [
    Recording(
      "two fingers keep their slots, whatever order they are listed in",
      .anonymous,
      [
        .at(100, 100), .contactEnd, .at(800, 800), .contactEnd, .report,
        .at(790, 800), .contactEnd, .at(110, 100), .contactEnd, .report,
        .at(780, 800), .contactEnd, .report, .contactEnd, .report,
      ],
      [
        Output(0, .down, 100, 100), Output(1, .down, 800, 800), Output(0, .move, 110, 100),
        Output(1, .move, 790, 800), Output(0, .up, 110, 100), Output(1, .move, 780, 800),
        Output(1, .up, 780, 800),
      ]
    ),
    Recording(
      "BTN_TOUCH alone releases, without a contact report and at nonsense positions",
      .anonymous,
      [
        .touch(1), .at(100, 100), .contactEnd, .report, .at(0, 0), .touch(0), .report, .touch(1),
        .at(100, 100), .contactEnd, .report, .touch(0), .report,
      ],
      [
        Output(0, .down, 100, 100), Output(0, .up, 100, 100), Output(0, .down, 100, 100),
        Output(0, .up, 100, 100),
      ]
    ),
    Recording(
      "a jump over the panel is no lift, and presses nothing",
      .anonymous,
      [
        .at(100, 100), .contactEnd, .report, .at(900, 900), .contactEnd, .report, .contactEnd,
        .report, .at(900, 900), .contactEnd, .report,
      ],
      [Output(0, .down, 100, 100), Output(0, .cancel, 100, 100), Output(0, .down, 900, 900)]
    ),
    Recording(
      "no pressure, or no extent, is no finger",
      .anonymous,
      [
        .at(100, 100), .pressure(9), .contactEnd, .report, .at(100, 100), .pressure(0), .contactEnd,
        .report, .at(100, 100), .extent(4), .contactEnd, .report, .at(100, 100), .extent(0),
        .contactEnd, .report,
      ],
      [
        Output(0, .down, 100, 100), Output(0, .up, 100, 100), Output(0, .down, 100, 100),
        Output(0, .up, 100, 100),
      ]
    ),
    Recording(
      "contacts with names are told apart by them, however far they jump",
      .anonymous,
      [
        .id(4), .at(100, 100), .contactEnd, .report, .id(5), .at(110, 100), .contactEnd, .id(4),
        .at(600, 600), .contactEnd, .report,
      ],
      [Output(0, .down, 100, 100), Output(0, .move, 600, 600), Output(1, .down, 110, 100)]
    ),
    Recording(
      "a report about keys alone changes no contact",
      .anonymous,
      [.at(100, 100), .contactEnd, .report, .raw(1, 158, 1), .report],
      [Output(0, .down, 100, 100)]
    ),
    Recording(
      "the separator behind the last contact may be missing",
      .anonymous,
      [.at(100, 100), .report, .contactEnd, .report],
      [Output(0, .down, 100, 100), Output(0, .up, 100, 100)]
    ),
  ]

  static let oneFinger = [
    Recording(
      "BTN_TOUCH with ABS_X and ABS_Y",
      .single,
      [
        .touch(1), .single(100, 200), .report, .single(120, 200), .report, .single(140, 200),
        .report,
        .single(160, 200), .report, .single(0, 0), .touch(0), .report, .pause(25),
      ],
      [
        Output(0, .down, 100, 200), Output(0, .move, 120, 200), Output(0, .move, 140, 200),
        Output(0, .up, 140, 200),
      ]
    ),
    Recording(
      "a press and a release in one report are a tap",
      .single,
      [.single(100, 200), .touch(1), .touch(0), .report, .pause(25)],
      [Output(0, .down, 100, 200), Output(0, .up, 100, 200)]
    ),
    Recording(
      "the same on a pointer",
      .pointer,
      [.single(100, 200), .left(1), .left(0), .report, .pause(25)],
      [Output(0, .down, 100, 200), Output(0, .up, 100, 200)]
    ),
    Recording(
      "a pointer is nothing while its button is up, and lifts where it is",
      .pointer,
      [
        .single(100, 200), .report, .single(200, 200), .report, .single(300, 200), .report,
        .single(500, 500), .left(1), .report, .single(600, 500), .left(0), .report,
        .single(700, 500), .report,
      ],
      [Output(0, .down, 500, 500), Output(0, .up, 600, 500)]
    ),
    Recording(
      "relative motion takes a pointer's position back until it tells one",
      .pointer,
      [
        .single(100, 200), .report, .raw(2, 0, 5), .report, .left(1), .report, .left(0), .report,
        .pause(25), .single(101, 200), .left(1), .report, .left(0), .report, .pause(25),
      ],
      [Output(0, .down, 101, 200), Output(0, .up, 101, 200)]
    ),
    Recording(
      "a panel in mouse mode is filtered: it moves nothing while its button is up",
      .pointer,
      [
        .single(900, 900), .left(1), .report, .single(100, 200), .report, .single(101, 200),
        .report, .single(700, 20), .report, .left(0), .report, .pause(25),
      ],
      [
        Output(0, .down, 900, 900), Output(0, .cancel, 900, 900), Output(0, .down, 101, 200),
        Output(0, .up, 101, 200),
      ]
    ),
    Recording(
      "a touch without a position presses nothing",
      .single,
      [.touch(1), .raw(3, 2, 700), .raw(3, 3, 800), .report, .pause(90), .touch(0), .report],
      []
    ),
    Recording(
      "the same with slots",
      .slots(2),
      [.id(1), .touch(1), .report, .pause(90), .id(-1), .touch(0), .report],
      []
    ),
    Recording(
      "other buttons of a pointer are nothing",
      .pointer,
      [.single(100, 200), .raw(1, 0x111, 1), .report, .raw(1, 0x111, 0), .report],
      []
    ),
    Recording(
      "a pointer that goes far outside while pressed is cancelled, once",
      .pointer,
      [
        .single(2, 1), .report, .single(3, 1), .report, .single(1, 1), .report, .left(1), .report,
        .single(1, 9000), .left(0), .report,
      ],
      [Output(0, .down, 1, 1), Output(0, .cancel, 1, 1)]
    ),
  ]

  @Test(
    "Recordings come out as they should",
    arguments: slotted + resynchronized + anonymous + oneFinger
  )
  func recording(_ recording: Recording) throws {
    // Played one input at a time, so that nothing is merged in the queue.
    var device = try FakeDevice(recording.touchProtocol)
    let outputs = recording.inputs.flatMap { device.play([$0]) }
    #expect(outputs == recording.outputs)
  }
}
