// SPDX-License-Identifier: Apache-2.0
private import Geometry
private import Raster

/// A shaped line at no particular size: all lengths in ems, y upward from the baseline.
struct TextLayout {
  /// The glyphs from left to right.
  var glyphs: [ShapedGlyph] = []
  /// Width by the pen's movement.
  var advance = 0.0
  /// Foot and top of the letters that the line is centred by.
  var letterBox = 0.0...0.0

  /// The box around all ink.
  var ink: GlyphBounds {
    glyphs.reduce(.empty) { $0.union($1.ink) }
  }

  /// Distance from the baseline down to the middle of a box in which the line looks centred.
  var baselineDrop: Double {
    (letterBox.lowerBound + letterBox.upperBound) / 2
  }
}
