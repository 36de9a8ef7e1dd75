// SPDX-License-Identifier: Apache-2.0
package import PlainText

/// The keys `source` and `every` of a widget that shows what a program prints.
package struct SourceSettings: Hashable, Sendable {
  /// The program and its arguments, without a shell; empty for none.
  @Exact package var command: [String] = []
  /// Seconds from one start to the next, up to 86400; 0 for a program that goes on, and is started again when it
  /// has ended.
  package var interval: Double = 0

  /// Nothing is run.
  package init() {}

  /// The program that is run; nil for none.
  package var program: ProgramSettings? {
    guard !command.isEmpty else { return nil }
    var program = ProgramSettings(arguments: command)
    program.repeats = interval
    return program
  }
}

extension Key where Owner: WidgetTable {
  /// The key `every`: seconds from one start to the next of the program whose lines the widget shows.
  @_optimize(none)
  static func every(_ path: Path<Double>) -> Self {
    number(
      "every",
      path,
      0...86400,
      "Seconds from one start of that program to the next; 0 = it goes on, and each line is news"
    )
  }
}
