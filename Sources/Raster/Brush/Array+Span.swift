// SPDX-License-Identifier: Apache-2.0

// Within this module these take the place of the standard library's. Empty arrays share one object,
// whose elements lie wherever the linker has put it, at a multiple of 8; a span of elements that
// want a multiple of 16, as blocks of lanes do, traps there (Swift 6.3.1).

extension Array {
  /// The elements; of an empty array a span that points nowhere.
  var span: Span<Element> {
    @_lifetime(borrow self)
    @inline(__always)
    get { isEmpty ? Span() : self.Swift::span }
  }

  /// The elements for changing; of an empty array a span that points nowhere.
  var mutableSpan: MutableSpan<Element> {
    @_lifetime(&self)
    @inline(__always)
    mutating get { isEmpty ? MutableSpan() : self.Swift::mutableSpan }
  }
}
