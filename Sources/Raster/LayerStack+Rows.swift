// SPDX-License-Identifier: Apache-2.0
import Geometry

extension LayerStack {
  /// Composes and writes every pixel of `rect`, row by row; blocks that it touches are written
  /// whole.
  mutating func paint(_ rect: PixelRect, into canvas: inout Canvas) {
    precondition(canvas.size == transform.bufferSize)
    let rect = rect.intersection(transform.bufferSize.bounds)
    guard !rect.isEmpty else { return }
    switch canvas.format {
    case .xrgb8888: paint(rect, into: &canvas, XRGB8888Packing())
    case .rgb565: paint(rect, into: &canvas, RGB565Packing())
    }
  }

  private mutating func paint<Packing: PixelPacking>(
    _ rect: PixelRect,
    into canvas: inout Canvas,
    _ packing: Packing
  ) {
    // Whole 64-byte lines of memory.
    let group = Packing.blocksPerLine
    let first = blockIndex(ofColumn: rect.left) / group * group
    let lastColumn = transform.bufferSize.width - 1
    let end = min(
      (blockIndex(ofColumn: rect.right - 1) / group + 1) * group,
      blockIndex(ofColumn: lastColumn) + 1
    )
    for y in rect.top..<rect.bottom {
      collectLayers(row: y, from: first, to: end)
      var block = first
      while block < end {
        block = paintRun(from: block, to: end, row: y, into: &canvas, packing)
      }
    }
  }

  /// Notes which layers have pixels in a row, in drawing order.
  private mutating func collectLayers(row y: Int, from first: Int, to end: Int) {
    scratch.removeAll(keepingCapacity: true)
    for entry in order {
      let bounds =
        switch entry {
        case .elastic(let index): elastic[index].bounds
        case .wave(let index): waves[index].bounds
        }
      guard y >= bounds.top, y < bounds.bottom, bounds.left < bounds.right else { continue }
      let span = Span(
        entry: entry,
        first: max(first, blockIndex(ofColumn: bounds.left)),
        end: min(end, blockIndex(ofColumn: bounds.right - 1) + 1)
      )
      if span.first < span.end { scratch.append(span) }
    }
  }

  /// Paints blocks that meet the same layers; returns the first one behind them.
  private func paintRun<Packing: PixelPacking>(
    from block: Int,
    to end: Int,
    row y: Int,
    into canvas: inout Canvas,
    _ packing: Packing
  ) -> Int {
    var runEnd = end
    var count = 0
    for span in scratch {
      if span.first > block {
        runEnd = min(runEnd, span.first)
      } else if span.end > block {
        runEnd = min(runEnd, span.end)
        count += 1
      }
    }
    if count == 0 {
      let packed = packing.pack(PlanarBlock(background), row: y)
      for block in block..<runEnd { canvas.write(packed, Packing.self, x: block &* 16, y: y) }
      return runEnd
    }
    for block in block..<runEnd {
      var pixels = PlanarBlock(background)
      for span in scratch where span.first <= block && span.end > block {
        switch span.entry {
        case .elastic(let index):
          pixels = elastic[index].compose(over: pixels, block: block, row: y)
        case .wave(let index):
          pixels = waves[index].compose(over: pixels, block: block, row: y)
        }
      }
      canvas.write(packing.pack(pixels, row: y), Packing.self, x: block &* 16, y: y)
    }
    return runEnd
  }
}
