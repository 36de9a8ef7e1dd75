// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Presentation
import Testing

@Suite("The margin before the blank")
struct CommitMarginTests {
  private static let start = MonotonicInstant(nanoseconds: 1_000_000_000)

  /// A margin whose display was seen to need more than 3900 µs, while 4200 µs were enough.
  private static var taught: CommitMargin {
    var margin = CommitMargin()
    margin.frameWasInTime(slack: .microseconds(1000), at: start)
    margin.frameWasLate(slack: .microseconds(1200), at: start)
    margin.frameWasInTime(slack: .microseconds(4200), at: start)
    margin.frameWasLate(slack: .microseconds(3900), at: start)
    return margin
  }

  @Test("One frame that is in time with less than the lead takes 100 µs off it")
  func smallerSlack() {
    var margin = Self.taught
    let before = margin.learned
    for step in 1...2 {
      margin.frameWasInTime(slack: .microseconds(3950), at: Self.start)
      #expect(before - margin.learned == .microseconds(Int64(100 * step)))
    }
    // Nor is it ever as little as what has failed.
    margin.frameWasInTime(slack: .microseconds(3910), at: Self.start)
    #expect(before - margin.learned == .microseconds(250))
  }

  @Test("Frames that are late with less than the lead teach nothing of it")
  func tooLittle() {
    var margin = Self.taught
    let before = (margin.current, margin.learned)
    for slack in [1000, 2000, 3000, 3900, 4100] as [Int64] {
      margin.frameWasLate(slack: .microseconds(slack), at: Self.start)
      #expect((margin.current, margin.learned) == before, "\(slack) µs")
    }
  }
}
