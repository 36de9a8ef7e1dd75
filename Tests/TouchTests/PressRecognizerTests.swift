// SPDX-License-Identifier: Apache-2.0
import Geometry
import MonotonicTime
import TestSupport
import Testing
import Touch

@Suite("Press recogniser")
struct PressRecognizerTests {
  struct Step: Sendable {
    let contact: ContactID
    let phase: TouchPhase
    let isInside: Bool

    init(_ slot: Int, _ phase: TouchPhase, _ isInside: Bool, device: Int = 0) {
      contact = ContactID(device: device, slot: slot)
      self.phase = phase
      self.isInside = isInside
    }
  }

  struct Story: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let steps: [Step]
    let actions: [PressRecognizer.Action]

    init(_ name: String, _ steps: [Step], _ actions: [PressRecognizer.Action]) {
      testDescription = name
      self.steps = steps
      self.actions = actions
    }
  }

  static let stories = [
    Story(
      "a tap triggers",
      [Step(0, .down, true), Step(0, .up, true)],
      [.pressed, .released(triggers: true)]
    ),
    Story(
      "a press that begins outside does nothing, wherever it goes",
      [Step(0, .down, false), Step(0, .move, true), Step(0, .up, true)],
      []
    ),
    Story(
      "sliding off and lifting releases without trigger",
      [Step(0, .down, true), Step(0, .move, false), Step(0, .up, false)],
      [.pressed, .released(triggers: false)]
    ),
    Story(
      "sliding off, back and lifting triggers",
      [Step(0, .down, true), Step(0, .move, false), Step(0, .move, true), Step(0, .up, true)],
      [.pressed, .released(triggers: true)]
    ),
    Story(
      "a cancelled touch does not trigger, and its late lift is nothing",
      [Step(0, .down, true), Step(0, .cancel, true), Step(0, .up, true)],
      [.pressed, .cancelled]
    ),
    Story(
      "a second finger neither releases nor triggers",
      [
        Step(0, .down, true), Step(1, .down, true), Step(1, .up, true), Step(1, .cancel, true),
        Step(0, .up, true),
      ],
      [.pressed, .released(triggers: true)]
    ),
    Story(
      "the second finger does not inherit the press",
      [Step(0, .down, true), Step(1, .down, true), Step(0, .up, true), Step(1, .up, true)],
      [.pressed, .released(triggers: true)]
    ),
    Story(
      "the same slot of another device is another finger",
      [Step(0, .down, true), Step(0, .up, true, device: 1), Step(0, .up, false)],
      [.pressed, .released(triggers: false)]
    ),
    Story(
      "a contact whose end was lost and that comes down elsewhere cancels",
      [Step(0, .down, true), Step(0, .down, false), Step(0, .up, true)],
      [.pressed, .cancelled]
    ),
    Story(
      "a contact whose end was lost and that comes down again triggers once",
      [Step(0, .down, true), Step(0, .down, true), Step(0, .up, true), Step(0, .up, true)],
      [.pressed, .released(triggers: true)]
    ),
  ]

  static func event(_ contact: ContactID, _ phase: TouchPhase) -> TouchEvent {
    TouchEvent(
      contact: contact,
      phase: phase,
      position: .zero,
      time: MonotonicInstant(nanoseconds: 0)
    )
  }

  @Test("Each story ends as it should", arguments: stories)
  func story(_ story: Story) {
    var recognizer = PressRecognizer()
    let actions = story.steps.compactMap { step in
      recognizer.handle(Self.event(step.contact, step.phase), isInside: step.isInside)
    }
    #expect(actions == story.actions)
    #expect(recognizer.owner == nil)
  }

  @Test("An abandoned press does not trigger when its finger lifts")
  func abandon() {
    var recognizer = PressRecognizer()
    let contact = ContactID(device: 0, slot: 0)
    let wasHeldBefore = recognizer.abandon()
    #expect(!wasHeldBefore)
    _ = recognizer.handle(Self.event(contact, .down), isInside: true)
    let wasHeld = recognizer.abandon()
    #expect(wasHeld)
    let late = recognizer.handle(Self.event(contact, .up), isInside: true)
    #expect(late == nil)
  }

  @Test("Presses and ends alternate, whatever the fingers do", arguments: 0..<50 as Range<UInt64>)
  func alternation(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    var recognizer = PressRecognizer()
    var isHeld = false
    for _ in 0..<400 {
      let contact = ContactID(device: Int(generator.next() % 2), slot: Int(generator.next() % 3))
      let phases: [TouchPhase] = [.down, .move, .up, .cancel]
      let phase = phases[Int(generator.next() % 4)]
      let isInside = generator.next() % 3 != 0
      let owner = recognizer.owner
      switch recognizer.handle(Self.event(contact, phase), isInside: isInside) {
      case .pressed:
        #expect(!isHeld && phase == .down && isInside)
        isHeld = true
      case .released(let triggers):
        #expect(isHeld && phase == .up && contact == owner && triggers == isInside)
        isHeld = false
      case .cancelled:
        #expect(isHeld && contact == owner)
        isHeld = false
      case nil:
        break
      }
      #expect((recognizer.owner != nil) == isHeld)
    }
  }
}
