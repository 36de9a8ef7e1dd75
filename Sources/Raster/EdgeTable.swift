// SPDX-License-Identifier: Apache-2.0

/// A boundary that is a function of one axis, with the exact area that lies behind it.
///
/// For every step along its axis (a column of pixels for a crest or an upper edge, a row for a side
/// edge) the boundary is a straight piece from one depth to another; depth grows towards what is
/// covered. Seen along the depth, a pixel's coverage is
///
/// ```
///   G(v) = ∫ max(0, v − d(s)) ds over the step,  coverage of pixel e = G(e + 1) − G(e)
///
///           depth ─►   first   first+1   first+2 …
///   flat edges            c0       c1        full          (|slope| ≤ 1: two partial pixels)
/// ```
/// Flat edges keep these as three increments, so that a row of 16 coverages takes a few integer
/// operations; steep ones evaluate G for each pixel. Both are 0 before the edge and `full` behind it.
struct EdgeTable {
  /// Depth of the first pixel that may be partly covered, per step.
  private(set) var first: [SignedLanes]
  /// Depth behind the last pixel that may be partly covered, per step; kept for steep edges only.
  fileprivate var last: [SignedLanes]
  /// Coverage at ``first``, what the next pixel has more, and what the one after it has more.
  fileprivate var increments: [Increments]
  /// How much deeper each piece ends than it begins, in 64ths of a pixel.
  fileprivate var falls: [SignedLanes]
  /// The ends of each piece and its weight; kept for steep edges only.
  fileprivate var pieces: [Piece]
  /// Whether some piece spans more than one pixel of depth.
  private(set) var isSteep = false

  fileprivate struct Increments {
    var first = Lanes()
    var second = Lanes()
    var third = Lanes()
  }

  fileprivate struct Piece {
    var low = FloatLanes()
    var height = FloatLanes()
    /// full / (2·height).
    var factor = FloatLanes()
    var full = FloatLanes()
  }

  /// A table for `blocks` times sixteen steps.
  init(blocks: Int) {
    first = Array(repeating: SignedLanes(), count: blocks)
    last = first
    falls = first
    increments = Array(repeating: Increments(), count: blocks)
    pieces = Array(repeating: Piece(), count: blocks)
  }

  /// Says, before the pieces are set, whether one of them spans more than a pixel of depth.
  mutating func begin(isSteep: Bool) { self.isSteep = isSteep }

  /// Sets sixteen pieces.
  ///
  /// - Parameters:
  ///   - block: Which sixteen steps.
  ///   - from: Depths at the steps' starts, in pixels, within ±32000.
  ///   - to: Depths at their ends.
  ///   - full: Coverage of a pixel wholly behind the edge, 0 … 256.
  @inline(__always)
  mutating func set(block: Int, from: FloatLanes, to: FloatLanes, full: FloatLanes) {
    let rise = to - from
    falls[block] = roundedLowBits(rise * 64)
    let height = magnitude(rise)
    let low = from + (rise - height) * 0.5
    // Rounding to the nearest after −½ is rounding down; a crest that lies within 2⁻¹⁰ px above a
    // pixel's border counts as on it.
    let biased = low + (-0.5 + 0.0009765625)
    let floor = (biased + 12_582_912) - 12_582_912
    first[block] = roundedLowBits(biased)
    let factor = full / (height + height + 1e-6)
    if isSteep {
      pieces[block] = Piece(low: low, height: height, factor: factor, full: full)
      last[block] = roundedLowBits(low + height + (0.5 + 0.0009765625))
    }
    // Distance from the edge's nearest end to the next pixel border, and how far the edge reaches
    // beyond that: a triangle that the second pixel lacks and the first one has.
    let reach = 1 - (low - floor)
    let beyond = positive(height - reach)
    let triangle = beyond * beyond * factor
    let atFirst = (reach - height * 0.5) * full + triangle
    let atSecond = full - triangle
    let c0 = bits(roundedLowBits(atFirst))
    let c1 = bits(roundedLowBits(atSecond))
    increments[block] = Increments(
      first: c0,
      second: c1 &- c0,
      third: bits(roundedLowBits(full)) &- c1
    )
  }

  /// The least depth of a partly covered pixel in `block`.
  @inline(__always)
  func low(block: Int) -> Int { Int(first[block].min()) }

  /// The depth behind the last partly covered pixel in `block`.
  @inline(__always)
  func end(block: Int) -> Int {
    isSteep ? Int(last[block].max()) : Int(first[block].max()) + 2
  }

  /// The depth behind the last partly covered pixel in each step of `block`.
  @inline(__always)
  func end(steps block: Int) -> SignedLanes {
    isSteep ? last[block] : first[block] &+ SignedLanes(repeating: 2)
  }
}

/// An ``EdgeTable`` lent out for painting: reading it counts no references.
struct EdgeView: ~Escapable {
  private let first: Span<SignedLanes>
  private let increments: Span<EdgeTable.Increments>
  private let falls: Span<SignedLanes>
  private let pieces: Span<EdgeTable.Piece>
  let isSteep: Bool

  @_lifetime(borrow table)
  init(_ table: borrowing EdgeTable) {
    first = table.first.span
    increments = table.increments.span
    falls = table.falls.span
    pieces = table.pieces.span
    isSteep = table.isSteep
  }

  /// The sixteen steps of `block`, ready for a loop over depths; the edge is not steep.
  @inline(__always)
  func columns(_ block: Int) -> FlatEdge {
    let steps = increments[block]
    return FlatEdge(
      start: first[block],
      first: steps.first,
      second: steps.second,
      third: steps.third
    )
  }

  /// One step, ready for groups of sixteen depths; the edge is not steep.
  @inline(__always)
  func step(_ step: Int) -> Step {
    let (block, lane) = (step >> 4, step & 15)
    let steps = increments[block]
    return Step(
      start: first[block][lane],
      first: steps.first[lane],
      second: steps.second[lane],
      third: steps.third[lane]
    )
  }

  /// The coverages at `depth` of the sixteen steps of `block`, 0 … 256.
  @inline(__always)
  func coverage(block: Int, depth: Int) -> Lanes {
    if isSteep {
      let piece = pieces[block]
      return Self.steep(
        depths: FloatLanes(repeating: Float(depth)),
        low: piece.low,
        height: piece.height,
        factor: piece.factor,
        full: piece.full
      )
    }
    let edge = columns(block)
    let depths = SignedLanes(repeating: Int16(truncatingIfNeeded: depth))
    return edge.coverage(at: depths &- edge.start)
  }

  /// The coverages of `step` at sixteen depths, from `depth` up or, flipped, down.
  @inline(__always)
  func coverage(step: Int, depth: Int, isFlipped: Bool) -> Lanes {
    if isSteep {
      let (block, lane) = (step >> 4, step & 15)
      let start = SignedLanes(repeating: Int16(truncatingIfNeeded: depth))
      let depths = isFlipped ? start &- laneNumbers : start &+ laneNumbers
      let piece = pieces[block]
      var wide = FloatLanes()
      for lane in 0..<16 { wide[lane] = Float(depths[lane]) }
      return Self.steep(
        depths: wide,
        low: FloatLanes(repeating: piece.low[lane]),
        height: FloatLanes(repeating: piece.height[lane]),
        factor: FloatLanes(repeating: piece.factor[lane]),
        full: FloatLanes(repeating: piece.full[lane])
      )
    }
    return self.step(step).coverage(depth: depth, isFlipped: isFlipped)
  }

  /// How much deeper the edge lies at the end of each of a block's steps than at its start, in 64ths.
  @inline(__always)
  func fall(block: Int) -> SignedLanes { falls[block] }

  /// The same for one step.
  @inline(__always)
  func fall(step: Int) -> Int16 { falls[step >> 4][step & 15] }

  @inline(__always)
  private static func steep(
    depths: FloatLanes,
    low: FloatLanes,
    height: FloatLanes,
    factor: FloatLanes,
    full: FloatLanes
  ) -> Lanes {
    let zero = FloatLanes()
    let near = depths - low
    let far = near + 1
    let nearPart = smaller(greater(near, zero), height)
    let farPart = smaller(greater(far, zero), height)
    let slanted = (farPart * farPart - nearPart * nearPart) * factor
    let beyond = greater(far - height, zero) - greater(near - height, zero)
    return bits(roundedLowBits(slanted + beyond * full))
  }
}

extension EdgeView {
  /// One piece of an edge that is not steep.
  struct Step {
    /// Depth of the first partly covered pixel.
    let start: Int16
    /// Its coverage, what the next pixel has more, and what the one after it has more.
    let first: UInt16
    let second: UInt16
    let third: UInt16

    /// The coverages of sixteen pixels, the first of which lies at `depth`, the others behind it
    /// or, flipped, before.
    @inline(__always)
    func coverage(depth: Int, isFlipped: Bool) -> Lanes {
      let relative = SignedLanes(repeating: Int16(truncatingIfNeeded: depth) &- start)
      let edge = FlatEdge(
        start: SignedLanes(),
        first: Lanes(repeating: first),
        second: Lanes(repeating: second),
        third: Lanes(repeating: third)
      )
      return edge.coverage(at: isFlipped ? relative &- laneNumbers : relative &+ laneNumbers)
    }
  }
}

/// Sixteen pieces of an edge that is not steep, in registers.
struct FlatEdge {
  /// Depth of the first partly covered pixel.
  let start: SignedLanes
  /// Its coverage, what the next pixel has more, and what the one after it has more.
  let first: Lanes
  let second: Lanes
  let third: Lanes

  /// The coverages at depths that are counted from ``start``.
  @inline(__always)
  func coverage(at relative: SignedLanes) -> Lanes {
    (first & nonNegative(relative)) &+ (second & nonNegative(relative &- 1))
      &+ (third & nonNegative(relative &- 2))
  }
}
