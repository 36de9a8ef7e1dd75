// SPDX-License-Identifier: Apache-2.0
internal import Control

/// Reads a file with a percentage in it, again and again.
///
/// The last line that has something in it counts, read as `JobOutput` reads it.
package struct NumberFile: Hashable, Sendable {
  private var last: [UInt8]?
  private var runs = ValueRuns()
  /// True if the file held something that is no percentage.
  package private(set) var isUnreadable = false

  /// Nothing has been read.
  package init() {}

  /// Takes in what the file holds now; nothing happens while that stays the same.
  package mutating func read(_ content: [UInt8]) -> [PeerEvent] {
    guard content != last else { return [] }
    last = content
    isUnreadable = false
    let lines = content.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") || $0 == 0 }
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    // A file that is just being written anew is empty for a moment.
    guard let line = lines.last(where: { !$0.allSatisfy(isBlank) }) else { return [] }
    var output = JobOutput()
    _ = output.append((line + [UInt8(ascii: "\n")])[...])
    guard let percent = output.percent else {
      isUnreadable = true
      return []
    }
    return runs.events(for: percent) + (output.text.isEmpty ? [] : [.text(output.text)])
  }

  /// The file is no longer there.
  package mutating func vanish() {
    last = nil
    runs = ValueRuns()
  }
}
