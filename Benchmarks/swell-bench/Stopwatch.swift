// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Times of repeated work.
struct Stopwatch {
  fileprivate var nanoseconds: [Int64] = []

  init(capacity: Int = 1) { nanoseconds.reserveCapacity(capacity) }

  /// Runs `body` once and notes how long it took.
  @inline(__always)
  mutating func measure<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let start = Self.now()
    try body()
    nanoseconds.append(Self.now() - start)
  }

  /// How often something was measured.
  var count: Int { nanoseconds.count }

  /// The median in microseconds; 0 if nothing was measured.
  var median: Double { quantile(0.5) }

  /// The value below which the part `q` of the times lies, in microseconds.
  func quantile(_ q: Double) -> Double {
    let sorted = nanoseconds.sorted()
    guard !sorted.isEmpty else { return 0 }
    return Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * q))]) / 1000
  }

  private static func now() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

extension Stopwatch {
  /// Takes over the times of `other`.
  mutating func add(_ other: Self) { nanoseconds += other.nanoseconds }
}
