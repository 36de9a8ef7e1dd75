// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Control
internal import JSON
internal import LinuxSystem

/// `swellctl look [NAME | --none]`.
struct Look: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Puts one of the file's looks over the scene, or prints the one that lies over it.",
    discussion: "It is kept over reloads and restarts."
  )

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "The name of a [[look]].") var name: String?
  @Flag(help: "No look over the scene.") var none = false

  func validate() throws {
    if none, name != nil { throw ValidationError("either a name or --none") }
  }

  func run() throws {
    var client = try connection.connect()
    if name == nil, !none {
      let state = try client.call(.look)
      return try StandardOutput.write(line: state["look"]?.string ?? "none")
    }
    _ = try client.call(.useLook(name))
  }
}
