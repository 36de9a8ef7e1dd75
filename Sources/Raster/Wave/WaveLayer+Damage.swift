// SPDX-License-Identifier: Apache-2.0
import Geometry

extension WaveLayer {
  /// The buffer pixels that the layer may touch as it is.
  var bounds: PixelRect { state.opacity > 0 ? extent : .empty }

  /// The buffer pixels that the layer may ever touch.
  var extent: PixelRect { mask.rect.union(figures.bounds) }

  /// The buffer pixels that the layer may touch as it is, or touched in `past`.
  mutating func extent(with past: State) -> PixelRect {
    state.opacity > 0 || past.opacity > 0 ? extent : .empty
  }

  /// The buffer pixels in which the present state may look different from `past`.
  mutating func changes(since past: State) -> PixelRegion {
    guard past.version == state.version, past.opacity == state.opacity else {
      return PixelRegion(past.opacity == 0 && state.opacity == 0 ? .empty : extent)
    }
    guard state.opacity > 0 else { return PixelRegion() }
    var region = PixelRegion()
    if !past.hasCrests(of: state) {
      let reach = max(Self.amplitude(past), Self.amplitude(state))
      region.add(
        band(from: min(past.mean, state.mean) - reach, to: max(past.mean, state.mean) + reach)
      )
    }
    if past.figure != state.figure {
      region.add(FigureTiles.difference(figures.figure(past.figure), figure))
    }
    return region
  }

  /// The mask's pixels that any of the fluid reaches now or reached in `past`.
  func fluid(with past: State) -> PixelRect {
    let crest = min(past.mean - Self.amplitude(past), state.mean - Self.amplitude(state))
    return band(from: crest, to: Float(depth))
  }

  private static func amplitude(_ state: State) -> Float {
    (state.sine * state.sine + state.cosine * state.cosine).squareRoot()
  }

  /// The mask's pixels between two depths, in buffer pixels, with a margin for rounding.
  private func band(from: Float, to: Float) -> PixelRect {
    let near = min(max(Int(from.rounded(.down)) - 1, 0), depth)
    let far = min(max(Int(to.rounded(.up)) + 2, 0), depth)
    var rect = mask.rect
    switch (runsAlongColumns, isFlipped) {
    case (true, false): (rect.top, rect.bottom) = (rect.top + near, rect.top + far)
    case (true, true): (rect.top, rect.bottom) = (rect.bottom - far, rect.bottom - near)
    case (false, false): (rect.left, rect.right) = (rect.left + near, rect.left + far)
    case (false, true): (rect.left, rect.right) = (rect.right - far, rect.right - near)
    }
    return rect
  }
}
