// SPDX-License-Identifier: Apache-2.0
internal import Geometry
package import JSON
package import MonotonicTime
internal import Motion

// What clients ask of a chart, and what it tells them.
extension Chart {
  package mutating func perform(
    _ call: ChartCall,
    at instant: MonotonicInstant,
    _ events: inout WidgetEvents
  ) throws(WidgetFault) {
    guard call.isChange else { return }
    let new = try call.applied(to: settings)
    if isUnseen {
      isUnseen = false
      // Lines of which nothing is asked are drawn all the same.
      for index in lines.indices where lines.count > 1 { draw(index, at: instant) }
    }
    switch call {
    case .get: return
    case .draw: for index in lines.indices { draw(index, at: instant) }
    case .set(_, let content): set(content, new, at: instant)
    case .append(_, let values, _, let line):
      append(values, new, toLine: try new.index(ofLine: line), at: instant)
    }
    if lines.allSatisfy({ $0.motion.state(at: instant) == .empty }) { drawnDue = nil }
    isSettled = false
    events.needsFrame = true
  }

  mutating func draw(
    _ index: Int,
    over seconds: Double? = nil,
    ease: EaseParameter? = nil,
    at instant: MonotonicInstant
  ) {
    lines[index].motion.draw(
      over: seconds ?? settings.drawDuration,
      curve: ease?.curve ?? settings.drawEase,
      at: instant
    )
    if lines[index].motion.state(at: instant) == .empty, lines.count > 1 { return }
    noteDrawing(at: instant)
  }

  /// Notes when the last of the lines that are being drawn is there.
  private mutating func noteDrawing(at instant: MonotonicInstant) {
    drawnDue = nil
    for line in lines where line.motion.state(at: instant) != .empty {
      let end = max(line.motion.drawnInstant ?? instant, instant)
      drawnDue = max(drawnDue ?? end, end)
    }
  }

  private mutating func set(
    _ content: ChartCall.Content,
    _ new: ChartSettings,
    at instant: MonotonicInstant
  ) {
    guard let index = try? new.index(ofLine: content.line) else { return }
    let geometry = new.geometry(place.frame.size)
    let (values, before) = (new.values(ofLine: index), settings.values(ofLine: index))
    let state = lines[index].motion.state(at: instant)
    let animation =
      content.animation
      ?? (state == .shown && values.count == before.count ? .morph : .draw)
    // While it is drawn the line changes under the tip, unless it is to begin anew.
    let isMorphing =
      animation == .morph || content.animation == nil && state == .drawing
    for other in lines.indices where other == index || lines[other].motion.geometry != geometry {
      let isOwn = other == index
      lines[other].motion.set(
        new.values(ofLine: other),
        geometry,
        over: isMorphing || !isOwn
          ? (isOwn ? content.over : nil) ?? settings.changeDuration : 0,
        curve: (isOwn ? content.ease?.curve : nil) ?? settings.ease,
        at: instant,
        isAsked: isOwn && (content.over != nil || content.ease != nil)
      )
    }
    lines[index].untold = instant
    switch animation {
    case .draw where state != .drawing || content.animation == .draw:
      draw(index, over: content.over, ease: content.ease, at: instant)
    case .draw: break
    case .none:
      lines[index].motion.finish(at: instant)
      if drawnDue != nil { noteDrawing(at: instant) }
    case .morph:
      if state == .empty { lines[index].motion.finish(at: instant) }
    }
  }

  private mutating func append(
    _ values: [Double?],
    _ new: ChartSettings,
    toLine index: Int,
    at instant: MonotonicInstant
  ) {
    let geometry = new.geometry(place.frame.size)
    let before = settings.values(ofLine: index).count
    for value in values {
      lines[index].motion.append(
        value,
        kept: settings.kept,
        geometry,
        over: settings.changeDuration,
        curve: settings.ease,
        at: instant
      )
    }
    for other in lines.indices where other != index { lines[other].motion.place(in: geometry) }
    lines[index].untold = instant
    if index == 0 { backdrop.noteShift(by: max(0, before + values.count - settings.kept)) }
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
    case .set(_, let content): return id + [count(settings, content.line)]
    case .append(_, _, _, let line): return id + [count(settings, line)]
    case .get:
      return id + [
        (
          "values", .array(settings.values(ofLine: 0).map { $0.map { .number($0) } ?? .null })
        ),
        ("labels", .array(settings.labels.map { .string($0) })),
        ("shown", .number(share(settings, widget, at: instant))),
      ] + (settings.lines.isEmpty ? [] : [("lines", .array(settings.lines.map(\.json)))])
    }
  }

  /// How many values the line has that a request names.
  private static func count(_ settings: ChartSettings, _ line: String?) -> (String, JSONValue) {
    let index = (try? settings.index(ofLine: line)) ?? 0
    return ("count", .number(Double(settings.values(ofLine: index).count)))
  }

  package static func report(
    _ settings: ChartSettings,
    _ widget: Self?,
    at instant: MonotonicInstant
  ) -> [(String, JSONValue)] {
    let last: (ChartLine) -> [(String, JSONValue)] = { line in
      [
        ("count", .number(Double(line.values.count))),
        ("last", (line.values.last ?? nil).map { .number($0) } ?? .null),
      ]
    }
    let lines = settings.lines.map {
      JSONValue.object(JSONObject([("id", .string($0.id))] + last($0)))
    }
    return last(settings.line(0)) + [
      ("shown", .number(share(settings, widget, at: instant))),
      ("visible", .bool(settings.isVisible)), ("enabled", .bool(settings.isEnabled)),
    ] + (lines.isEmpty ? [] : [("lines", .array(lines))])
  }

  /// The share of the lines that is drawn, 0 … 1: that of the one that has come least far.
  private static func share(
    _ settings: ChartSettings,
    _ widget: Self?,
    at instant: MonotonicInstant
  ) -> Double {
    guard let widget else { return settings.isDrawn && settings.hasValues ? 1.0 : 0 }
    let motions = widget.lines.map(\.motion).filter { $0.state(at: instant) != .empty }
    return motions.map { $0.share(at: instant) }.min() ?? 0
  }
}
