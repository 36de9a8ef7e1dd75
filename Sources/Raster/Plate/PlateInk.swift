// SPDX-License-Identifier: Apache-2.0
import Geometry

/// A coverage mask of one colour on a ``PlateLayer``, which can be moved by whole pixels.
struct PlateInk {
  /// The remembered appearance of an ink; two equal states look the same.
  struct State: Equatable {
    /// Rectangle in the buffer; empty while there is nothing to see.
    var rect = PixelRect.empty
    /// Displacement in buffer pixels: inks whose visible rectangles are equal may be cut off differently.
    var offset = PixelPoint(x: 0, y: 0)
    /// Counts changes of mask and colour.
    var version = 0
  }

  var state = State()
  var tone = Tone(red: 0, green: 0, blue: 0)
  var weight: UInt16 = 256
  /// Rectangle of the mask in the buffer before it is moved.
  private(set) var home = PixelRect.empty
  /// Rectangle in the buffer to which the ink is cut.
  private(set) var clip = PixelRect.empty
  /// Displacement in buffer pixels.
  private(set) var offset = PixelPoint(x: 0, y: 0)
  private(set) var isShown = true
  /// The block column of the buffer in which ``home`` begins.
  private(set) var firstBlock = 0
  private(set) var blocksPerRow = 0
  /// Coverages on the grid of the buffer's blocks, as it lies when it is not moved.
  private(set) var lanes: [CoverageLanes] = []
  /// Range of the columns with ink in each row, as the ink lies when it is not moved.
  private(set) var rows: [Range<Int>] = []
  /// Columns of blocks, true for those with ink, as the ink lies when it is not moved.
  private(set) var columns: [Bool] = []

  /// Replaces the mask, placed in view pixels from the view's upper left corner.
  mutating func setMask(_ mask: PlacedMask?, clip view: PixelRect, transform: OutputTransform) {
    state.version += 1
    clip = view.isEmpty ? .empty : transform.bufferRect(ofView: view)
    let placed = mask.map { BlockMask($0.mask, origin: $0.origin, transform: transform) }
    let block = placed ?? .none
    home = block.rect
    firstBlock = block.firstBlock
    blocksPerRow = block.blocksPerRow
    lanes = block.lanes
    rows = (0..<home.height).map { row in
      let line = lanes[row * blocksPerRow..<(row + 1) * blocksPerRow]
      guard let first = line.firstIndex(where: { $0 != CoverageLanes() }),
        let last = line.lastIndex(where: { $0 != CoverageLanes() })
      else { return 0..<0 }
      let start = firstBlock - line.startIndex
      return (start + first) * blockWidth..<(start + last + 1) * blockWidth
    }
    columns = (0..<blocksPerRow).map { column in
      (0..<home.height).contains { lanes[$0 * blocksPerRow + column] != CoverageLanes() }
    }
    place()
  }

  /// Moves the ink, in view pixels from where its mask was placed, and shows or hides it.
  mutating func move(by view: PixelPoint, isShown: Bool, rotation: Rotation) {
    offset =
      switch rotation {
      case .none: view
      case .quarter: PixelPoint(x: -view.y, y: view.x)
      case .half: PixelPoint(x: -view.x, y: -view.y)
      case .threeQuarters: PixelPoint(x: view.y, y: -view.x)
      }
    self.isShown = isShown
    place()
  }

  private mutating func place() {
    state.offset = offset
    guard isShown, !home.isEmpty else {
      state.rect = .empty
      return
    }
    state.rect = PixelRect(
      left: home.left + offset.x,
      top: home.top + offset.y,
      right: home.right + offset.x,
      bottom: home.bottom + offset.y
    ).intersection(clip)
  }

  /// Tells if any pixel of a column of the buffer's blocks may be inked.
  @inline(__always)
  func hasInk(block: Int) -> Bool {
    let left = block &* blockWidth
    guard left < state.rect.right, left &+ blockWidth > state.rect.left else { return false }
    // Where the ink has been moved, sixteen pixels may lie in two of its columns.
    let first = (left &- offset.x) >> 4 &- firstBlock
    let last = (left &+ blockWidth &- 1 &- offset.x) >> 4 &- firstBlock
    for column in max(0, first)...max(0, last) where column < columns.count {
      if columns[column] { return true }
    }
    return false
  }

  /// The columns of a row of the buffer that may be inked.
  @inline(__always)
  func columns(row: Int) -> Range<Int> {
    guard row >= state.rect.top, row < state.rect.bottom else { return 0..<0 }
    return rows[row &- home.top &- offset.y].moved(by: offset.x, within: state.rect)
  }

  mutating func setColor(_ color: Color) {
    let (tone, weight) = (Tone(color), Raster.weight(of: color.alpha))
    guard tone != self.tone || weight != self.weight else { return }
    self.tone = tone
    self.weight = weight
    state.version += 1
  }
}

/// A ``PlateInk`` lent out for painting.
struct PlateInkView: ~Escapable {
  private let rect: PixelRect
  private let offset: PixelPoint
  private let top: Int
  private let firstBlock: Int
  private let blocksPerRow: Int
  private let tone: Tone
  private let weight: UInt16
  private let lanes: Span<CoverageLanes>
  private let rows: Span<Range<Int>>

  @_lifetime(borrow ink)
  init(_ ink: borrowing PlateInk) {
    rect = ink.state.rect
    offset = ink.offset
    top = ink.home.top + ink.offset.y
    firstBlock = ink.firstBlock
    blocksPerRow = ink.blocksPerRow
    tone = ink.tone
    weight = ink.weight
    lanes = ink.lanes.span
    rows = ink.rows.span
  }

  /// The columns of a row that may be inked.
  @inline(__always)
  func columns(row: Int) -> Range<Int> {
    guard row >= rect.top, row < rect.bottom else { return 0..<0 }
    return rows[row &- top].moved(by: offset.x, within: rect)
  }

  /// Puts the ink on a block of a row.
  @inline(__always)
  func blend(into pixels: inout PlanarBlock, block: Int, row: Int) {
    guard rect.contains(block: block, row: row), !rows[row &- top].isEmpty else { return }
    put(into: &pixels, block: block, row: row)
  }

  /// Kept out of line: what the loops over blocks would work out ahead of it is more than most rows need.
  @inline(never)
  private func put(into pixels: inout PlanarBlock, block: Int, row: Int) {
    let line = (row &- top) &* blocksPerRow
    let first = block &* blockWidth &- offset.x
    var coverage: CoverageLanes
    if first & 15 == 0 {
      coverage = stored(line, place: first >> 4 &- firstBlock)
    } else {
      coverage = moved(line, first: first)
    }
    let left = block &* blockWidth
    if rect.left > left || rect.right < left &+ blockWidth {
      for lane in 0..<blockWidth where left &+ lane < rect.left || left &+ lane >= rect.right {
        coverage[lane] = 0
      }
    }
    let cover = weights(coverage)
    if isZero(cover) { return }
    pixels.blend(tone, weight: weakened(cover, part: weight))
  }

  @inline(__always)
  private func stored(_ line: Int, place: Int) -> CoverageLanes {
    place >= 0 && place < blocksPerRow ? lanes[line &+ place] : CoverageLanes()
  }

  /// Sixteen coverages that begin anywhere.
  @inline(__always)
  private func moved(_ line: Int, first: Int) -> CoverageLanes {
    let place = first >> 4 &- firstBlock
    let (one, other) = (stored(line, place: place), stored(line, place: place &+ 1))
    var result = CoverageLanes()
    let shift = first & 15
    for lane in 0..<blockWidth {
      let position = lane &+ shift
      result[lane] = position < blockWidth ? one[position] : other[position &- blockWidth]
    }
    return result
  }
}

extension Range<Int> {
  /// Columns that are moved, as far as they lie in a rectangle.
  @inline(__always)
  fileprivate func moved(by distance: Int, within rect: PixelRect) -> Self {
    guard !isEmpty else { return self }
    return (lowerBound &+ distance..<upperBound &+ distance).clamped(to: rect.left..<rect.right)
  }
}
