// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Testing

@testable import DisplayServer

@Suite("The pace at which a state is stored")
struct StatePaceTests {
  @Test("The first change is stored at once, and so is one after a while of none")
  func atOnce() {
    var pace = StatePace()
    #expect(pace.mayWrite(at: MonotonicInstant(seconds: 0)))
    pace.noteWrite(at: MonotonicInstant(seconds: 0))
    #expect(!pace.mayWrite(at: MonotonicInstant(seconds: 0.0999)))
    #expect(pace.mayWrite(at: MonotonicInstant(seconds: 0.1)))
    #expect(pace.mayWrite(at: MonotonicInstant(seconds: 1e6)))
  }

  @Test("A state that changes all the time is stored ten times a second; no change waits longer")
  func bounded() {
    var pace = StatePace()
    var writes = 0
    var unwritten: MonotonicInstant?
    for millisecond in 0..<10_000 {
      let now = MonotonicInstant(nanoseconds: Int64(millisecond) * 1_000_000)
      unwritten = unwritten ?? now
      if pace.mayWrite(at: now) {
        pace.noteWrite(at: now)
        writes += 1
        unwritten = nil
      }
      if let unwritten { #expect(now - unwritten < StatePace.interval) }
    }
    #expect(writes == 100)
  }
}
