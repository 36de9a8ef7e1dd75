// SPDX-License-Identifier: Apache-2.0
package import Geometry
internal import Raster
internal import Widgets

/// The extent of a display for a scene, to which percentages and points refer.
package struct SceneExtent: Hashable, Sendable {
  /// The view's extent in points.
  package let size: Size
  /// Pixels a point.
  package let scale: Double

  /// A view of `size` points with `scale` pixels each.
  package init(size: Size, scale: Double) {
    self.size = size
    self.scale = scale
  }

  /// The extent to check a configuration against where no display is known: 1280 × 800 pixels, with a scale of 1 unless
  /// `display` says another one.
  package init(without display: DisplaySettings) {
    let pixels = Size(width: 1280, height: 800)
    let scale: Double =
      switch display.scale {
      case .automatic: display.design?.scale(in: pixels) ?? 1
      case .fixed(let scale): scale
      }
    self.init(
      size: Size(width: pixels.width / scale, height: pixels.height / scale),
      scale: scale
    )
  }

  /// The first of the widgets with which the scene has more pictures than it may have, and how many
  /// pixels it has then; nil where all are few enough.
  func excess(of widgets: [WidgetSettings]) -> (index: Int, pixels: Int)? {
    var budget = PixelBudget()
    for (index, widget) in widgets.enumerated() {
      let frame = widget.frame.resolved(in: size).size
      for picture in widget.pictures(in: frame) { budget.add(picture, in: frame, scale: scale) }
      if budget.isExceeded { return (index, budget.pixels) }
    }
    return nil
  }

  /// The error about a widget with which there are more.
  static func complaint(about pixels: Int) -> String {
    "with this widget the scene's masks and texts have \(pixels) pixels, but at most "
      + "\(PixelBudget.maximumPixelCount) are allowed; make frames smaller"
  }
}
