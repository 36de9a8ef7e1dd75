// SPDX-License-Identifier: Apache-2.0

/// The tones on both sides of an edge over rows, as a format stores them.
struct RowTones<Packing: PixelPacking> {
  /// Left of the edge.
  let left: Packing.ToneRows
  /// What distinguishes (exclusive or) the right side from the left one.
  let difference: Packing.ToneRows

  @inline(__always)
  init(_ packing: Packing, left: Tone, right: Tone) {
    self.left = packing.rows(of: left)
    difference = packing.rows(from: left, to: right)
  }
}
