// SPDX-License-Identifier: Apache-2.0
import KMS
import MonotonicTime
import Testing

@Suite("The recovery ladder and its waits")
struct RecoveryLadderTests {
  @Test("Every rung is new once, and the last leads back to opening the device")
  func climb() {
    var ladder = RecoveryLadder()
    let steps = (0..<7).map { _ in ladder.climb() }
    #expect(
      steps.map(\.rung) == [.retry, .modeset, .powerCycle, .reopen, .watchdog, .reopen, .reopen]
    )
    #expect(steps.map(\.isFirst) == [true, true, true, true, true, false, false])
  }

  @Test("A success leads to the ground and says from where")
  func reset() {
    var ladder = RecoveryLadder()
    _ = ladder.climb()
    _ = ladder.climb()
    #expect(ladder.reset() == .modeset)
    #expect(ladder.reset() == nil)
    #expect(ladder.climb().rung == .retry)
  }

  @Test("Lower rungs can be skipped, on the ground and above")
  func skipping() {
    var ladder = RecoveryLadder()
    #expect(ladder.climb(from: .modeset).rung == .modeset)
    #expect(ladder.climb(from: .modeset).rung == .powerCycle)
    var other = RecoveryLadder()
    _ = other.climb()
    #expect(other.climb(from: .reopen).rung == .reopen)
  }

  @Test("Waits double up to the longest and begin anew after a success")
  func backoff() {
    var backoff = Backoff()
    let wait = { (backoff: inout Backoff) in
      backoff.wait(first: .milliseconds(50), longest: .milliseconds(300)).nanoseconds / 1_000_000
    }
    #expect((0..<5).map { _ in wait(&backoff) } == [50, 100, 200, 300, 300])
    backoff.reset()
    #expect(wait(&backoff) == 50)
  }
}
