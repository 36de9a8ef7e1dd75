// SPDX-License-Identifier: Apache-2.0
import Geometry

/// The coverage of pixels by a line with round ends, within a rectangle to which it is cut.
///
/// A line that runs from left to right covers one stretch of each vertical line wherever it covers any:
/// everything within a radius of a connected graph, seen from x, is the union of stretches that change
/// without a jump. So a column is sampled along sixteen vertical lines; on each the union of the pieces
/// is a smallest and a greatest y, and the area between them is exact. What is covered is kept, and only
/// columns in which the pieces differ are worked out again.
struct TraceCoverage {
  /// Rectangle to which the line is cut, in view pixels along its direction.
  let clip: PixelRect
  /// The same in the buffer.
  let rect: PixelRect
  let rotation: Rotation
  /// Width of the view, where the line's direction is the other one; nil where it is the view's.
  private let mirroredWidth: Int?
  /// True if units of view columns are counted against the line's direction.
  let isMirrored: Bool
  /// True if rows of the view are counted against its direction.
  let isFlipped: Bool
  /// True if the view's columns are the buffer's rows.
  let isTurned: Bool
  /// The first block column of ``rect``.
  let firstBlock: Int
  /// Blocks that a row has.
  let blocksPerRow: Int
  /// The line's coverage, on the buffer's grid of blocks.
  var lanes: [CoverageLanes]
  /// Pixels of each unit of which the line covers some, in buffer pixels across it.
  ///
  /// A unit is a column of the buffer's blocks, or a row of the buffer where that is a view column.
  var lineSpans: [Span]
  /// The fill below the line in each sixteen view columns; empty where nothing is filled.
  var fills: [TraceFill]
  /// Pixels of each unit that may be filled, in buffer pixels across it; empty where nothing is.
  var fillSpans: [Span]
  /// Pixels of each unit that are filled as a whole and not touched by the line.
  var plainSpans: [Span]
  /// Pixels of each unit that have ink, of the line or below it, in buffer pixels across it.
  var spans: [Span]
  /// The pieces that ``lanes`` shows, from left to right.
  var capsules: [TraceCapsule] = []
  /// The discs at the first and at the last point.
  var start: TraceCapsule?
  var end: TraceCapsule?
  /// Rows in which the line is filled below; nil for none.
  let fillRows: TraceFillRows?
  /// Differences from row to row in sixteen columns, or from place to place of a row of the buffer, on its grid of
  /// blocks; zero between two uses.
  var tile: [SignedLanes]

  /// Pixels with ink, half-open; empty where the end is not greater.
  struct Span: Equatable {
    var low = Int16.max
    var end = Int16.min

    /// Nothing.
    init() {}

    /// `pixels`, as far as they can be counted.
    @inline(__always)
    init(_ pixels: Range<Int>) {
      guard !pixels.isEmpty else { return }
      low = Int16(clamping: pixels.lowerBound)
      end = Int16(clamping: pixels.upperBound)
    }

    /// All from the first pixel of both to the last one.
    @inline(__always)
    func joined(_ pixels: Range<Int>) -> Range<Int> {
      guard low < end else { return pixels }
      let own = Int(low)..<Int(end)
      return pixels.isEmpty
        ? own : min(own.lowerBound, pixels.lowerBound)..<max(own.upperBound, pixels.upperBound)
    }

    /// Both ends from `start` on, as far as they are in `range`; empty at its end for nothing.
    @inline(__always)
    func range(from start: Int, in range: Range<Int>) -> Range<Int> {
      let first = max(range.lowerBound, start &+ Int(low))
      let last = min(range.upperBound, start &+ Int(end))
      return first < last ? first..<last : range.upperBound..<range.upperBound
    }
  }

  /// Nothing covered of `clip`, which lies on the screen.
  init(
    clip: PixelRect,
    floor: Double?,
    capacity: Int,
    isMirrored: Bool = false,
    transform: OutputTransform
  ) {
    self.clip = clip
    rotation = transform.rotation
    mirroredWidth = isMirrored ? transform.viewSize.width : nil
    self.isMirrored = (rotation == .half || rotation == .threeQuarters) != isMirrored
    isFlipped = rotation == .half || rotation == .quarter
    isTurned = rotation.swapsAxes
    let seen = Self.inView(clip, width: mirroredWidth)
    rect = clip.isEmpty ? .empty : transform.bufferRect(ofView: seen)
    firstBlock = blockIndex(ofColumn: rect.left)
    blocksPerRow = rect.isEmpty ? 0 : blockIndex(ofColumn: rect.right - 1) - firstBlock + 1
    let count = blocksPerRow * rect.height
    lanes = Array(repeating: CoverageLanes(), count: count)
    let (height, isFlipped) = (clip.height, isFlipped)
    fillRows = floor.map {
      TraceFillRows(height: height, floor: Float($0 - Double(clip.top)), isFlipped: isFlipped)
    }
    let groups = isTurned ? (rect.height + 15) / 16 : blocksPerRow
    spans = Array(repeating: Span(), count: isTurned ? rect.height : groups)
    lineSpans = spans
    fills = floor == nil ? [] : Array(repeating: TraceFill(), count: groups)
    fillSpans = floor == nil ? [] : spans
    plainSpans = fillSpans
    tile = Array(repeating: SignedLanes(), count: clip.height + 2)
    capsules.reserveCapacity(capacity)
  }

  /// Converts a rectangle in pixels along the line's direction to view pixels.
  func inView(_ rect: PixelRect) -> PixelRect { Self.inView(rect, width: mirroredWidth) }

  private static func inView(_ rect: PixelRect, width: Int?) -> PixelRect {
    guard let width else { return rect }
    return PixelRect(
      left: width - rect.right,
      top: rect.top,
      right: width - rect.left,
      bottom: rect.bottom
    )
  }

  /// Distance of the buffer's first column from the beginning of its block.
  var lead: Int { rect.left &- firstBlock &* blockWidth }

  /// The view column, from ``clip``'s left, of a place in the groups of sixteen.
  @inline(__always)
  func column(at place: Int) -> Int {
    let across = isTurned ? place : place &- lead
    return isMirrored ? clip.width &- 1 &- across : across
  }

  /// The groups of sixteen that hold view columns, from ``clip``'s left.
  func groups(ofColumns columns: Range<Int>) -> Range<Int> {
    let columns = columns.clamped(to: 0..<clip.width)
    guard !columns.isEmpty else { return 0..<0 }
    let start = isMirrored ? clip.width - columns.upperBound : columns.lowerBound
    let first = isTurned ? start : start + lead
    return first >> 4..<(first + columns.count - 1) >> 4 + 1
  }

  // MARK: - Changes

  /// Shows `pieces` with discs at both ends; what is as it was is left alone.
  ///
  /// Does not allocate while there are no more pieces than the capacity.
  mutating func show(_ pieces: [TraceCapsule], start: TraceCapsule?, end: TraceCapsule?) {
    var columns = changedColumns(pieces)
    if start != self.start { columns = columns.joined(self.start).joined(start) }
    if end != self.end { columns = columns.joined(self.end).joined(end) }
    guard columns.low < columns.high else { return }
    capsules.removeAll(keepingCapacity: true)
    capsules.append(contentsOf: pieces)
    self.start = start
    self.end = end
    let width = Float(clip.width)
    let first = Int(min(max(columns.low, 0), width).rounded(.down))
    let behind = Int(min(max(columns.high, 0), width).rounded(.up))
    for group in groups(ofColumns: first..<max(first, behind)) { fillGroup(group) }
  }

  /// The columns in which pieces differ from those that are shown.
  private func changedColumns(_ pieces: [TraceCapsule]) -> ColumnRange {
    var columns = ColumnRange()
    var same = 0
    while same < capsules.count, same < pieces.count, capsules[same] == pieces[same] { same += 1 }
    if same == capsules.count, same == pieces.count { return columns }
    if same < capsules.count, same < pieces.count, pieces[same].hasSameStart(as: capsules[same]) {
      let radius = pieces[same].radius
      columns.low = min(pieces[same].endX, capsules[same].endX) - radius
      columns.high = max(pieces[same].endX, capsules[same].endX) + radius
      same += 1
    }
    if same < capsules.count {
      columns = columns.joined(capsules[same]).joined(capsules.last)
    }
    if same < pieces.count { columns = columns.joined(pieces[same]).joined(pieces.last) }
    return columns
  }
}

/// Columns in which something changes.
private struct ColumnRange {
  var low = Float.infinity
  var high = -Float.infinity

  /// The columns and those of `piece`.
  func joined(_ piece: TraceCapsule?) -> Self {
    guard let piece else { return self }
    var result = self
    result.low = min(low, piece.startX - piece.radius)
    result.high = max(high, piece.endX + piece.radius)
    return result
  }
}
