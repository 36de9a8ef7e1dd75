// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

extension PNGImage {
  /// The image's pixels in a box, aspect kept and centred.
  ///
  /// Scaled as ``maskFromAlpha(fitting:)`` does, in colours that are premultiplied by alpha, so that what is
  /// transparent lends no colour to its neighbours.
  ///
  /// - Parameters:
  ///   - box: The box in view pixels; each side is clamped to 0 … ``maximumExtent``.
  ///   - fit: How the image lies in it.
  /// - Returns: Red, green and blue premultiplied by alpha, and alpha, row by row; and the box's size.
  package func premultiplied(
    in box: PixelSize,
    fit: PictureFit
  ) -> (rgba: [UInt8], size: PixelSize) {
    let extent = Self.maximumExtent
    let box = PixelSize(
      width: min(max(box.width, 0), extent),
      height: min(max(box.height, 0), extent)
    )
    guard !box.bounds.isEmpty else { return ([], box) }
    let across = Double(box.width) / Double(size.width)
    let down = Double(box.height) / Double(size.height)
    let scale =
      switch fit {
      case .contain: min(across, down)
      case .cover: max(across, down)
      case .none: 1.0
      }
    let isWhole = fit == .none
    let columns = Resampling(from: size.width, to: box.width, scale: scale, isWhole: isWhole)
    let rows = Resampling(from: size.height, to: box.height, scale: scale, isWhole: isWhole)
    var result = [UInt8](repeating: 0, count: 4 * box.width * box.height)
    var line = [Float](repeating: 0, count: 4 * size.width)
    for y in 0..<box.height where !rows.taps[y].isEmpty {
      for index in line.indices { line[index] = 0 }
      for tap in rows.taps[y] { add(row: tap.index, weight: tap.weight, to: &line) }
      var place = 4 * box.width * y
      for x in 0..<box.width {
        var sum = SIMD4<Float>()
        for tap in columns.taps[x] {
          let first = 4 * tap.index
          sum +=
            tap.weight
            * SIMD4(line[first], line[first + 1], line[first + 2], line[first + 3])
        }
        let alpha = min(max(sum[3].rounded(), 0), 255)
        for channel in 0..<3 {
          result[place + channel] = UInt8(min(max(sum[channel].rounded(), 0), alpha))
        }
        result[place + 3] = UInt8(alpha)
        place += 4
      }
    }
    return (result, box)
  }

  /// Adds a row's premultiplied pixels, weighted.
  private func add(row: Int, weight: Float, to line: inout [Float]) {
    let start = 4 * size.width * row
    for index in stride(from: 0, to: 4 * size.width, by: 4) {
      let alpha = Float(rgba[start + index + 3])
      let part = alpha * weight / 255
      line[index] += Float(rgba[start + index]) * part
      line[index + 1] += Float(rgba[start + index + 1]) * part
      line[index + 2] += Float(rgba[start + index + 2]) * part
      line[index + 3] += alpha * weight
    }
  }
}
