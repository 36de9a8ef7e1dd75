// SPDX-License-Identifier: Apache-2.0
private import CUnibreak

/// Places at which a text may be broken into lines, by UAX #14 as libunibreak computes it.
///
/// Languages that are written without spaces and without rules for single characters (Thai, Khmer,
/// Lao) have no places of their own. Flags are two regional indicators each, which stay together
/// (LB30a) and are otherwise broken like ideographs, as other emoji are.
struct LineBreaks {
  /// For each scalar whether a line may end behind it.
  let isAllowed: [Bool]

  /// Finds the places in `scalars`.
  ///
  /// The corresponding call is `set_linebreaks_utf32`.
  init(_ scalars: [Unicode.Scalar]) {
    Self.prepared
    var breaks = [CChar](repeating: CChar(LINEBREAK_NOBREAK), count: scalars.count)
    unsafe set_linebreaks_utf32(scalars.map(Self.replacement), scalars.count, nil, &breaks)
    var isAllowed = breaks.map { $0 == LINEBREAK_ALLOWBREAK || $0 == LINEBREAK_MUSTBREAK }
    Self.keepFlagsWhole(scalars, isAllowed: &isAllowed)
    // Version 6 leaves the text's end open.
    if let end = isAllowed.indices.last { isAllowed[end] = true }
    self.isAllowed = isAllowed
  }

  /// The library's index of its tables, which is built once.
  private static let prepared: Void = init_linebreak()

  /// The regional indicators, class RI.
  private static let indicators: ClosedRange<Unicode.Scalar> = "\u{1F1E6}"..."\u{1F1FF}"

  /// The character that the library is given for a scalar.
  ///
  /// libunibreak 1.1 aborts on two kinds: regional indicators, whose class its table of pairs lacks, and
  /// U+FFFF, which it takes for the end of the text. An ideograph stands for the former, a private
  /// character, which has the same class (XX), for the latter. Later versions are given the same.
  private static func replacement(for scalar: Unicode.Scalar) -> UInt32 {
    if indicators.contains(scalar) { return 0x4E00 }
    return scalar.value == 0xFFFF ? 0xE000 : scalar.value
  }

  /// Forbids breaks between the two halves of a flag, marks between them or not.
  private static func keepFlagsWhole(_ scalars: [Unicode.Scalar], isAllowed: inout [Bool]) {
    var isInsideFlag = false
    for (index, scalar) in scalars.enumerated() {
      if indicators.contains(scalar) {
        if isInsideFlag { isAllowed[index - 1] = false }
        isInsideFlag.toggle()
      } else if isInsideFlag {
        isInsideFlag = isMark(scalar)
      }
    }
  }

  /// Tells if the scalar belongs to the one before it (LB9).
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\u{200D}" { return true }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}
