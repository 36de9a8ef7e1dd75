// SPDX-License-Identifier: Apache-2.0

/// A bowed edge between the fillets at its ends, as straight pieces over steps of a pixel.
///
/// It begins where a fillet's arc goes over from the edge's steps to those of the edge around the corner,
/// follows the arc, then the parabola; what lies beyond its middle mirrors what lies before.
struct FilletedEdge {
  /// Place along the rest edge at which it begins.
  private let start: Float
  /// Place of the arc's end along the rest edge.
  private let end: Float
  /// The arc's centre, along the edge and inward, and the square of its radius.
  private let center: (place: Float, depth: Float)
  private let square: Float
  private let slope: Float
  private let length: Float
  /// True if the steepest of the parabola's pieces spans more than a pixel.
  let isSteep: Bool

  /// One of the edges of a layer with round corners.
  ///
  /// - Parameters:
  ///   - edge: The parabola.
  ///   - fillet: The corner's.
  ///   - along: The axis of the fillet that lies along the edge, 0 or 1.
  init(_ edge: BowedEdge, fillet: Fillet, along: Int) {
    start = Float(fillet.middle[along])
    end = Float(fillet.touch[along])
    center = (Float(fillet.center[along]), Float(fillet.center[1 - along]))
    square = Float(fillet.radius * fillet.radius)
    slope = Float(edge.slope)
    length = Float(edge.length)
    isSteep = abs(fillet.slopes[along]) > 1
  }

  /// Sixteen steps.
  struct Pieces {
    /// Distances outward at which the straight pieces begin and end.
    var from: FloatLanes
    var to: FloatLanes
    /// Part of each step, 0 … 256, behind the edge's start, and before its end.
    var near: Lanes
    var far: Lanes
    /// Part of each step that the edge runs over, 0 … 256.
    var full: FloatLanes
  }

  /// Sixteen steps, the first of which begins `ahead` pixels behind the rest edge's start and `behind`
  /// before its end; nil where the edge is the parabola in all of them.
  ///
  /// Each piece has the area of the curve that it stands for, by Simpson's rule. Those of an edge that
  /// bows inward never reach beyond the rest edge.
  @inline(__always)
  func pieces(ahead: Double, behind: Double) -> Pieces? {
    let (ahead, behind) = (Float(ahead), Float(behind))
    let reach = max(start, end)
    guard ahead < reach || behind - Float(blockWidth) < reach else { return nil }
    return pieces(ahead, behind)
  }

  @inline(never)
  private func pieces(_ ahead: Float, _ behind: Float) -> Pieces {
    let steps = FloatLanes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    let first = FloatLanes(repeating: start)
    let (low, high) = (ahead + steps, behind - steps)
    let near = (greater(low, first), greater(high, first))
    let far = (greater(low + 1, first), greater(high - 1, first))
    let from = depths(smaller(near.0, near.1))
    let to = depths(smaller(far.0, far.1))
    let middle = depths(smaller((near.0 + far.0) * 0.5, (near.1 + far.1) * 0.5))
    let shift = (middle + middle - from - to) * (1 / 3)
    var piece = (from: from + shift, to: to + shift)
    if slope > 0 {
      piece = (
        positive(piece.from) - positive(-piece.to), positive(piece.to) - positive(-piece.from)
      )
    }
    let behindStart = smaller(positive(low + 1 - first), FloatLanes(repeating: 1))
    let beforeEnd = smaller(positive(high - first), FloatLanes(repeating: 1))
    let weights = (roundedLowBits(behindStart * 256), roundedLowBits(beforeEnd * 256))
    var full = FloatLanes()
    for lane in 0..<16 { full[lane] = Float(max(0, weights.0[lane] &+ weights.1[lane] &- 256)) }
    return Pieces(
      from: -piece.from,
      to: -piece.to,
      near: bits(weights.0),
      far: bits(weights.1),
      full: full
    )
  }

  /// Distances of the edge inward at `places`, counted from its nearer end.
  @inline(__always)
  private func depths(_ places: FloatLanes) -> FloatLanes {
    let parabola = places * slope * (1 - places * (1 / length))
    let across = places - center.place
    let arc = center.depth - positive(square - across * across).squareRoot()
    return parabola.replacing(with: arc, where: places .< end)
  }
}
