// SPDX-License-Identifier: Apache-2.0

/// A log: takes lines about events, those of a level and above.
///
/// Its own type, as swift-log's brings the runtimes of Swift's concurrency and of libdispatch, 0.6 MB of a daemon that
/// uses neither.
package struct Log: Sendable {
  /// The weight of a line, from what only a developer reads to what ends a program.
  package enum Level: String, CaseIterable, Comparable, Sendable {
    case trace, debug, info, notice, warning, error, critical

    package static func < (one: Self, other: Self) -> Bool { one.priority > other.priority }

    /// The journal's number of the level; the lowest is the weightiest (`sd-daemon(3)`).
    var priority: Int {
      switch self {
      case .critical: 2
      case .error: 3
      case .warning: 4
      case .notice: 5
      case .info: 6
      case .debug: 7
      case .trace: 8
      }
    }
  }

  /// To what an event happened, and why: names, which are Swell's own, with values of any text.
  package struct Details: ExpressibleByDictionaryLiteral, Sendable {
    /// The names with their values, as they were added.
    package private(set) var pairs: [(name: String, value: String)]

    package init(dictionaryLiteral pairs: (String, String)...) { self.pairs = pairs }

    /// Adds a name that is not there yet.
    mutating func add(_ name: String, _ value: String) { pairs.append((name, value)) }
  }

  /// The least level that is written.
  let level: Level
  private let write: @Sendable (Level, String, Details) -> Void

  /// A log from `level` on.
  ///
  /// - Parameters:
  ///   - level: The least level that is written.
  ///   - write: Takes a line: its level, the event, and its details.
  package init(
    from level: Level = .notice,
    write: @escaping @Sendable (Level, String, Details) -> Void
  ) {
    (self.level, self.write) = (level, write)
  }

  /// A log that takes nothing.
  package static let none = Log(from: .critical) { _, _, _ in }

  /// Writes a line.
  ///
  /// - Parameters:
  ///   - level: The level of the line.
  ///   - message: The event.
  ///   - details: To what it happened, and why.
  package func tell(_ level: Level, _ message: String, _ details: Details = [:]) {
    if level >= self.level { write(level, message, details) }
  }
}
