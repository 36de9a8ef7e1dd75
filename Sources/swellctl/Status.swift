// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import ArgumentParser
internal import Control
internal import LinuxSystem

/// `swellctl status`.
struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says what the daemon shows and how it is doing."
  )

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print the daemon's answer as it is.") var json = false

  func run() throws {
    var client = try connection.connect()
    let status = try client.call(.status)
    let lines = json ? [status.text] : StatusText.lines(for: status)
    for line in lines { try StandardOutput.write(line: line) }
  }
}
