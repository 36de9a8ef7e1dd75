// SPDX-License-Identifier: Apache-2.0
import Geometry

/// An edge that is a function of the rows, for sixteen of them, ready to be written.
struct RowEdges {
  /// The column of the left one of the two pixels that may be partly covered, per row.
  private var start = SignedLanes()
  /// These two pixels, packed, per row: the one in an even column in the lower bits.
  private var pairs = SIMD16<UInt64>()
  /// The first of the buffer's blocks that have to be painted, per row.
  private var firstBlock = SignedLanes()
  /// The block behind the last of them.
  private var endBlock = SignedLanes()
  /// Blocks that hold those of all sixteen rows.
  private(set) var extent = 0..<0
}

/// One row of ``RowEdges``.
struct RowEdge {
  let start: Int
  let pair: UInt64
}

extension RowEdges {
  /// The edge in row `lane`.
  @inline(__always)
  func edge(row lane: Int) -> RowEdge { RowEdge(start: Int(start[lane]), pair: pairs[lane]) }

  /// The blocks of row `lane` that have to be painted.
  @inline(__always)
  func blocks(row lane: Int) -> Range<Int> {
    Int(firstBlock[lane])..<Int(endBlock[lane])
  }
}

extension RowEdges {
  /// Sets the blocks to those on the screen that hold `columns`, in whole 64-byte lines.
  ///
  /// - Parameters:
  ///   - columns: From where to where, per row; nothing if the end is not behind the start.
  ///   - brush: Knows the screen, at most 32,000 pixels wide.
  @inline(__always)
  mutating func set<Packing: PixelPacking>(
    columns: (low: SignedLanes, end: SignedLanes),
    with brush: LayerBrush<Packing>
  ) {
    let width = SignedLanes(repeating: Int16(clamping: brush.size.width))
    let mask = SignedLanes(repeating: ~Int16(Packing.blocksPerLine - 1))
    let low = smaller(greater(columns.low, SignedLanes()), width)
    let end = greater(smaller(columns.end, width), low)
    let count = SignedLanes(repeating: Int16(clamping: (brush.size.width &+ 15) >> 4))
    let first = (low &>> 4) & mask
    firstBlock = first
    // The end of the last pixel's line, but the start where there is no pixel.
    let lines = (((end &- 1) &>> 4) & mask) &+ SignedLanes(repeating: Int16(Packing.blocksPerLine))
    let isEmpty = (low &- end) &>> 15
    let ends = (smaller(lines, count) & isEmpty) | (first & ~isEmpty)
    endBlock = ends
    extent = Int(first.min())..<Int(ends.max())
  }

  /// Sets the partly covered pixels to those of an edge between the tones of `blend`.
  @inline(__always)
  mutating func set<Packing: PixelPacking>(
    _ edge: FlatEdge,
    blend: Blend,
    origin: Int,
    isMirrored: Bool,
    firstRow: Int,
    with brush: LayerBrush<Packing>
  ) {
    set(
      edge,
      near: blend.sums(edge.first),
      far: blend.sums(edge.first &+ edge.second),
      origin: origin,
      isMirrored: isMirrored,
      firstRow: firstRow,
      with: brush
    )
  }

  /// Sets the partly covered pixels.
  ///
  /// - Parameters:
  ///   - edge: Sixteen rows of an edge that is not steep.
  ///   - near: The pixels at the edge's start.
  ///   - far: The pixels after those.
  ///   - origin: The column of the edge's depth 0.
  ///   - isMirrored: True if the depth grows towards the left.
  ///   - firstRow: The buffer's row of the first of them.
  ///   - brush: Knows the format.
  @inline(__always)
  mutating func set<Packing: PixelPacking>(
    _ edge: FlatEdge,
    near: PlanarSums,
    far: PlanarSums,
    origin: Int,
    isMirrored: Bool,
    firstRow: Int,
    with brush: LayerBrush<Packing>
  ) {
    let origin = SignedLanes(repeating: Int16(truncatingIfNeeded: origin))
    let start = isMirrored ? origin &- edge.start &- 1 : origin &+ edge.start
    self.start = start
    let rows = Lanes(repeating: UInt16(truncatingIfNeeded: firstRow)) &+ bits(laneNumbers)
    let columns = bits(start)
    let packing = brush.packing
    pairs = Self.paired(
      packing.pack(isMirrored ? far : near, columns: columns, rows: rows),
      right: packing.pack(isMirrored ? near : far, columns: columns &+ 1, rows: rows),
      columns: columns,
      as: Packing.self
    )
  }

  /// The pixels at `columns` and those to the right of them, in pairs as patterns expect them.
  @inline(__always)
  private static func paired<Packing: PixelPacking>(
    _ left: SIMD16<UInt32>,
    right: SIMD16<UInt32>,
    columns: Lanes,
    as packing: Packing.Type
  ) -> SIMD16<UInt64> {
    let isOdd = SIMD16<UInt32>() &- widened(columns & 1)
    let exchanged = (left ^ right) & isOdd
    return packing.paired(even: left ^ exchanged, odd: right ^ exchanged)
  }
}
