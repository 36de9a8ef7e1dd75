// SPDX-License-Identifier: Apache-2.0
package import Raster

/// The ring that empties before a page's timeout: an indicator above all widgets that no file knows.
package struct TimeoutRing {
  /// Its diameter in points.
  private static let diameter = 96.0

  // No file can have this id.
  private var ring = ProgressSettings(id: "#timeout")

  /// A ring in the accent's colour.
  package init(_ accent: Color) {
    ring.frame = FrameSettings(
      x: .percent(50),
      y: .percent(50),
      width: .points(Self.diameter),
      height: .points(Self.diameter)
    )
    ring.mask = .shape(.ring)
    ring.percent = 100
    ring.showsPercent = false
    ring.amplitude = 2.5
    ring.speed = 240
    ring.frontColor = accent
    ring.backColor = Color(red: accent.red, green: accent.green, blue: accent.blue, alpha: 0x70)
    ring.outlineColor = Color(red: accent.red, green: accent.green, blue: accent.blue, alpha: 0x38)
    var disc = ElasticFrameSettings(color: Color(red: 0x0B, green: 0x10, blue: 0x16, alpha: 0xD8))
    disc.cornerRadius = Self.diameter
    ring.elastic = disc
  }

  /// The indicator, seen or hidden.
  package func settings(isVisible: Bool) -> WidgetSettings {
    var ring = ring
    ring.isVisible = isVisible
    return .progress(ring)
  }

  /// The requests that have it empty within so many seconds.
  package static func emptying(over seconds: Double) -> [WidgetRequest] {
    [(100.0, 0.0), (0, seconds)].map { percent, over in
      .progress(.set(id: nil, percent: percent, over: over, ease: .name("linear")))
    }
  }
}
