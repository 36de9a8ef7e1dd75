// SPDX-License-Identifier: Apache-2.0
package import PlainText

/// The program that a widget runs when it triggers.
package struct ProgramSettings: Hashable, Sendable {
  /// The treatment of a trigger while the program still runs.
  package enum WhileRunning: String, CaseIterable, Hashable, Sendable {
    /// It is dropped.
    case ignore
    /// The program runs once more when it has ended.
    case queue
    /// The running program is asked to end, and runs anew.
    case restart
    /// The running program is asked to end.
    case cancel
  }

  /// The program and its arguments; no shell is involved.
  @Exact package var arguments: [String]
  /// The treatment of a trigger while the program still runs.
  package var whileRunning: WhileRunning
  /// The text fields whose texts it finds on its standard input.
  @Exact package var input: [String]
  /// Seconds from one start to the next of a program whose lines the widget shows, 0 for one that goes on; nil for
  /// one that a trigger starts.
  package var repeats: Double?
  /// The display of the program's progress and end; nil for none.
  package var job: JobSettings?

  /// The texts for a program that has not ended as it should.
  package var texts: JobTexts { job?.texts ?? JobTexts() }

  /// The most fields whose texts a program gets.
  package static var maximumInputCount: Int { 16 }

  /// A program with its arguments.
  package init(
    arguments: [String],
    whileRunning: WhileRunning = .ignore,
    input: [String] = [],
    job: JobSettings? = nil
  ) {
    self.arguments = arguments
    self.whileRunning = whileRunning
    self.input = input
    self.job = job
  }
}
