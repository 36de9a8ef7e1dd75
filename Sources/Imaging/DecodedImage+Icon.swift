// SPDX-License-Identifier: Apache-2.0
package import Geometry

extension DecodedImage {
  /// Most by which a channel, multiplied by alpha, may differ in pixels of one colour, in 1/255.
  ///
  /// Pixels are rounded to 8 bits when they are multiplied by alpha, and again when they are divided by it.
  package static let colorTolerance = 2

  /// True if all pixels that can be seen have the colour of the most opaque one, so that alpha is all that it shows.
  package var hasOneColor: Bool {
    var (opaque, most) = (0, UInt8(0))
    for place in stride(from: 0, to: rgba.count, by: 4) where rgba[place + 3] > most {
      (opaque, most) = (place, rgba[place + 3])
      if most == 255 { break }
    }
    guard most > 0 else { return true }
    let color = SIMD3(Int(rgba[opaque]), Int(rgba[opaque + 1]), Int(rgba[opaque + 2]))
    for place in stride(from: 0, to: rgba.count, by: 4) {
      let alpha = Int(rgba[place + 3])
      let other = SIMD3(Int(rgba[place]), Int(rgba[place + 1]), Int(rgba[place + 2]))
      let distance = (other &- color) &* SIMD3(repeating: alpha)
      let limit = Self.colorTolerance * 255
      guard distance.max() <= limit, distance.min() >= -limit else { return false }
    }
    return true
  }

  /// The smallest extent that holds the image as large as it fits a box, aspect kept; empty in an empty box.
  package func size(fitting box: PixelSize) -> PixelSize {
    guard box.width > 0, box.height > 0 else { return PixelSize(width: 0, height: 0) }
    // The side that touches the box keeps its length; the other one is rounded up.
    let isWide = size.width * box.height > size.height * box.width
    func side(_ length: Int, whole: Int, limit: Int) -> Int {
      min((length * limit + whole - 1) / whole, Self.maximumExtent)
    }
    return isWide
      ? PixelSize(width: box.width, height: side(size.height, whole: size.width, limit: box.width))
      : PixelSize(
        width: side(size.width, whole: size.height, limit: box.height),
        height: box.height
      )
  }
}
