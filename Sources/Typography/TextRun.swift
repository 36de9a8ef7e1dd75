// SPDX-License-Identifier: Apache-2.0

/// A stretch of text that is shaped at once: one font, one script, one direction.
struct TextRun: Hashable {
  /// The scalars, as offsets into the paragraph.
  var range: Range<Int>
  /// The embedding level of UAX #9; odd is right to left.
  var level: UInt8
  /// The script's ISO 15924 tag as HarfBuzz packs it.
  var script: UInt32
  /// Index of the face, among the layout's, that shapes it.
  var faceIndex: Int
  /// The language that chooses between regional forms, or nil for the font's default.
  var language: String?
  /// True if digits shall have equal advances.
  var wantsTabularFigures = false
}
