// SPDX-License-Identifier: Apache-2.0

/// Texts that are equal to others only where their bytes are: a property of a value, or a key to look up.
///
/// `String` takes canonically equivalent spellings for equal, and to find out it normalises, which takes time that
/// grows with the square of the length where a letter carries thousands of combining marks. What files and clients
/// say is compared, hashed and looked up by its UTF-8 bytes.
@propertyWrapper
package struct Exact<Value: ComparedByBytes>: Hashable, Sendable {
  /// The texts.
  package var wrappedValue: Value

  /// A property with this value.
  package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// A key of these texts.
  package init(_ value: Value) { wrappedValue = value }

  package static func == (left: Self, right: Self) -> Bool {
    left.wrappedValue.hasSameBytes(as: right.wrappedValue)
  }

  package func hash(into hasher: inout Hasher) { wrappedValue.hashBytes(into: &hasher) }
}

/// A text as a key.
package typealias ExactText = Exact<String>

extension ExactText {
  /// The text.
  package var text: String { wrappedValue }
}

/// A value that consists of texts: one, none or several.
package protocol ComparedByBytes: Sendable {
  /// Tells if all texts are the same bytes; O(n) for any contents.
  func hasSameBytes(as other: Self) -> Bool
  /// Feeds the texts' bytes to `hasher`.
  func hashBytes(into hasher: inout Hasher)
}

extension String: ComparedByBytes {
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (left, right) = (self, other)
    return left.withUTF8 { left in right.withUTF8 { right in unsafe left.elementsEqual(right) } }
  }

  package func hashBytes(into hasher: inout Hasher) {
    var text = self
    text.withUTF8 { bytes in unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
    hasher.combine(utf8.count)
  }
}

extension Optional: ComparedByBytes where Wrapped: ComparedByBytes {
  package func hasSameBytes(as other: Self) -> Bool {
    switch (self, other) {
    case (let left?, let right?): left.hasSameBytes(as: right)
    case (nil, nil): true
    default: false
    }
  }

  package func hashBytes(into hasher: inout Hasher) {
    hasher.combine(self == nil)
    self?.hashBytes(into: &hasher)
  }
}

extension Array: ComparedByBytes where Element: ComparedByBytes {
  package func hasSameBytes(as other: Self) -> Bool {
    elementsEqual(other) { $0.hasSameBytes(as: $1) }
  }

  package func hashBytes(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { element.hashBytes(into: &hasher) }
  }
}

extension StringProtocol {
  /// Tells if both texts are the same bytes of UTF-8; O(n) for any contents.
  package func hasSameBytes(as other: some StringProtocol) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  /// Tells if the text's bytes come before those of `other`.
  package func hasLesserBytes(than other: some StringProtocol) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
