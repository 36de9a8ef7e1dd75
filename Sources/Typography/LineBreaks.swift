// SPDX-License-Identifier: Apache-2.0
private import CUnibreak

/// Where a text may be broken into lines, by UAX #14 as libunibreak computes it.
///
/// Languages that are written without spaces and without rules for single characters (Thai, Khmer,
/// Lao) have no places of their own.
struct LineBreaks {
  /// For each scalar whether a line may end behind it.
  let isAllowed: [Bool]

  /// Finds the places in `scalars`.
  ///
  /// The corresponding call is `set_linebreaks_utf32`.
  init(_ scalars: [Unicode.Scalar]) {
    Self.prepared
    var breaks = [CChar](repeating: CChar(LINEBREAK_NOBREAK), count: scalars.count)
    unsafe set_linebreaks_utf32(scalars.map(\.value), scalars.count, nil, &breaks)
    isAllowed = breaks.map { $0 == LINEBREAK_ALLOWBREAK || $0 == LINEBREAK_MUSTBREAK }
  }

  /// The library's index of its tables, which is built once.
  private static let prepared: Void = init_linebreak()
}
