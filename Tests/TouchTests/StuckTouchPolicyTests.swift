// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Testing
import Touch

@Suite("Stuck-touch policy")
struct StuckTouchPolicyTests {
  @Test("It is off for anything that is not a time", arguments: [0, -1, -Double.infinity, .nan])
  func off(seconds: Double) {
    let policy = StuckTouchPolicy(releaseTimeout: seconds)
    #expect(policy == .off)
    #expect(policy.deadline(after: MonotonicInstant(nanoseconds: 5)) == nil)
  }

  static let cases: [(Double, Double)] = [
    (1e-300, 1), (0.5, 1), (1, 1), (30, 30), (3600, 3600), (1e9, 3600), (.infinity, 3600),
  ]

  @Test("It keeps within its bounds", arguments: cases)
  func bounds(asked: Double, given: Double) {
    let policy = StuckTouchPolicy(releaseTimeout: asked)
    let due = policy.deadline(after: MonotonicInstant(nanoseconds: 7))
    #expect(due == MonotonicInstant(nanoseconds: 7 + Int64(given * 1e9)))
  }
}
