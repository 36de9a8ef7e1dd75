// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import MonotonicTime

/// The places of times in a chart that shows the last so many seconds.
///
/// All that belongs to a time moves on by whole pixels, so that nothing is drawn anew between them.
/// ```
///   padding          the span, whole pixels          half the padding
///   ├───────┼──────────────────────────────────────────┼────┤
///                                                     now
/// ```
package struct TimeScale: Hashable, Sendable {
  /// Milliseconds that are shown, 1000 or more.
  let span: Int
  /// View pixels that they take, 1 or more.
  let pixels: Int
  /// The present's place in points from the frame's edge.
  let right: Double
  /// View pixels a point.
  private let scale: Double
  /// Milliseconds from 1970 to the instant 0, as the clock on the wall has it.
  package var origin: Int

  /// The scale of a chart in a frame; nil where it shows no span.
  init?(_ settings: ChartSettings, in geometry: ChartGeometry, scale: Double, origin: Int) {
    guard settings.span > 0 else { return nil }
    span = settings.span * 1000
    right = geometry.size.width - geometry.padding / 2
    pixels = max(1, pixel(((right - geometry.padding) * scale).rounded(.down)))
    self.scale = scale
    self.origin = origin
  }

  /// Milliseconds since 1970 at `instant`.
  func time(at instant: MonotonicInstant) -> Int {
    floored(Int(instant.nanoseconds), unit: 1_000_000) + origin
  }

  /// The pixel on which a time lies, counted from 1970.
  func step(ofTime milliseconds: Int) -> Int { floored(milliseconds * pixels, unit: span) }

  /// The pixel on which the present lies at `instant`.
  func step(at instant: MonotonicInstant) -> Int { step(ofTime: time(at: instant)) }

  /// The first millisecond since 1970 of a pixel.
  func time(ofStep step: Int) -> Int { -floored(-step * span, unit: pixels) }

  /// The first instant of a pixel.
  func instant(ofStep step: Int) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: Int64(time(ofStep: step) - origin) * 1_000_000)
  }

  /// Place of a time in points from the frame's edge, while the present is at `step`.
  func x(of milliseconds: Int, atStep step: Int) -> Double {
    right - Double(step * span - milliseconds * pixels) / Double(span) / scale
  }
}
