// SPDX-License-Identifier: Apache-2.0
import Geometry

// The loops in which most of a frame's time goes: one block's pixels per round, composed in
// registers and stored as they are. What they are given is known to be nothing but an edge between
// two tones, or one tone.

extension LayerBrush {
  /// Paints `rows` of `block`, in which `edge`, a function of the columns, parts two tones.
  ///
  /// The first row lies at `depth`; from row to row the depth grows or, flipped, falls.
  @inline(never)
  func paint(
    _ edge: FlatEdge,
    blend: Blend,
    block: Int,
    rows: Range<Int>,
    depth: Int,
    isFlipped: Bool,
    into canvas: inout Canvas
  ) {
    var relative = SignedLanes(repeating: Int16(truncatingIfNeeded: depth)) &- edge.start
    let step = SignedLanes(repeating: isFlipped ? -1 : 1)
    var offset = offset(block: block, row: rows.lowerBound, canvas: canvas)
    var y = rows.lowerBound
    while y < rows.upperBound {
      canvas.store(packing.pack(blend.sums(edge.coverage(at: relative)), row: y), at: offset)
      relative &+= step
      offset &+= canvas.strideBytes
      y &+= 1
    }
  }

  /// Paints `rows` of `block` in one tone.
  @inline(__always)
  func paint(_ tone: Tone, block: Int, rows: Range<Int>, into canvas: inout Canvas) {
    var offset = offset(block: block, row: rows.lowerBound, canvas: canvas)
    var y = rows.lowerBound
    while y < rows.upperBound {
      canvas.store(packing.pack(tone, row: y), at: offset)
      offset &+= canvas.strideBytes
      y &+= 1
    }
  }

  /// Tells if all sixteen pixels of `block` are on the screen.
  @inline(__always)
  func isWhole(_ block: Int) -> Bool { block &* blockWidth &+ blockWidth <= size.width }

  /// Byte offset of a block of a row from the start of the buffer.
  @inline(__always)
  func offset(block: Int, row y: Int, canvas: borrowing Canvas) -> Int {
    y &* canvas.strideBytes &+ block &* (blockWidth &* Packing.bytesPerPixel)
  }
}
