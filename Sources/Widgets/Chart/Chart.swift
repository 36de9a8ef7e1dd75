// SPDX-License-Identifier: Apache-2.0
internal import Geometry
package import JSON
package import MonotonicTime
internal import Motion
internal import PlainText
package import Raster

/// A chart: values as a line in two colours, drawn from left to right, over a grid with labels.
package struct Chart: FadingWithFrame {
  package static let eventTypes: [WidgetEventType] = [.chart, .drawn]

  package private(set) var settings: ChartSettings
  /// How the chart moves.
  package private(set) var motion: ChartMotion

  /// What swells beneath it; nil where nothing does.
  package var elastic: ElasticFrame?
  package var fade: Fade
  /// Whether values of the file are there of which nothing has been shown yet.
  private var isUnseen: Bool
  /// When the drawing ends whose end has not been told.
  private var drawnDue: MonotonicInstant?
  /// A change that has not been told, because one has been for the frame that is shown.
  private var untold: MonotonicInstant?
  /// The frame after which a change was told last.
  private var toldFrame: MonotonicInstant?
  /// The instant of the frame drawn last; nil before the first one.
  private var lastFrame: MonotonicInstant?
  /// Whether the layers show what there is to see until something happens.
  private var isSettled = false

  private let place: WidgetPlace
  private var backdrop: ChartBackdrop
  private var bubble: ChartBubble
  private let trace: LayerID<TraceLayer>
  private let gradient: LinearGradient
  /// The line's corners, kept so that a frame does not allocate.
  private var points: [TracePoint] = []

  package init(
    _ settings: ChartSettings,
    in place: WidgetPlace,
    _ materials: any Materials,
    _ layers: inout LayerStack,
    at instant: MonotonicInstant
  ) {
    self.settings = settings
    self.place = place
    let geometry = settings.geometry(place.frame.size)
    motion = ChartMotion(settings, geometry, at: instant)
    isUnseen = motion.state(at: instant) == .empty
    fade = Fade(isVisible: settings.isVisible, isEnabled: settings.isEnabled)
    gradient = LinearGradient(
      from: settings.fromColor,
      to: settings.toColor,
      start: (place.frame.minX + settings.padding) * place.scale,
      end: place.frame.maxX * place.scale
    )
    elastic = ElasticFrame(
      settings.elastic,
      in: place,
      isVisible: settings.isVisible,
      isEnabled: settings.isEnabled,
      &layers,
      at: instant
    )
    backdrop = ChartBackdrop(settings, in: place, &layers)
    trace = layers.add(
      TraceLayer(Self.style(settings, place, gradient), transform: place.transform)
    )
    bubble = ChartBubble(in: place, &layers)
    points.reserveCapacity(ChartSettings.mostValues + 2)
    backdrop.setLabels(settings, materials, &layers)
    bubble.setText(settings, materials, &layers)
  }

  private static func style(
    _ settings: ChartSettings,
    _ place: WidgetPlace,
    _ gradient: LinearGradient
  ) -> TraceLayer.Style {
    let (frame, scale) = (place.frame, place.scale)
    let floor = frame.maxY - settings.padding
    let margin = settings.lineWidth
    let hasPlot = settings.geometry(frame.size).hasPlot
    return TraceLayer.Style(
      gradient: gradient,
      width: settings.lineWidth * scale,
      dotRadius: settings.lineWidth * scale,
      clip: hasPlot
        ? PixelRect(
          left: pixel((frame.minX + settings.padding - margin) * scale),
          top: pixel((frame.minY - margin) * scale),
          right: pixel((frame.maxX + margin) * scale),
          bottom: pixel((floor + margin) * scale)
        ) : .empty,
      floor: settings.isFilled ? floor * scale : nil,
      capacity: ChartSettings.mostValues + 2
    )
  }

  // MARK: - Time

  package func isMoving(at instant: MonotonicInstant) -> Bool {
    isFrameMoving(at: instant)
      || fade.isVisible && motion.isMoving(at: instant)
  }

  package var deadline: MonotonicInstant? {
    guard let untold, mayTell else { return drawnDue }
    return min(untold, drawnDue ?? untold)
  }

  package mutating func advance(to instant: MonotonicInstant, _ events: inout WidgetEvents) {
    if let time = untold, mayTell { tell(at: time, &events) }
    if let due = drawnDue, due <= instant {
      drawnDue = nil
      // The last frame of the drawing is asked for because it moves.
      events.note(.drawn, at: due)
    }
  }

  package mutating func comeToRest(
    at instant: MonotonicInstant,
    _ events: inout WidgetEvents
  ) {
    guard drawnDue != nil || motion.isMoving(at: instant) else { return }
    motion.comeToRest(at: instant)
    if drawnDue != nil {
      drawnDue = nil
      events.note(.drawn, at: instant)
    }
    isSettled = false
    events.needsFrame = true
  }

  /// Is whole from the start, where the chart of the same id in a scene that is shown no more has been seen.
  mutating func takeOver(from old: Self, at instant: MonotonicInstant) {
    guard isUnseen, !old.isUnseen, old.motion.state(at: instant) != .empty else { return }
    isUnseen = false
    motion.finish(at: instant)
    motion.comeToRest(at: instant)
  }

  // MARK: - Telling

  /// Whether a frame has been drawn since a change was told.
  private var mayTell: Bool { toldFrame == nil || toldFrame != lastFrame }

  private mutating func tell(at time: MonotonicInstant, _ events: inout WidgetEvents) {
    untold = nil
    toldFrame = lastFrame
    events.note(
      .chart,
      at: time,
      WidgetEvent.Details(
        .number("count", Double(settings.values.count)),
        .optionalNumber("last", settings.values.last ?? nil)
      )
    )
  }

  // MARK: - Requests

  package func ask(for settings: ChartSettings, _ materials: any Materials) -> Bool {
    let hasOtherLabels = self.settings.hasOtherLabels(than: settings)
    let hasOtherText = !settings.bubbleText.hasSameBytes(as: self.settings.bubbleText)
    if hasOtherLabels { backdrop.ask(for: settings, materials) }
    if hasOtherText { _ = bubble.ink(of: settings, materials) }
    return hasOtherLabels || hasOtherText
  }

  package mutating func update(
    to settings: ChartSettings,
    _ materials: any Materials,
    _ layers: inout LayerStack,
    at instant: MonotonicInstant,
    _ events: inout WidgetEvents
  ) {
    let before = self.settings
    self.settings = settings
    if before.hasOtherLabels(than: settings) { backdrop.setLabels(settings, materials, &layers) }
    if !settings.bubbleText.hasSameBytes(as: before.bubbleText) {
      bubble.setText(settings, materials, &layers)
    }
    if settings.isEnabled != before.isEnabled { backdrop.setColors(settings, &layers) }
    set(
      isVisible: settings.isVisible,
      isEnabled: settings.isEnabled,
      over: events.fading,
      at: instant
    )
    isSettled = false
    events.needsFrame = true
  }

  package mutating func perform(
    _ call: ChartCall,
    at instant: MonotonicInstant,
    _ events: inout WidgetEvents
  ) throws(WidgetFault) {
    guard call.isChange else { return }
    let new = try call.applied(to: settings)
    isUnseen = false
    switch call {
    case .get: return
    case .draw: draw(at: instant)
    case .set(_, let content): set(content, new, at: instant)
    case .append(_, let values, _): append(values, new, at: instant)
    }
    if motion.state(at: instant) == .empty { drawnDue = nil }
    isSettled = false
    events.needsFrame = true
    guard case .draw = call else {
      // Told with what is in force then.
      untold = instant
      return
    }
  }

  private mutating func draw(
    over seconds: Double? = nil,
    ease: EaseParameter? = nil,
    at instant: MonotonicInstant
  ) {
    motion.draw(
      over: seconds ?? settings.drawDuration,
      curve: ease?.curve ?? settings.drawEase,
      at: instant
    )
    drawnDue = motion.state(at: instant) == .empty ? nil : motion.drawnInstant ?? instant
  }

  private mutating func set(
    _ content: ChartCall.Content,
    _ new: ChartSettings,
    at instant: MonotonicInstant
  ) {
    let geometry = new.geometry(place.frame.size)
    let state = motion.state(at: instant)
    let isSameNumber = new.values.count == settings.values.count
    let animation = content.animation ?? (state == .shown && isSameNumber ? .morph : .draw)
    // While it is drawn the line changes under the tip, unless it is to begin anew.
    let isMorphing =
      animation == .morph || content.animation == nil && state == .drawing
    motion.set(
      new.values,
      geometry,
      over: isMorphing ? content.over ?? settings.changeDuration : 0,
      curve: content.ease?.curve ?? settings.ease,
      at: instant,
      isAsked: content.over != nil || content.ease != nil
    )
    switch animation {
    case .draw where state != .drawing || content.animation == .draw:
      draw(over: content.over, ease: content.ease, at: instant)
    case .draw: break
    case .none:
      motion.finish(at: instant)
      if drawnDue != nil { drawnDue = instant }
    case .morph:
      if state == .empty { motion.finish(at: instant) }
    }
  }

  private mutating func append(
    _ values: [Double?],
    _ new: ChartSettings,
    at instant: MonotonicInstant
  ) {
    let geometry = new.geometry(place.frame.size)
    let before = settings.values.count
    for value in values {
      motion.append(
        value,
        kept: settings.kept,
        geometry,
        over: settings.changeDuration,
        curve: settings.ease,
        at: instant
      )
    }
    backdrop.noteShift(by: max(0, before + values.count - settings.kept))
  }

  package static func result(
    of call: ChartCall,
    _ settings: ChartSettings,
    _ widget: Self?,
    at instant: MonotonicInstant
  ) -> [(String, JSONValue)] {
    let id: [(String, JSONValue)] = [("id", .string(settings.id))]
    switch call {
    case .draw: return id
    case .set, .append: return id + [("count", .number(Double(settings.values.count)))]
    case .get:
      return id + [
        ("values", .array(settings.values.map { $0.map { .number($0) } ?? .null })),
        ("labels", .array(settings.labels.map { .string($0) })),
        ("shown", .number(share(settings, widget, at: instant))),
      ]
    }
  }

  package static func report(
    _ settings: ChartSettings,
    _ widget: Self?,
    at instant: MonotonicInstant
  ) -> [(String, JSONValue)] {
    [
      ("count", .number(Double(settings.values.count))),
      ("last", (settings.values.last ?? nil).map { .number($0) } ?? .null),
      ("shown", .number(share(settings, widget, at: instant))),
      ("visible", .bool(settings.isVisible)), ("enabled", .bool(settings.isEnabled)),
    ]
  }

  /// The share of the line that is drawn, 0 … 1.
  private static func share(
    _ settings: ChartSettings,
    _ widget: Self?,
    at instant: MonotonicInstant
  ) -> Double {
    let atRest = settings.isDrawn && settings.lastValue != nil ? 1.0 : 0
    return widget?.motion.share(at: instant) ?? atRest
  }

  // MARK: - Frames

  package mutating func show(at instant: MonotonicInstant, in layers: inout LayerStack) {
    lastFrame = instant
    elastic?.show(at: instant, in: &layers)
    guard !isSettled else { return }
    if isUnseen, fade.isVisible {
      isUnseen = false
      draw(at: instant)
    }
    isSettled = !isMoving(at: instant)
    let opacity = fade.opacity(at: instant)
    let length = tracePoints(at: instant)
    let state = motion.state(at: instant)
    let share = motion.share(at: instant)
    layers.update(
      trace,
      points,
      TraceLayer.Extent(
        length: length ?? .greatestFiniteMagnitude,
        isBegun: share > 0,
        hasEnd: state == .shown
      ),
      opacity: opacity
    )
    backdrop.show(shift: motion.shift(at: instant), opacity: opacity, in: &layers)
    let tip = points.position(after: length ?? .greatestFiniteMagnitude)
    bubble.show(
      tip.map { Point(x: $0.x, y: $0.y) },
      color: gradient.color(at: tip?.x ?? 0),
      opacity: motion.geometry.hasPlot ? opacity * motion.bubble(at: instant) : 0,
      in: &layers
    )
  }

  /// Puts the line's corners into ``points``.
  ///
  /// - Returns: The length that is revealed, in pixels; nil for all of it.
  private mutating func tracePoints(at instant: MonotonicInstant) -> Double? {
    let (scale, origin) = (place.scale, place.frame.origin)
    var points = points
    self.points = []
    points.removeAll(keepingCapacity: true)
    motion.forEachPoint(at: instant) { x, y, isJoined in
      points.append(
        TracePoint(x: (origin.x + x) * scale, y: (origin.y + y) * scale, isJoined: isJoined)
      )
    }
    self.points = points
    return motion.revealedLength(at: instant).map { $0 * scale }
  }
}

extension ChartSettings {
  /// Whether what stands beside and below the lines differs.
  fileprivate func hasOtherLabels(than other: Self) -> Bool {
    !labels.hasSameBytes(as: other.labels) || axis != other.axis || places != other.places
  }
}

extension WidgetEventType {
  /// Values were set or added.
  package static let chart = Self("chart")
  /// The line has been drawn to its end.
  package static let drawn = Self("drawn")
}

extension WidgetEvent.Detail {
  /// A number, or null where there is none.
  static func optionalNumber(_ name: String, _ value: Double?) -> Self {
    Self(name: name, value: value.map { .number($0) } ?? .null)
  }
}

/// The pixel boundary nearest to a position in pixels, which may be far from any screen.
func pixel(_ position: Double) -> Int {
  position.isFinite ? Int(min(max(position.rounded(), -1e6), 1e6)) : 0
}
