// SPDX-License-Identifier: Apache-2.0

/// The areas that a disc, at any place and of any size by parts of a pixel, covers of pixels.
struct DiscCoverage {
  private let x: Double
  private let y: Double
  private let radius: Float
  /// Mean distance, in pixels, by which the arc over a chord of one pixel falls short of the tangent.
  private let bend: Float
  /// Area of the disc as a part of one with a radius of one pixel, 0 … 256; 256 for larger ones.
  private let part: UInt16

  /// A disc around (`x`, `y`), in buffer pixels; one of less than a pixel's radius, which is 0 or more, is one of a
  /// pixel's, but fainter.
  init(x: Double, y: Double, radius: Double) {
    self.x = x
    self.y = y
    self.radius = Float(max(radius, 1))
    bend = 1 / (24 * self.radius)
    part = UInt16((min(radius, 1) * min(radius, 1) * 256).rounded())
  }

  /// Tells if the disc comes near a block column and row of the buffer.
  @inline(__always)
  func meets(block: Int, row: Int) -> Bool {
    let room = Double(radius) + 1
    let start = Double(block &* blockWidth) - x
    return abs(Double(row) + 0.5 - y) < room && start < room
      && start + Double(blockWidth) > 0 - room
  }

  /// The disc's coverage of a block column and row of the buffer, 0 … 256.
  ///
  /// With s the distance from a pixel's middle to the rim and (a, b), a ≥ b, the tangent's normal,
  /// the tangent leaves of the unit square ½ + s/a while it cuts two opposite sides, which it does for
  /// |s| ≤ (a − b)/2; beyond that it cuts off a corner of ((a + b)/2 − |s|)²/2ab. Along the chord of
  /// length 1/a the arc lies on average 1/(24·r·a²) inside its tangent.
  @inline(__always)
  func weight(block: Int, row: Int) -> Lanes {
    let rise = FloatLanes(repeating: abs(Float(Double(row) + 0.5 - y)))
    let start = Float(Double(block &* blockWidth) + 0.5 - x)
    let run = magnitude(FloatLanes(repeating: start) + columnNumbers)
    let distance = greater(
      (run * run + rise * rise).squareRoot(),
      FloatLanes(repeating: 1e-6)
    )
    let a = greater(run, rise) / distance
    let b = smaller(run, rise) / distance
    // In the very middle there is no direction, and no rim either.
    let width = greater(a * a, FloatLanes(repeating: 0.5))
    let depth = FloatLanes(repeating: radius) - distance - FloatLanes(repeating: bend) / width
    let far = magnitude(depth)
    let corner = positive((a + b) * 0.5 - far)
    let cut = corner * corner / greater(2 * a * b, FloatLanes(repeating: 1e-9))
    let straight = far / greater(a, FloatLanes(repeating: 0.5))
    let beyond = (0.5 - cut).replacing(with: straight, where: far .<= (a - b) * 0.5)
    let share = 0.5 + beyond.replacing(with: 0 - beyond, where: depth .< 0)
    return weakened(bits(roundedLowBits(share * 256)), part: part)
  }
}
