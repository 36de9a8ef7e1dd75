// SPDX-License-Identifier: Apache-2.0
import Geometry

/// Turns outlines into exact-area coverage.
///
/// Each edge adds, to the pixel it passes and to the one right of it, the signed area that it
/// changes from there on; summing a row from left to right gives the coverage of every pixel (the
/// accumulation buffer of Raph Levien's font-rs). The absolute value, cut at 1, is the nonzero rule
/// for everything but pixels in which edges of opposite direction meet.
struct PathFiller {
  /// Curves are cut into chords that stay this close to them, in pixels.
  private static let tolerance = 0.002

  private let size: PixelSize
  private let stride: Int
  private var area: [Float]

  init(size: PixelSize) {
    self.size = size
    stride = size.width + 2
    area = Array(repeating: 0, count: stride * size.height)
  }

  /// Adds a path whose coordinates are pixels of the mask.
  mutating func add(_ path: Path) {
    var start = Point.zero
    var current = Point.zero
    for element in path.elements {
      switch element {
      case .move(let point):
        addLine(current, start)
        start = point
        current = point
      case .line(let end):
        addLine(current, end)
        current = end
      case .cubic(let control1, let control2, let end):
        addCubic(current, control1, control2, end)
        current = end
      }
    }
    addLine(current, start)
  }

  /// The coverage of everything added.
  func makeMask() -> CoverageMask {
    var bytes = [UInt8](repeating: 0, count: size.width * size.height)
    for row in 0..<size.height {
      var sum: Float = 0
      for column in 0..<size.width {
        sum += area[row * stride + column]
        bytes[row * size.width + column] = UInt8(min(1, abs(sum)) * 255 + 0.5)
      }
    }
    return CoverageMask(size: size, bytes: bytes)
  }

  private mutating func addCubic(_ from: Point, _ c1: Point, _ c2: Point, _ end: Point) {
    // |p''| ≤ 6·max of the second differences, and a chord is off by h²·|p''| / 8.
    let bend = max(secondDifference(from, c1, c2), secondDifference(c1, c2, end))
    let pieces = Self.pieces((0.75 * bend / Self.tolerance).squareRoot())
    var previous = from
    for piece in 1...pieces {
      let t = Double(piece) / Double(pieces)
      let (a, b, c) = (mix(from, c1, t), mix(c1, c2, t), mix(c2, end, t))
      let point = mix(mix(a, b, t), mix(b, c, t), t)
      addLine(previous, point)
      previous = point
    }
  }

  private mutating func addLine(_ from: Point, _ to: Point) {
    guard from.y != to.y, from.x.isFinite, from.y.isFinite, to.x.isFinite, to.y.isFinite else {
      return
    }
    let sign = from.y < to.y ? 1.0 : -1.0
    let (upper, lower) = from.y < to.y ? (from, to) : (to, from)
    let slope = (lower.x - upper.x) / (lower.y - upper.y)
    let first = max(upper.y, 0)
    let last = min(lower.y, Double(size.height))
    guard first < last else { return }
    var y = first
    var row = Int(first)
    while y < last, row < size.height {
      let nextY = min(last, Double(row + 1))
      let x = upper.x + (y - upper.y) * slope
      let nextX = upper.x + (nextY - upper.y) * slope
      addSpan(row: row, height: sign * (nextY - y), from: min(x, nextX), to: max(x, nextX))
      y = nextY
      row += 1
    }
  }

  /// Adds an edge of signed `height` within one row that runs over the columns `from … to`.
  private mutating func addSpan(row: Int, height: Double, from: Double, to: Double) {
    let width = Double(size.width)
    let left = min(max(from, 0), width)
    let right = min(max(to, 0), width)
    let firstColumn = Int(left)
    let base = row * stride
    if right <= Double(firstColumn + 1) {
      let inside = Double(firstColumn + 1) - (left + right) / 2
      area[base + firstColumn] += Float(height * inside)
      area[base + firstColumn + 1] += Float(height * (1 - inside))
      return
    }
    // The covered part of a column grows with the square of the way into it.
    let rate = height / (right - left)
    let lastColumn = Int(right.rounded(.up))
    var total = 0.0
    var share = 0.0
    for column in firstColumn...lastColumn {
      let reach = min(max(Double(column + 1) - left, 0), right - left)
      let beyond = max(0, Double(column + 1) - right)
      let nextTotal = rate * reach * reach / 2 + height * beyond
      let nextShare = nextTotal - total
      area[base + column] += Float(nextShare - share)
      (total, share) = (nextTotal, nextShare)
    }
  }

  private static func pieces(_ count: Double) -> Int {
    count.isFinite ? max(1, min(4096, Int(count.rounded(.up)))) : 1
  }

  private func mix(_ a: Point, _ b: Point, _ t: Double) -> Point {
    Point(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
  }

  private func secondDifference(_ a: Point, _ b: Point, _ c: Point) -> Double {
    let x = a.x - 2 * b.x + c.x
    let y = a.y - 2 * b.y + c.y
    return (x * x + y * y).squareRoot()
  }
}
