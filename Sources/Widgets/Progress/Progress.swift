// SPDX-License-Identifier: Apache-2.0
internal import Geometry
package import MonotonicTime
package import Raster

/// A progress indicator: a double wave that rises in a shape, a word or a logo, or an arc that goes along a ring.
package struct Progress: ElasticallyFramed {
  package static let eventTypes: [WidgetEventType] = [EventDetails.progress.type]

  package private(set) var settings: ProgressSettings
  /// The indicator's level, waves and figure.
  package private(set) var model: WaveProgress

  private let place: WidgetPlace
  /// The elastic frame beneath the indicator; nil for none.
  package var elastic: ElasticFrame?
  private let layer: ProgressLayer
  /// Length of a wave in view pixels; 0 without waves.
  private let waveLength: Double
  /// The front's colour, apart from that of a fault.
  private var tint: ColorTransition
  /// The colours that were handed to the layer last.
  private var colors: WaveLayer.Colors
  /// The snapshot that was handed to the layer last; nil before the first frame.
  private var shown: WaveProgressSnapshot?
  private var shownTravel = 0.0

  package init(
    _ settings: ProgressSettings,
    in place: WidgetPlace,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant
  ) {
    self.settings = settings
    self.place = place
    let look = ProgressLook(settings, in: place, from: materials)
    let mask = look.mask.mask
    model = WaveProgress(
      settings: WaveProgress.Settings(
        fill: settings.fill == .area ? .area(FillProfile(mask)) : .height,
        maskHeight: max(1, Double(mask.size.height)) / place.scale,
        // What goes along a ring has no waves.
        amplitude: settings.fill == .ring ? 0 : settings.amplitude,
        speed: settings.speed
      ),
      percent: settings.percent,
      at: instant,
      isVisible: settings.isVisible,
      isEnabled: settings.isEnabled
    )
    if settings.isBusy { model.setBusy(at: instant) }
    tint = ColorTransition(restingAt: settings.frontColor)
    colors = Self.colors(settings, front: settings.frontColor)
    elastic = ElasticFrame(
      settings.elastic,
      in: place,
      isVisible: settings.isVisible,
      isEnabled: settings.isEnabled,
      on: &layers,
      at: instant
    )
    waveLength =
      settings.frequency > 0 ? Double(mask.size.width) / settings.frequency : 0
    layer = ProgressLayer(
      settings,
      look: look,
      colors: colors,
      in: place,
      from: materials,
      on: &layers
    )
  }

  private static func colors(_ settings: ProgressSettings, front: Color) -> WaveLayer.Colors {
    let fault = settings.faultColor
    // Two waves of one colour are two as long as one lets the other through.
    let back = fault.map {
      Color(red: $0.red, green: $0.green, blue: $0.blue, alpha: min(settings.backColor.alpha, 0x80))
    }
    return WaveLayer.Colors(
      outline: settings.outlineColor,
      back: back ?? settings.backColor,
      front: fault ?? front,
      figure: settings.figureColor
    )
  }

  package var levelEnd: MonotonicInstant? { model.levelEnd }

  package func mark(at instant: MonotonicInstant) -> Int { model.figure(at: instant) }

  package func said(at instant: MonotonicInstant) -> String {
    let figure = model.figure(at: instant)
    return figure == WaveProgressSnapshot.noFigure ? "" : "\(figure)"
  }

  package func isMoving(at instant: MonotonicInstant) -> Bool {
    model.isMoving(at: instant) || elastic?.isMoving(at: instant) ?? false
      || settings.isVisible && tint.isMoving(at: instant)
  }

  // MARK: - Requests

  package mutating func update(
    to settings: ProgressSettings,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    self.settings = settings
    tint.retarget(to: settings.frontColor, pace: events.pace, at: instant)
    model.set(
      isVisible: settings.isVisible,
      isEnabled: settings.isEnabled,
      over: events.fading,
      at: instant
    )
    elastic?.set(
      isVisible: settings.isVisible,
      isEnabled: settings.isEnabled,
      over: events.fading,
      at: instant
    )
    events.needsFrame = true
  }

  package mutating func perform(
    _ call: ProgressCall,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) throws(WidgetFault) {
    switch call {
    case .get: return
    case .busy: model.setBusy(at: instant)
    case .fail(_, let percent, let over, _):
      model.set(
        percent: percent,
        over: over ?? settings.changeDuration,
        curve: settings.ease,
        at: instant,
        isAsked: over != nil
      )
    case .set(_, let percent, let over, let ease):
      model.set(
        percent: percent,
        over: over ?? settings.changeDuration,
        curve: ease?.curve ?? settings.ease,
        at: instant,
        isAsked: over != nil || ease != nil
      )
    }
    events.needsFrame = true
  }

  package static let facts: [Fact<Seen<Self>>] = [
    Fact("percent", in: "status", "set", "get") { $0.settings.isBusy ? nil : $0.settings.percent },
    Fact("shown", in: "status", "get") {
      $0.widget?.model.shown(at: $0.instant) ?? $0.settings.percent
    },
  ]

  // MARK: - Frames

  package mutating func show(at instant: MonotonicInstant, in layers: inout LayerStack) {
    elastic?.show(at: instant, in: &layers)
    let snapshot = model.snapshot(at: instant)
    let colors = Self.colors(settings, front: tint.color(at: instant))
    let isRecolored = colors != self.colors
    if isRecolored {
      self.colors = colors
      layer.setColors(colors, isPictured: settings.faultColor == nil, in: &layers)
    }
    // What lies between the crests depends on whether the wave in front lets anything through.
    let travel = layer.isPictured ? model.travel(at: instant) * waveLength : 0
    guard snapshot != shown || travel != shownTravel || isRecolored else { return }
    (shown, shownTravel) = (snapshot, travel)
    layer.update(snapshot, travel: travel, scale: place.scale, in: &layers)
  }
}

extension EventDetails {
  /// A target was set; nil while it is busy.
  package static let progress = EventForm("progress", Member<Double?>("percent"))
}
