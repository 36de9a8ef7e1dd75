// SPDX-License-Identifier: Apache-2.0
import Geometry

/// A coverage mask as the buffer needs it: turned with the output and cut into blocks of sixteen
/// columns on the buffer's own grid, so that a block of it is one aligned load.
struct BlockMask {
  /// Coverage of a block of a row.
  enum Kind: UInt8 {
    case empty, full, mixed
  }

  /// Rectangle of the mask in the buffer; may stick out of it.
  let rect: PixelRect
  /// Index of the first block column.
  let firstBlock: Int
  /// Number of blocks in a row.
  let blocksPerRow: Int
  private(set) var lanes: [CoverageLanes]
  fileprivate let kinds: [Kind]
  /// The longest run of full blocks of each row, in the buffer's block columns.
  fileprivate let fullRuns: [Range<Int>]
  /// The blocks that are full in all of sixteen rows, of their longest runs.
  fileprivate let groupRuns: [Range<Int>]
  /// The longest run of rows in which a block column is full, per block column, in buffer rows.
  fileprivate let fullRows: [Range<Int>]
  /// The rows that hold all ink of a block column, per block column, in buffer rows.
  fileprivate let inkRows: [Range<Int>]
  /// The longest run of rows in which a block column is cut upright: alike in all rows, with ink and
  /// without a partly covered pixel.
  fileprivate let cutRows: [Range<Int>]
  /// The columns that hold all ink of a row, from ``rect``'s left on, per sixteen rows.
  fileprivate let inkColumns: [InkColumns]

  /// Ranges of the columns with ink in sixteen rows, `low` ..< `end`; empty in rows without.
  struct InkColumns {
    var low = SignedLanes(repeating: .max)
    var end = SignedLanes()
  }

  /// `mask`, put with its upper left corner at `origin` in view pixels.
  init(_ mask: CoverageMask, origin: PixelPoint, transform: OutputTransform) {
    let viewRect = PixelRect(
      left: origin.x,
      top: origin.y,
      right: origin.x + mask.size.width,
      bottom: origin.y + mask.size.height
    )
    let rect = mask.bytes.isEmpty ? .empty : transform.bufferRect(ofView: viewRect)
    self.init(mask, rect: rect, rotation: transform.rotation)
  }

  /// `mask`, turned by `rotation` and put into `rect`, which has the turned mask's size.
  init(_ mask: CoverageMask, rect: PixelRect, rotation: Rotation) {
    self.rect = rect
    firstBlock = blockIndex(ofColumn: rect.left)
    blocksPerRow = rect.isEmpty ? 0 : blockIndex(ofColumn: rect.right - 1) - firstBlock + 1
    var lanes = [CoverageLanes](
      repeating: CoverageLanes(),
      count: blocksPerRow * rect.height
    )
    let shift = rect.left - firstBlock * blockWidth
    for row in 0..<rect.height {
      for column in 0..<rect.width {
        let position = shift + column
        lanes[row * blocksPerRow + (position >> 4)][position & 15] =
          mask.byte(atBufferColumn: column, row: row, rotation: rotation)
      }
    }
    self.lanes = lanes
    kinds = lanes.map { block in
      if block == CoverageLanes(repeating: 0) { return .empty }
      return block == CoverageLanes(repeating: 255) ? .full : .mixed
    }
    let (kinds, perRow, first) = (kinds, blocksPerRow, firstBlock)
    fullRuns = (0..<rect.height).map { row in
      let run = Self.longestRun(of: .full, count: perRow) { kinds[row * perRow + $0] }
      return run.lowerBound + first..<run.upperBound + first
    }
    let runs = fullRuns
    groupRuns = stride(from: 0, to: rect.height, by: 16).map { first in
      runs[first..<min(first + 16, rect.height)].reduce(Int.min..<Int.max) { $0.clamped(to: $1) }
    }
    fullRows = (0..<perRow).map { column in
      let run = Self.longestRun(of: .full, count: rect.height) { kinds[$0 * perRow + column] }
      return run.lowerBound + rect.top..<run.upperBound + rect.top
    }
    inkRows = (0..<perRow).map { column in
      let inked = (0..<rect.height).filter { kinds[$0 * perRow + column] != .empty }
      return (inked.first ?? 0) + rect.top..<(inked.last.map { $0 + 1 } ?? 0) + rect.top
    }
    cutRows = (0..<perRow).map { column in
      Self.cutRows(count: rect.height) { lanes[$0 * perRow + column] }
    }
    .map { $0.lowerBound + rect.top..<$0.upperBound + rect.top }
    inkColumns = Self.inkColumns(lanes, rect: rect, perRow: perRow, shift: shift)
  }

  /// Becomes what `former` and `next` give together, by so much of `next` out of 256, rounded to the nearest.
  ///
  /// This mask has been made by `mixed(with:share:)` of these two: it has ink wherever they have any.
  /// Allocates nothing where nothing else has its blocks.
  mutating func blend(_ former: borrowing BlockMask, _ next: borrowing BlockMask, share: UInt16) {
    let (one, other) = (BlockMaskView(former), BlockMaskView(next))
    let share = Lanes(repeating: share)
    for y in rect.top..<max(rect.top, rect.bottom) {
      for column in 0..<blocksPerRow {
        let block = firstBlock + column
        let blend = Raster.mixed(
          one.coverage(block: block, row: y),
          other.coverage(block: block, row: y),
          share
        )
        lanes[(y - rect.top) * blocksPerRow + column] = CoverageLanes(truncatingIfNeeded: blend)
      }
    }
  }

  /// Takes memory of its own for what ``blend(_:_:share:)`` changes.
  mutating func unshare() { lanes.unshare() }

  /// The mask without pixels.
  static let none = Self(
    CoverageMask(size: PixelSize(width: 0, height: 0), bytes: []),
    rect: .empty,
    rotation: .none
  )
}

/// A ``BlockMask`` lent out for painting: reading it counts no references.
struct BlockMaskView: ~Escapable {
  /// Rectangle of the mask in the buffer; may stick out of it.
  let rect: PixelRect
  private let firstBlock: Int
  private let blocksPerRow: Int
  private let lanes: Span<CoverageLanes>
  private let kinds: Span<BlockMask.Kind>
  private let fullRuns: Span<Range<Int>>
  private let groupRuns: Span<Range<Int>>
  private let fullRows: Span<Range<Int>>
  private let inkRows: Span<Range<Int>>
  private let cutRows: Span<Range<Int>>
  /// The columns that hold all ink of a row, from ``rect``'s left on, per sixteen rows.
  let inkColumns: Span<BlockMask.InkColumns>

  @_lifetime(borrow mask)
  init(_ mask: borrowing BlockMask) {
    rect = mask.rect
    firstBlock = mask.firstBlock
    blocksPerRow = mask.blocksPerRow
    lanes = mask.lanes.span
    kinds = mask.kinds.span
    fullRuns = mask.fullRuns.span
    groupRuns = mask.groupRuns.span
    fullRows = mask.fullRows.span
    inkRows = mask.inkRows.span
    cutRows = mask.cutRows.span
    inkColumns = mask.inkColumns.span
  }

  /// The position of a block among the mask's; it lies within the mask.
  @inline(__always)
  func index(block: Int, row y: Int) -> Int {
    (y &- rect.top) &* blocksPerRow &+ block &- firstBlock
  }

  /// A run of block columns that the mask covers entirely in row `y`, the longest there is.
  @inline(__always)
  func fullRun(row y: Int) -> Range<Int> {
    y >= rect.top && y < rect.bottom ? fullRuns[y &- rect.top] : 0..<0
  }

  /// A run of block columns that the mask covers entirely in each of the `group`th sixteen rows.
  @inline(__always)
  func fullRun(group: Int) -> Range<Int> { groupRuns[group] }

  /// A run of rows in which the mask covers a block column of the buffer entirely, the longest
  /// there is.
  @inline(__always)
  func fullRows(block: Int) -> Range<Int> {
    block >= firstBlock && block < firstBlock &+ blocksPerRow
      ? fullRows[block &- firstBlock] : 0..<0
  }

  /// A run of rows in which the mask cuts a block column of the buffer upright, all of them alike.
  @inline(__always)
  func cutRows(block: Int) -> Range<Int> {
    block >= firstBlock && block < firstBlock &+ blocksPerRow
      ? cutRows[block &- firstBlock] : 0..<0
  }

  /// The rows that hold all ink of a block column of the buffer.
  @inline(__always)
  func inkRows(block: Int) -> Range<Int> {
    block >= firstBlock && block < firstBlock &+ blocksPerRow
      ? inkRows[block &- firstBlock] : 0..<0
  }

  /// Tells if the block column `block` (of the buffer) and row `y` lie within the mask.
  @inline(__always)
  func contains(block: Int, row y: Int) -> Bool {
    y >= rect.top && y < rect.bottom && block >= firstBlock && block < firstBlock + blocksPerRow
  }

  /// The mask's kind of coverage at a block column and row of the buffer.
  @inline(__always)
  func kind(block: Int, row y: Int) -> BlockMask.Kind {
    guard contains(block: block, row: y) else { return .empty }
    return kinds[(y - rect.top) &* blocksPerRow &+ block &- firstBlock]
  }

  /// Sixteen coverages 0 … 255 at a block column and row of the buffer; 0 outside of the mask.
  @inline(__always)
  func coverage(block: Int, row y: Int) -> Lanes {
    var wide = Lanes()
    guard contains(block: block, row: y) else { return wide }
    let coverage = lanes[(y - rect.top) &* blocksPerRow &+ block &- firstBlock]
    for lane in 0..<16 { wide[lane] = UInt16(coverage[lane]) }
    return wide
  }

  /// Sixteen weights 0 … 256 at a block column and row of the buffer; 0 outside of the mask.
  @inline(__always)
  func weight(block: Int, row y: Int) -> Lanes {
    guard contains(block: block, row: y) else { return Lanes() }
    return weights(lanes[(y - rect.top) &* blocksPerRow &+ block &- firstBlock])
  }
}

extension CoverageMask {
  /// The coverage that stands at a column and row of the mask once it is turned by `rotation`.
  fileprivate func byte(atBufferColumn column: Int, row: Int, rotation: Rotation) -> UInt8 {
    let (x, y) =
      switch rotation {
      case .none: (column, row)
      case .quarter: (row, size.height - 1 - column)
      case .half: (size.width - 1 - column, size.height - 1 - row)
      case .threeQuarters: (size.width - 1 - row, column)
      }
    return bytes[y * size.width + x]
  }
}
