// SPDX-License-Identifier: Apache-2.0
internal import Control
internal import Widgets

/// Values that lines say, each of which is added to a chart, all that have come in at a time.
///
/// Of those that cannot be sent the newest are kept, more than it takes to push all else out of a chart: it comes
/// to show what it would show after every one of them.
struct ValueRequests: InputRequests {
  static var unit: String { "number" }

  /// As many as a chart holds, and as many again as it has labels, which move on with the values.
  private static var mostKept: Int { ChartSettings.mostValues + ChartSettings.mostLabels }

  private let chart: String?
  private let line: String?
  private var lines = ValueLines()
  private var pending: [Double?] = []
  private var sent: [Double?] = []

  /// Requests that add to a line of the chart with this id; nil for the only one.
  init(chart: String?, line: String? = nil) { (self.chart, self.line) = (chart, line) }

  var unreadableCount: Int { lines.unreadableCount }

  var hasNext: Bool { !pending.isEmpty }

  mutating func append(_ bytes: ArraySlice<UInt8>) { keep(lines.append(bytes)) }

  mutating func finish() { keep(lines.finish()) }

  mutating func next() -> ControlRequest? {
    guard hasNext else { return nil }
    sent = Array(pending.prefix(ChartSettings.mostValues))
    pending.removeFirst(sent.count)
    return .widget(.chart(.append(id: chart, sent, label: nil, line: line)))
  }

  mutating func putBack() {
    let later = pending
    pending = sent
    keep(later)
  }

  private mutating func keep(_ values: [Double?]) {
    pending = Array((pending + values).suffix(Self.mostKept))
  }
}
