// SPDX-License-Identifier: Apache-2.0

/// One thing that is wrong in a configuration file.
package struct Diagnostic: Error, Hashable, Sendable {
  /// Where it is.
  package let position: SourcePosition
  /// What is wrong and what is allowed instead, without a full stop.
  package let message: String

  /// The message at the position.
  package init(_ position: SourcePosition, _ message: String) {
    self.position = position
    self.message = message
  }
}

/// Everything that is wrong in a configuration file.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file as it was named by the caller.
  package let fileName: String
  /// The errors in the order of their places; never empty.
  package let diagnostics: [Diagnostic]

  /// The errors `diagnostics`, in any order, of the file `fileName`.
  package init(fileName: String, diagnostics: [Diagnostic]) {
    self.fileName = fileName
    self.diagnostics = diagnostics.enumerated()
      .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
      .map(\.element)
  }

  /// One line an error: `FILE:LINE:COLUMN: error: …`.
  package var lines: [String] {
    diagnostics.map {
      "\(fileName):\($0.position.line):\($0.position.column): error: \($0.message)"
    }
  }

  /// The first of the lines, and how many are left out: never more than an answer holds.
  ///
  /// At most 20 lines of together at most 16 KiB, a longer first one cut, and one line that counts
  /// the rest.
  package var firstLines: [String] {
    var told: [String] = []
    var room = 16_384
    for line in lines.prefix(20) {
      if line.utf8.count > room {
        if told.isEmpty { told.append(String(decoding: line.utf8.prefix(room), as: UTF8.self)) }
        break
      }
      room -= line.utf8.count
      told.append(line)
    }
    let restCount = diagnostics.count - told.count
    if restCount > 0 {
      told.append("\(fileName): \(restCount) more \(restCount == 1 ? "error" : "errors")")
    }
    return told
  }

  /// All lines.
  package var description: String { lines.joined(separator: "\n") }
}
