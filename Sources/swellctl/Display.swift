// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Control
internal import JSON
internal import LinuxSystem

/// `swellctl brightness [PERCENT]`.
struct Brightness: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sets how bright the backlight is, or prints it.",
    discussion: "In percent, while the panel is awake; it is kept over sleep and restarts."
  )

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "0 to 100.") var percent: Double?

  func validate() throws {
    try check(
      percent,
      parameter: "brightness",
      of: "display.set",
      saying: "PERCENT must be a number"
    )
  }

  func run() throws {
    var client = try connection.connect()
    guard let percent else {
      let state = try client.call(.setDisplay(brightness: nil, isAwake: nil))
      return try StandardOutput.write(line: state["brightness"]?.text ?? "null")
    }
    _ = try client.call(.setDisplay(brightness: percent, isAwake: nil))
  }
}

/// `swellctl wake`.
struct Wake: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Wakes the panel, as a touch would."
  )

  @OptionGroup var connection: ConnectionOptions

  func run() throws { try connection.setAwake(true) }
}

/// `swellctl sleep`.
struct Sleep: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Puts the panel to sleep until it is touched or something changes."
  )

  @OptionGroup var connection: ConnectionOptions

  func run() throws { try connection.setAwake(false) }
}

extension ConnectionOptions {
  fileprivate func setAwake(_ isAwake: Bool) throws {
    var client = try connect()
    _ = try client.call(.setDisplay(brightness: nil, isAwake: isAwake))
  }
}
