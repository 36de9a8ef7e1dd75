// SPDX-License-Identifier: Apache-2.0
import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite("Blocks that are to be painted")
struct ChangedBlocksTests {
  @Test("what several layers mark comes in runs, each block once", arguments: [1, 2])
  func runs(blocksPerLine: Int) {
    var random = SplitMix(seed: UInt64(blocksPerLine))
    for _ in 0..<200 {
      let size = PixelSize(width: 1 + random.below(2600), height: 1 + random.below(40))
      let count = (size.width + 15) / 16
      var changed = ChangedBlocks(size: size)
      changed.blocksPerLine = blocksPerLine
      var marked = (0..<size.height).map { _ in Set<Int>() }
      for _ in 0..<random.below(12) {
        let left = random.below(2700) - 50
        let top = random.below(50) - 5
        let rect = PixelRect(
          left: left,
          top: top,
          right: left + 1 + random.below(900),
          bottom: top + 1 + random.below(9)
        )
        switch random.below(3) {
        case 0: changed.mark(rect)
        case 1:
          for y in rect.top..<rect.bottom { changed.mark(columns: rect.left..<rect.right, row: y) }
        default:
          for x in rect.left..<rect.right {
            changed.mark(block: x >> 4, rows: rect.top..<rect.bottom)
          }
        }
        for y in rect.top..<rect.bottom where y >= 0 && y < size.height {
          for x in rect.left..<rect.right {
            let first = (x >> 4) / blocksPerLine * blocksPerLine - (x < 0 ? 1_000_000 : 0)
            for block in first..<first + blocksPerLine where block >= 0 && block < count {
              marked[y].insert(block)
            }
          }
        }
      }
      for y in 0..<size.height {
        var found: [Int] = []
        var run = changed.run(row: y, from: 0)
        while !run.isEmpty {
          found += run
          run = changed.run(row: y, from: run.upperBound)
        }
        #expect(found == marked[y].sorted())
        let other = random.below(size.height)
        let first = random.below(count)
        let blocks = first..<first + 1 + random.below(count - first)
        #expect(
          changed.isAlike(y, other, blocks: blocks)
            == (marked[y].intersection(blocks) == marked[other].intersection(blocks))
        )
        #expect(
          changed.isMarked(blocks: blocks, rows: y..<y + 1)
            == !marked[y].isDisjoint(with: blocks)
        )
        if !marked[y].isEmpty { #expect(changed.rows.contains(y)) }
      }
      changed.removeAll()
      #expect(changed.run(row: size.height - 1, from: 0).isEmpty)
      #expect(changed.rows.isEmpty)
    }
  }
}
