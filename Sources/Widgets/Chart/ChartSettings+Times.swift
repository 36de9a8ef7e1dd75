// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import PlainText

// The times of values in a chart that shows the last so many seconds, in milliseconds since 1970.
extension ChartSettings {
  /// The greatest time, in seconds since 1970.
  static let latest = 1e11

  /// The times of a line's values; empty in a chart without a span.
  package func times(ofLine index: Int) -> [Int] { lines.isEmpty ? times : lines[index].times }

  mutating func setTimes(_ new: [Int], ofLine index: Int) {
    if lines.isEmpty { times = new } else { lines[index].times = new }
  }

  /// Adds values behind the last, at a time or at the present.
  ///
  /// - Parameters:
  ///   - new: The values.
  ///   - index: The line's place.
  ///   - time: Their time; nil for the present.
  ///   - now: The present; nil where it is not known.
  /// - Throws: ``WidgetFault/badParameter(_:must:)`` for a time that is not in order.
  mutating func append(
    _ new: [Double?],
    toLine index: Int,
    at time: Int?,
    now: Int?
  ) throws(WidgetFault) {
    settle(now: now)
    var (values, times) = (values(ofLine: index), times(ofLine: index))
    let time = try time.map { time throws(WidgetFault) in
      try Self.ordered([time], name: "time", now: now)[0]
    }
    if let time {
      guard time >= times.last ?? time else {
        throw .badParameter("time", must: "must not be before that of the last value")
      }
    }
    // What came before there was a span has no time, and is seen nowhere.
    if times.count != values.count { (values, times) = ([], []) }
    let stamp = time ?? max(now ?? 0, times.last ?? 0)
    values += new
    times += Array(repeating: stamp, count: new.count)
    Self.trim(&values, times: &times, from: max(now ?? 0, stamp) - span * 1000)
    setValues(values, ofLine: index)
    setTimes(times, ofLine: index)
  }

  /// Has other values, at their times or at equal distances up to the present.
  ///
  /// - Throws: ``WidgetFault/badParameter(_:must:)`` for times that are not in order.
  mutating func set(
    _ new: [Double?],
    ofLine index: Int,
    at times: [Int]?,
    now: Int?
  ) throws(WidgetFault) {
    setTimes([], ofLine: index)
    settle(now: now)
    let times = try times.map { times throws(WidgetFault) in
      try Self.ordered(times, name: "times", now: now)
    }
    guard times?.count ?? new.count == new.count else {
      throw .badParameter("times", must: "must be as many as 'values'")
    }
    let end = now ?? 0
    let even = new.indices.map { end - span * 1000 * (new.count - 1 - $0) / max(1, new.count - 1) }
    var values = new
    var kept = times ?? even
    Self.trim(&values, times: &kept, from: max(end, kept.last ?? 0) - span * 1000)
    setValues(values, ofLine: index)
    setTimes(kept, ofLine: index)
  }

  /// The times, none of which is later than the one behind it, or by more than a second than the present: clocks that
  /// are read one after the other differ by as much as it takes.
  private static func ordered(
    _ times: [Int],
    name: String,
    now: Int?
  ) throws(WidgetFault) -> [Int] {
    if let now, times.contains(where: { $0 > now + 1000 }) {
      throw .badParameter(name, must: "must not be later than now")
    }
    if zip(times, times.dropFirst()).contains(where: { $0 > $1 }) {
      throw .badParameter(name, must: "must ascend")
    }
    return now.map { now in times.map { min($0, now) } } ?? times
  }

  /// Has all times be earlier, by as much as the last one lies behind the present: the clock was set back.
  package mutating func settle(now: Int?) {
    guard let now else { return }
    let last = (0..<lineCount).compactMap { times(ofLine: $0).last }.max() ?? now
    if last > now { shiftTimes(by: now - last) }
  }

  /// Moves all times by so many milliseconds.
  mutating func shiftTimes(by milliseconds: Int) {
    for index in 0..<lineCount {
      setTimes(times(ofLine: index).map { max(0, $0 + milliseconds) }, ofLine: index)
    }
  }

  /// Takes away what is not seen: values before `start`, but the last of these, from which the line comes in; and of
  /// more than there is room for those whose loss changes the line least.
  private static func trim(_ values: inout [Double?], times: inout [Int], from start: Int) {
    let gone = (times.firstIndex { $0 >= start } ?? times.count) - 1
    if gone > 0 {
      values.removeFirst(gone)
      times.removeFirst(gone)
    }
    while values.count > mostValues {
      let index = leastSeen(values, times: times)
      values.remove(at: index)
      times.remove(at: index)
    }
  }

  /// The value that makes the smallest triangle with those beside it; the first one where all are alone.
  private static func leastSeen(_ values: [Double?], times: [Int]) -> Int {
    var (least, found) = (Double.infinity, 0)
    for index in values.indices.dropFirst().dropLast() {
      guard let value = values[index], let before = values[index - 1], let next = values[index + 1]
      else { continue }
      let (left, right) = (times[index] - times[index - 1], times[index + 1] - times[index])
      let area = abs(Double(left) * (next - value) - Double(right) * (value - before))
      if area < least { (least, found) = (area, index) }
    }
    return found
  }
}

extension ChartSettings {
  package func shifted(by milliseconds: Int) -> WidgetChange? {
    guard span > 0 else { return nil }
    var new = self
    new.shiftTimes(by: milliseconds)
    var change = WidgetChange()
    if !lines.isEmpty {
      guard lines.contains(where: { !$0.times.isEmpty }) else { return nil }
      change[WidgetMember.chartLines.name] = WidgetMember.chartLines.write(new)
      return change
    }
    guard !times.isEmpty else { return nil }
    change[WidgetMember.chartTimes.name] = WidgetMember.chartTimes.write(new)
    return change
  }

  /// Times as requests and answers write them: seconds since 1970.
  static func seconds(_ times: [Int]) -> [Double] { times.map { Double($0) / 1000 } }

  /// Reads a time in seconds since 1970.
  static func time(_ json: JSONValue, name: String) throws(WidgetFault) -> Int {
    guard let number = json.double, (0...latest).contains(number) else {
      throw .badParameter(name, must: "must be seconds since 1970, up to 100000000000")
    }
    // A millisecond that was told comes back as itself.
    return Int((number * 1000 + 0.01).rounded(.down))
  }

  /// Reads times in seconds since 1970.
  static func times(_ json: JSONValue, name: String) throws(WidgetFault) -> [Int] {
    guard let list = json.array, list.count <= mostValues else {
      throw .badParameter(name, must: "must be a list of at most \(mostValues) times")
    }
    var times: [Int] = []
    for element in list { times.append(try time(element, name: name)) }
    return times
  }

  /// Times as a state keeps them: the first in milliseconds since 1970, of each other one how much later it is.
  static func kept(_ times: [Int]) -> JSONValue {
    var (last, kept) = (0, [JSONValue]())
    for time in times {
      kept.append(.number(Double(time - last)))
      last = time
    }
    return .array(kept)
  }

  /// Reads times as a state keeps them.
  static func times(kept json: JSONValue) throws(WidgetFault) -> [Int] {
    guard let list = json.array, list.count <= mostValues else {
      throw .badParameter("times", must: "must be a list of at most \(mostValues) times")
    }
    var (last, times) = (0, [Int]())
    for element in list {
      guard let number = element.int, number >= 0, number <= Int(latest) * 1000 - last else {
        throw .badParameter("times", must: "must be milliseconds that have passed")
      }
      last += number
      times.append(last)
    }
    return times
  }
}

extension WidgetMember<ChartSettings> {
  static let chartTimes = Self(
    "times",
    isSettable: false,
    read: { value, settings throws(WidgetFault) in
      settings.times = try ChartSettings.times(kept: value)
    },
    write: { ChartSettings.kept($0.times) }
  )
}
