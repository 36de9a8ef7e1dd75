// SPDX-License-Identifier: Apache-2.0
package import Raster

/// A line across a chart at a value that is not to be passed, or to be reached.
package struct ChartLimit: Hashable, Sendable {
  /// The most limits of a chart.
  package static let most = 8

  /// The value at which the line lies.
  package var value = 0.0
  /// Its colour.
  package var color = Color(rgb: 0xFB252D)
  /// Its width in points, 0.1 … 100.
  package var width = 1.0

  /// A limit.
  package init(at value: Double = 0, color: Color = Color(rgb: 0xFB252D), width: Double = 1) {
    self.value = value
    self.color = color
    self.width = width
  }

  /// The keys of a table of `limits`.
  static let keys: [Key<Self>] = [
    .number("value", \.value, ChartAxis.range, "The value at which it is"),
    .color("color", \.color, "Its colour"),
    .number("width", \.width, 0.1...100, "Its width in points"),
  ]
}
