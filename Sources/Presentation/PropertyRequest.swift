// SPDX-License-Identifier: Apache-2.0

/// A property of connector or CRTC that the configuration wants to have set.
package struct PropertyRequest: Sendable, Hashable {
  /// The value that a property is to be set to.
  package enum Value: Sendable, Hashable {
    /// The value of this name.
    case choice(String)
    /// This number, 0 … 2^53.
    case number(UInt64)
  }

  /// The kernel's name, such as `Broadcast RGB`.
  package var name: String
  /// The value that it is to be set to.
  package var value: Value

  /// A request for `name`.
  package init(_ name: String, value: Value) {
    self.name = name
    self.value = value
  }
}
