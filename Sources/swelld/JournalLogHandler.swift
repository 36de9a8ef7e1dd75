// SPDX-License-Identifier: Apache-2.0
import LinuxSystem
import Logging

/// Writes log lines to standard error as journald reads them: `<priority>message key=value`.
///
/// Without a journal behind it (a terminal, a pipe) the priority is left out. No timestamps: whoever
/// collects the lines has better ones.
struct JournalLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.notice

  private let hasJournal: Bool

  init(hasJournal: Bool) { self.hasJournal = hasJournal }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var line = hasJournal ? "<\(Self.priority(of: event.level))>" : "swelld: "
    if !hasJournal, event.level >= .warning { line += "\(event.level): " }
    line += "\(event.message)"
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    for (key, value) in all.sorted(by: { $0.key < $1.key }) {
      line += " \(key)=\(Self.quoted("\(value)"))"
    }
    line += "\n"
    StandardStream.error.write(line)
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

  /// Values with spaces in quotes; a line stays a line whatever a client has sent.
  private static func quoted(_ value: String) -> String {
    let clean = value.map { $0.isNewline ? " " : String($0) }.joined()
    return clean.contains(" ") ? "\"\(clean)\"" : clean
  }
}
