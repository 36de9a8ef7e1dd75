// SPDX-License-Identifier: Apache-2.0

/// A text that is equal to another only where their bytes are.
///
/// `String` takes canonically equivalent spellings for equal, and to find out it normalises, which
/// takes time that grows with the square of the length where a letter carries thousands of
/// combining marks. What comes from outside is compared, hashed and looked up by its UTF-8 bytes.
package struct ExactText: Hashable, Sendable {
  /// The text.
  package let text: String

  /// A text that is compared by its bytes.
  package init(_ text: String) { self.text = text }

  package static func == (left: Self, right: Self) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { bytes in unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
    hasher.combine(text.utf8.count)
  }
}

extension String {
  /// Whether both texts are the same bytes of UTF-8; O(n), whatever they hold.
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (left, right) = (self, other)
    return left.withUTF8 { left in right.withUTF8 { right in unsafe left.elementsEqual(right) } }
  }
}

extension StringProtocol {
  /// Whether both texts are the same bytes of UTF-8; O(n), whatever they hold.
  package func hasSameBytes(as other: some StringProtocol) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  /// Whether the text's bytes come before those of `other`.
  package func hasLesserBytes(than other: some StringProtocol) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
