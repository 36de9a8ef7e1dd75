// SPDX-License-Identifier: Apache-2.0
import Evdev
import Geometry
import MonotonicTime
import TestSupport
import Testing
import Touch

/// What real panels are and reported, through the decoder as it is.
@Suite(
  "Recordings of real panels",
  .enabled(if: Recording.areThere, "the recordings are not in \(EvemuRecording.folder)")
)
struct RecordingTests {
  /// What each device is: touchscreens by how they report, and what presses nothing.
  static let verdicts = [
    "atmel-drag": "slots 10", "atmel-two-fingers": "slots 10", "egalax-usb": "single",
    "egalax-virtual": "slots 21", "ep0430m09-drag": "slots 5", "ep0430m09-four-fingers": "slots 5",
    "irtouch": "slots 2", "ntrig-drag": "anonymous", "quanta-strokes": "slots 10",
    "touchpad-intuos5-circle": "touchpad", "wacom-e6-circle": "slots 2",
    "wacom-e6-swipe": "slots 2",
    "wacom-e6-tap": "slots 2", "wacom-e6-two-scroll": "slots 2", "wacom-e6-two-tap": "slots 2",
    "wacom-isdv4-90": "graphics tablet",
  ]

  @Test("Each device is found for what it is", arguments: Recording.all)
  func verdict(_ recording: Recording) throws {
    let verdict = try recording.capabilities().verdict()
    let use =
      switch verdict.use?.touchProtocol {
      case .slots(let count): "slots \(count)"
      case .anonymous: "anonymous"
      case .single: "single"
      case .pointer: "pointer"
      case nil: verdict.kind
      }
    #expect(use == Self.verdicts[recording.testDescription])
  }

  @Test(
    "Each finger comes down and is lifted once, where the panel saw it",
    arguments: Recording.all
  )
  func fingers(_ recording: Recording) throws {
    let capabilities = try recording.capabilities()
    guard let use = capabilities.verdict().use else { return }
    let mapping = PanelMapping(
      horizontal: use.horizontal,
      vertical: use.vertical,
      calibration: .identity
    )
    var tracker = ContactTracker(
      device: 1,
      touchProtocol: use.touchProtocol,
      mapping: mapping,
      traits: PanelTraits(leastDuration: .milliseconds(12), palmExtent: capabilities.palmExtent)
    )
    var queue = TouchQueue(capacity: 256)
    var (downs, ups): ([String], [String]) = ([], [])
    var open: Set<ContactID> = []
    func take() {
      while let event = queue.next() {
        guard case .contact(let contact) = event else { continue }
        let text =
          "\(Trace.value(contact.x, in: use.horizontal)) \(Trace.value(contact.y, in: use.vertical))"
        switch contact.phase {
        case .down:
          #expect(open.insert(contact.contact).inserted)
          downs.append(text)
        case .move: #expect(open.contains(contact.contact))
        case .up:
          #expect(open.remove(contact.contact) != nil)
          ups.append(text)
        case .cancel: Issue.record("a finger is cancelled at \(text)")
        }
      }
    }
    for record in recording.records {
      tracker.handle(record, into: &queue)
      take()
    }
    if let last = recording.records.last {
      tracker.meetDeadline(at: last.time + .milliseconds(1000), into: &queue)
    }
    take()
    // A device whose positions are on other axes than it declares has told none.
    let fingers = recording.testDescription == "egalax-usb" ? [] : recording.fingers
    #expect(open.isEmpty)
    #expect(downs == fingers.map { "\($0.first.x) \($0.first.y)" })
    #expect(ups.sorted() == fingers.map { "\($0.last.x) \($0.last.y)" }.sorted())
    #expect((tracker.unplacedTouches > 0) == (recording.testDescription == "egalax-usb"))
  }
}
