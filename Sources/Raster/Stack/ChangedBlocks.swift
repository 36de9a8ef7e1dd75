// SPDX-License-Identifier: Apache-2.0
import Geometry

/// The blocks of a buffer that are to be painted: a bit a block and row, so that what several layers change is
/// painted once.
struct ChangedBlocks: Sendable {
  private let rowCount: Int
  private let blockCount: Int
  private let wordsPerRow: Int
  private var words: [UInt64]
  /// Blocks that are written together: those of a 64-byte line.
  var blocksPerLine = 1
  /// The rows that hold all that is marked.
  private(set) var rows = 0..<0

  /// No block of a buffer of `size`.
  init(size: PixelSize) {
    rowCount = size.height
    blockCount = (size.width + blockWidth - 1) / blockWidth
    wordsPerRow = (blockCount + 63) / 64
    words = Array(repeating: 0, count: wordsPerRow * rowCount)
  }

  /// Takes memory of its own, where a copy has the same.
  mutating func unshare() { words.unshare() }

  /// Adds the blocks that hold `rect`.
  mutating func mark(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    mark(blocks: (rect.left..<rect.right).blocks, rows: rect.top..<rect.bottom)
  }

  /// Adds a block of each of `rows`.
  @inline(__always)
  mutating func mark(block: Int, rows: Range<Int>) {
    if !rows.isEmpty { mark(blocks: block..<block &+ 1, rows: rows) }
  }

  /// Adds the blocks of a row that hold `columns`.
  @inline(__always)
  mutating func mark(columns: Range<Int>, row y: Int) {
    guard !columns.isEmpty else { return }
    let blocks = columns.blocks
    let (first, last) = (blocks.lowerBound, blocks.upperBound &- 1)
    guard first >> 6 == last >> 6, blocksPerLine == 1, first >= 0, last < blockCount, y >= 0,
      y < rowCount
    else { return mark(blocks: blocks, rows: y..<y &+ 1) }
    words[y &* wordsPerRow &+ first >> 6] |= Self.bits(blocks, word: first >> 6)
    rows = rows.joined(y..<y &+ 1)
  }

  /// Adds `blocks` of each of `rows`; those outside of the buffer count for nothing.
  mutating func mark(blocks: Range<Int>, rows marked: Range<Int>) {
    let mask = ~(blocksPerLine &- 1)
    let lines =
      blocks.lowerBound & mask..<(blocks.upperBound &+ blocksPerLine &- 1) & mask
    let blocks = lines.clamped(to: 0..<blockCount)
    let marked = marked.clamped(to: 0..<rowCount)
    guard !blocks.isEmpty, !marked.isEmpty else { return }
    rows = rows.joined(marked)
    let stride = wordsPerRow
    var span = words.mutableSpan
    for word in Self.words(blocks) {
      let bits = Self.bits(blocks, word: word)
      var place = marked.lowerBound &* stride &+ word
      for _ in marked {
        span[place] |= bits
        place &+= stride
      }
    }
  }

  /// Forgets what is marked outside of `window`, whose sides lie between blocks.
  mutating func clip(to window: PixelRect) {
    let kept = rows.clamped(to: max(0, window.top)..<max(0, window.top, window.bottom))
    let blocks = window.isEmpty ? 0..<0 : (window.left..<window.right).blocks
    let (all, stride) = (rows, wordsPerRow)
    var span = words.mutableSpan
    for y in all {
      for word in 0..<stride {
        let isKept = kept.contains(y) && blocks.overlaps(word &* 64..<word &* 64 &+ 64)
        span[y &* stride &+ word] &= isKept ? Self.bits(blocks, word: word) : 0
      }
    }
    rows = kept.isEmpty ? 0..<0 : kept
  }

  /// The first run of marked blocks of a row from `block` on; empty at the row's end where there is none.
  @inline(__always)
  func run(row y: Int, from block: Int) -> Range<Int> {
    let line = y &* wordsPerRow
    guard let first = next(line, from: block, inverted: 0) else { return blockCount..<blockCount }
    return first..<(next(line, from: first &+ 1, inverted: ~0) ?? blockCount)
  }

  /// Tells if any of `blocks` is marked in any of `rows`.
  func isMarked(blocks: Range<Int>, rows: Range<Int>) -> Bool {
    for word in Self.words(blocks) {
      let bits = Self.bits(blocks, word: word)
      var place = rows.lowerBound &* wordsPerRow &+ word
      for _ in rows {
        if words[place] & bits != 0 { return true }
        place &+= wordsPerRow
      }
    }
    return false
  }

  /// Tells if the same of `blocks` are marked in two rows.
  @inline(__always)
  func isAlike(_ row: Int, _ other: Int, blocks: Range<Int>) -> Bool {
    let (one, two) = (row &* wordsPerRow, other &* wordsPerRow)
    for word in Self.words(blocks) {
      let bits = Self.bits(blocks, word: word)
      if (words[one &+ word] ^ words[two &+ word]) & bits != 0 { return false }
    }
    return true
  }

  /// The words of a row that hold `blocks`, of which there are some.
  @inline(__always)
  private static func words(_ blocks: Range<Int>) -> ClosedRange<Int> {
    blocks.lowerBound >> 6...(blocks.upperBound &- 1) >> 6
  }

  /// The bits of those of `blocks` that a row's word holds, at least one.
  @inline(__always)
  private static func bits(_ blocks: Range<Int>, word: Int) -> UInt64 {
    let low = max(0, blocks.lowerBound &- word &* 64)
    let end = min(64, blocks.upperBound &- word &* 64)
    return (~0 &<< UInt64(low)) & (~0 &>> UInt64(64 &- end))
  }

  /// The next bit of a row that is set, or that is clear in `inverted` words.
  @inline(__always)
  private func next(_ line: Int, from block: Int, inverted: UInt64) -> Int? {
    guard block < blockCount else { return nil }
    var word = block >> 6
    var bits = (words[line &+ word] ^ inverted) & (~0 &<< UInt64(block & 63))
    while bits == 0 {
      word &+= 1
      guard word < wordsPerRow else { return nil }
      bits = words[line &+ word] ^ inverted
    }
    let found = word &* 64 &+ bits.trailingZeroBitCount
    return found < blockCount ? found : nil
  }

  /// Forgets all that is marked.
  mutating func removeAll() {
    let places = rows.lowerBound &* wordsPerRow..<rows.upperBound &* wordsPerRow
    var span = words.mutableSpan
    for place in places { span[place] = 0 }
    rows = 0..<0
  }
}
