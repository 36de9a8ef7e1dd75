// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// A mask filled by a fluid as ``WaveLayer`` draws it, with pictures in place of the waves' colours.
///
/// The pictures stand in a box around the mask and move sideways with the waves: at a distance between two
/// pixels each pixel is the linear mix of the two that it lies between. They are repeated beside the box.
///
/// All that moves is composed anew in every frame: the pictures move as a whole.
package struct FluidLayer: Layer {
  /// The layer's appearance; two equal states look the same.
  struct State: Equatable {
    var wave = WaveLayer.State()
    /// Distance that the pictures have moved along the buffer's axis, in 1/256 pixel; 0 where none is shown.
    var shift = 0
    /// True if the pictures are shown; false for their colours instead.
    var isPictured = true
  }

  static var unpainted: State { State() }

  var state: State { State(wave: wave.state, shift: shift, isPictured: isPictured) }
  /// The fluid's crests, mask and figure.
  private(set) var wave: WaveLayer
  /// Pictures of the wave in front and of the one behind; empty for a colour.
  let front: FluidPicture
  let back: FluidPicture
  /// The upper left pixel of the pictures' box in the buffer.
  let origin: PixelPoint
  /// The box along the waves, in pixels: how far the pictures have to move to look the same again.
  let period: Int
  /// True if the view's x runs against the buffer's axis.
  private let isReversed: Bool
  private(set) var shift = 0
  private(set) var isPictured = true

  /// A layer that is invisible until it is updated.
  ///
  /// - Parameters:
  ///   - mask: The shape to fill, placed in view pixels from the upper left corner of the view.
  ///   - box: Rectangle of the pictures, in view pixels; holds the mask.
  ///   - pictures: The waves' pictures in place of their colours, of the box's extent in the buffer; nil for a colour.
  ///     Traps where they have another.
  ///   - frequency: Waves across the mask's width.
  ///   - colors: The colours to start with.
  ///   - figures: Glyphs of the percent figure, centred in the mask; nil for none.
  ///   - transform: The view's transform to the buffer; its scale is not used.
  package init(
    mask: PlacedMask,
    in box: PixelRect,
    pictures: (front: FluidPicture?, back: FluidPicture?),
    frequency: Double,
    colors: WaveLayer.Colors,
    figures: FigureGlyphs?,
    transform: OutputTransform
  ) {
    let rect = transform.bufferRect(ofView: box)
    origin = PixelPoint(x: rect.left, y: rect.top)
    (front, back) = (pictures.front ?? .none, pictures.back ?? .none)
    for picture in [front, back] where !picture.isEmpty {
      precondition(picture.width == rect.width && picture.height == rect.height)
    }
    period = max(box.width, 1)
    isReversed = transform.rotation == .half || transform.rotation == .threeQuarters
    wave = WaveLayer(
      mask: mask,
      frequency: frequency,
      colors: Self.waveColors(colors, front: front),
      figures: figures,
      transform: transform
    )
  }

  /// The colours by which the waves know whether the one behind is seen through the one in front.
  private static func waveColors(
    _ colors: WaveLayer.Colors,
    front: FluidPicture
  ) -> WaveLayer.Colors {
    guard !front.isEmpty else { return colors }
    var colors = colors
    colors.front = Color(rgb: 0, alpha: front.isOpaque ? 255 : 254)
    return colors
  }

  /// Replaces the colours; `isPictured` where the pictures take the waves' colours' place.
  package mutating func setColors(_ colors: WaveLayer.Colors, isPictured: Bool) {
    self.isPictured = isPictured
    if !isPictured { shift = 0 }
    wave.setColors(isPictured ? Self.waveColors(colors, front: front) : colors)
  }

  /// Takes over what is to be shown.
  ///
  /// - Parameters:
  ///   - level: Level of the mean line, 0 at the mask's lower edge … 1 at its upper edge.
  ///   - amplitude: The waves' amplitude in pixels.
  ///   - phase: Their phase in degrees.
  ///   - travel: Distance that the pictures have moved to the left in the view, in pixels.
  ///   - figure: The percent figure, 0 … 100; less for none.
  ///   - opacity: 0 invisible … 1 opaque.
  package mutating func update(
    level: Double,
    amplitude: Double,
    phase: Double,
    travel: Double,
    figure: Int,
    opacity: Double
  ) {
    wave.update(
      level: level,
      amplitude: amplitude,
      phase: phase,
      figure: figure,
      opacity: opacity
    )
    let round = Double(period)
    let inside = travel.isFinite ? travel.truncatingRemainder(dividingBy: round) : 0
    let steps = Int((inside * 256).rounded())
    let turn = period * 256
    shift = isPictured ? ((isReversed ? -steps : steps) % turn + turn) % turn : 0
  }
}

extension FluidLayer {
  /// The buffer pixels that the layer may touch as it is.
  var bounds: PixelRect { wave.bounds }

  /// The buffer pixels that the layer may touch as it is, or touched in `past`.
  mutating func extent(with past: State) -> PixelRect { wave.extent(with: past.wave) }

  /// The buffer pixels in which the present state may look different from `past`.
  mutating func changes(since past: State) -> PixelRegion {
    var region = wave.changes(since: past.wave)
    if past.isPictured != isPictured {
      region.add(wave.extent(with: past.wave))
    } else if past.shift != shift {
      region.add(wave.fluid(with: past.wave))
    }
    return region
  }

  mutating func unshare() { wave.unshare() }

  /// Paints the layer alone over the brush's tone.
  mutating func paint<Packing: PixelPacking>(
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let view = FluidView(self)
    for y in rows { view.paint(blocks: blocks, row: y, into: &canvas, with: brush) }
  }

  static var paintsAlone: Bool { true }

  /// Rows are similar as those of the waves are.
  mutating func similarEnd(row y: Int) -> Int { wave.similarEnd(row: y) }

  /// Puts the layer over blocks that are being composed.
  mutating func compose(over runs: inout BlockRuns) {
    let extent = bounds
    runs.compose(FluidView(self), within: extent)
  }
}
