// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// A ring that is filled along its line from the top on, with a percent figure over it.
///
/// Mask, figure, colours and fading are those of waves that stay empty: the part that is not filled has their outline's
/// colour, the arc that of their front.
package struct ArcLayer: Layer {
  /// The layer's appearance; two equal states look the same.
  struct State: Equatable {
    var wave = WaveLayer.State()
    /// The filled part, 0 … 1.
    var turn = 0.0
  }

  static var unpainted: State { State() }

  var state: State { State(wave: wave.state, turn: turn) }
  /// The ring's mask and figure.
  private(set) var wave: WaveLayer
  /// The arc that fills it.
  private(set) var arc: ArcCoverage
  private let ring: ArcRing
  private var turn = 0.0

  /// A layer that is invisible until it is updated.
  ///
  /// - Parameters:
  ///   - mask: The ring's coverage, placed in view pixels from the upper left corner of the view.
  ///   - ring: The same ring, by its measures in view pixels.
  ///   - isReversed: True if it is filled counter-clockwise.
  ///   - colors: The colours to start with; that of the wave behind is not used.
  ///   - figures: Glyphs of the percent figure, centred in the mask; nil for none.
  ///   - transform: The view's transform to the buffer; its scale is not used.
  package init(
    mask: PlacedMask,
    ring: MaskShape.Ring,
    isReversed: Bool,
    colors: WaveLayer.Colors,
    figures: FigureGlyphs?,
    transform: OutputTransform
  ) {
    wave = WaveLayer(
      mask: mask,
      frequency: 0,
      colors: colors,
      figures: figures,
      transform: transform
    )
    self.ring = ArcRing(ring, isReversed: isReversed, transform: transform)
    arc = ArcCoverage(self.ring, turn: 0)
  }

  /// Replaces the colours.
  package mutating func setColors(_ colors: WaveLayer.Colors) { wave.setColors(colors) }

  /// Takes over what is to be shown.
  ///
  /// - Parameters:
  ///   - turn: The part of the ring that is filled, 0 … 1: the middle of the arc's round end is so far from the top.
  ///   - figure: The percent figure, 0 … 100; less for none.
  ///   - opacity: 0 invisible … 1 opaque.
  package mutating func update(turn: Double, figure: Int, opacity: Double) {
    wave.update(level: 0, amplitude: 0, phase: 0, figure: figure, opacity: opacity)
    let turn = turn.isFinite ? min(max(turn, 0), 1) : 0
    guard turn != self.turn else { return }
    self.turn = turn
    arc = ArcCoverage(ring, turn: turn)
  }
}

extension ArcLayer {
  /// The buffer pixels that the layer may touch as it is.
  var bounds: PixelRect { wave.bounds }

  /// The buffer pixels that the layer may touch as it is, or touched in `past`.
  mutating func extent(with past: State) -> PixelRect { wave.extent(with: past.wave) }

  /// The buffer pixels in which the present state may look different from `past`.
  mutating func changes(since past: State) -> PixelRegion {
    var region = wave.changes(since: past.wave)
    guard turn != past.turn, wave.state.opacity > 0, past.wave.opacity > 0 else { return region }
    var swept = ring.swept(from: past.turn, to: turn)
    swept.clip(to: wave.mask.rect)
    region.add(swept)
    return region
  }

  mutating func unshare() { wave.unshare() }

  /// Puts the layer over blocks that are being composed.
  mutating func compose(over runs: inout BlockRuns) {
    let extent = bounds
    runs.compose(ArcView(self), within: extent)
  }
}
