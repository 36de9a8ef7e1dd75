// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import MonotonicTime
internal import Presentation
internal import Raster
internal import Widgets

/// The ring that empties before a page's timeout: an indicator above all widgets that no file knows.
struct TimeoutRing {
  /// Its diameter in points.
  private static let diameter = 96.0

  // No file can have this id.
  private var ring = ProgressSettings(id: "#timeout")

  /// A ring in the accent's colour.
  init(_ accent: Color) {
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
  func settings(isVisible: Bool) -> WidgetSettings {
    var ring = ring
    ring.isVisible = isVisible
    return .progress(ring)
  }

  /// The requests that have it empty within so many seconds.
  static func emptying(over seconds: Double) -> [WidgetRequest] {
    [(100.0, 0.0), (0, seconds)].map { percent, over in
      .progress(.set(id: nil, percent: percent, over: over, ease: .name("linear")))
    }
  }
}

extension Server {
  /// Shows the ring when the page's timeout is near, and hides it when it is not any more.
  func followTimeout(at now: MonotonicInstant) {
    guard let ring = widgets.pages.ring, scene != nil else { return }
    if widgets.pages.warningEnd(at: now) != nil, isPageKept { widgets.pages.use(at: now) }
    let end = widgets.pages.warningEnd(at: now)
    guard end != stage.warnedEnd else { return }
    stage.warnedEnd = end
    let (index, instant) = (widgets.inForce.count, sceneTime(now))
    let materials = workshop.materialsAtHand
    let settings = ring.settings(isVisible: end != nil)
    scene?.update(index, to: settings, from: materials, at: instant, telling: &widgetEvents)
    if let end {
      for request in TimeoutRing.emptying(over: (sceneTime(end) - instant).seconds) {
        try? scene?.perform(request, by: index, at: instant, telling: &widgetEvents)
      }
    }
    deliverWidgetEvents(at: now)
  }
}
