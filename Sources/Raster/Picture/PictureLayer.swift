// SPDX-License-Identifier: Apache-2.0
import Geometry

/// A picture with colours of its own, which can become another one by a mix of both.
///
/// A pixel is under · (256 − w) + colour out of 256, both weakened by the opacity, where w is the least
/// weight that no colour exceeds: what is opaque hides, what is transparent leaves every bit. All in
/// integers, so that equal states are equal pixels.
package struct PictureLayer: Layer {
  /// The layer's appearance; two equal states look the same.
  struct State: Equatable {
    /// The pixels that may show something; empty for none.
    var rect = PixelRect.empty
    /// 0 invisible … 256 opaque.
    var opacity: UInt16 = 0
    /// The picture's share of a mix with the one before it, out of 256; 256 without a mix.
    var share: UInt16 = 256
    /// Counts pictures.
    var content = 0
  }

  static var unpainted: State { State() }

  private(set) var state = State()
  private(set) var picture = Picture.none
  /// The picture that is mixed with the present one; ``Picture/none`` for nothing.
  private(set) var former = Picture.none

  /// A layer without a picture.
  package init() {}

  /// Takes over how visible the picture is, 0 … 1.
  package mutating func setOpacity(_ opacity: Double) { state.opacity = opacityWeight(opacity) }

  /// Shows a picture.
  package mutating func setPicture(_ picture: Picture) {
    self.picture = picture
    former = .none
    state.share = 256
    state.rect = picture.rect
    state.content += 1
  }

  /// Begins a mix of the picture that is there with another one, of which nothing shows at first.
  ///
  /// A mix that is under way loses its former picture.
  package mutating func mixPicture(_ picture: Picture) {
    former = self.picture
    self.picture = picture
    state.share = 0
    state.rect = former.rect.union(picture.rect)
    state.content += 1
  }

  /// Takes over how much of a mix is the new picture's, 0 … 1.
  package mutating func setShare(_ share: Double) { state.share = opacityWeight(share) }
}

extension PictureLayer {
  /// The buffer pixels that the layer may touch as it is.
  var bounds: PixelRect {
    mutating get { state.opacity == 0 ? .empty : state.rect }
  }

  /// The buffer pixels that the layer may touch as it is, or touched in `past`.
  mutating func extent(with past: State) -> PixelRect {
    (past.opacity == 0 ? PixelRect.empty : past.rect).union(bounds)
  }

  /// The buffer pixels in which the present state may look different from `past`: all of both.
  mutating func changes(since past: State) -> PixelRegion {
    var region = PixelRegion()
    if past.opacity > 0 { region.add(past.rect) }
    region.add(bounds)
    return region
  }

  /// Paints the layer alone over the brush's tone.
  mutating func paint<Packing: PixelPacking>(
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let view = PictureView(self)
    for y in rows { view.paint(blocks: blocks, row: y, into: &canvas, with: brush) }
  }

  static var paintsAlone: Bool { true }

  /// Rows in which the same blocks hide what lies beneath are similar.
  mutating func similarEnd(row y: Int) -> Int {
    guard state.opacity == 256 else { return state.rect.bottom }
    let end = picture.similarEnd(row: y)
    return state.share == 256 ? end : min(end, former.similarEnd(row: y))
  }

  /// Puts the layer over blocks that are being composed.
  mutating func compose(over runs: inout BlockRuns) {
    let extent = bounds
    runs.compose(self, within: extent)
  }
}
