// SPDX-License-Identifier: Apache-2.0
import Geometry

// What is known of a mask's rows and block columns ahead, so that no frame has to look for it.
extension BlockMask {
  /// The longest run of `kind` among `count` blocks.
  static func longestRun(
    of kind: Kind,
    count: Int,
    present: (Int) -> Kind
  ) -> Range<Int> {
    var longest = 0..<0
    var start = 0
    for index in 0..<count {
      if present(index) != kind { start = index + 1 }
      if index + 1 - start > longest.count { longest = start..<index + 1 }
    }
    return longest
  }

  /// The longest run of rows that are alike, have ink and no partly covered pixel, among `count` rows of a
  /// block column.
  static func cutRows(
    count: Int,
    lanes: (Int) -> CoverageLanes
  ) -> Range<Int> {
    var longest = 0..<0
    var start = 0
    for row in 0..<count {
      if row > start && lanes(row) != lanes(row - 1) { start = row }
      let isCut =
        lanes(row) != CoverageLanes()
        && (0..<16).allSatisfy { lanes(row)[$0] == 0 || lanes(row)[$0] == 255 }
      if !isCut { start = row + 1 }
      if row + 1 - start > longest.count { longest = start..<row + 1 }
    }
    return longest
  }

  /// The range of columns with ink in each row.
  ///
  /// - Parameters:
  ///   - lanes: The mask's blocks, row by row.
  ///   - rect: Rectangle of the mask.
  ///   - perRow: Number of blocks in a row.
  ///   - shift: Distance of the mask from the start of the first block, in columns.
  /// - Returns: Columns from the mask's left on, sixteen rows an element.
  static func inkColumns(
    _ lanes: [CoverageLanes],
    rect: PixelRect,
    perRow: Int,
    shift: Int
  ) -> [InkColumns] {
    var columns = [InkColumns](repeating: InkColumns(), count: (rect.height + 15) / 16)
    for row in 0..<rect.height {
      let inked = (0..<rect.width).filter { column in
        let position = shift + column
        return lanes[row * perRow + (position >> 4)][position & 15] > 0
      }
      guard let first = inked.first, let last = inked.last else { continue }
      columns[row >> 4].low[row & 15] = Int16(clamping: first)
      columns[row >> 4].end[row & 15] = Int16(clamping: last + 1)
    }
    return columns
  }
}
