// SPDX-License-Identifier: Apache-2.0
import Geometry

extension TraceLayer {
  /// The buffer pixels that the layer may touch as it is.
  var bounds: PixelRect {
    mutating get { bounds(of: state) }
  }

  /// The buffer pixels that the layer may touch as it is, or touched in `past`.
  mutating func extent(with past: State) -> PixelRect {
    bounds(of: past).union(bounds(of: state))
  }

  /// The buffer pixels in which the present state may look different from `past`.
  ///
  /// More of the same line is where it has grown; another line is the old one's and the new one's
  /// stripes.
  mutating func changes(since past: State) -> PixelRegion {
    if past.version == state.version, past.opacity == state.opacity {
      return state.opacity == 0 ? PixelRegion() : revealed(since: past.extent)
    }
    var both = state
    if state.opacity == 0 {
      both = past
    } else if past.opacity > 0 {
      for stripe in 0..<16 {
        both.low[stripe] = min(both.low[stripe], past.low[stripe])
        both.end[stripe] = max(both.end[stripe], past.end[stripe])
      }
    }
    return ink(both)
  }

  /// The stripes that have ink, in buffer pixels.
  private func ink(_ state: State) -> PixelRegion {
    var region = PixelRegion()
    eachStripe(of: state) { region.add($0) }
    return region
  }

  /// The rectangle around them.
  private func bounds(of state: State) -> PixelRect {
    var bounds = PixelRect.empty
    eachStripe(of: state) { bounds = bounds.union($0) }
    return bounds
  }

  @inline(__always)
  private func eachStripe(of state: State, body: (PixelRect) -> Void) {
    guard state.opacity > 0 else { return }
    let rect = coverage.rect
    let width = stripeWidth
    for stripe in 0..<16 where state.low[stripe] < state.end[stripe] {
      let (low, end) = (Int(state.low[stripe]), Int(state.end[stripe]))
      if coverage.rotation.swapsAxes {
        let top = rect.top + stripe * width
        body(
          PixelRect(
            left: rect.left + low,
            top: top,
            right: rect.left + end,
            bottom: min(top + width, rect.bottom)
          )
        )
      } else {
        let left = coverage.firstBlock * blockWidth + stripe * width
        body(
          PixelRect(
            left: max(left, rect.left),
            top: rect.top + low,
            right: min(left + width, rect.right),
            bottom: rect.top + end
          )
        )
      }
    }
  }

  /// Paints the layer alone over the brush's tone.
  mutating func paint<Packing: PixelPacking>(
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    TraceView(self).paint(blocks: blocks, rows: rows, into: &canvas, with: brush)
  }

  static var paintsAlone: Bool { true }

  /// Puts the layer over blocks that are being composed.
  mutating func compose(over runs: inout BlockRuns) {
    let extent = bounds
    runs.compose(TraceView(self), within: extent)
  }
}
