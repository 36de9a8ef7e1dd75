// SPDX-License-Identifier: Apache-2.0
internal import Geometry
package import MonotonicTime
internal import Motion
internal import PlainText
package import Raster

/// A chart: values as lines in two colours, drawn from left to right, or as bars, over a grid with labels.
package struct Chart: FadingWithFrame {
  package static let eventTypes: [WidgetEventType] = [EventDetails.chart.type, .drawn]

  package private(set) var settings: ChartSettings
  /// Its lines, of which there is one at least.
  var lines: [ShownLine]

  /// The elastic frame beneath the chart; nil for none.
  package var elastic: ElasticFrame?
  package var fade: Fade
  /// True while values of the file exist of which nothing has been shown yet.
  var isUnseen: Bool
  /// End of a drawing that has not been announced yet; nil if none is due.
  var drawnDue: MonotonicInstant?
  /// The frame after which a change was told last.
  private var toldFrame: MonotonicInstant?
  /// The instant of the frame drawn last; nil before the first one.
  private var lastFrame: MonotonicInstant?
  /// The pixel at which the present was in the frame drawn last.
  private var shownStep: Int?
  /// True while the layers show the chart at rest, so that frames need not update them.
  var isSettled = false

  let place: WidgetPlace
  var backdrop: ChartBackdrop
  /// The axis of a chart that shows a span of time; nil for one of places.
  var timeAxis: TimeAxis?
  private var limits: ChartLimits
  /// The corners of a line, kept so that a frame does not allocate.
  private var points: [TracePoint] = []

  package init(
    _ settings: ChartSettings,
    in place: WidgetPlace,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant
  ) {
    self.settings = settings
    self.place = place
    let geometry = settings.geometry(place.frame.size)
    timeAxis = TimeAxis(settings, in: geometry, in: place, from: materials)
    fade = Fade(isVisible: settings.isVisible, isEnabled: settings.isEnabled)
    elastic = ElasticFrame(
      settings.elastic,
      in: place,
      isVisible: settings.isVisible,
      isEnabled: settings.isEnabled,
      on: &layers,
      at: instant
    )
    backdrop = ChartBackdrop(settings, in: place, on: &layers)
    lines = []
    for index in 0..<settings.lineCount {
      let scale = timeAxis?.scale
      lines.append(
        ShownLine(
          settings,
          index: index,
          in: geometry,
          scale: scale,
          in: place,
          on: &layers,
          at: instant
        )
      )
    }
    limits = ChartLimits(settings, in: place, on: &layers)
    for index in lines.indices { lines[index].bubble = ChartBubble(in: place, on: &layers) }
    isUnseen = lines.allSatisfy { $0.motion.state(at: instant) == .empty }
    points.reserveCapacity(ChartSettings.mostValues + 2)
    backdrop.setLabels(settings, from: materials, on: &layers)
    for index in lines.indices {
      lines[index].setText(settings, index: index, from: materials, on: &layers)
    }
    takeTimes(at: instant)
  }

  // MARK: - Time

  package func isMoving(at instant: MonotonicInstant) -> Bool {
    isFrameMoving(at: instant)
      || fade.isVisible && lines.contains { $0.motion.isMoving(at: instant) }
  }

  package var deadline: MonotonicInstant? {
    var due = drawnDue
    if fade.isVisible, let labels = timeAxis?.deadline { due = min(labels, due ?? labels) }
    guard mayTell else { return due }
    for line in lines {
      if let unreported = line.unreported { due = min(unreported, due ?? unreported) }
    }
    return due
  }

  package mutating func advance(to instant: MonotonicInstant, telling events: inout WidgetEvents) {
    if mayTell { tell(&events) }
    if let due = drawnDue, due <= instant {
      drawnDue = nil
      // The last frame of the drawing is asked for because it moves.
      events.note(EventDetails(.drawn), at: due)
    }
  }

  package mutating func comeToRest(
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    let isMoving = lines.contains { $0.motion.isMoving(at: instant) }
    guard drawnDue != nil || isMoving else { return }
    for index in lines.indices { lines[index].motion.comeToRest(at: instant) }
    if drawnDue != nil {
      drawnDue = nil
      events.note(EventDetails(.drawn), at: instant)
    }
    isSettled = false
    events.needsFrame = true
  }

  /// Is whole from the start, where the chart of the same id in a scene that is shown no more has been seen.
  mutating func takeOver(from old: Self, at instant: MonotonicInstant) {
    let wasEmpty = old.lines.allSatisfy { $0.motion.state(at: instant) == .empty }
    guard isUnseen, !old.isUnseen, !wasEmpty else { return }
    isUnseen = false
    for index in lines.indices {
      lines[index].motion.finish(at: instant)
      lines[index].motion.comeToRest(at: instant)
    }
  }

  // MARK: - Telling

  /// True if a frame has been drawn since a change was told last, or none has been told.
  private var mayTell: Bool { toldFrame == nil || toldFrame != lastFrame }

  private mutating func tell(_ events: inout WidgetEvents) {
    for index in lines.indices {
      guard let time = lines[index].unreported else { continue }
      lines[index].unreported = nil
      toldFrame = lastFrame
      let line = settings.line(index)
      events.note(
        .chart(line.values.count, line.values.last ?? nil, line.id.isEmpty ? nil : line.id),
        at: time
      )
    }
  }

  // MARK: - Requests

  package func ask(for settings: ChartSettings, from materials: any Materials) -> Bool {
    var asks = self.settings.hasOtherLabels(than: settings)
    if asks { backdrop.ask(for: settings, from: materials) }
    for (index, line) in lines.enumerated()
    where self.settings.hasOtherText(than: settings, ofLine: index) {
      asks = true
      guard let text = settings.bubbleText(ofLine: index) else { continue }
      _ = line.bubble?.ink(of: text, settings: settings, from: materials)
    }
    return asks
  }

  package mutating func update(
    to settings: ChartSettings,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    let before = self.settings
    self.settings = settings
    if before.hasOtherLabels(than: settings) {
      backdrop.setLabels(settings, from: materials, on: &layers)
    }
    for index in lines.indices where before.hasOtherText(than: settings, ofLine: index) {
      lines[index].setText(settings, index: index, from: materials, on: &layers)
    }
    takeTimes(at: instant)
    limits.update(to: settings, on: &layers)
    if settings.isEnabled != before.isEnabled { backdrop.setColors(settings, on: &layers) }
    set(
      isVisible: settings.isVisible,
      isEnabled: settings.isEnabled,
      over: events.fading,
      at: instant
    )
    isSettled = false
    events.needsFrame = true
  }

  // MARK: - Frames

  package mutating func show(at instant: MonotonicInstant, in layers: inout LayerStack) {
    lastFrame = instant
    elastic?.show(at: instant, in: &layers)
    let step = timeAxis?.scale.step(at: instant)
    guard !isSettled || step != shownStep else { return }
    shownStep = step
    if isUnseen, fade.isVisible {
      isUnseen = false
      for index in lines.indices { draw(index, at: instant) }
    }
    isSettled = !isMoving(at: instant)
    let opacity = fade.opacity(at: instant)
    var tips = InlineArray<8, TracePoint?>(repeating: nil)
    var highest = Double.infinity
    for index in lines.indices {
      let length = takePoints(of: index, at: instant) ?? .greatestFiniteMagnitude
      let (state, share) = (
        lines[index].motion.state(at: instant), lines[index].motion.share(at: instant)
      )
      layers.update(
        lines[index].trace,
        points: points,
        extent: TraceLayer.Extent(length: length, isBegun: share > 0, hasEnd: state == .shown),
        opacity: opacity
      )
      tips[index] = points.position(after: length)
      if let tip = tips[index] { highest = min(highest, tip.y) }
    }
    if let step {
      let offset = timeAxis?.offset(atStep: step) ?? 0
      backdrop.show(by: offset, opacity: opacity, in: &layers)
    } else {
      backdrop.show(shift: lines[0].motion.shift(at: instant), opacity: opacity, in: &layers)
    }
    limits.show(opacity: opacity, in: &layers)
    let width = Double(place.transform.viewSize.width)
    for index in lines.indices {
      let tip = tips[index]
      let line = lines[index]
      var isSeen = line.motion.geometry.hasPlot
      // A value that has left is not said.
      if step != nil, let tip, tip.x < line.gradient.start { isSeen = false }
      lines[index].bubble?.show(
        tip.map { Point(x: settings.frame.isMirrored ? width - $0.x : $0.x, y: $0.y) },
        // The topmost one stands above its line, the others below theirs.
        isBelow: tip.map { $0.y > highest } ?? false,
        color: line.gradient.color(at: tip?.x ?? 0),
        opacity: isSeen ? opacity * line.motion.bubble(at: instant) : 0,
        in: &layers
      )
    }
  }

  /// Puts a line's corners into ``points``, in view pixels along its own direction.
  ///
  /// - Returns: The length that is revealed, in pixels; nil for all of it.
  private mutating func takePoints(of index: Int, at instant: MonotonicInstant) -> Double? {
    let (scale, origin) = (place.scale, place.along(settings.frame).origin)
    var points = points
    self.points = []
    points.removeAll(keepingCapacity: true)
    guard settings.form == .line else {
      let geometry = lines[index].motion.geometry
      let place = Double(index) - Double(lines.count - 1) / 2
      let left = origin.x + settings.barWidth(geometry) * place
      lines[index].motion.forEachBar(from: settings.foot(geometry), at: instant) { x, y in
        points.append(
          TracePoint(x: (left + x) * scale, y: (origin.y + y) * scale, isJoined: false)
        )
      }
      self.points = points
      return nil
    }
    lines[index].motion.forEachPoint(at: instant) { x, y, isJoined in
      points.append(
        TracePoint(x: (origin.x + x) * scale, y: (origin.y + y) * scale, isJoined: isJoined)
      )
    }
    self.points = points
    return lines[index].motion.revealedLength(at: instant).map { $0 * scale }
  }
}

extension ChartSettings {
  /// Tells if the labels below the lines, the axis or the number of places differ.
  fileprivate func hasOtherLabels(than other: Self) -> Bool {
    !labels.hasSameBytes(as: other.labels) || axis != other.axis || places != other.places
  }

  /// Tells if the text of a line's bubble differs.
  fileprivate func hasOtherText(than other: Self, ofLine index: Int) -> Bool {
    !bubbleText(ofLine: index).hasSameBytes(as: other.bubbleText(ofLine: index))
  }
}

extension EventDetails {
  /// Values were set or added: how many there are, the last one, and the line where there are several.
  package static let chart = EventForm(
    "chart",
    Member<Int>("count"),
    Member<Double?>("last"),
    Member<String?>("line", isOptional: true)
  )
}

extension WidgetEventType {
  /// The line has been drawn to its end.
  package static let drawn = Self("drawn")
}

/// The pixel boundary nearest to a position in pixels, which may be far from any screen.
func pixel(_ position: Double) -> Int {
  position.isFinite ? Int(min(max(position.rounded(), -1e6), 1e6)) : 0
}
