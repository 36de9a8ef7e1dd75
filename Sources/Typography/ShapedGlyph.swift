// SPDX-License-Identifier: Apache-2.0

/// A glyph at its place on the line; lengths in ems, y upward.
struct ShapedGlyph: Hashable {
  /// Index of the face, among the layout's, that draws it.
  var faceIndex: Int
  /// The glyph's number in that face.
  var glyph: UInt32
  /// The first scalar, as an offset into the paragraph, of what the shaper has made one of.
  var cluster: Int
  /// Position of the pen before the glyph.
  var pen: Double
  /// Distance of the glyph's origin from the start of the line.
  var x: Double
  /// Height of the glyph's origin above the baseline.
  var y: Double
  /// The ink, relative to the start of the line.
  var ink: GlyphBounds
}
