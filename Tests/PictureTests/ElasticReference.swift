// SPDX-License-Identifier: Apache-2.0
import Geometry
import TestSupport
import Testing
import VirtualKiosk
import VirtualTime

/// A frame, of 84 × 52 points unless it says otherwise, whose corners have a radius.
struct ElasticReference {
  static let ground = [0x20, 0x40, 0x60].map { Double($0) }
  let panel: Panel
  /// Where the frame is, in points.
  let corner: (x: Double, y: Double)
  private let shape: RoundedFrame
  let inside: (_ x: Int, _ y: Int) -> [Double]

  /// All lengths are in points.
  init(
    panel: Panel,
    corner: (x: Double, y: Double) = (22, 25),
    size: (width: Double, height: Double) = (84, 52),
    radius: Double,
    offset: Double,
    inside: @escaping (_ x: Int, _ y: Int) -> [Double]
  ) {
    self.panel = panel
    self.corner = corner
    shape = RoundedFrame(width: size.width, height: size.height, offset: offset, radius: radius)
    self.inside = inside
  }

  /// The mean of a pixel's samples.
  func color(_ x: Int, _ y: Int) -> [Double] {
    func isInside(_ column: Double, _ row: Double) -> Bool {
      shape.isInside(
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
  func expect(_ run: VirtualRun, _ comment: String) throws {
    let shown = try ShownPicture(run, panel)
    let worst = shown.worst(from: color)
    // Coverage within 4/255, and a rounding.
    #expect(worst.distance <= 4 + shown.dither, "\(comment): \(worst)")
  }
}
