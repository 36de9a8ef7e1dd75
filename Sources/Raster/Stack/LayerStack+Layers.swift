// SPDX-License-Identifier: Apache-2.0
import Geometry

// These are `mutating` so that a layer is worked on in its place in an array: lending it out from
// a copy would count references to each of its tables.

extension ElasticLayer {
  /// Paints the layer alone over the brush's tone.
  mutating func paint<Packing: PixelPacking>(
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    if isDressed {
      let inner = inner.first ?? self
      DressedView(self, within: inner).paint(blocks: blocks, rows: rows, into: &canvas, with: brush)
    } else {
      ElasticView(self).paint(blocks: blocks, rows: rows, into: &canvas, with: brush)
    }
  }

  static var paintsAlone: Bool { true }

  var paintsChanges: Bool { !isDressed }

  /// Puts the layer over blocks that are being composed.
  mutating func compose(over runs: inout BlockRuns) {
    guard !isDressed else { return composeDressed(over: &runs) }
    let extent = bounds
    runs.compose(ElasticView(self), within: extent)
  }

  /// The same with a border, or of two colours.
  ///
  /// Kept out of line, so that it takes nothing from layers without one.
  @inline(never)
  private mutating func composeDressed(over runs: inout BlockRuns) {
    let extent = bounds
    let inner = inner.first ?? self
    runs.compose(DressedView(self, within: inner), within: extent)
  }
}

extension WaveLayer {
  /// Paints the layer alone over the brush's tone.
  mutating func paint<Packing: PixelPacking>(
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let view = WaveView(self)
    if runsAlongColumns && view.isPlain {
      view.paintAll(
        view.fluids(over: brush.under),
        blocks: blocks,
        rows: rows,
        into: &canvas,
        with: brush
      )
      return
    }
    let fluid = view.fluid(over: brush.under, isFrontBetween: false)
    let looks = view.looks(over: PlanarBlock(brush.under))
    for y in rows {
      view.paintRuns(row: y, fluid: fluid, looks: looks, blocks: blocks, into: &canvas, with: brush)
    }
  }

  static var paintsAlone: Bool { true }

  /// Puts the layer over blocks that are being composed.
  mutating func compose(over runs: inout BlockRuns) {
    let extent = bounds
    runs.compose(WaveView(self), within: extent)
  }
}
