// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Control
internal import JSON
internal import LinuxSystem

/// `swellctl language [NAME]`.
struct Language: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows the texts of the scene in another language, or prints the one that is shown.",
    discussion: "It is kept over reloads and restarts."
  )

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "One of the languages in [display], or next.") var name: String?

  func run() throws {
    var client = try connection.connect()
    guard let name else {
      let state = try client.call(.language)
      return try StandardOutput.write(line: state["language"]?.string ?? "none")
    }
    _ = try client.call(.setLanguage(name))
  }
}
