// SPDX-License-Identifier: Apache-2.0
import Geometry
import MonotonicTime
import Presentation
import Testing

@Suite("What a display has to say")
struct OutputEventQueueTests {
  static let shown = OutputEvent.presented(
    PresentationFeedback(time: MonotonicInstant(nanoseconds: 1), sequence: 1, isVblank: true)
  )

  static func events(_ queue: inout OutputEventQueue) -> [OutputEvent] {
    var found: [OutputEvent] = []
    while let event = queue.next() { found.append(event) }
    return found
  }

  @Test("Whole frames that are asked for in a row are one; with something between they are two")
  func wholeFrames() {
    var queue = OutputEventQueue()
    for _ in 0..<1000 { queue.append(.needsFullFrame) }
    queue.append(Self.shown)
    queue.append(Self.shown)
    for _ in 0..<1000 { queue.append(.needsFullFrame) }
    #expect(
      Self.events(&queue) == [.needsFullFrame, Self.shown, Self.shown, .needsFullFrame]
    )
  }

  @Test("One that has been taken is asked for again")
  func again() {
    var queue = OutputEventQueue()
    for _ in 0..<3 {
      queue.append(.needsFullFrame)
      #expect(Self.events(&queue) == [.needsFullFrame])
    }
    queue.append(.deactivated)
    queue.append(.needsFullFrame)
    #expect(queue.next() == .deactivated)
    queue.append(.needsFullFrame)
    #expect(Self.events(&queue) == [.needsFullFrame])
  }

  @Test("A panel that goes off and on a thousand times between two looks asks for one whole frame")
  func toggles() {
    let output = VirtualOutputTests.output()
    _ = output.nextEvent()
    for _ in 0..<1000 {
      output.setPower(false, at: VirtualOutputTests.start)
      output.setPower(true, at: VirtualOutputTests.start)
    }
    #expect(output.nextEvent() == .needsFullFrame)
    #expect(output.nextEvent() == nil)
  }
}
