// SPDX-License-Identifier: Apache-2.0
import LinuxSystem
import PlainText

/// The editor of the user's choice.
struct Editor {
  private let words: [String]

  /// The editor that `$VISUAL` names, with its arguments; `nil` where that is empty.
  init?(_ visual: String) {
    words = visual.split(separator: " ").map(String.init)
    if words.isEmpty { return nil }
  }

  /// The program and its arguments for a line of a file.
  func command(_ file: String, at line: Int) -> [String] {
    let name = words[0].split(separator: "/").last ?? ""
    let takesPosition = ["code", "codium"].contains { name.hasSameBytes(as: $0) }
    return words + (takesPosition ? ["--goto", "\(file):\(line)"] : ["+\(line)", file])
  }

  /// Starts it at a line of a file, as a program that the window's end leaves alone.
  ///
  /// - Throws: `SystemError` when it cannot be started.
  func open(_ file: String, at line: Int) throws(SystemError) {
    _ = try ChildProcess.spawn(command(file, at: line), adding: [ProcessEnd.sparing])
  }
}
