// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Raster

/// A drawing on a key that types no character.
enum KeyGlyph: Hashable, Sendable {
  case shift, shifted, locked, backspace, enter, next, left, right, hide

  /// The drawing from the middle of its square, whose side is `side` view pixels.
  func ink(side: Double) -> PlacedMask {
    var pen = Pen(side: side)
    switch self {
    case .shift: pen.outline(Self.arrow, isClosed: true)
    case .shifted:
      pen.outline(Self.arrow, isClosed: true)
      pen.fill(Self.arrow)
    case .locked:
      pen.outline(Self.shortArrow, isClosed: true)
      pen.fill(Self.shortArrow)
      pen.outline([(0.32, 0.93), (0.68, 0.93)])
    case .backspace:
      pen.outline([(0.02, 0.5), (0.3, 0.2), (0.96, 0.2), (0.96, 0.8), (0.3, 0.8)], isClosed: true)
      pen.outline([(0.5, 0.39), (0.74, 0.61)])
      pen.outline([(0.74, 0.39), (0.5, 0.61)])
    case .enter:
      pen.outline([(0.9, 0.2), (0.9, 0.56), (0.12, 0.56)])
      pen.outline([(0.36, 0.32), (0.12, 0.56), (0.36, 0.8)])
    case .next:
      pen.outline([(0.06, 0.5), (0.74, 0.5)])
      pen.outline([(0.5, 0.26), (0.74, 0.5), (0.5, 0.74)])
      pen.outline([(0.94, 0.22), (0.94, 0.78)])
    case .left: pen.outline([(0.62, 0.22), (0.36, 0.5), (0.62, 0.78)])
    case .right: pen.outline([(0.38, 0.22), (0.64, 0.5), (0.38, 0.78)])
    case .hide: pen.outline([(0.2, 0.36), (0.5, 0.66), (0.8, 0.36)])
    }
    return pen.ink
  }

  private static let arrow = [
    (0.5, 0.08), (0.92, 0.52), (0.68, 0.52), (0.68, 0.9), (0.32, 0.9), (0.32, 0.52), (0.08, 0.52),
  ]
  private static let shortArrow = [
    (0.5, 0.04), (0.92, 0.46), (0.68, 0.46), (0.68, 0.74), (0.32, 0.74), (0.32, 0.46), (0.08, 0.46),
  ]

  /// Draws lines with round ends, in parts of a square.
  private struct Pen {
    let side: Double
    private var path = Path()
    /// Half of a line's width, as a part of the side.
    private let half = 0.045

    init(side: Double) { self.side = side }

    private func point(_ x: Double, _ y: Double) -> Point { Point(x: x * side, y: y * side) }

    /// Lines from point to point, of which all parts turn the same way: where they overlap counts once.
    mutating func outline(_ points: [(Double, Double)], isClosed: Bool = false) {
      var ends = Array(points.dropFirst())
      if isClosed { ends.append(points[0]) }
      for (start, end) in zip(points, ends) {
        let (dx, dy) = (end.0 - start.0, end.1 - start.1)
        let length = (dx * dx + dy * dy).squareRoot()
        let (nx, ny) = (-dy / length * half, dx / length * half)
        path.move(to: point(start.0 + nx, start.1 + ny))
        path.addLine(to: point(end.0 + nx, end.1 + ny))
        path.addLine(to: point(end.0 - nx, end.1 - ny))
        path.addLine(to: point(start.0 - nx, start.1 - ny))
        path.close()
      }
      for (x, y) in points {
        path.move(to: point(x + half, y))
        path.addArc(center: point(x, y), radius: half * side, startAngle: 0, sweep: -2 * .pi)
        path.close()
      }
    }

    /// The area within points, which go round counterclockwise.
    mutating func fill(_ points: [(Double, Double)]) {
      let corners = points.reversed().map { point($0.0, $0.1) }
      path.move(to: corners[0])
      for corner in corners.dropFirst() { path.addLine(to: corner) }
      path.close()
    }

    var ink: PlacedMask {
      let pixels = max(1, Int(side.rounded(.up)))
      return PlacedMask(
        mask: CoverageMask(filling: path, size: PixelSize(width: pixels, height: pixels)),
        origin: PixelPoint(x: -(pixels / 2), y: -(pixels / 2))
      )
    }
  }
}
