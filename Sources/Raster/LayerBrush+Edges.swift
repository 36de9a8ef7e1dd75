// SPDX-License-Identifier: Apache-2.0
import Geometry

// The loops in which most of a frame's time goes: one block's pixels per round, composed in
// registers and stored as they are. What they are given is known to be nothing but an edge between
// two tones, or one tone.

extension LayerBrush {
  /// Paints `rows` of `block`, in which `edge`, a function of the columns, parts two tones.
  ///
  /// The first row lies at `depth`; from row to row the depth grows or, flipped, falls.
  @inline(__always)
  func paint(
    _ edge: FlatEdge,
    _ blend: Blend,
    block: Int,
    rows: Range<Int>,
    depth: Int,
    isFlipped: Bool,
    into canvas: inout Canvas
  ) {
    var relative = SignedLanes(repeating: Int16(truncatingIfNeeded: depth)) &- edge.start
    let step = SignedLanes(repeating: isFlipped ? -1 : 1)
    var offset = offset(block: block, row: rows.lowerBound, canvas)
    var y = rows.lowerBound
    while y < rows.upperBound {
      canvas.store(packing.pack(blend.sums(edge.coverage(at: relative)), row: y), at: offset)
      relative &+= step
      offset &+= canvas.strideBytes
      y &+= 1
    }
  }

  /// Paints `block` of row `y`, in which `edge`, a function of the rows, parts two tones.
  ///
  /// The first pixel lies at `depth`; from pixel to pixel the depth grows or, flipped, falls.
  @inline(__always)
  func paint(
    _ edge: EdgeView.Step,
    _ blend: Blend,
    block: Int,
    row y: Int,
    depth: Int,
    isFlipped: Bool,
    into canvas: inout Canvas
  ) {
    let sums = blend.sums(edge.coverage(depth: depth, isFlipped: isFlipped))
    canvas.store(packing.pack(sums, row: y), at: offset(block: block, row: y, canvas))
  }

  /// Paints what has moved in the `lanes`, rows from `firstRow` on, of the one edge between two tones.
  func paint(
    _ edges: Span<RowEdges>,
    _ tones: borrowing RowTones<Packing>,
    _ patterns: Span<EdgePattern<Packing.Pairs>>,
    _ lanes: Range<Int>,
    firstRow: Int,
    into canvas: inout Canvas
  ) {
    for lane in lanes {
      let edge = edges[0].edge(row: lane)
      let blocks = edges[0].blocks(row: lane)
      paint(edge, tones, patterns, blocks: blocks, row: firstRow &+ lane, into: &canvas)
    }
  }

  /// Paints `blocks` of row `y`, in which `edge` parts two tones.
  @inline(__always)
  func paint(
    _ edge: RowEdge,
    _ tones: borrowing RowTones<Packing>,
    _ patterns: Span<EdgePattern<Packing.Pairs>>,
    blocks: Range<Int>,
    row y: Int,
    into canvas: inout Canvas
  ) {
    let left = Packing.pairs(tones.left, row: y)
    let difference = Packing.pairs(tones.difference, row: y)
    var offset = offset(block: blocks.lowerBound, row: y, canvas)
    var relative = edge.start &- blocks.lowerBound &* blockWidth
    for _ in 0..<blocks.count {
      let pattern = patterns[EdgePattern<Packing.Pairs>.index(relative)]
      canvas.store(Packing.crossed(left, difference, edge.pair, pattern), at: offset)
      relative &-= blockWidth
      offset &+= blockWidth &* Packing.bytesPerPixel
    }
  }

  /// Paints `blocks` of row `y`, in which two edges part three tones; `first` starts where the tones
  /// to the left end, or a pixel beside.
  @inline(__always)
  func paint(
    _ first: RowEdge,
    _ second: RowEdge,
    _ tones: borrowing (first: RowTones<Packing>, second: RowTones<Packing>),
    _ patterns: Span<EdgePattern<Packing.Pairs>>,
    blocks: Range<Int>,
    row y: Int,
    into canvas: inout Canvas
  ) {
    let left = Packing.pairs(tones.first.left, row: y)
    let differences = (
      Packing.pairs(tones.first.difference, row: y), Packing.pairs(tones.second.difference, row: y)
    )
    var offset = offset(block: blocks.lowerBound, row: y, canvas)
    var x = blocks.lowerBound &* blockWidth
    for _ in 0..<blocks.count {
      let near = patterns[EdgePattern<Packing.Pairs>.index(first.start &- x)]
      let far = patterns[EdgePattern<Packing.Pairs>.index(second.start &- x)]
      let pixels = Packing.crossed(
        left,
        (differences.0, first.pair, near),
        (differences.1, second.pair, far)
      )
      canvas.store(pixels, at: offset)
      x &+= blockWidth
      offset &+= blockWidth &* Packing.bytesPerPixel
    }
  }

  /// Paints `rows` of `block` in one tone.
  @inline(__always)
  func paint(_ tone: Tone, block: Int, rows: Range<Int>, into canvas: inout Canvas) {
    var offset = offset(block: block, row: rows.lowerBound, canvas)
    var y = rows.lowerBound
    while y < rows.upperBound {
      canvas.store(packing.pack(tone, row: y), at: offset)
      offset &+= canvas.strideBytes
      y &+= 1
    }
  }

  /// Whether all sixteen pixels of `block` are on the screen.
  @inline(__always)
  func isWhole(_ block: Int) -> Bool { block &* blockWidth &+ blockWidth <= size.width }

  /// Where the bytes of a block of a row start.
  @inline(__always)
  func offset(block: Int, row y: Int, _ canvas: borrowing Canvas) -> Int {
    y &* canvas.strideBytes &+ block &* (blockWidth &* Packing.bytesPerPixel)
  }
}
