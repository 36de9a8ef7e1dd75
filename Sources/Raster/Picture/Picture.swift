// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// Placement of an image in the frame that is given to it.
package enum PictureFit: String, CaseIterable, Hashable, Sendable {
  /// As large as fits; something of the frame may stay free.
  case contain
  /// As small as fills the frame; something of the image may be cut off.
  case cover
  /// Pixel by pixel, in the middle of the frame.
  case none
}

/// A picture with colours of its own as the buffer needs it: turned with the output and cut into blocks of
/// sixteen columns on the buffer's own grid.
///
/// Colours are premultiplied by alpha, 8 bits a channel.
package struct Picture: Sendable {
  /// Sixteen neighbouring pixels of a row.
  struct Block: Equatable {
    var red = CoverageLanes()
    var green = CoverageLanes()
    var blue = CoverageLanes()
    var alpha = CoverageLanes()
  }

  /// Rectangle of the picture in the buffer.
  let rect: PixelRect
  /// The block column of the buffer in which it begins.
  let firstBlock: Int
  let blocksPerRow: Int
  let blocks: [Block]
  /// The longest run of blocks of each row that hide what lies beneath, in the buffer's block columns.
  let opaqueRuns: [Range<Int>]
  /// The first row of the picture behind each that has another such run.
  private let similarEnds: [Int]

  /// A picture, cut to what can be seen of it.
  ///
  /// - Parameters:
  ///   - rgba: Red, green and blue premultiplied by alpha, and alpha, row by row from the top without
  ///     gaps; what is more than alpha counts as alpha. Traps unless there are four bytes a pixel.
  ///   - size: Extent in view pixels.
  ///   - origin: Position of the upper left pixel in the view.
  ///   - clip: View pixels outside of which nothing is shown.
  ///   - transform: The view's transform to the buffer.
  package init(
    premultiplied rgba: [UInt8],
    size: PixelSize,
    at origin: PixelPoint,
    clip: PixelRect,
    transform: OutputTransform
  ) {
    precondition(rgba.count == 4 * size.width * size.height)
    let whole = PixelRect(
      left: origin.x,
      top: origin.y,
      right: origin.x + size.width,
      bottom: origin.y + size.height
    )
    let seen = whole.intersection(clip).intersection(transform.viewSize.bounds)
    guard !seen.isEmpty else {
      self = .none
      return
    }
    rect = transform.bufferRect(ofView: seen)
    firstBlock = blockIndex(ofColumn: rect.left)
    blocksPerRow = blockIndex(ofColumn: rect.right - 1) - firstBlock + 1
    var blocks = [Block](repeating: Block(), count: blocksPerRow * rect.height)
    // From column to column and from row to row of the buffer, in pixels of the view.
    let (first, column, row) = Self.steps(seen, rotation: transform.rotation)
    let shift = rect.left - firstBlock * blockWidth
    for y in 0..<rect.height {
      var x = first.x + y * row.x - origin.x
      var line = first.y + y * row.y - origin.y
      for place in shift..<shift + rect.width {
        let source = (line * size.width + x) * 4
        let (block, lane) = (y * blocksPerRow + place >> 4, place & 15)
        let alpha = rgba[source + 3]
        blocks[block].red[lane] = min(rgba[source], alpha)
        blocks[block].green[lane] = min(rgba[source + 1], alpha)
        blocks[block].blue[lane] = min(rgba[source + 2], alpha)
        blocks[block].alpha[lane] = alpha
        x += column.x
        line += column.y
      }
    }
    self.blocks = blocks
    opaqueRuns = Self.opaqueRuns(blocks, perRow: blocksPerRow, first: firstBlock)
    similarEnds = Self.similarEnds(opaqueRuns)
  }

  private static func opaqueRuns(_ blocks: [Block], perRow: Int, first: Int) -> [Range<Int>] {
    stride(from: 0, to: blocks.count, by: max(perRow, 1)).map { row in
      let run = BlockMask.longestRun(of: .full, count: perRow) {
        blocks[row + $0].isOpaque ? .full : .empty
      }
      return run.lowerBound + first..<run.upperBound + first
    }
  }

  private static func similarEnds(_ runs: [Range<Int>]) -> [Int] {
    var ends = Array(runs.indices.map { $0 + 1 })
    for row in runs.indices.dropLast().reversed() where runs[row] == runs[row + 1] {
      ends[row] = ends[row + 1]
    }
    return ends
  }

  /// The first row of the buffer behind `y` that may hide other blocks.
  func similarEnd(row y: Int) -> Int {
    if y < rect.top { return rect.top }
    return y < rect.bottom ? similarEnds[y - rect.top] + rect.top : .max
  }

  /// The pixel of `seen` that stands first in the buffer, and the steps to the next column and row.
  static func steps(
    _ seen: PixelRect,
    rotation: Rotation
  ) -> (first: PixelPoint, column: PixelPoint, row: PixelPoint) {
    let (right, bottom) = (seen.right - 1, seen.bottom - 1)
    func point(_ x: Int, _ y: Int) -> PixelPoint { PixelPoint(x: x, y: y) }
    return switch rotation {
    case .none: (point(seen.left, seen.top), point(1, 0), point(0, 1))
    case .quarter: (point(seen.left, bottom), point(0, -1), point(1, 0))
    case .half: (point(right, bottom), point(-1, 0), point(0, -1))
    case .threeQuarters: (point(right, seen.top), point(0, 1), point(-1, 0))
    }
  }

  /// The same place with other pixels.
  init(_ other: Self, blocks: [Block]) {
    rect = other.rect
    firstBlock = other.firstBlock
    blocksPerRow = other.blocksPerRow
    self.blocks = blocks
    opaqueRuns = Self.opaqueRuns(blocks, perRow: blocksPerRow, first: firstBlock)
    similarEnds = Self.similarEnds(opaqueRuns)
  }

  private init(rect: PixelRect) {
    self.rect = rect
    firstBlock = 0
    blocksPerRow = 0
    blocks = []
    opaqueRuns = []
    similarEnds = []
  }

  /// The picture without pixels.
  package static let none = Self(rect: .empty)
}
