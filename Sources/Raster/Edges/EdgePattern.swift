// SPDX-License-Identifier: Apache-2.0

/// Masks for the sixteen pixels of a block that an edge crosses, by the place where it does.
///
/// ```
///   columns     … s-1 │  s    s+1 │ s+2 …
///               before│  partial  │ behind
/// ```
/// An edge that falls by less than a pixel a row covers two neighbouring pixels of it partly. With
/// these two at hand as a packed ``RowEdges/pairs`` element, what is left of a block is a choice
/// between them and the tones on both sides, for which this holds the masks.
struct EdgePattern<Pairs: Sendable>: Sendable {
  /// All ones in the pixels to the right of the two.
  var behind: Pairs
  /// All ones in the two.
  var partial: Pairs
}

extension EdgePattern {
  /// The edge's places among sixteen pixels that look different: from s = -2 (all are behind) to 16.
  static var count: Int { 19 }

  /// The position of a pattern for an edge that starts `relative` pixels right of the block.
  @inline(__always)
  static func index(_ relative: Int) -> Int { min(max(relative, -2), 16) &+ 2 }

  /// Masks of the pixels, out of sixteen, that are behind the edge, and of those that it covers partly.
  static func masks(_ index: Int) -> (behind: SIMD16<UInt16>, partial: SIMD16<UInt16>) {
    var masks = (behind: SIMD16<UInt16>(), partial: SIMD16<UInt16>())
    for lane in 0..<16 {
      let position = lane - (index - 2)
      if position >= 2 { masks.behind[lane] = .max }
      if position == 0 || position == 1 { masks.partial[lane] = .max }
    }
    return masks
  }
}
