// SPDX-License-Identifier: Apache-2.0
internal import Geometry
package import MonotonicTime
package import Motion

/// A line's model: where its values are and how much of it there is at any instant.
///
/// ```
///  empty ──set, draw──► drawing ──time is over──► shown
///    │                    ▲ │ set: under the tip     │ ▲ set: each value to its new height
///    │ append             │ └────────────────────────┘ │ append: the new piece by its length, or
///    └────────────────────┼──────────► shown           │         everything moves on by a place
///                         └──── draw, set of another number
/// ```
/// Everything is closed form in absolute time; a change begins at what is shown.
package struct ChartMotion: Sendable {
  /// State of a chart's line.
  package enum State: String, Hashable, Sendable {
    case empty
    case drawing
    case shown
  }

  /// Duration of the bubble's appearance in seconds.
  static let bubbleFade = 0.25

  enum Phase {
    case empty
    case drawing(Transition)
    case shown(since: MonotonicInstant)
  }

  /// The places of the chart's parts.
  package private(set) var geometry: ChartGeometry
  /// The places of times; nil for a chart whose values have places.
  var scale: TimeScale?
  /// The values' times in milliseconds since 1970; empty in a chart whose values have places.
  var times: [Int] = []
  private let isBridging: Bool
  /// True if the values are bars, which come by growing.
  private let hasBars: Bool
  var phase = Phase.empty
  /// The values' heights; nil for one that is missing.
  var nodes: [Transition?] = []
  /// The instant from which all values are at their heights.
  private var morphEnd = MonotonicInstant(nanoseconds: 0)
  /// The value that leaves on the left.
  private(set) var leaving: Transition?
  /// Remaining move of everything to the left, 0 … 1 places.
  private(set) var shift = Transition(restingAt: 0)
  /// Progress, 0 … 1, of the line's growth from ``grownFrom``, the index of a value or between two, to its end.
  var growth = Transition(restingAt: 1)
  var grownFrom = 0.0
  /// Instant at which values were added last, and the seconds in which those come; nil before the first.
  private var added: (at: MonotonicInstant, seconds: Double)?

  /// A line of a chart of these settings at rest.
  package init(
    _ settings: ChartSettings,
    line: Int = 0,
    in geometry: ChartGeometry,
    scale: TimeScale? = nil,
    at instant: MonotonicInstant
  ) {
    self.geometry = geometry
    self.scale = scale
    isBridging = settings.gaps == .bridge
    hasBars = settings.form == .bars
    nodes.reserveCapacity(ChartSettings.mostValues + 1)
    for value in settings.values(ofLine: line) { put(value, at: nodes.count) }
    setTimes(settings.times(ofLine: line))
    if settings.isDrawn, hasValues {
      phase = .shown(since: instant - Self.longAgo)
    }
  }

  /// Before that much everything about a bubble was over.
  private static var longAgo: MonotonicInterval { MonotonicInterval(seconds: 2 * bubbleFade) }

  private var isEmpty: Bool { if case .empty = phase { true } else { false } }

  var hasValues: Bool { nodes.contains { $0 != nil } }

  // MARK: - Changes

  /// Draws the line from its beginning.
  package mutating func draw(over seconds: Double, curve: Curve, at instant: MonotonicInstant) {
    guard hasValues else {
      phase = .empty
      return
    }
    guard seconds > 0 else {
      phase = .shown(since: instant)
      return
    }
    var progress = Transition(restingAt: 0)
    progress.retarget(to: 1, over: seconds, curve: curve, at: instant)
    phase = .drawing(progress)
    growth = Transition(restingAt: 1)
  }

  /// Takes over other values, which are at their places at once or move there `over` seconds, in a stream
  /// as `Transition` has it.
  package mutating func set(
    _ values: [Double?],
    in geometry: ChartGeometry,
    over seconds: Double,
    curve: Curve,
    at instant: MonotonicInstant,
    isAsked: Bool = false
  ) {
    self.geometry = geometry
    if nodes.count != values.count { rest() }
    if nodes.count > values.count { nodes.removeLast(nodes.count - values.count) }
    for (index, value) in values.enumerated() {
      guard let height = value.map(geometry.y), index < nodes.count, nodes[index] != nil else {
        put(value, at: index)
        continue
      }
      nodes[index]?.retarget(
        to: height,
        over: seconds,
        curve: curve,
        at: instant,
        isAsked: isAsked,
        isJoint: true
      )
    }
    noteHeights()
  }

  private mutating func put(_ value: Double?, at index: Int) {
    let node = value.map { Transition(restingAt: geometry.y($0)) }
    if index < nodes.count { nodes[index] = node } else { nodes.append(node) }
  }

  private mutating func noteHeights() {
    morphEnd = nodes.reduce(MonotonicInstant(nanoseconds: 0)) { max($0, $1?.end ?? $0) }
    if !hasValues { phase = .empty }
  }

  /// Shows all of the line at once.
  package mutating func finish(at instant: MonotonicInstant) {
    growth = Transition(restingAt: 1)
    guard hasValues else {
      phase = .empty
      return
    }
    if case .shown = phase { return }
    phase = .shown(since: instant)
  }

  /// Ends everything that moves: all of the line, its values at their places, and the bubble.
  package mutating func comeToRest(at instant: MonotonicInstant) {
    for index in nodes.indices { nodes[index] = nodes[index].map { .init(restingAt: $0.target) } }
    noteHeights()
    rest()
    phase = hasValues && !isEmpty ? .shown(since: instant - Self.longAgo) : .empty
  }

  /// Has another number of places beside its values, whose heights stay.
  mutating func place(in geometry: ChartGeometry) { self.geometry = geometry }

  /// Takes over a value behind the last; where `kept` are there already the first one leaves.
  ///
  /// In a stream it has come when the next one does, so that what is shown is one value behind at most.
  package mutating func append(
    _ value: Double?,
    kept: Int,
    in geometry: ChartGeometry,
    over seconds: Double,
    curve: Curve,
    at instant: MonotonicInstant
  ) {
    let seconds = pace(over: seconds, at: instant)
    let wasShown = state(at: instant) == .shown
    let tip = wasShown && nodes.count < kept ? tipIndex(at: instant) : 0
    self.geometry = geometry
    put(value, at: nodes.count)
    if nodes.count > kept {
      var rest = min(shift.value(at: instant) + 1, 1)
      leaving = nodes.removeFirst()
      grownFrom = max(0, grownFrom - 1)
      if seconds <= 0 { rest = 0 }
      shift = Transition(restingAt: rest)
      shift.retarget(to: 0, over: seconds, curve: curve, at: instant)
    } else if wasShown {
      grownFrom = tip
      growth = Transition(restingAt: seconds > 0 ? 0 : 1)
      growth.retarget(to: 1, over: seconds, curve: curve, at: instant)
    }
    if case .empty = phase, hasValues { phase = .shown(since: instant) }
    if !hasValues { phase = .empty }
  }

  /// Seconds in which values come that are added at `instant`: in a stream no more than have passed since the last.
  mutating func pace(over seconds: Double, at instant: MonotonicInstant) -> Double {
    var pace = seconds
    if let added {
      if added.at == instant { return added.seconds }
      let gap = (instant - added.at).seconds
      if gap > 0, gap <= Transition.streamGap { pace = min(seconds, gap) }
    }
    added = (instant, pace)
    return pace
  }

  /// Ends what moves besides heights and drawing.
  private mutating func rest() {
    leaving = nil
    shift = Transition(restingAt: 0)
    growth = Transition(restingAt: 1)
  }

  // MARK: - Time

  /// State of the line at `instant`.
  package func state(at instant: MonotonicInstant) -> State {
    switch phase {
    case .empty: .empty
    case .drawing(let progress): instant < progress.end ? .drawing : .shown
    case .shown: .shown
    }
  }

  /// The share of the line that is drawn, 0 … 1.
  package func share(at instant: MonotonicInstant) -> Double {
    switch phase {
    case .empty: 0
    case .drawing(let progress): min(max(progress.value(at: instant), 0), 1)
    case .shown: 1
    }
  }

  /// End of the drawing that is under way, or was last; nil where there was none.
  package var drawnInstant: MonotonicInstant? {
    if case .drawing(let progress) = phase { progress.end } else { nil }
  }

  /// Opacity of the bubble at `instant`, 0 … 1.
  package func bubble(at instant: MonotonicInstant) -> Double {
    let since: MonotonicInstant
    switch phase {
    case .empty: return 0
    case .drawing(let progress): since = progress.end
    case .shown(let start): since = start
    }
    return min(max((instant - since).seconds / Self.bubbleFade, 0), 1)
  }

  /// Tells if anything looks different after `instant`.
  package func isMoving(at instant: MonotonicInstant) -> Bool {
    guard state(at: instant) != .empty else { return false }
    return bubble(at: instant) < 1 || instant < morphEnd || growth.isMoving(at: instant)
      || shift.isMoving(at: instant)
  }

  // MARK: - Shape

  /// Distance of everything to the right of its place, in places.
  package func shift(at instant: MonotonicInstant) -> Double { shift.value(at: instant) }

  /// Hands `body` the values in their order, those that leave first: where they are in points from the
  /// frame's corner, and whether a line leads there.
  package func forEachPoint(
    at instant: MonotonicInstant,
    body: (_ x: Double, _ y: Double, _ isJoined: Bool) -> Void
  ) {
    let shift = shift.value(at: instant)
    let step = scale?.step(at: instant) ?? 0
    var (isJoined, hasAny) = (false, false)
    func visit(_ node: Transition?, index: Int) {
      guard let y = node?.value(at: instant) else {
        isJoined = isBridging && hasAny
        return
      }
      body(x(index, shift: shift, step: step), y, isJoined)
      (isJoined, hasAny) = (true, true)
    }
    if shift != 0 { visit(leaving, index: -1) }
    for index in nodes.indices { visit(nodes[index], index: index) }
  }

  /// Place of the value at `index`, moved on by `shift` places, or in time with the present at `step`.
  private func x(_ index: Int, shift: Double, step: Int) -> Double {
    guard let scale, times.indices.contains(index) else { return geometry.x(Double(index) + shift) }
    return scale.x(of: times[index], atStep: step)
  }

  /// Place of an index, or between two.
  private func x(_ index: Double, at instant: MonotonicInstant) -> Double {
    let shift = shift.value(at: instant)
    guard let scale else { return geometry.x(index + shift) }
    let (step, before) = (scale.step(at: instant), Int(index.rounded(.down)))
    let (left, right) = (
      x(before, shift: shift, step: step),
      x(min(before + 1, nodes.count - 1), shift: shift, step: step)
    )
    return left + (right - left) * (index - Double(before))
  }

  /// The length of what is revealed of the line, in points; nil for all of it.
  package func revealedLength(at instant: MonotonicInstant) -> Double? {
    switch phase {
    case .empty: return 0
    case .drawing(let progress) where instant < progress.end:
      return length(upTo: .infinity, at: instant) * share(at: instant)
    default:
      guard growth.isMoving(at: instant) else { return nil }
      let length = length(upTo: .infinity, at: instant)
      let start = self.length(upTo: grownFrom, at: instant)
      return start + (length - start) * min(max(growth.value(at: instant), 0), 1)
    }
  }

  /// The index, and share of the way to the next one, to which the line has grown.
  func tipIndex(at instant: MonotonicInstant) -> Double {
    let last = Double(max(0, nodes.count - 1))
    if hasBars { return growth.isMoving(at: instant) ? barTip(at: instant) : last }
    guard growth.isMoving(at: instant), let length = revealedLength(at: instant) else {
      return last
    }
    // Of many values that come at once only the first has to look for it.
    guard growth.value(at: instant) > 0 else { return grownFrom }
    // Lengths grow with the index: halved until a thousandth of a spacing is left.
    var (low, high) = (grownFrom, last)
    while high - low > 0.001 {
      let middle = (low + high) / 2
      if self.length(upTo: middle, at: instant) < length { low = middle } else { high = middle }
    }
    return low
  }

  /// The line's length from its first value to an index or between two, in points.
  private func length(upTo end: Double, at instant: MonotonicInstant) -> Double {
    let limit = end.isFinite ? x(end, at: instant) : .infinity
    var length = 0.0
    var last = Point.zero
    forEachPoint(at: instant) { x, y, isJoined in
      if isJoined, last.x < limit {
        let whole = last.distance(to: Point(x: x, y: y))
        length += x <= limit ? whole : whole * (limit - last.x) / (x - last.x)
      }
      last = Point(x: x, y: y)
    }
    return length
  }
}
