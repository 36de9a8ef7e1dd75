// SPDX-License-Identifier: Apache-2.0
import Geometry

extension CoverageMask {
  /// The mask, blurred: each coverage is the mean of its surroundings, weighted nearly as by a Gaussian whose standard
  /// deviation is about a third of `reach`.
  ///
  /// Three means along rows and columns each, over boxes that reach a third as far, in steps of 1/65535: a result is
  /// within 6/2 of these steps, and half a step of 1/255 for its own rounding, of the exact one.
  ///
  /// - Parameter reach: The distance in pixels over which coverage spreads; not negative, 0 for none.
  /// - Returns: A mask that is larger by `reach` on each side.
  package func blurred(reach: Int) -> CoverageMask {
    guard reach > 0, !bytes.isEmpty else { return self }
    let (width, height) = (size.width + 2 * reach, size.height + 2 * reach)
    var values = [UInt16](repeating: 0, count: width * height)
    for y in 0..<size.height {
      let (from, to) = (y * size.width, (y + reach) * width + reach)
      for x in 0..<size.width { values[to + x] = UInt16(bytes[from + x]) * 257 }
    }
    var line = [UInt16](repeating: 0, count: max(width, height))
    for radius in [reach / 3, (reach + 1) / 3, (reach + 2) / 3] where radius > 0 {
      for y in 0..<height {
        values.average(radius, from: y * width, step: 1, count: width, by: &line)
      }
      for x in 0..<width { values.average(radius, from: x, step: width, count: height, by: &line) }
    }
    return CoverageMask(
      size: PixelSize(width: width, height: height),
      bytes: values.map { UInt8((UInt32($0) + 128) / 257) }
    )
  }
}

extension [UInt16] {
  /// Replaces values by the means of those at most `radius` away in their line, outside of which all are 0; rounded to
  /// the nearest.
  ///
  /// - Parameters:
  ///   - radius: The most steps from a value to those that it is the mean of.
  ///   - first: Index of the line's first value.
  ///   - step: Distance of the line's values from each other.
  ///   - count: Number of the line's values.
  ///   - line: Room for as many; what it holds is overwritten.
  fileprivate mutating func average(
    _ radius: Int,
    from first: Int,
    step: Int,
    count: Int,
    by line: inout [UInt16]
  ) {
    for index in 0..<count { line[index] = self[first + index * step] }
    let size = UInt32(2 * radius + 1)
    var sum: UInt32 = 0
    for index in 0..<Swift.min(radius, count) { sum += UInt32(line[index]) }
    for index in 0..<count {
      if index + radius < count { sum += UInt32(line[index + radius]) }
      if index > radius { sum -= UInt32(line[index - radius - 1]) }
      self[first + index * step] = UInt16((sum + size / 2) / size)
    }
  }
}
