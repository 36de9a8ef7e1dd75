// SPDX-License-Identifier: Apache-2.0

/// Room for sixteen rows that are being painted, kept to paint without allocating.
///
/// In memory of its own: a lane that is chosen at run time is a load there, and a copy of all
/// lanes where they are a local variable's.
struct RowScratch {
  /// The left edge and the right one.
  var edges = [RowEdges](repeating: RowEdges(), count: 2)
  /// ``RowTone`` by ``RowTone``, room for eight rows each.
  fileprivate var tones = [SIMD8<UInt64>](
    repeating: SIMD8(),
    count: RowTone.allCases.count * RowTone.stride / 64
  )
}

extension RowScratch {
  mutating func unshare() {
    edges.unshare()
    tones.unshare()
  }
}

/// The packed pixels from which rows with edges are made.
enum RowTone: Int, CaseIterable {
  /// Left of both edges.
  case left
  /// Exclusive or of the pixels left and right of the left edge.
  case acrossLeft
  /// Between the edges.
  case middle
  /// Exclusive or of the pixels left and right of the right edge.
  case acrossRight
  /// Exclusive or of the pixels left of the left edge and right of the right one.
  case acrossBoth

  /// Bytes of eight rows in the narrowest format, or of one in the widest.
  fileprivate static var stride: Int { 256 }
}

extension RowScratch {
  /// Sets the tones left of both edges, between them, and right of both.
  mutating func setTones<Packing: PixelPacking>(
    _ left: Tone,
    middle: Tone,
    right: Tone,
    as packing: Packing
  ) {
    for row in 0..<Packing.period {
      let pixels = (
        packing.pairs(left, row: row), packing.pairs(middle, row: row),
        packing.pairs(right, row: row)
      )
      set(.left, row: row, pixels: pixels.0)
      set(.acrossLeft, row: row, pixels: pixels.0 ^ pixels.1)
      set(.middle, row: row, pixels: pixels.1)
      set(.acrossRight, row: row, pixels: pixels.1 ^ pixels.2)
      set(.acrossBoth, row: row, pixels: pixels.0 ^ pixels.2)
    }
  }

  @inline(__always)
  private mutating func set<Pairs: BitwiseCopyable>(_ tone: RowTone, row: Int, pixels: Pairs) {
    var span = tones.mutableSpan
    var bytes = unsafe span.mutableBytes
    let offset = tone.rawValue &* RowTone.stride &+ row &* MemoryLayout<Pairs>.size
    bytes.storeBytes(of: pixels, toByteOffset: offset, as: Pairs.self)
  }
}

/// A ``RowScratch`` lent out for painting: reading it copies nothing but what is read.
struct RowsView<Packing: PixelPacking>: ~Escapable {
  /// The left edge and the right one.
  let edges: Span<RowEdges>
  /// The format's masks.
  let patterns: Span<EdgePattern<Packing.Pairs>>
  private let tones: Span<SIMD8<UInt64>>

  @_lifetime(borrow scratch, copy patterns)
  @inline(__always)
  init(_ scratch: borrowing RowScratch, patterns: Span<EdgePattern<Packing.Pairs>>) {
    edges = scratch.edges.span
    tones = scratch.tones.span
    self.patterns = patterns
  }

  /// Sixteen pixels of `tone` in row `y`.
  @inline(__always)
  func pixels(_ tone: RowTone, row y: Int) -> Packing.Pairs {
    let row = y & (Packing.period &- 1)
    let offset =
      tone.rawValue &* RowTone.stride &+ row &* MemoryLayout<Packing.Pairs>.size
    return unsafe tones.bytes.unsafeLoadUnaligned(
      fromByteOffset: offset,
      as: Packing.Pairs.self
    )
  }

  /// The mask for an edge in the block that starts at column `x`.
  @inline(__always)
  func pattern(_ edge: RowEdge, x: Int) -> EdgePattern<Packing.Pairs> {
    patterns[EdgePattern<Packing.Pairs>.index(edge.start &- x)]
  }
}
