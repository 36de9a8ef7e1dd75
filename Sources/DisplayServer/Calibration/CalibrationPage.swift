// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Presentation
internal import Raster

/// Four crosses on a dark ground, one of them bright: what is touched to calibrate a panel.
///
/// It is painted in buffer space, where the panel's own corners are; the display's rotation changes
/// nothing about how the sensor is mounted.
final class CalibrationPage {
  /// Number of crosses.
  static let crossCount = 4
  /// Distance of each cross from the nearest edges, as a fraction of the panel.
  private static let inset = 0.1
  private static let ground: UInt8 = 0x12
  private static let waiting: UInt8 = 0x48
  private static let bright: UInt8 = 0xFF

  /// The cross that is to be touched, clockwise from the panel's top left corner.
  var cross = 0

  /// A page whose first cross is to be touched, or another one.
  init(cross: Int = 0) { self.cross = cross }

  /// The pixel in the middle of a cross, on a panel of `size`.
  static func middle(of cross: Int, on size: PixelSize) -> (x: Int, y: Int) {
    let (left, top) = (Int(Double(size.width) * inset), Int(Double(size.height) * inset))
    let isRight = cross == 1 || cross == 2
    return (
      isRight ? size.width - 1 - left : left, cross >= 2 ? size.height - 1 - top : top
    )
  }

  /// The centre of that pixel in fractions of the panel.
  static func fraction(of cross: Int, on size: PixelSize) -> (x: Double, y: Double) {
    let (x, y) = middle(of: cross, on: size)
    return ((Double(x) + 0.5) / Double(size.width), (Double(y) + 0.5) / Double(size.height))
  }

  /// Paints `buffer`, or some of its rows.
  func paint(_ buffer: inout BackBuffer, rows: Range<Int>? = nil) {
    let size = buffer.size
    let rows = rows ?? 0..<size.height
    buffer.fill(size.bounds, rows: rows, color: Self.grey(Self.ground))
    // As long on every panel as a finger is wide, more or less, and as thin as can still be seen.
    let arm = max(8, min(size.width, size.height) / 20)
    let half = max(1, min(size.width, size.height) / 600)
    // The bright one last, in case that they touch.
    for turn in 1...Self.crossCount {
      let index = (cross + turn) % Self.crossCount
      let (x, y) = Self.middle(of: index, on: size)
      let level = index == cross ? Self.bright : Self.waiting
      for (across, down) in [(arm, half), (half, arm)] {
        let bar = PixelRect(
          left: x - across,
          top: y - down,
          right: x + across + 1,
          bottom: y + down + 1
        )
        buffer.fill(bar, rows: rows, color: Self.grey(level))
      }
    }
  }

  private static func grey(_ level: UInt8) -> Color { Color(red: level, green: level, blue: level) }
}
