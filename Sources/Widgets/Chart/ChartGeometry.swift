// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// The places of a chart's parts, in points from its frame's upper left corner.
///
/// ```
///   ┌──────┬──────────────────────┐ 0
///   │      │    (one spacing)     │
///   │   50 ├──────────────────────┤ y(50)
///   │    ⋮ │        ╱╲            │
///   │    0 ├──────────────────────┤ height - padding
///   │      │  Mon   Tue   Wed     │
///   └──────┴──────────────────────┘
///   0   padding  x(0)         width
/// ```
/// On a screen whose text is written from the right all that is at x stands at the width less x.
package struct ChartGeometry: Hashable, Sendable {
  /// The frame's extent.
  package let size: Size
  /// Left of and below the lines.
  package let padding: Double
  /// Number of values that have a place.
  package let places: Int
  /// The axis that gives the lines across their values.
  package let axis: ChartAxis
  /// True for a chart that runs from right to left.
  package let isMirrored: Bool

  /// A chart of `size` with room for `places` values.
  package init(
    size: Size,
    padding: Double,
    places: Int,
    axis: ChartAxis,
    isMirrored: Bool = false
  ) {
    self.size = size
    self.padding = padding
    self.places = places
    self.axis = axis
    self.isMirrored = isMirrored
  }

  /// True if there is room for anything but the background.
  package var hasPlot: Bool { size.width > padding && size.height > padding }
  /// From value to value.
  package var spacing: Double { (size.width - padding) / Double(max(1, places)) }
  /// From line to line.
  package var lineSpacing: Double { (size.height - padding) / Double(axis.steps + 1) }
  /// The lowest line's distance in points from the frame's upper edge.
  package var floor: Double { size.height - padding }
  /// The middle of the `index`th place.
  package func x(_ index: Double) -> Double { padding + (index + 0.5) * spacing }
  /// Distance in points from the frame's left edge of something at `x`, which is mirrored where the chart is.
  package func across(_ x: Double) -> Double { isMirrored ? size.width - x : x }
  /// The height of a value, which may lie outside the axis.
  package func y(_ value: Double) -> Double {
    floor - (value - axis.minimum) / axis.step * lineSpacing
  }
}
