// SPDX-License-Identifier: Apache-2.0

/// Blocks of rows of the buffer.
struct BlockRect {
  let blocks: Range<Int>
  let rows: Range<Int>

  /// Tells if any of `blocks` in any of `rows` lies inside.
  @inline(__always)
  func overlaps(blocks: Range<Int>, rows: Range<Int>) -> Bool {
    self.blocks.overlaps(blocks) && self.rows.overlaps(rows)
  }
}
