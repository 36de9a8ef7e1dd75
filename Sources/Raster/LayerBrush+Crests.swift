// SPDX-License-Identifier: Apache-2.0
import Geometry

extension LayerBrush {
  /// Paints what has moved in the `lanes`, rows from `firstRow` on, of two crests between three tones.
  ///
  /// - Parameters:
  ///   - crests: The higher crest and the front one.
  ///   - tones: The tones on both sides of the left crest and of the right one.
  ///   - patterns: The format's.
  ///   - lanes: Which of the sixteen rows.
  ///   - firstRow: The buffer's row of lane 0.
  ///   - isFlipped: Whether the front crest is the left one.
  ///   - canvas: Where to.
  func paint(
    _ crests: Span<RowEdges>,
    _ tones: borrowing (first: RowTones<Packing>, second: RowTones<Packing>),
    _ patterns: Span<EdgePattern<Packing.Pairs>>,
    _ lanes: Range<Int>,
    firstRow: Int,
    _ isFlipped: Bool,
    into canvas: inout Canvas
  ) {
    for lane in lanes {
      let y = firstRow &+ lane
      let blocks = (crests[0].blocks(row: lane), crests[1].blocks(row: lane))
      let edges = (crests[0].edge(row: lane), crests[1].edge(row: lane))
      let (left, right) = isFlipped ? (edges.1, edges.0) : edges
      let (near, far) = isFlipped ? (blocks.1, blocks.0) : blocks
      if near.overlaps(far.extended) {
        let both = near.joined(far)
        paint(left, right, tones, patterns, blocks: both, row: y, into: &canvas)
      } else {
        paint(left, tones.first, patterns, blocks: near, row: y, into: &canvas)
        paint(right, tones.second, patterns, blocks: far, row: y, into: &canvas)
      }
    }
  }
}
