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
  /// The greatest ring that fits, centred, an eighth of its diameter wide.
  case ring

  /// The measures of a ring, in view pixels.
  package struct Ring: Sendable, Hashable {
    /// The middle.
    package let center: Point
    /// Radius of the outer rim.
    package let outer: Double
    /// Radius of the inner rim.
    package let inner: Double

    private init(center: Point, outer: Double, inner: Double) {
      self.center = center
      self.outer = outer
      self.inner = inner
    }

    /// The ring in a box of `size` whose upper left corner is (0, 0).
    package init(in size: PixelSize) {
      let (width, height) = (Double(size.width), Double(size.height))
      let side = min(width, height)
      center = Point(x: width / 2, y: height / 2)
      outer = side / 2
      inner = side * 3 / 8
    }

    /// The ring with the box's corner at `origin`.
    package func moved(by origin: PixelPoint) -> Self {
      let middle = Point(x: center.x + Double(origin.x), y: center.y + Double(origin.y))
      return Self(center: middle, outer: outer, inner: inner)
    }
  }

  /// The shape's outline in a box of `size` view pixels whose upper left corner is (0, 0).
  package func path(in size: PixelSize) -> Path {
    let (width, height) = (Double(size.width), Double(size.height))
    let side = min(width, height)
    switch self {
    case .circle:
      return Self.circle(center: Point(x: width / 2, y: height / 2), radius: side / 2)
    case .rounded:
      return Self.rounded(
        Rect(x: (width - side) / 2, y: (height - side) / 2, width: side, height: side),
        radius: side / 4
      )
    case .drop:
      return Self.drop(centerX: width / 2, width: width, height: height)
    case .ring:
      let ring = Ring(in: size)
      var path = Self.circle(center: ring.center, radius: ring.outer)
      // The other way round, so that it is a hole.
      path.move(to: Point(x: ring.center.x + ring.inner, y: ring.center.y))
      path.addArc(center: ring.center, radius: ring.inner, startAngle: 0, sweep: -2 * .pi)
      path.close()
      return path
    }
  }

  /// The shape's coverage in a box of `size` view pixels.
  package func mask(size: PixelSize) -> CoverageMask {
    CoverageMask(filling: path(in: size), size: size)
  }

  /// The coverage of a rectangle that fills a box of `size` view pixels, with round corners.
  ///
  /// - Parameters:
  ///   - size: The box.
  ///   - radius: The corners' in pixels; half of the shorter side at most is used.
  /// - Returns: A mask as large as the box.
  package static func rectangle(_ size: PixelSize, radius: Double) -> CoverageMask {
    let (width, height) = (Double(size.width), Double(size.height))
    let path = rounded(
      Rect(x: 0, y: 0, width: width, height: height),
      radius: max(0, min(radius, width / 2, height / 2))
    )
    return CoverageMask(filling: path, size: size)
  }

  private static func circle(center: Point, radius: Double) -> Path {
    var path = Path()
    path.move(to: Point(x: center.x + radius, y: center.y))
    path.addArc(center: center, radius: radius, startAngle: 0, sweep: 2 * .pi)
    path.close()
    return path
  }

  private static func rounded(_ rect: Rect, radius: Double) -> Path {
    let (farX, farY) = (rect.size.width - radius, rect.size.height - radius)
    let quarter = Double.pi / 2
    var path = Path()
    path.move(to: Point(x: rect.minX + radius, y: rect.minY))
    let corners = [(farX, radius), (farX, farY), (radius, farY), (radius, radius)]
    for (index, corner) in corners.enumerated() {
      let angle = quarter * Double(index - 1)
      let (sine, cosine) = Trigonometry.sineAndCosine(angle)
      let center = Point(x: rect.minX + corner.0, y: rect.minY + corner.1)
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
