// SPDX-License-Identifier: Apache-2.0

/// A shaped line at no particular size: all lengths in ems, y upward from the baseline.
struct TextLayout {
  /// A run as it was shaped.
  struct Run {
    /// The run of text that was shaped.
    var run: TextRun
    /// Its glyphs in ``glyphs``.
    var glyphs: Range<Int>
    /// Positions of the pen before and after it.
    var pen: ClosedRange<Double>
  }

  /// The place of a character.
  struct Edges: Hashable {
    /// Its left edge, or its right one where it runs from right to left.
    var leading: Double
    /// Its part of the line's width.
    var width: Double
  }

  /// The glyphs from left to right.
  var glyphs: [ShapedGlyph] = []
  /// The runs from left to right.
  var runs: [Run] = []
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
