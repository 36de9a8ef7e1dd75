// SPDX-License-Identifier: Apache-2.0
import Control
import MonotonicTime
import Presentation
import Testing
import Touch
import VirtualKiosk

@testable import DisplayServer

@Suite("Turns of the loop")
struct TurnTimesTests {
  @Test("A turn that is longer than allowed is counted, one that is as long is not")
  func late() {
    var turns = TurnTimes()
    for microseconds in [1, 1999, 2000, 2001, 5000] {
      turns.add(.microseconds(Int64(microseconds)), at: MonotonicInstant(seconds: 1))
    }
    #expect(turns.lateCount == 2)
    #expect(turns.longest(at: MonotonicInstant(seconds: 1)) == .milliseconds(5))
  }

  @Test("The longest turn is told for half a minute at least, and for a minute at most")
  func forgotten() {
    for tenth in 0..<300 {
      var turns = TurnTimes()
      let begin = MonotonicInstant(seconds: 100)
      turns.add(.microseconds(1), at: begin)
      let long = begin + .milliseconds(Int64(tenth) * 100)
      turns.add(.milliseconds(7), at: long)
      // Others go on all the time.
      for second in 1...29 {
        turns.add(.microseconds(1), at: long + MonotonicInterval(seconds: Double(second)))
      }
      #expect(turns.longest(at: long + MonotonicInterval(seconds: 29.9)) == .milliseconds(7))
      turns.add(.microseconds(2), at: long + MonotonicInterval(seconds: 59))
      #expect(turns.longest(at: long + MonotonicInterval(seconds: 60)) == .microseconds(2))
    }
  }

  @Test("After a silence nothing of before is told")
  func silence() {
    var turns = TurnTimes()
    turns.add(.milliseconds(7), at: MonotonicInstant(seconds: 1))
    #expect(turns.longest(at: MonotonicInstant(seconds: 3600)) == .zero)
  }

  @Test("The drawing of a frame does not count, what is done beside it does")
  func frames() throws {
    let begin = MonotonicInstant(seconds: 1)
    let server = try Server(
      settings: settings(plainScene),
      configuration: .builtIn,
      output: VirtualOutput(mode: smallMode(), hertz: 60),
      touchSource: NoTouchSource(),
      listener: nil,
      log: .none,
      at: begin
    )
    // Each look at the clock takes a millisecond of it.
    var clock = begin
    server.host.readEffort = {
      clock = clock + .milliseconds(1)
      return clock
    }
    server.start(at: begin)
    let due = try #require(server.deadline)
    server.advance(to: due)
    let drawing = server.frames.turns.frameWork
    #expect(drawing >= .milliseconds(1))
    server.turnHasEnded(after: drawing + .milliseconds(1), at: due)
    #expect(server.statusReport(at: due).turns == .init(longestMilliseconds: 1, late: 0))
    server.turnHasEnded(after: .milliseconds(3), at: due)
    #expect(server.statusReport(at: due).turns == .init(longestMilliseconds: 3, late: 1))
  }
}
