// SPDX-License-Identifier: Apache-2.0
import Geometry

/// Differences between round and pointed corners, as coverage of the pixels that they touch.
struct CornerCuts {
  /// Of the upper two corners, and of the lower two.
  let upper: BlockMask
  let lower: BlockMask

  /// The cuts of a rectangle in buffer pixels, at any fraction of a pixel; none for a radius of 0.
  init(left: Double, top: Double, right: Double, bottom: Double, radius: Double) {
    guard radius > 0 else {
      (upper, lower) = (.none, .none)
      return
    }
    func mask(_ corners: [(x: Double, y: Double, across: Double, down: Double)]) -> BlockMask {
      let rows = corners.flatMap { [$0.y, $0.y + $0.down * radius] }
      let rect = PixelRect(
        left: Int(left.rounded(.down)),
        top: Int((rows.min() ?? 0).rounded(.down)),
        right: Int(right.rounded(.up)),
        bottom: Int((rows.max() ?? 0).rounded(.up))
      )
      var path = Path()
      for corner in corners {
        Self.add(
          corner: Point(x: corner.x - Double(rect.left), y: corner.y - Double(rect.top)),
          inward: (corner.across, corner.down),
          radius: radius,
          to: &path
        )
      }
      let size = PixelSize(width: rect.width, height: rect.height)
      return BlockMask(CoverageMask(filling: path, size: size), rect: rect, rotation: .none)
    }
    upper = mask([(left, top, 1, 1), (right, top, -1, 1)])
    lower = mask([(left, bottom, 1, -1), (right, bottom, -1, -1)])
  }

  /// Adds what lies between a pointed corner and the quarter of a circle within it.
  private static func add(
    corner: Point,
    inward: (across: Double, down: Double),
    radius: Double,
    to path: inout Path
  ) {
    let center = Point(x: corner.x + inward.across * radius, y: corner.y + inward.down * radius)
    path.move(to: corner)
    path.addLine(to: Point(x: center.x, y: corner.y))
    // From above or below the centre to its side, clockwise on the upper right and the lower left.
    path.addArc(
      center: center,
      radius: radius,
      startAngle: -inward.down * .pi / 2,
      sweep: -inward.across * inward.down * .pi / 2
    )
    path.close()
  }
}
