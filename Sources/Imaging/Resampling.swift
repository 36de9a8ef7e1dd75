// SPDX-License-Identifier: Apache-2.0

/// The weights by which one line of samples becomes a longer or shorter one.
struct Resampling {
  /// A source sample and its share of a result.
  struct Tap: Hashable {
    let index: Int
    let weight: Float
  }

  /// For each result the source samples it is made of; none outside the source.
  let taps: [[Tap]]
  /// The result that is the first sample, where each result is a sample as it is or none.
  let shift: Int?

  /// Weights that draw `count` samples, each `scale` results wide, in the middle of `length`.
  ///
  /// With `isWhole` they begin on a whole result.
  /// Below a scale of 1 a result is the mean over the samples it overlaps; from 1 on it lies
  /// between the two nearest sample centres, cut off exactly where the source ends.
  init(from count: Int, to length: Int, scale: Double, isWhole: Bool = false) {
    let middle = (Double(length) - Double(count) * scale) / 2
    let start = isWhole ? middle.rounded(.down) : middle
    shift = scale == 1 && start == start.rounded() ? Int(start) : nil
    taps = (0..<length).map { position in
      let low = (Double(position) - start) / scale
      let high = (Double(position + 1) - start) / scale
      return scale < 1
        ? Self.mean(from: low, to: high, count: count)
        : Self.interpolated(from: low, to: high, count: count)
    }
  }

  /// The mean over `low ..< high`, in samples.
  private static func mean(from low: Double, to high: Double, count: Int) -> [Tap] {
    let first = max(0, Int(low.rounded(.down)))
    let last = min(count, Int(high.rounded(.up)))
    guard first < last else { return [] }
    return (first..<last).compactMap { index in
      let part = min(high, Double(index + 1)) - max(low, Double(index))
      return part > 0 ? Tap(index: index, weight: Float(part / (high - low))) : nil
    }
  }

  /// Between the two samples around the middle of `low ..< high`.
  ///
  /// Past the outermost centres the outermost samples repeat, cut off where the source ends.
  private static func interpolated(from low: Double, to high: Double, count: Int) -> [Tap] {
    let inside = (min(high, Double(count)) - max(low, 0)) / (high - low)
    guard inside > 0 else { return [] }
    let middle = min(max((low + high) / 2 - 0.5, 0), Double(count - 1))
    let index = Int(middle)
    let fraction = middle - Double(index)
    let taps = [
      Tap(index: index, weight: Float((1 - fraction) * inside)),
      Tap(index: index + 1, weight: Float(fraction * inside)),
    ]
    return taps.filter { $0.weight > 0 && $0.index < count }
  }
}
