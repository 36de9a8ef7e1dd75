// SPDX-License-Identifier: Apache-2.0
import Geometry
import MonotonicTime
import Testing
import Touch

@Suite("Drag recogniser")
struct DragRecognizerTests {
  static func event(_ slot: Int, _ phase: TouchPhase, _ x: Double, _ y: Double) -> TouchEvent {
    TouchEvent(
      contact: ContactID(device: 1, slot: slot),
      phase: phase,
      position: Point(x: x, y: y),
      time: MonotonicInstant(nanoseconds: 0)
    )
  }

  @Test("The distance is that from where the finger came down")
  func distance() {
    var recognizer = DragRecognizer()
    let actions = [
      recognizer.handle(Self.event(0, .down, 10, 20), isInside: true),
      recognizer.handle(Self.event(0, .move, 13, 24), isInside: true),
      recognizer.handle(Self.event(0, .move, 13, 24), isInside: false),
      recognizer.handle(Self.event(1, .down, 90, 90), isInside: true),
      recognizer.handle(Self.event(1, .move, 99, 99), isInside: true),
      recognizer.handle(Self.event(0, .move, 10, 8), isInside: false),
      recognizer.handle(Self.event(0, .up, 10, 15), isInside: false),
      recognizer.handle(Self.event(0, .move, 10, 15), isInside: true),
    ]
    #expect(
      actions == [
        .began, .changed(distance: 5), nil, nil, nil, .changed(distance: 12),
        .ended(distance: 5), nil,
      ]
    )
    #expect(recognizer.owner == nil)
    #expect(recognizer.distance == 0)
  }

  @Test("A drag that begins outside does nothing; one that is taken away says how far it was")
  func ends() {
    var recognizer = DragRecognizer()
    let actions = [
      recognizer.handle(Self.event(0, .down, 0, 0), isInside: false),
      recognizer.handle(Self.event(0, .move, 3, 4), isInside: true),
      recognizer.handle(Self.event(0, .down, 0, 0), isInside: true),
      recognizer.handle(Self.event(0, .move, 6, 8), isInside: true),
      recognizer.handle(Self.event(0, .cancel, 0, 0), isInside: true),
    ]
    #expect(
      actions == [
        nil, nil, .began, .changed(distance: 10), .cancelled(distance: 10),
      ]
    )
  }
}
