// SPDX-License-Identifier: Apache-2.0
package import LinuxSystem
internal import PlainText

extension Log {
  /// A log, on standard error unless it has another outlet, written as journald reads it: `<priority>message key=value`.
  ///
  /// Without a journal behind it (a terminal, a pipe) the priority is left out. No timestamps: the
  /// journal has better ones. A line stays one line, and a value one value: what a client, a file or
  /// a device has put into it is escaped. The lines' reader may stall: see `LogOutlet`.
  ///
  /// - Parameters:
  ///   - program: The name that stands before each line where there is no journal to add it.
  ///   - hasJournal: True if the lines go to a journal, which takes their priority.
  ///   - level: The least level that is written.
  ///   - outlet: The way to the lines' reader.
  package init(
    program: String,
    hasJournal: Bool,
    from level: Level = .notice,
    through outlet: LogOutlet = LogOutlet()
  ) {
    @Sendable func prefix(_ level: Level) -> String {
      // syslog(3) has no level below that of debugging.
      guard !hasJournal else { return "<\(min(level.priority, Level.debug.priority))>" }
      return level >= .warning ? "\(program): \(level): " : "\(program): "
    }
    self.init(from: level) { level, message, details in
      var line = prefix(level) + message.printable
      for (name, value) in details.pairs.sorted(by: { $0.name.hasLesserBytes(than: $1.name) }) {
        line += " \(name)=\(value.field(separators: [" ", "="]))"
      }
      outlet.write(line: line) { count in
        prefix(.warning) + "log lines were lost, because nobody took them count=\(count)"
      }
    }
  }
}
