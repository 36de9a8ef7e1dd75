// SPDX-License-Identifier: Apache-2.0

extension Unicode.Scalar {
  /// True if it acts on the text around it, or hides in it, instead of being seen.
  ///
  /// Control characters (C0, DEL, C1), which terminals obey; separators of lines and paragraphs;
  /// marks, embeddings, overrides and isolates of the bidirectional algorithm (UAX #9) with the
  /// deprecated format characters behind them; byte order marks, annotations and tags. The joiners
  /// that Persian or emoji need are not among them.
  package var isUnprintable: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x061C, 0x200E, 0x200F: true
    case 0x2028...0x202E, 0x2066...0x206F: true
    case 0xFEFF, 0xFFF9...0xFFFB: true
    case 0xE0000...0xE007F: true
    default: false
    }
  }
}

extension StringProtocol {
  /// The text as it can be shown to people: one line that neither moves the cursor nor reorders or
  /// hides what is around it.
  ///
  /// Scalars for which ``Swift/Unicode/Scalar/isUnprintable`` holds are spelled as in a Swift literal, `\n` or
  /// `\u{1B}`. A text that has been made printable once stays as it is. O(length).
  package var printable: String {
    guard unicodeScalars.contains(where: \.isUnprintable) else { return String(self) }
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\t": result += #"\t"#
      case "\n": result += #"\n"#
      case "\r": result += #"\r"#
      case _ where scalar.isUnprintable:
        result += #"\u{"# + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text as one field of a line: ``printable``, and in quotes where it could be taken for
  /// several fields or for none.
  ///
  /// - Parameter separators: Characters that separate the line's fields, and names from values.
  /// - Returns: The field.
  package func field(separators: Set<Unicode.Scalar>) -> String {
    let text = printable
    let isAmbiguous =
      text.isEmpty || text.unicodeScalars.contains { $0 == "\"" || separators.contains($0) }
    return isAmbiguous ? text.quoted : text
  }

  /// The text in quotes, and ``printable``; quotes and backslashes in it have a backslash before
  /// them.
  package var quoted: String {
    var result = "\""
    for scalar in printable.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}
