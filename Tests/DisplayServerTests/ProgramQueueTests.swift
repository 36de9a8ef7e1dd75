// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DisplayServer

@Suite("Which widgets' programs are run next")
struct ProgramQueueTests {
  @Test(
    "A widget that is triggered again and again has its program run twice, with the newest input"
  )
  func again() {
    var queue = ProgramQueue()
    for number in 0..<9 as Range<UInt8> {
      queue.plan(1, input: [number])
      queue.plan(2, input: nil)
    }
    #expect(queue.hasWork && queue.due.map(\.widget) == [1, 2, 1, 2])
    #expect(queue.due.map(\.input) == [[0], nil, [8], nil])
    let taken = (0..<5).map { _ in queue.takeDue()?.widget }
    #expect(taken == [1, 2, 1, 2, nil] && !queue.hasWork)
  }

  @Test("Programs follow their widgets to other places, and are not run for widgets that have gone")
  func moved() {
    var queue = ProgramQueue()
    for widget in 0..<3 { queue.plan(widget, input: nil) }
    queue.move { [0: 5, 2: 0][$0] }
    #expect(queue.due.map(\.widget) == [5, 0])
  }

  @Test("Presses and triggers are taken in their order")
  func events() {
    var queue = ProgramQueue()
    queue.note((3, true, nil))
    queue.note((3, false, [1]))
    let taken = (0..<3).map { _ in queue.takeEvent()?.isPress }
    #expect(taken == [true, false, nil])
  }
}
