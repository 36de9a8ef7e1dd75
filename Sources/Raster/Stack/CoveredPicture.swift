// SPDX-License-Identifier: Apache-2.0

/// An opaque picture that runs of blocks are of, with the tones that lie over them.
struct CoveredPicture: Sendable {
  private(set) var layer = PictureLayer()
  /// The tones: those from 1 to below ``count``.
  fileprivate private(set) var covers = Array(repeating: SolidCover(), count: 8)
  private var count = 1

  /// Takes memory of its own, where a copy has the same.
  mutating func unshare() { covers.unshare() }

  /// Forgets tones and picture.
  mutating func removeAll() {
    count = 1
    layer = PictureLayer()
  }

  mutating func set(_ layer: PictureLayer) { self.layer = layer }

  /// Notes a tone; returns its place, or 0 where there is no more room or it is more than one mix.
  mutating func add(_ cover: SolidCover) -> UInt8 {
    guard cover.isOneMix, count < covers.count else { return 0 }
    covers[count] = cover
    count &+= 1
    return UInt8(truncatingIfNeeded: count &- 1)
  }
}

/// A ``CoveredPicture`` lent out for painting.
struct CoveredPictureView: ~Escapable {
  private let picture: PictureView
  private let covers: Span<SolidCover>

  @_lifetime(borrow covered)
  init(_ covered: borrowing CoveredPicture) {
    picture = PictureView(covered.layer)
    covers = covered.covers.span
  }

  /// Sets the pixels of a run that is of the picture.
  @inline(never)
  func unpack(_ run: inout BlockRuns.Run, into pixels: inout MutableSpan<PlanarBlock>) {
    guard run.look == .picture else { return }
    for y in run.rows {
      let slots = run.slots(row: y)
      picture.setOpaque(&pixels, from: slots.lowerBound, blocks: run.blocks, row: y)
      cover(run.covers.0, slots: slots, pixels: &pixels)
      cover(run.covers.1, slots: slots, pixels: &pixels)
    }
    run.look = .pixels
  }

  private func cover(
    _ place: UInt8,
    slots: Range<Int>,
    pixels: inout MutableSpan<PlanarBlock>
  ) {
    guard place > 0 else { return }
    let cover = covers[Int(place)]
    for slot in slots { pixels[slot] = cover.over(pixels[slot]) }
  }

  /// Paints a run that is of the picture.
  func paint<Packing: PixelPacking>(
    _ run: BlockRuns.Run,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let covers = (covers[Int(run.covers.0)], covers[Int(run.covers.1)])
    for y in run.rows {
      picture.paint(run.blocks, row: y, under: covers, into: &canvas, with: brush)
    }
  }
}
