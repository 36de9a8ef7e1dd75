// SPDX-License-Identifier: Apache-2.0
private import CFriBidi
internal import Raster

/// The embedding levels of one paragraph: even is left to right, odd right to left.
///
/// This is the Unicode bidirectional algorithm (UAX #9) as GNU FriBidi computes it, with explicit
/// embeddings, overrides and isolates. Mirroring of brackets is left to the shaper.
struct BidiLevels {
  /// The paragraph's level, 0 or 1.
  let base: UInt8
  /// One level a character, before lines are made of them.
  private let levels: [FriBidiLevel]
  /// FriBidi's type of each character.
  private let types: [FriBidiCharType]

  /// Resolves the levels of a paragraph: rules P2 to I2.
  ///
  /// The corresponding call is `fribidi_get_par_embedding_levels_ex`.
  ///
  /// - Parameters:
  ///   - scalars: The characters, in the order in which they are read.
  ///   - direction: The paragraph's direction.
  init(_ scalars: [Unicode.Scalar], direction: TextDirection = .automatic) {
    let characters = scalars.map(\.value)
    let count = FriBidiStrIndex(characters.count)
    var types = [FriBidiCharType](repeating: FRIBIDI_TYPE_ON, count: characters.count)
    var brackets = [FriBidiBracketType](repeating: 0, count: characters.count)
    var levels = [FriBidiLevel](repeating: 0, count: characters.count)
    var paragraph =
      switch direction {
      case .automatic: FRIBIDI_PAR_ON
      case .leftToRight: FRIBIDI_PAR_LTR
      case .rightToLeft: FRIBIDI_PAR_RTL
      }
    if count > 0 {
      unsafe fribidi_get_bidi_types(characters, count, &types)
      unsafe fribidi_get_bracket_types(characters, count, types, &brackets)
      // When memory is short it answers 0 and has perhaps written some levels; then all stay 0.
      let highest = unsafe fribidi_get_par_embedding_levels_ex(
        types,
        brackets,
        count,
        &paragraph,
        &levels
      )
      if highest == 0 { levels = levels.map { _ in 0 } }
    }
    base = paragraph == FRIBIDI_PAR_RTL ? 1 : 0
    self.levels = levels
    self.types = types
  }

  /// The levels of one line: rule L1 gives spaces at its end the paragraph's level.
  ///
  /// The corresponding call is `fribidi_reorder_line`.
  ///
  /// - Parameter range: The line's characters, as offsets into the paragraph.
  /// - Returns: A level for each of them.
  func levels(ofLine range: Range<Int>) -> [UInt8] {
    if range.isEmpty { return [] }
    var line = levels
    _ = unsafe fribidi_reorder_line(
      Self.noFlags,
      types,
      FriBidiStrIndex(range.count),
      FriBidiStrIndex(range.lowerBound),
      base == 0 ? FRIBIDI_PAR_LTR : FRIBIDI_PAR_RTL,
      &line,
      nil,
      nil
    )
    return line[range].map { UInt8(clamping: $0) }
  }

  /// The order in which runs with these levels stand from left to right (L2).
  ///
  /// The corresponding call is `fribidi_reorder_line`, with a run in the place of a character.
  static func visualOrder(of levels: [UInt8]) -> [Int] {
    if levels.isEmpty { return [] }
    // Strong characters are left alone by rule L1, which has been applied already.
    let types = [FriBidiCharType](repeating: FRIBIDI_TYPE_LTR, count: levels.count)
    var levels = levels.map { FriBidiLevel(clamping: $0) }
    var order = levels.indices.map { FriBidiStrIndex($0) }
    _ = unsafe fribidi_reorder_line(
      Self.noFlags,
      types,
      FriBidiStrIndex(types.count),
      0,
      FRIBIDI_PAR_LTR,
      &levels,
      nil,
      &order
    )
    return order.map { Int($0) }
  }

  /// Marks stay behind their letters, as the shaper wants them.
  private static var noFlags: FriBidiFlags { 0 }
}
