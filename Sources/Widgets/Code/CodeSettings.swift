// SPDX-License-Identifier: Apache-2.0
package import Geometry
internal import PlainText
package import Raster

/// A table `[[code]]`: a QR code.
package struct CodeSettings: WidgetTable {
  package static let kind = "code"

  package static let members = keys.members()

  /// The widget's name.
  package var id: String
  /// The code's rectangle: the code is the largest square in its middle, with the quiet zone.
  package var frame = FrameSettings(
    x: .percent(50),
    y: .percent(50),
    width: .points(200),
    height: .points(200)
  )
  /// The text that is encoded; nothing is shown where it is empty.
  @Exact package var text = ""
  /// The level of error correction, which says how much of the code may be covered.
  package var level: CodeLevel = .medium
  /// The colour of dark modules.
  package var darkColor = Color(rgb: 0x000000)
  /// The colour of light ones and of the quiet zone.
  package var lightColor = Color(rgb: 0xFFFFFF)
  /// The elastic frame that swells beneath the code at a touch; nil for none.
  package var elastic: ElasticFrameSettings?
  /// Initial visibility.
  package var isVisible = true
  /// Initial readiness: a disabled code is drawn faintly, and does not swell.
  package var isEnabled = true

  /// The defaults for a code called `id`.
  package init(id: String) { self.id = id }
}

extension CodeSettings {
  package func pictures(in size: Size) -> [PixelBudget.Picture] {
    [.mask(hasFigure: false)]
  }
}
