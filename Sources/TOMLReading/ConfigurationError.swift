// SPDX-License-Identifier: Apache-2.0

/// One thing that is wrong in a configuration file.
package struct Diagnostic: Error, Hashable, Sendable {
  /// Position of the fault.
  package let position: SourcePosition
  /// The fault and the values that are allowed instead, without a full stop.
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

  /// All lines.
  package var description: String { lines.joined(separator: "\n") }
}
