// SPDX-License-Identifier: Apache-2.0
import Control
import MonotonicTime
import Testing
import Widgets

@testable import DisplayServer

@Suite("When reloads begin, and what requests do meanwhile")
struct ReloadsTests {
  private let instant = MonotonicInstant(seconds: 1)

  @Test("A reload begins at once, or as soon as the one that is under way has ended")
  func numbers() {
    var reloads = Reloads()
    let first = reloads.ask()
    #expect(first.number == 1 && first.begins)
    reloads.begin()
    for _ in 0..<2 {
      let next = reloads.ask()
      #expect(next.number == 2 && !next.begins)
    }
    #expect(reloads.isUnderWay && reloads.isWanted)
    _ = reloads.end(nil)
    #expect(reloads.begunCount == 1 && reloads.endedCount == 1)
    #expect(!reloads.isUnderWay && reloads.isWanted)
    reloads.begin()
    #expect(!reloads.isWanted)
  }

  @Test("Changes are kept from a reload's begin to its end, and 64 pieces of work are the most")
  func meanwhile() {
    let request = WidgetRequest.button(Button.Call(press: "start"))
    var reloads = Reloads()
    reloads.note(changeOf: 7)
    reloads.note(request, by: 7, length: 0, at: instant)
    reloads.begin()
    reloads.note(changeOf: 3)
    reloads.note(request, by: 3, length: 62 * 64, at: instant)
    #expect(reloads.admitsChanges)
    reloads.note(request, by: 3, length: 63, at: instant)
    #expect(!reloads.admitsChanges)
    let meanwhile = reloads.end(.misplaced("no"))
    #expect(reloads.admitsChanges)
    #expect(meanwhile.changed == [3])
    #expect(meanwhile.requests.map(\.index) == [3, 3])
    #expect(reloads.fault != nil)
    reloads.begin()
    let untouched = reloads.end(nil)
    #expect(untouched.changed.isEmpty)
    #expect(reloads.fault == nil)
  }

  @Test(
    "Memory is given back two seconds after 64 ends, and a second after the work that is in its way"
  )
  func trimming() {
    var trimming = HeapTrimming()
    trimming.note(63, at: instant)
    #expect(trimming.deadline == nil)
    trimming.note(1, at: instant)
    #expect(trimming.deadline == MonotonicInstant(seconds: 3))
    trimming.note(64, at: MonotonicInstant(seconds: 2))
    #expect(trimming.deadline == MonotonicInstant(seconds: 3))
    let begunBusy = trimming.begin(isBusy: true, at: MonotonicInstant(seconds: 3))
    #expect(!begunBusy && trimming.deadline == MonotonicInstant(seconds: 4))
    let begun = trimming.begin(isBusy: false, at: MonotonicInstant(seconds: 4))
    #expect(begun)
    trimming.note(1, at: instant)
    #expect(trimming.deadline == nil)
  }
}
