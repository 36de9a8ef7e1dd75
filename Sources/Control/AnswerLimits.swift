// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import PlainText

/// Limits of an answer's length, so that it always fits.
///
/// The daemon drops a client whose answers wait for more than 256 KiB. An answer of every method stays
/// well below that, whatever it has to tell.
package enum AnswerLimits {
  /// The most bytes of an id, as it was sent; a longer one is refused.
  package static let idBytes = 1024
  /// The most bytes of JSON for errors of the configuration.
  package static let errorBytes = 32 * 1024
  /// The most bytes of JSON for what `status` tells of widgets besides their ids and kinds.
  package static let widgetBytes = 128 * 1024

  /// Largest number of reports that are written only to see that there is no room for them.
  private static let mostAttempts = 8

  /// The longest line of an error.
  private static let lineBytes = 1024

  /// The first of `lines`, as many as fit, and a line that says how many more there are.
  ///
  /// A line that has been cut once stays as it is.
  package static func fitting(_ lines: [String]) -> [String] {
    var told: [String] = []
    var ends: [Int] = []
    for line in lines {
      told.append(line.shortened(toBytes: lineBytes))
      let end = (ends.last ?? 0) + JSONValue.string(told[ends.count]).serialized.count + 1
      ends.append(end)
      guard end > errorBytes else { continue }
      // The line about the rest has to fit too. Of the rest none is looked at: there may be thousands.
      let count = ends.prefix { $0 <= errorBytes - 64 }.count
      return told.prefix(count) + ["and \(lines.count - count) more"]
    }
    return told
  }

  /// The widgets' reports, and of how many only id and kind are left, since there was no room for more.
  static func fitting(_ reports: [JSONObject]) -> (reports: [JSONObject], shortenedCount: Int) {
    // Usually no report has to be written to see that all fit.
    if reports.reduce(0, { $0 + upperBound(of: $1) }) <= widgetBytes { return (reports, 0) }
    var room = widgetBytes
    var (count, attempts) = (0, 0)
    let fitting = reports.map { report in
      if lowerBound(of: report) <= room,
        attempts < mostAttempts || upperBound(of: report) <= room
      {
        let needed = JSONValue.object(report).serialized.count + 1
        if needed <= room {
          room -= needed
          return report
        }
        attempts += 1
      }
      count += 1
      let kept = report.members.filter {
        $0.key.hasSameBytes(as: "id") || $0.key.hasSameBytes(as: "kind")
      }
      return JSONObject(kept.map { ($0.key, $0.value) })
    }
    return (fitting, count)
  }

  /// At most as many bytes as the report takes, quickly.
  private static func lowerBound(of report: JSONObject) -> Int {
    report.members.reduce(2) { sum, member in
      sum + member.key.utf8.count + (member.value.string?.utf8.count ?? 0) + 4
    }
  }

  /// At least as many bytes as the report takes, quickly.
  private static func upperBound(of report: JSONObject) -> Int {
    report.members.reduce(4) { sum, member in
      let value =
        switch member.value {
        case .string(let text): 6 * text.utf8.count + 2
        case .number, .bool, .null: 32
        default: member.value.serialized.count
        }
      return sum + member.key.utf8.count + value + 4
    }
  }
}
