// SPDX-License-Identifier: Apache-2.0
internal import LinuxSystem
package import Logging
internal import PlainText

/// Writes log lines to standard error as journald reads them: `<priority>message key=value`.
///
/// Without a journal behind it (a terminal, a pipe) the priority is left out. No timestamps: the
/// journal has better ones. A line stays one line, and a value one value, whatever a client,
/// a file or a device has put into it. The lines' reader may stall: see `LogOutlet`.
package struct JournalLogHandler: LogHandler {
  package var metadata: Logger.Metadata = [:]
  package var logLevel = Logger.Level.notice

  private let program: String
  private let hasJournal: Bool
  private let outlet = LogOutlet()

  /// A handler for the lines of `program`.
  ///
  /// - Parameters:
  ///   - program: The name that stands before each line where there is no journal to add it.
  ///   - hasJournal: True if the lines go to a journal, which takes their priority.
  package init(program: String, hasJournal: Bool) {
    self.program = program
    self.hasJournal = hasJournal
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var line = prefix(event.level)
    line += "\(event.message)".printable
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    for (key, value) in all.sorted(by: { $0.key < $1.key }) {
      line += " \(key)=\("\(value)".field(separators: [" ", "="]))"
    }
    outlet.write(line: line) { count in
      prefix(.warning) + "log lines were lost, because nobody took them count=\(count)"
    }
  }

  private func prefix(_ level: Logger.Level) -> String {
    guard !hasJournal else { return "<\(Self.priority(of: level))>" }
    return level >= .warning ? "\(program): \(level): " : "\(program): "
  }

  private static func priority(of level: Logger.Level) -> Int {
    switch level {
    case .critical: 2
    case .error: 3
    case .warning: 4
    case .notice: 5
    case .info: 6
    case .debug, .trace: 7
    }
  }
}
