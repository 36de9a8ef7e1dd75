// SPDX-License-Identifier: Apache-2.0

extension String {
  /// The lines of a label that is set in lines of its own: at most 8, of which the last one has what is left.
  ///
  /// A line break at the very end begins no line.
  package var labelLines: [Substring] {
    var lines = split(maxSplits: 7, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
