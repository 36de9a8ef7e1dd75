// SPDX-License-Identifier: Apache-2.0
import LinuxSystem
import Logging
import PlainText

/// Writes log lines to standard error as journald reads them: `<priority>message key=value`.
///
/// Without a journal behind it (a terminal, a pipe) the priority is left out. No timestamps: whoever
/// collects the lines has better ones. A line stays one line, and a value one value, whatever a client,
/// a file or a device has put into it. Whoever collects the lines may stall: see ``LogOutlet``.
struct JournalLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.notice

  private let hasJournal: Bool
  private let outlet = LogOutlet()

  init(hasJournal: Bool) { self.hasJournal = hasJournal }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
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
    return level >= .warning ? "swelld: \(level): " : "swelld: "
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
