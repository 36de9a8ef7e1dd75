// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Presentation
import TestSupport
import Testing

@Suite("The last measured lengths of time")
struct RecentIntervalsTests {
  /// The definition: the smallest value that `percent` of all do not exceed.
  static func nearestRank(_ values: [Int64], _ percent: Int) -> MonotonicInterval? {
    values.sorted().first { candidate in
      values.filter { $0 <= candidate }.count * 100 >= values.count * percent
    }.map { MonotonicInterval(nanoseconds: $0) }
  }

  @Test(
    "Percentiles are those of the last 128 values, by the definition",
    arguments: [1, 2, 3, 50, 99, 100, 101, 127, 128, 129, 300]
  )
  func percentiles(count: Int) {
    var random = SplitMix(seed: count)
    var intervals = RecentIntervals()
    var values: [Int64] = []
    for _ in 0..<count {
      let value = Int64.random(in: 0...1000, using: &random)
      values.append(value)
      intervals.add(MonotonicInterval(nanoseconds: value))
    }
    let last = Array(values.suffix(128))
    #expect(intervals.count == last.count)
    for percent in [0, 1, 50, 90, 99, 100] {
      #expect(intervals.percentile(percent) == Self.nearestRank(last, percent))
    }
  }

  @Test("Equal values are each their own rank")
  func equalValues() {
    var intervals = RecentIntervals()
    for _ in 0..<128 { intervals.add(.milliseconds(3)) }
    #expect(intervals.percentile(99) == .milliseconds(3))
    intervals.add(.milliseconds(9))
    #expect(intervals.percentile(99) == .milliseconds(3))
    intervals.add(.milliseconds(9))
    #expect(intervals.percentile(99) == .milliseconds(9))
  }

  @Test("Before the first measurement there is no percentile")
  func empty() {
    #expect(RecentIntervals().percentile(50) == nil)
  }
}
