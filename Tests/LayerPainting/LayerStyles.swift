// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

/// How an elastic button is drawn, apart from how it moves.
package struct ButtonStyle: Sendable {
  /// The rest rectangle in points.
  package var frame: Rect
  /// The button's colour.
  package var color: Color
  /// The label's colour.
  package var labelColor: Color
  /// The label's ink in view pixels from the pixel at the frame's centre; nil for none.
  package var label: PlacedMask?
  /// Radius of the corners in points.
  package var cornerRadius: Double

  /// A style from its parts.
  package init(
    frame: Rect,
    color: Color,
    labelColor: Color,
    label: PlacedMask?,
    cornerRadius: Double = 0
  ) {
    self.frame = frame
    self.color = color
    self.labelColor = labelColor
    self.label = label
    self.cornerRadius = cornerRadius
  }
}

/// How a wave progress indicator is drawn, apart from how it moves.
package struct ProgressStyle: Sendable {
  /// The shape that is filled, from the view's upper left corner in view pixels.
  package var mask: PlacedMask
  /// Waves across the mask's width.
  package var frequency: Double
  /// The wave in front.
  package var frontColor: Color
  /// The wave behind, over the outline colour.
  package var backColor: Color
  /// The part that is not filled.
  package var outlineColor: Color
  /// The percent figure's glyphs, centred in the mask; nil shows no figure.
  package var figure: FigureGlyphs?
  /// The percent figure.
  package var figureColor: Color

  /// A style from its parts.
  package init(
    mask: PlacedMask,
    frequency: Double,
    frontColor: Color,
    backColor: Color,
    outlineColor: Color,
    figure: FigureGlyphs? = nil,
    figureColor: Color = Color(rgb: 0xFFFFFF)
  ) {
    self.mask = mask
    self.frequency = frequency
    self.frontColor = frontColor
    self.backColor = backColor
    self.outlineColor = outlineColor
    self.figure = figure
    self.figureColor = figureColor
  }

  var colors: WaveLayer.Colors {
    WaveLayer.Colors(
      outline: outlineColor,
      back: backColor,
      front: frontColor,
      figure: figureColor
    )
  }
}
