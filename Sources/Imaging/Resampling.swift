// SPDX-License-Identifier: Apache-2.0

/// The weights by which one line of samples becomes a longer or shorter one.
struct Resampling {
  /// The samples that a result is made of: some in a row, the inner ones as their mean.
  struct Share: Hashable {
    /// The first sample.
    var first = 0
    /// Number of samples from the first on; 0 outside the source.
    var count = 0
    /// Weight of the first sample, in 1/``Resampling/whole``.
    var head: UInt64 = 0
    /// Weight of the mean of the samples between.
    var body: UInt64 = 0
    /// Weight of the last sample, where it is not the first.
    var tail: UInt64 = 0
  }

  /// The sum of a result's weights inside the source.
  static let whole: UInt64 = 1 << 16

  /// The samples of each result.
  let shares: [Share]
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
    shares = (0..<length).map { position in
      let low = (Double(position) - start) / scale
      let high = (Double(position + 1) - start) / scale
      return scale < 1
        ? Self.mean(from: low, to: high, count: count)
        : Self.interpolated(from: low, to: high, count: count)
    }
  }

  /// The mean over `low ..< high`, in samples.
  private static func mean(from low: Double, to high: Double, count: Int) -> Share {
    let first = max(0, Int(low.rounded(.down)))
    let end = min(count, Int(high.rounded(.up)))
    guard first < end else { return Share() }
    let (start, stop) = (max(low, 0), min(high, Double(count)))
    // What lies before a place; the weights between places add up to what lies before the last one.
    func weight(before place: Double) -> UInt64 {
      UInt64(((min(place, stop) - start) / (high - low) * Double(whole)).rounded())
    }
    let head = weight(before: Double(first + 1))
    let inner = weight(before: max(Double(end - 1), start))
    let all = weight(before: stop)
    guard end - first > 1 else { return Share(first: first, count: 1, head: all) }
    return Share(
      first: first,
      count: end - first,
      head: head,
      body: inner - head,
      tail: all - inner
    )
  }

  /// Between the two samples around the middle of `low ..< high`.
  ///
  /// Past the outermost centres the outermost samples repeat, cut off where the source ends.
  private static func interpolated(from low: Double, to high: Double, count: Int) -> Share {
    let inside = (min(high, Double(count)) - max(low, 0)) / (high - low)
    guard inside > 0 else { return Share() }
    let all = UInt64((inside * Double(whole)).rounded())
    let middle = min(max((low + high) / 2 - 0.5, 0), Double(count - 1))
    let index = Int(middle)
    guard index + 1 < count else { return Share(first: index, count: 1, head: all) }
    let tail = UInt64(((middle - Double(index)) * inside * Double(whole)).rounded())
    return Share(first: index, count: 2, head: all - tail, tail: tail)
  }
}

extension Resampling.Share {
  /// The result, of samples by their index.
  @inline(__always)
  func result(_ sample: (Int) -> WidePixel) -> WidePixel {
    var sum = WideSum()
    sum.add(sample(first), weight: head)
    guard count > 1 else { return sum.nearest }
    let last = first &+ count &- 1
    sum.add(sample(last), weight: tail)
    if count == 3 {
      sum.add(sample(first &+ 1), weight: body)
    } else if count > 3 {
      var inner = WideSum()
      for index in first &+ 1..<last { inner.add(sample(index), weight: 1) }
      sum.add(inner.divided(by: UInt64(count &- 2)), weight: body)
    }
    return sum.nearest
  }
}
