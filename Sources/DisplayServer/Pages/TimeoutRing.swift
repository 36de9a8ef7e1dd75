// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import MonotonicTime
internal import Presentation
internal import Raster
internal import Widgets

/// The ring that empties before a page's timeout: an indicator above all widgets that no file knows.
enum TimeoutRing {
  /// Its diameter in points.
  private static let diameter = 96.0

  /// The ring, hidden, in the accent's colour.
  static func settings(_ accent: Color) -> ProgressSettings {
    // No file can have this id.
    var ring = ProgressSettings(id: "#timeout")
    ring.frame = FrameSettings(
      x: .percent(50),
      y: .percent(50),
      width: .points(diameter),
      height: .points(diameter)
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
    disc.cornerRadius = diameter
    ring.elastic = disc
    ring.isVisible = false
    return ring
  }
}

extension Server {
  /// Shows the ring when the page's timeout is near, and hides it when it is not any more.
  func followTimeout(at now: MonotonicInstant) {
    guard var ring = widgets.pages.ring, scene != nil else { return }
    if widgets.pages.warningEnd(at: now) != nil, isPageKept { widgets.pages.use(at: now) }
    let end = widgets.pages.warningEnd(at: now)
    guard end != stage.warnedEnd else { return }
    stage.warnedEnd = end
    ring.isVisible = end != nil
    let (index, instant) = (widgets.inForce.count, sceneTime(now))
    let materials = workshop.materialsAtHand
    scene?.update(index, to: .progress(ring), materials, at: instant, &widgetEvents)
    if let end {
      for (percent, over) in [(100.0, 0.0), (0, (sceneTime(end) - instant).seconds)] {
        let call = ProgressCall.set(id: nil, percent: percent, over: over, ease: .name("linear"))
        try? scene?.perform(.progress(call), by: index, at: instant, &widgetEvents)
      }
    }
    deliverWidgetEvents(at: now)
  }
}
