// SPDX-License-Identifier: Apache-2.0

/// The arc that rounds a corner between two bowed edges: of the circle that touches both from within.
///
/// In pixels from the pointed corner, inward: `x` along the upper edge and `y` along the side edge.
/// Arithmetic and square roots alone, so that it is the same on every machine.
struct Fillet {
  /// The circle's; less than asked for where no circle as large fits between the edges.
  let radius: Double
  let center: SIMD2<Double>
  /// Distances along the upper (`x`) and the side edge (`y`) at which the circle touches it.
  let touch: SIMD2<Double>
  /// Slopes, inward, of the two edges there.
  let slopes: SIMD2<Double>

  /// The fillet of a rectangle's corners; nil where edges bulge so far that no corner juts out, or
  /// bow in so far that no circle fits.
  ///
  /// - Parameters:
  ///   - size: Extent of the rest rectangle.
  ///   - offset: Distance of the edges' control points from the rest edges, in pixels; negative inward.
  ///   - radius: The radius wanted, at most half of the shorter side.
  init?(size: SIMD2<Double>, offset: Double, radius: Double) {
    let isUpright = size.y > size.x
    let (long, short) = (max(size.x, size.y), min(size.x, size.y))
    let edges = (
      long: BowedEdge(length: long, offset: offset), short: BowedEdge(length: short, offset: offset)
    )
    var wanted = radius
    let start: (long: Double, short: Double)
    var limit = (long: long / 2, short: short / 2)
    if offset >= 0 {
      // Where straight edges as steep as these are at the corner would touch the circle.
      let (one, other) = (edges.long.point(at: 0), edges.short.point(at: 0))
      let opening = 1 - one.slope * other.slope
      guard opening > 0 else { return nil }
      let reach = radius * (one.secant * other.secant + one.slope + other.slope) / opening
      start = (min(reach / one.secant, limit.long), min(reach / other.secant, limit.short))
    } else {
      let largest = Self.largest(edges.long, short: edges.short)
      guard largest.radius > 1e-3 else { return nil }
      limit.long = largest.touch
      wanted = min(radius, largest.radius)
      // Edges that cross near the corner leave room beyond that only.
      let isNarrow = edges.long.slope * edges.short.slope > 0.5
      let share = isNarrow ? 1 : wanted / largest.radius
      start = (limit.long * share, limit.short * share)
    }
    guard
      let touch = Self.touch(
        edges.long,
        short: edges.short,
        radius: wanted,
        from: start,
        within: limit
      )
    else {
      return nil
    }
    let (one, other) = (edges.long.point(at: touch.long), edges.short.point(at: touch.short))
    let across = touch.long - wanted * one.slope / one.secant
    let down = one.depth + wanted / one.secant
    self.radius = wanted
    center = isUpright ? SIMD2(down, across) : SIMD2(across, down)
    self.touch =
      isUpright ? SIMD2(touch.short, touch.long) : SIMD2(touch.long, touch.short)
    slopes = isUpright ? SIMD2(other.slope, one.slope) : SIMD2(one.slope, other.slope)
  }

  /// The point at which the arc goes from the upper edge's columns over to the side edge's rows: the one where it runs
  /// diagonally, or its end if it does so nowhere.
  var middle: SIMD2<Double> {
    let diagonal = center - SIMD2(repeating: radius * 0.5.squareRoot())
    if slopes.x <= -1 { return SIMD2(touch.x, center.y - radius / secant(slopes.x)) }
    if slopes.y <= -1 { return SIMD2(center.x - radius / secant(slopes.y), touch.y) }
    return diagonal
  }

  /// The largest circle that touches both long edges and the middle of a short one, all of which bow inward.
  ///
  /// Fillets of that radius meet. It is not positive where the edges cross in between.
  ///
  /// Newton's method on the place where it touches a long edge, within bounds that close in on it.
  private static func largest(
    _ long: BowedEdge,
    short: BowedEdge
  ) -> (radius: Double, touch: Double) {
    let (half, vertex) = (short.length / 2, short.point(at: short.length / 2).depth)
    func excess(_ place: Double) -> (value: Double, slope: Double) {
      let point = long.point(at: place)
      let room = half - point.depth
      let sum = point.slope + point.secant
      return (
        place - room * sum - vertex,
        1 + point.slope * sum - room * long.bend * sum / point.secant
      )
    }
    var (low, high) = (0.0, long.length / 2)
    var place = half
    for _ in 0..<40 {
      let (value, slope) = excess(place)
      if value > 0 { high = place } else { low = place }
      var next = place - value / slope
      if !(next >= low && next <= high) { next = (low + high) / 2 }
      let isThere = abs(next - place) < 1e-7
      place = next
      if isThere { break }
    }
    let point = long.point(at: place)
    return ((half - point.depth) * point.secant, place)
  }

  /// Finds the places at which a circle touches both edges, by Newton's method; nil if it does not come to an end.
  private static func touch(
    _ long: BowedEdge,
    short: BowedEdge,
    radius: Double,
    from start: (long: Double, short: Double),
    within limit: (long: Double, short: Double)
  ) -> (long: Double, short: Double)? {
    var place = start
    for _ in 0..<16 {
      let (one, other) = (long.point(at: place.long), short.point(at: place.short))
      // The circle's centre as the long edge sees it, less as the short one does.
      let across =
        place.long - radius * one.slope / one.secant - other.depth - radius / other.secant
      let down =
        one.depth + radius / one.secant - place.short + radius * other.slope / other.secant
      if abs(across) + abs(down) < 1e-7 { return place }
      let step = (other.slope * down - across) / (1 - one.slope * other.slope)
      let ahead = step / (1 - radius * long.bend / (one.secant * one.secant * one.secant))
      let below =
        (one.slope * step + down)
        / (1 - radius * short.bend / (other.secant * other.secant * other.secant))
      place.long = min(max(place.long + ahead, 0), limit.long)
      place.short = min(max(place.short + below, 0), limit.short)
    }
    return nil
  }
}

/// A parabola between two corners, as seen from one of them; see ``ElasticLayer``.
struct BowedEdge {
  /// From corner to corner.
  let length: Double
  /// Slope of the edge inward at the corner; negative where it bulges.
  let slope: Double
  /// Growth of its slope from pixel to pixel.
  var bend: Double { -2 * slope / length }

  /// True if it goes in or out by more than a pixel over the first one.
  var isSteep: Bool { abs(slope) > 1 }

  init(length: Double, offset: Double) {
    self.length = length
    slope = -2 * offset / length
  }

  /// A place of the edge.
  struct Point {
    /// Distance inward, in pixels.
    let depth: Double
    let slope: Double
    /// Length of the edge for a pixel along the rest edge.
    let secant: Double
  }

  func point(at place: Double) -> Point {
    let part = place / length
    let slope = slope * (1 - 2 * part)
    return Point(
      depth: self.slope * place * (1 - part),
      slope: slope,
      secant: Raster.secant(slope)
    )
  }
}

/// Length of a line that goes down by `slope` over one pixel.
private func secant(_ slope: Double) -> Double { (1 + slope * slope).squareRoot() }
