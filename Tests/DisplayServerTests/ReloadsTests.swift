// SPDX-License-Identifier: Apache-2.0
import Control
import MonotonicTime
import Testing
import Widgets

@testable import DisplayServer

@Suite("When reloads begin, and what requests do meanwhile")
struct ReloadsTests {
  private let instant = MonotonicInstant(seconds: 1)

  @Test("An idle workshop begins a reload at once; a busy one promises the next number")
  func numbers() {
    var reloads = Reloads()
    let first = reloads.ask(isBusy: false)
    #expect(first.number == 1 && first.begins)
    reloads.begin()
    for _ in 0..<2 {
      let next = reloads.ask(isBusy: true)
      #expect(next.number == 2 && !next.begins)
    }
    _ = reloads.end(nil)
    #expect(reloads.begunCount == 1 && reloads.endedCount == 1)
  }

  @Test(
    "A reload that is wanted begins after a label, and after anything else once clients had their turn"
  )
  func turns() {
    var reloads = Reloads()
    let unasked = reloads.workHasEnded(isLabel: true)
    _ = reloads.ask(isBusy: true)
    let afterLabel = reloads.workHasEnded(isLabel: true)
    #expect(!unasked && afterLabel && !reloads.isHeld)
    let afterOther = reloads.workHasEnded(isLabel: false)
    #expect(!afterOther && reloads.isHeld)
    let turns = (0..<2).map { _ in reloads.clientsHadTurn(isBusy: false) }
    #expect(turns == [true, false])
  }

  @Test("Clients that have begun other work put it off until that is over")
  func putOff() {
    var reloads = Reloads()
    _ = reloads.ask(isBusy: true)
    _ = reloads.workHasEnded(isLabel: false)
    let whileBusy = reloads.clientsHadTurn(isBusy: true)
    let afterLabel = reloads.workHasEnded(isLabel: true)
    #expect(!whileBusy && !reloads.isHeld && afterLabel)
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
