// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Geometry
internal import Presentation

extension DisplaySettings {
  /// View pixels per point on a display of `mode`, from 0.5 to 8.
  ///
  /// Automatically: a point is 1/160 inch, rounded to quarters. Panels that give no size, or one that
  /// no panel has (below 50 or above 600 pixels per inch, or pixels that are not about square, as
  /// projectors that report an aspect ratio in centimetres do), get 1.
  func scale(on mode: OutputMode) -> Double {
    switch scale {
    case .fixed(let scale):
      return scale
    case .automatic:
      let (width, height) = (mode.widthMillimetres, mode.heightMillimetres)
      guard width > 0, height > 0 else { return 1 }
      let horizontal = Double(mode.size.width) / Double(width) * 25.4
      let vertical = Double(mode.size.height) / Double(height) * 25.4
      guard (50...600).contains(horizontal), (0.8...1.25).contains(horizontal / vertical) else {
        return 1
      }
      return min(8, max(0.5, (horizontal / 160 * 4).rounded() / 4))
    }
  }
}
