// SPDX-License-Identifier: Apache-2.0

/// The values that a device has reported with its contacts, to be compared with what it declares.
struct SeenValues: Sendable {
  /// Number of contacts that were ignored or cancelled because they lay outside the declared range.
  private(set) var refusals = 0
  private(set) var left = Int32.max
  private(set) var right = Int32.min
  private(set) var top = Int32.max
  private(set) var bottom = Int32.min

  /// A contact was reported at a position.
  mutating func add(_ x: Int32, _ y: Int32) {
    left = min(left, x)
    right = max(right, x)
    top = min(top, y)
    bottom = max(bottom, y)
  }

  /// A contact was refused for its position.
  mutating func addRefusal() { refusals += 1 }
}
