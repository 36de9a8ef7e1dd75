// SPDX-License-Identifier: Apache-2.0

/// A property that is equal to another only where the bytes of its texts are.
///
/// What a file or a client says is compared with what it said before: another spelling of the same letters
/// is another text, another path and another argument. See ``ExactText`` for what `String` takes for equal.
@propertyWrapper
package struct Exact<Value: ComparedByBytes>: Hashable, Sendable {
  /// The value.
  package var wrappedValue: Value

  /// A property with this value.
  package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  package static func == (left: Self, right: Self) -> Bool {
    left.wrappedValue.isExactly(right.wrappedValue)
  }

  package func hash(into hasher: inout Hasher) { wrappedValue.hashBytes(into: &hasher) }
}

/// What consists of texts: one, none or several.
package protocol ComparedByBytes: Sendable {
  /// Whether all texts are the same bytes.
  func isExactly(_ other: Self) -> Bool
  /// Feeds the texts' bytes to `hasher`.
  func hashBytes(into hasher: inout Hasher)
}

extension String: ComparedByBytes {
  package func isExactly(_ other: String) -> Bool { hasSameBytes(as: other) }
  package func hashBytes(into hasher: inout Hasher) { hasher.combine(ExactText(self)) }
}

extension Optional: ComparedByBytes where Wrapped: ComparedByBytes {
  package func isExactly(_ other: Self) -> Bool {
    switch (self, other) {
    case (let left?, let right?): left.isExactly(right)
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
  package func isExactly(_ other: Self) -> Bool {
    elementsEqual(other) { $0.isExactly($1) }
  }

  package func hashBytes(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { element.hashBytes(into: &hasher) }
  }
}
