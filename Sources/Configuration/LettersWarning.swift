// SPDX-License-Identifier: Apache-2.0

/// The warning about letters that no installed font has, which `swelld --check` prints and `swellctl doctor` repeats.
package enum LettersWarning {
  private static let words = "letters that no installed font has: "

  /// The sentence.
  ///
  /// - Parameters:
  ///   - sets: The letters by writing systems, each with the package that has them.
  ///   - widget: The id of the widget that shows them; nil where it is none.
  /// - Returns: The sentence, without a full stop.
  package static func sentence(
    _ sets: [(letters: String, script: String, package: String)],
    of widget: String?
  ) -> String {
    let list = sets.map { "\($0.letters) (\($0.script); \($0.package) has them)" }
    let owner = widget.map { "'\($0)' shows" } ?? "there are"
    return "\(owner) \(words)\(list.joined(separator: ", "))"
  }

  /// The lines with such sentences in what a check has printed.
  package static func lines(of output: String) -> [String] {
    output.split(separator: "\n").filter { line in
      line.utf8.indices.contains { line.utf8[$0...].starts(with: words.utf8) }
    }
    .map(String.init)
  }
}
