// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Raster

@Suite("Spans of arrays")
struct EmptySpanTests {
  @Test("The span of an empty array points nowhere, so that it is aligned for blocks of lanes")
  func empty() {
    let blocks: [CoverageLanes] = []
    let span = blocks.Raster::span
    let isNowhere = unsafe span.withUnsafeBufferPointer { unsafe $0.baseAddress == nil }
    #expect(isNowhere)
    var changed = blocks
    let mutableSpan = changed.Raster::mutableSpan
    let isMutableNowhere = unsafe mutableSpan.withUnsafeBufferPointer {
      unsafe $0.baseAddress == nil
    }
    #expect(isMutableNowhere)
  }

  @Test("A span of an array with elements is that of all of them", arguments: 1..<4)
  func filled(count: Int) {
    let blocks = (0..<count).map { CoverageLanes(repeating: UInt8($0)) }
    let span = blocks.Raster::span
    let (spanCount, last) = (span.count, span[count - 1])
    #expect(spanCount == count)
    #expect(last == CoverageLanes(repeating: UInt8(count - 1)))
    var changed = blocks
    var mutableSpan = changed.Raster::mutableSpan
    mutableSpan[0] = CoverageLanes(repeating: 9)
    #expect(changed[0] == CoverageLanes(repeating: 9))
  }
}
