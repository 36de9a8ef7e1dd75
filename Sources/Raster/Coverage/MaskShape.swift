// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// A built-in shape of a progress indicator.
package enum MaskShape: String, Sendable, CaseIterable {
  /// The greatest circle that fits, centred.
  case circle
  /// The greatest square that fits, centred, with corners of a quarter of its side.
  case rounded
  /// A falling drop: a circle at the bottom, drawn out to a tip at the top.
  case drop

  /// The shape's outline in a box of `size` view pixels whose upper left corner is (0, 0).
  package func path(in size: PixelSize) -> Path {
    let (width, height) = (Double(size.width), Double(size.height))
    let side = min(width, height)
    switch self {
    case .circle:
      return Self.circle(center: Point(x: width / 2, y: height / 2), radius: side / 2)
    case .rounded:
      return Self.roundedSquare(x: (width - side) / 2, y: (height - side) / 2, side: side)
    case .drop:
      return Self.drop(centerX: width / 2, width: width, height: height)
    }
  }

  /// The shape's coverage in a box of `size` view pixels.
  package func mask(size: PixelSize) -> CoverageMask {
    CoverageMask(filling: path(in: size), size: size)
  }

  private static func circle(center: Point, radius: Double) -> Path {
    var path = Path()
    path.move(to: Point(x: center.x + radius, y: center.y))
    path.addArc(center: center, radius: radius, startAngle: 0, sweep: 2 * .pi)
    path.close()
    return path
  }

  private static func roundedSquare(x: Double, y: Double, side: Double) -> Path {
    let radius = side / 4
    let (near, far) = (radius, side - radius)
    let quarter = Double.pi / 2
    var path = Path()
    path.move(to: Point(x: x + near, y: y))
    let corners = [(far, near), (far, far), (near, far), (near, near)]
    for (index, corner) in corners.enumerated() {
      let angle = quarter * Double(index - 1)
      let (sine, cosine) = Trigonometry.sineAndCosine(angle)
      let center = Point(x: x + corner.0, y: y + corner.1)
      path.addLine(to: Point(x: center.x + radius * cosine, y: center.y + radius * sine))
      path.addArc(center: center, radius: radius, startAngle: angle, sweep: quarter)
    }
    path.close()
    return path
  }

  private static func drop(centerX: Double, width: Double, height: Double) -> Path {
    // Two parts tip to one and a half part belly: the proportions of a drop just before it falls.
    let radius = min(width / 2, height * 0.36)
    let centerY = height - radius
    let tip = Point(x: centerX, y: 0)
    var path = Path()
    path.move(to: tip)
    path.addCubic(
      control1: Point(x: centerX + radius * 0.10, y: centerY * 0.34),
      control2: Point(x: centerX + radius, y: centerY - radius * 0.80),
      end: Point(x: centerX + radius, y: centerY)
    )
    path.addArc(
      center: Point(x: centerX, y: centerY),
      radius: radius,
      startAngle: 0,
      sweep: .pi
    )
    path.addCubic(
      control1: Point(x: centerX - radius, y: centerY - radius * 0.80),
      control2: Point(x: centerX - radius * 0.10, y: centerY * 0.34),
      end: tip
    )
    path.close()
    return path
  }
}
