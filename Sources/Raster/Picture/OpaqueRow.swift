// SPDX-License-Identifier: Apache-2.0

/// A run of neighbouring blocks of a row that hide what lies beneath.
protocol OpaqueRow: ~Escapable {
  var count: Int { get }
  /// The pixels of a block, `0 ..< count`, which is not checked.
  func sums(_ index: Int) -> PlanarSums
  /// The same as bytes of row `y` of the buffer.
  func packed<Packing: PixelPacking>(_ index: Int, as packing: Packing, row y: Int)
    -> Packing.Packed
}

extension OpaqueRow where Self: ~Escapable {
  @inline(__always)
  func packed<Packing: PixelPacking>(_ index: Int, as packing: Packing, row y: Int)
    -> Packing.Packed
  { packing.pack(sums(index), row: y) }

  /// Sets as many blocks of `strip` from `place` on.
  @inline(__always)
  func fill(_ strip: inout MutableSpan<PlanarBlock>, from place: Int) {
    for index in 0..<count { strip[place &+ index] = PlanarBlock(sums(index)) }
  }
}

extension LayerBrush {
  /// Paints `blocks` of row `y`; the last one may stick out of the screen.
  @inline(never)
  func paint<Row: OpaqueRow & ~Escapable>(
    _ row: borrowing Row,
    blocks: Range<Int>,
    row y: Int,
    into canvas: inout Canvas
  ) {
    let step = blockWidth &* Packing.bytesPerPixel
    var offset = offset(block: blocks.lowerBound, row: y, canvas: canvas)
    let whole = whole(blocks).count
    canvas.check(offset..<offset &+ whole &* step)
    for index in 0..<whole {
      canvas.store(row.packed(index, as: packing, row: y), uncheckedAt: offset)
      offset &+= step
    }
    for index in whole..<blocks.count {
      let x = (blocks.lowerBound &+ index) &* blockWidth
      canvas.write(row.packed(index, as: packing, row: y), as: Packing.self, x: x, y: y)
    }
  }
}

extension LayerBrush {
  /// Paints `blocks` of row `y` under tones, the lower one first; those that mix nothing are none.
  func paint<Row: OpaqueRow & ~Escapable>(
    _ row: Row,
    under covers: (SolidCover, SolidCover),
    blocks: Range<Int>,
    row y: Int,
    into canvas: inout Canvas
  ) {
    guard covers.0.mixes else { return paint(row, blocks: blocks, row: y, into: &canvas) }
    let lower = CoveredRow(row, under: covers.0)
    guard covers.1.mixes else { return paint(lower, blocks: blocks, row: y, into: &canvas) }
    paint(CoveredRow(lower, under: covers.1), blocks: blocks, row: y, into: &canvas)
  }
}

/// A run of opaque blocks of a picture.
struct PictureRow: OpaqueRow, ~Escapable {
  fileprivate let blocks: Span<Picture.Block>

  @_lifetime(copy blocks)
  @inline(__always)
  init(blocks: Span<Picture.Block>) { self.blocks = blocks }

  var count: Int { blocks.count }

  @inline(__always)
  func sums(_ index: Int) -> PlanarSums {
    let block = unsafe blocks[unchecked: index]
    return PlanarSums(
      red: widened(block.red) &<< 8,
      green: widened(block.green) &<< 8,
      blue: widened(block.blue) &<< 8
    )
  }

  @inline(__always)
  func packed<Packing: PixelPacking>(_ index: Int, as packing: Packing, row y: Int)
    -> Packing.Packed
  {
    let block = unsafe blocks[unchecked: index]
    return packing.pack(red: block.red, green: block.green, blue: block.blue, row: y)
  }
}

/// A mix of two runs of opaque blocks.
struct MixedRow: OpaqueRow, ~Escapable {
  private let from: Span<Picture.Block>
  private let to: Span<Picture.Block>
  private let share: UInt16

  /// A mix that has `share` out of 256 of `to`, rounded as ``PlanarBlock/blend(_:weight:)`` does.
  ///
  /// Traps unless both are as long.
  @_lifetime(copy from, copy to)
  @inline(__always)
  init(from: PictureRow, to: PictureRow, share: UInt16) {
    precondition(from.count == to.count)
    self.from = from.blocks
    self.to = to.blocks
    self.share = share
  }

  var count: Int { to.count }

  @inline(__always)
  func sums(_ index: Int) -> PlanarSums {
    let (from, to) = unsafe (from[unchecked: index], to[unchecked: index])
    return PlanarSums(
      red: mixedSums(from.red, to.red, share: share),
      green: mixedSums(from.green, to.green, share: share),
      blue: mixedSums(from.blue, to.blue, share: share)
    )
  }
}

/// A run of opaque blocks under a tone that is mixed with them.
struct CoveredRow<Row: OpaqueRow & ~Escapable>: OpaqueRow, ~Escapable {
  private let row: Row
  private let tone: Tone
  private let weight: UInt16

  /// Blocks under `cover`, which is one mix.
  @_lifetime(copy row)
  @inline(__always)
  init(_ row: consuming Row, under cover: SolidCover) {
    self.row = row
    (tone, weight) = (cover.tone, cover.mixWeight)
  }

  var count: Int { row.count }

  @inline(__always)
  func sums(_ index: Int) -> PlanarSums {
    ToneMix(tone, weight: Lanes(repeating: weight)).sums(PlanarBlock(row.sums(index)))
  }
}

/// `from` moved towards `to` by `share` out of 256, times 256 and with ½ added.
@inline(__always)
func mixedSums(_ from: CoverageLanes, _ to: CoverageLanes, share: UInt16) -> Lanes {
  let rest = Lanes(repeating: 256 &- share)
  return widened(from) &* rest &+ widened(to) &* Lanes(repeating: share) &+ 128
}
