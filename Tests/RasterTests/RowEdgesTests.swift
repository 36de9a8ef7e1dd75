// SPDX-License-Identifier: Apache-2.0
import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite("Edges over rows")
struct RowEdgesTests {
  private func brush<Packing: PixelPacking>(_ packing: Packing, width: Int) -> LayerBrush<Packing> {
    LayerBrush(
      packing: packing,
      under: Tone(red: 1, green: 2, blue: 3),
      size: PixelSize(width: width, height: 100)
    )
  }

  /// Checks the blocks of sixteen rows against the columns they are to hold.
  private func checkBlocks<Packing: PixelPacking>(_ packing: Packing, width: Int, seed: Int) {
    var random = SplitMix(seed: seed)
    var (low, end) = (SignedLanes(), SignedLanes())
    for lane in 0..<16 {
      low[lane] = Int16(random.below(width + 80) - 40)
      end[lane] = low[lane] + Int16(random.below(60) - 10)
    }
    var edges = RowEdges()
    edges.set(columns: (low, end), with: brush(packing, width: width))
    let perLine = Packing.blocksPerLine
    for lane in 0..<16 {
      var expected: Set<Int> = []
      for column in stride(from: Int(low[lane]), to: Int(end[lane]), by: 1)
      where column >= 0 && column < width {
        let line = column / 16 / perLine
        for block in line * perLine..<(line + 1) * perLine where block * 16 < width {
          expected.insert(block)
        }
      }
      let found = edges.blocks(row: lane)
      #expect(Set(found) == expected, "columns \(low[lane])..<\(end[lane]) of \(width)")
      for block in expected { #expect(edges.extent.contains(block)) }
    }
  }

  @Test("Their blocks are the lines that hold a row's columns", arguments: [1, 37, 64, 95], 0..<10)
  func blocks(width: Int, seed: Int) {
    checkBlocks(XRGB8888Packing(), width: width, seed: seed)
    checkBlocks(RGB565Packing(), width: width, seed: seed)
  }

  /// Checks the two partly covered pixels of sixteen rows.
  private func checkPairs<Packing: PixelPacking>(
    _ packing: Packing,
    seed: Int
  ) {
    var random = SplitMix(seed: seed)
    var table = EdgeTable(blocks: 1)
    table.begin(isSteep: false)
    let pieces = Pieces(&random, reach: 40, height: 1, full: 256)
    table.set(block: 0, from: pieces.from, to: pieces.to, full: pieces.full)
    let view = EdgeView(table)
    let blend = Blend(from: anyTone(&random), to: anyTone(&random))
    let (origin, firstRow) = (100 + random.below(50), random.below(50))
    var edges = RowEdges()
    edges.set(
      view.columns(0),
      blend: blend,
      origin: origin,
      isMirrored: false,
      firstRow: firstRow,
      with: brush(packing, width: 320)
    )
    let bits = UInt64(8 * Packing.bytesPerPixel)
    for lane in 0..<16 {
      let edge = edges.edge(row: lane)
      for column in [edge.start, edge.start + 1] {
        let depth = column - origin
        let coverage = view.coverage(block: 0, depth: depth)
        let place = SIMD16<UInt16>(repeating: UInt16(column))
        let row = SIMD16<UInt16>(repeating: UInt16(firstRow + lane))
        let expected = packing.pack(blend.sums(coverage), columns: place, rows: row)[lane]
        let shift = UInt64(column & 1) * bits
        #expect((edge.pair >> shift) & (1 << bits - 1) == UInt64(expected))
      }
      // Beside the two everything is covered or nothing.
      let before = edge.start - 1 - origin
      #expect(view.coverage(block: 0, depth: before)[lane] == 0)
      let behind = edge.start + 2 - origin
      #expect(view.coverage(block: 0, depth: behind)[lane] == 256)
    }
  }

  @Test("Their pixels are the mixtures by exact area", arguments: 0..<20)
  func pairs(seed: Int) {
    checkPairs(XRGB8888Packing(), seed: seed)
    checkPairs(RGB565Packing(), seed: seed)
  }
}
