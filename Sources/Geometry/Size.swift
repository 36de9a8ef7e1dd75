// SPDX-License-Identifier: Apache-2.0

/// An extent in logical points.
package struct Size: Hashable, Sendable {
  /// Horizontal extent in points.
  package var width: Double
  /// Vertical extent in points.
  package var height: Double

  /// A size of `width` by `height` points.
  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}
