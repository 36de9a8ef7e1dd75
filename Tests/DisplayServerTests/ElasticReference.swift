// SPDX-License-Identifier: Apache-2.0
import DisplayServer
import Geometry
import Testing

/// A frame of 84 × 52 points whose corners have a radius.
struct ElasticReference {
  static let ground = [0x20, 0x40, 0x60].map { Double($0) }
  let panel: Panel
  /// Where the frame is, in points.
  var corner = (x: 22.0, y: 25.0)
  /// In points.
  let radius: Double
  let offset: Double
  var inside: (_ x: Int, _ y: Int) -> [Double]

  /// Whether the shape has a place, in points from the frame's upper left corner.
  func isInside(_ x: Double, _ y: Double) -> Bool {
    let (width, height) = (84.0, 52.0)
    let radius = min(radius, width / 2, height / 2)
    /// How far an edge of some length has moved out at a place along it.
    func bulge(_ place: Double, _ length: Double) -> Double {
      guard length > 0, place > 0, place < length else { return 0 }
      let t = place / length
      return 2 * t * (1 - t) * offset
    }
    let across = bulge(x - radius, width - 2 * radius)
    let down = bulge(y - radius, height - 2 * radius)
    let isAcross = x > -down && x < width + down
    let isDown = y > -across && y < height + across
    // Beyond an upright edge only what it swells over itself, and the other way round.
    if x < 0 || x > width { return isAcross && y > 0 && y < height }
    if y < 0 || y > height { return isDown }
    guard isAcross && isDown else { return false }
    let dx = max(radius - x, x - width + radius)
    let dy = max(radius - y, y - height + radius)
    return dx <= 0 || dy <= 0 || dx * dx + dy * dy < radius * radius
  }

  /// The mean of a pixel's samples.
  func color(_ x: Int, _ y: Int) -> [Double] {
    func isInside(_ column: Double, _ row: Double) -> Bool {
      self.isInside(
        (Double(x) + column) / panel.scale - corner.x,
        (Double(y) + row) / panel.scale - corner.y
      )
    }
    let probes = [0.001, 0.25, 0.5, 0.75, 0.999]
    let first = isInside(0.5, 0.5)
    var share = first ? 1.0 : 0
    if !probes.allSatisfy({ row in probes.allSatisfy { isInside($0, row) == first } }) {
      var count = 0
      // Each row of samples lies a bit further to the right, each column a bit further down.
      for row in 0..<32 {
        for column in 0..<32 {
          let (shift, fall) = ((Double(row) + 0.5) / 32, (Double(column) + 0.5) / 32)
          if isInside((Double(column) + shift) / 32, (Double(row) + fall) / 32) { count += 1 }
        }
      }
      share = Double(count) / 1024
    }
    return share == 0
      ? Self.ground : zip(Self.ground, inside(x, y)).map { $0 + ($1 - $0) * share }
  }

  /// Compares every pixel that a run shows.
  ///
  /// A pixel in which a parabola begins has one straight piece for it and what lies flat beside it: of the same
  /// area in its column or row, which the two pixels that it crosses share otherwise by up to 0.05.
  func expect(_ run: VirtualRun, _ comment: String) throws {
    let shown = try ShownPicture(run, panel)
    var worst = (0.0, 0, 0)
    var worstJoint = (0.0, 0, 0)
    func joints(_ corner: Double, _ length: Double) -> Set<Int> {
      let radius = min(radius, 84 / 2, 52 / 2)
      return Set(
        [corner + radius, corner + length - radius].map { Int(($0 * panel.scale).rounded(.down)) }
      )
    }
    let (columns, rows) = (joints(corner.x, 84), joints(corner.y, 52))
    let size = shown.transform.viewSize
    for y in 0..<size.height {
      for x in 0..<size.width {
        let distance = shown.distance(x, y, from: color(x, y))
        let isJoint = columns.contains(x) || rows.contains(y)
        if distance > (isJoint ? worstJoint.0 : worst.0) {
          if isJoint { worstJoint = (distance, x, y) } else { worst = (distance, x, y) }
        }
      }
    }
    // Coverage within 4/255, and a rounding.
    #expect(worst.0 <= 4 + shown.dither, "\(comment): \(worst)")
    #expect(worstJoint.0 <= 0.05 * 210 + 1 + shown.dither, "\(comment): \(worstJoint)")
  }
}
