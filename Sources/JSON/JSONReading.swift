// SPDX-License-Identifier: Apache-2.0

/// A JSON text that is read in portions, so that a long one holds up no other.
package struct JSONReading: Sendable {
  private let bytes: [UInt8]
  private var state = JSONParser.State()

  /// A text in UTF-8 of which nothing has been read.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads on.
  ///
  /// Each value takes O(1), but for strings and literals, which take time by their length.
  ///
  /// - Parameter count: Most values that are read, brackets among them.
  /// - Returns: The text's value, once it has been read to its end; nil before that.
  /// - Throws: ``JSONSyntaxError``; to read on after that is a mistake.
  package mutating func read(_ count: Int) throws(JSONSyntaxError) -> JSONValue? {
    // Lent out by a name of its own: what has been read changes meanwhile.
    let text = bytes
    return try JSONParser.readOn(text.span, from: &state, count: count)
  }
}
