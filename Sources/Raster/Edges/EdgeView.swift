// SPDX-License-Identifier: Apache-2.0

/// An ``EdgeTable`` lent out for painting: reading it counts no references.
struct EdgeView: ~Escapable {
  private let steps: Span<EdgeTable.Steps>
  private let pieces: Span<EdgeTable.Piece>
  let isSteep: Bool
  /// Depth that is added to the table's, in pixels.
  private let shift: Int16

  /// The edge of `table`, or one like it that lies `shift` pixels deeper, which steep ones cannot.
  @_lifetime(borrow table)
  init(_ table: borrowing EdgeTable, shift: Int = 0) {
    steps = table.steps.span
    pieces = table.pieces.span
    isSteep = table.isSteep
    self.shift = Int16(truncatingIfNeeded: shift)
  }

  /// The sixteen steps of `block`, ready for a loop over depths; the edge is not steep.
  @inline(__always)
  func columns(_ block: Int) -> FlatEdge {
    let steps = steps[block]
    return FlatEdge(
      start: steps.start &+ SignedLanes(repeating: shift),
      first: steps.first,
      second: steps.second,
      third: steps.third
    )
  }

  /// One step, ready for groups of sixteen depths; the edge is not steep.
  @inline(__always)
  func step(_ step: Int) -> Step {
    let (block, lane) = (step >> 4, step & 15)
    let steps = steps[block]
    return Step(
      start: steps.start[lane] &+ shift,
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

  /// Depth of the edge at the end of each of a block's steps less that at its start, in 64ths.
  @inline(__always)
  func fall(block: Int) -> SignedLanes { steps[block].fall }

  /// The same for one step.
  @inline(__always)
  func fall(step: Int) -> Int16 { steps[step >> 4].fall[step & 15] }

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
