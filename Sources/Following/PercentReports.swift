// SPDX-License-Identifier: Apache-2.0
internal import Control

/// Reads what is written into a pipe line by line: `42`, `42.5%`, `PROGRESS 42`, `42 copying files`.
///
/// The lines are those of `JobOutput`. However the stream is cut into reads, the events are the same.
package struct PercentReports: Hashable, Sendable {
  /// A line's end counts up to here.
  private static let longestLine = 512

  private var line: [UInt8] = []
  private var runs = ValueRuns()

  /// Nothing has been written.
  package init() {}

  /// Takes in what was written.
  package mutating func append(_ bytes: ArraySlice<UInt8>) -> [PeerEvent] {
    var events: [PeerEvent] = []
    for byte in bytes {
      // A message for a boot splash ends with NUL.
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == 0 {
        events += finishLine()
      } else if line.count < Self.longestLine {
        line.append(byte)
      }
    }
    return events
  }

  /// True if a line has begun that has no end yet.
  package var hasPartialLine: Bool { !line.isEmpty }

  /// Ends the last line, which may lack its end.
  package mutating func finishLine() -> [PeerEvent] {
    var output = JobOutput()
    defer { line.removeAll(keepingCapacity: true) }
    guard !output.append((line + [UInt8(ascii: "\n")])[...]).isEmpty else { return [] }
    var events: [PeerEvent] = []
    if let percent = output.percent { events += runs.events(for: percent) }
    if !output.text.isEmpty { events.append(.text(output.text)) }
    return events
  }
}
