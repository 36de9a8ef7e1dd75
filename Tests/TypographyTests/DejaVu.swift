// SPDX-License-Identifier: Apache-2.0

/// Facts about DejaVu Sans 2.37, read from its tables: 2048 units an em; H has an advance of
/// 1540, ink from (201, 0) to (1339, 1493), and an area of 727952 square units.
enum DejaVu {
  static let name = "DejaVu Sans"
  static let em = 2048.0
  static let advanceOfH = 1540 / em
  static let advanceOfSpace = 651 / em
  static let bearingOfH = 201 / em
  static let widthOfH = 1138 / em
  static let capHeight = 1493 / em
  static let areaOfH = 727952 / (em * em)
  /// Ascender, descender and distance of baselines, from the table `hhea`.
  static let ascent = 1901 / em
  static let descent = 483 / em
  static let lineHeight = 2384 / em
}
