// SPDX-License-Identifier: Apache-2.0
internal import Geometry
package import MonotonicTime
internal import Motion

// What clients ask of a chart, and what it tells them.
extension Chart {
  package mutating func perform(
    _ call: ChartCall,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
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
    case .set(_, let content): set(content, new: new, at: instant)
    case .append(_, let values, _, let line, _, _):
      append(values, new: new, toLine: try new.index(ofLine: line), at: instant)
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
    new: ChartSettings,
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
    defer { lines[index].motion.setTimes(new.times(ofLine: index)) }
    for other in lines.indices where other == index || lines[other].motion.geometry != geometry {
      let isOwn = other == index
      lines[other].motion.set(
        new.values(ofLine: other),
        in: geometry,
        over: isMorphing || !isOwn
          ? (isOwn ? content.over : nil) ?? settings.changeDuration : 0,
        curve: (isOwn ? content.ease?.curve : nil) ?? settings.ease,
        at: instant,
        isAsked: isOwn && (content.over != nil || content.ease != nil)
      )
    }
    lines[index].unreported = instant
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
    new: ChartSettings,
    toLine index: Int,
    at instant: MonotonicInstant
  ) {
    let geometry = new.geometry(place.frame.size)
    if new.span > 0 {
      lines[index].motion.append(
        values.count,
        values: new.values(ofLine: index),
        at: new.times(ofLine: index),
        over: settings.changeDuration,
        curve: settings.ease,
        at: instant
      )
      lines[index].unreported = instant
      return
    }
    let before = settings.values(ofLine: index).count
    for value in values {
      lines[index].motion.append(
        value,
        kept: settings.kept,
        in: geometry,
        over: settings.changeDuration,
        curve: settings.ease,
        at: instant
      )
    }
    for other in lines.indices where other != index { lines[other].motion.place(in: geometry) }
    lines[index].unreported = instant
    if index == 0 { backdrop.noteShift(by: max(0, before + values.count - settings.kept)) }
  }

  package static let facts: [Fact<Seen<Self>>] = [
    Fact("count", in: "status", "set", "append") { $0.values.count },
    Fact("last", in: "status") { $0.values.last ?? nil },
    Fact("values", in: "get") { $0.values },
    Fact(optional: "times", in: "get") { seen -> [Double]? in
      seen.settings.span > 0 ? ChartSettings.seconds(seen.times) : nil
    },
    Fact("labels", in: "get") { $0.settings.labels },
    Fact("shown", in: "status", "get") { $0.share },
    Fact(optional: "lines", in: "status") { seen -> [LineSummary]? in
      seen.settings.lines.isEmpty ? nil : seen.settings.lines.map { LineSummary(line: $0) }
    },
    Fact(optional: "lines", in: "get") { seen -> [LineValues]? in
      seen.settings.lines.isEmpty
        ? nil : seen.settings.lines.map { LineValues(line: $0, hasTimes: seen.settings.span > 0) }
    },
  ]
}

extension Seen<Chart> {
  /// The values of the line that the request names; else of the first one.
  fileprivate var values: [Double?] { settings.values(ofLine: line) }

  /// Their times in milliseconds since 1970.
  fileprivate var times: [Int] { settings.times(ofLine: line) }

  private var line: Int {
    var line: String?
    switch call {
    case .set(_, let content): line = content.line
    case .append(_, _, _, let name, _, _): line = name
    case .get, .draw, nil: break
    }
    return (try? settings.index(ofLine: line)) ?? 0
  }

  /// The share of the lines that is drawn, 0 … 1: that of the one that has come least far.
  fileprivate var share: Double {
    guard let widget else { return settings.isDrawn && settings.hasValues ? 1.0 : 0 }
    let motions = widget.lines.map(\.motion).filter { $0.state(at: instant) != .empty }
    return motions.map { $0.share(at: instant) }.min() ?? 0
  }
}

/// One of several lines, as `status` tells of it.
private struct LineSummary: Described {
  let line: ChartLine

  static let facts: [Fact<Self>] = [
    Fact("id") { $0.line.id },
    Fact("count") { $0.line.values.count },
    Fact("last") { $0.line.values.last ?? nil },
  ]
}

/// One of several lines with its values.
private struct LineValues: Described {
  let line: ChartLine
  let hasTimes: Bool

  static let facts: [Fact<Self>] = [
    Fact("id") { $0.line.id },
    Fact("values") { $0.line.values },
    Fact(optional: "times") { told -> [Double]? in
      told.hasTimes ? ChartSettings.seconds(told.line.times) : nil
    },
  ]
}
