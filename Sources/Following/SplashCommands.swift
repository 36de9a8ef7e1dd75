// SPDX-License-Identifier: Apache-2.0
internal import Control

/// Reads what scripts write into psplash's FIFO.
///
/// ```
///   PROGRESS n   0 … 100; negative where the bar fills from the right
///   MSG text
///   QUIT
/// ```
/// A command ends with NUL or a line feed. What SWUpdate's own client writes is understood too: `MSG step 2
/// of 3` makes one figure of the steps' percentages, `MSG SUCCESS` and `MSG FAILURE` are the end. However the
/// stream is cut into reads, the events are the same.
package struct SplashCommands: Hashable, Sendable {
  /// psplash reads as much at a time.
  private static let longestCommand = 2048

  /// A step of an update, and how many there are.
  private struct Step: Hashable, Sendable {
    let number: Int
    let count: Int
  }

  private var command: [UInt8] = []
  private var runs = ValueRuns()
  /// Step that the percentages belong to; nil where nothing was said of steps.
  private var step: Step?
  /// True if something was written that is no command.
  package private(set) var isUnreadable = false

  /// Nothing has been written.
  package init() {}

  /// Takes in what was written.
  package mutating func append(_ bytes: ArraySlice<UInt8>) -> [PeerEvent] {
    var events: [PeerEvent] = []
    for byte in bytes {
      if byte == 0 || byte == UInt8(ascii: "\n") {
        events += finishCommand()
      } else if command.count < Self.longestCommand {
        command.append(byte)
      }
    }
    return events
  }

  /// True if a command has begun that has no end yet.
  package var hasPartialCommand: Bool { !command.isEmpty }

  /// Ends the last command, which may lack its end.
  package mutating func finishCommand() -> [PeerEvent] {
    defer { command.removeAll(keepingCapacity: true) }
    if command.last == UInt8(ascii: "\r") { command.removeLast() }
    let words = command.split(maxSplits: 1, omittingEmptySubsequences: true) {
      $0 == 0x20 || $0 == 0x09
    }
    guard let name = words.first else { return [] }
    let argument = words.count > 1 ? String(decoding: words[1], as: UTF8.self) : ""
    if name.elementsEqual("PROGRESS".utf8) { return progress(argument) }
    if name.elementsEqual("MSG".utf8) { return message(argument) }
    if name.elementsEqual("QUIT".utf8) { return quit() }
    isUnreadable = true
    return []
  }

  private mutating func progress(_ argument: String) -> [PeerEvent] {
    guard let value = PercentLines.percent(in: Array(argument.utf8)[...]), value.isFinite else {
      isUnreadable = true
      return []
    }
    let percent = min(abs(value), 100)
    guard let step else { return runs.events(for: percent) }
    // The last step's end is not yet the update's.
    let whole = (Double(step.number - 1) * 100 + percent) / Double(step.count)
    return runs.events(for: min(whole, 99))
  }

  private mutating func message(_ text: String) -> [PeerEvent] {
    if text == "SUCCESS" || text == "FAILURE" {
      end()
      return [text == "SUCCESS" ? .succeeded : .failed("")]
    }
    let words = text.split(separator: " ")
    guard words.count == 4, words[0] == "step", words[2] == "of", let number = Int(words[1]),
      let count = Int(words[3]), (1...9999).contains(number), (1...9999).contains(count)
    else { return [.text(text)] }
    // A smaller step is another run's.
    let isNew = step.map { number < $0.number } ?? true
    step = Step(number: number, count: max(number, count))
    if isNew { runs.end() }
    return (isNew ? [.began] : []) + [.text(text)]
  }

  private mutating func quit() -> [PeerEvent] {
    // psplash goes then, and says nothing of how it went. What counts on its own and has come to its end is
    // done but for rounding; an update of steps has its own word for that.
    let isDone = step == nil && runs.reached.map { $0 >= 99 } ?? false
    end()
    return [isDone ? .succeeded : .ended]
  }

  private mutating func end() {
    step = nil
    runs.end()
  }
}
