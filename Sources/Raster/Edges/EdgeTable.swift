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
  /// The table's entries, each for sixteen steps.
  private(set) var steps: [Steps]
  /// The ends of each piece and its weight; kept for steep edges only.
  private(set) var pieces: [Piece]
  /// True if some piece spans more than one pixel of depth.
  private(set) var isSteep = false
  /// True if no piece spans any depth.
  private var isLevel = false

  /// Sixteen steps.
  struct Steps {
    /// Depth of the first pixel that may be partly covered.
    var start = SignedLanes()
    /// Its coverage, what the next pixel has more, and what the one after it has more.
    var first = Lanes()
    var second = Lanes()
    var third = Lanes()
    /// Depth of each piece's end less that of its beginning, in 64ths of a pixel.
    var fall = SignedLanes()
  }

  /// Sixteen steep pieces.
  struct Piece {
    /// Depth behind the last pixel that may be partly covered.
    var end = SignedLanes()
    /// Depths of the pieces' upper ends.
    var low = FloatLanes()
    var height = FloatLanes()
    /// full / (2·height).
    var factor = FloatLanes()
    var full = FloatLanes()
  }

  /// A table for `blocks` times sixteen steps.
  init(blocks: Int) {
    steps = Array(repeating: Steps(), count: blocks)
    pieces = Array(repeating: Piece(), count: blocks)
  }

  mutating func unshare() {
    steps.unshare()
    pieces.unshare()
  }

  /// Says, before the pieces are set, whether one of them spans more than a pixel of depth, and whether none spans any.
  mutating func begin(isSteep: Bool, isLevel: Bool = false) {
    self.isSteep = isSteep
    self.isLevel = isLevel
  }

  /// Sets sixteen pieces.
  ///
  /// Kept out of line: five edges are set by it, and what is executed by a frame has to be fetched.
  ///
  /// - Parameters:
  ///   - block: Index of the sixteen steps.
  ///   - from: Depths at the steps' starts, in pixels, within ±32000.
  ///   - to: Depths at their ends.
  ///   - full: Coverage of a pixel wholly behind the edge, 0 … 256.
  @inline(never)
  mutating func set(block: Int, from: FloatLanes, to: FloatLanes, full: FloatLanes) {
    let rise = to - from
    let height = magnitude(rise)
    let low = from + (rise - height) * 0.5
    // Rounding to the nearest after −½ is rounding down; a crest that lies within 2⁻¹⁰ px above a
    // pixel's border counts as on it.
    let biased = low + (-0.5 + 0.0009765625)
    let floor = (biased + 12_582_912) - 12_582_912
    let factor = full / (height + height + 1e-6)
    if isSteep {
      pieces[block] = Piece(
        end: roundedLowBits(low + height + (0.5 + 0.0009765625)),
        low: low,
        height: height,
        factor: factor,
        full: full
      )
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
    steps[block] = Steps(
      start: roundedLowBits(biased),
      first: c0,
      second: c1 &- c0,
      third: bits(roundedLowBits(full)) &- c1,
      fall: roundedLowBits(rise * 64)
    )
  }

  /// Sets sixteen pieces to those of `other`, `shift` pixels deeper.
  @inline(__always)
  mutating func set(block: Int, like other: borrowing Self, shift: Int) {
    let lanes = SignedLanes(repeating: Int16(truncatingIfNeeded: shift))
    var next = other.steps[block]
    next.start &+= lanes
    steps[block] = next
    if isSteep {
      var piece = other.pieces[block]
      piece.low += Float(shift)
      piece.end &+= lanes
      pieces[block] = piece
    }
  }

  /// The least depth of a partly covered pixel in `block`.
  @inline(__always)
  func low(block: Int) -> Int { Int(steps[block].start.min()) }

  /// The depth behind the last partly covered pixel in `block`.
  @inline(__always)
  func end(block: Int) -> Int {
    if isSteep { return Int(pieces[block].end.max()) }
    let start = Int(steps[block].start.max())
    // A level edge covers the second pixel as it covers those behind; and the first one, where it lies on its border.
    guard isLevel else { return start + 2 }
    return isZero(steps[block].second) ? start : start + 1
  }

  /// The depth behind the last partly covered pixel in each step of `block`.
  @inline(__always)
  func end(steps block: Int) -> SignedLanes {
    isSteep ? pieces[block].end : steps[block].start &+ SignedLanes(repeating: 2)
  }
}
