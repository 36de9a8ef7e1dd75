// SPDX-License-Identifier: Apache-2.0

/// One line of a diagnosis.
package struct Finding: Hashable, Sendable {
  /// True if something is wrong.
  package let isProblem: Bool
  /// The fact that was found, a clause without a full stop.
  package let sentence: String
  /// Advice on how to put it right; empty when nothing is wrong.
  package let remedy: String

  private init(isProblem: Bool, sentence: String, remedy: String) {
    self.isProblem = isProblem
    self.sentence = sentence
    self.remedy = remedy
  }

  /// Something that is as it should be, or does not matter.
  package static func fine(_ sentence: String) -> Self {
    Self(isProblem: false, sentence: sentence, remedy: "")
  }

  /// Something that is wrong, and what to do about it.
  package static func problem(_ sentence: String, remedy: String) -> Self {
    Self(isProblem: true, sentence: sentence, remedy: remedy)
  }

  /// The line as it is printed, the remedy beside the problem.
  package var line: String {
    isProblem ? "wrong  \(sentence): \(remedy)" : "ok     \(sentence)"
  }
}
