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
    let status = try client.call("status")
    let lines = json ? [status.text] : StatusText.lines(for: status)
    for line in lines { StandardStream.output.write(line: line) }
  }
}

/// `swellctl watch`.
struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints events as JSON lines until it is stopped."
  )

  @OptionGroup var connection: ConnectionOptions
  @Argument(
    help: ArgumentHelp(
      "The kinds of events to print; all unless given.",
      discussion: ControlEventType.allCases.map(\.name).joined(separator: ", "),
      valueName: "event"
    )
  )
  var events: [String] = []

  func validate() throws {
    for event in events where ControlEventType(named: event) == nil {
      let known = ControlEventType.allCases.map(\.name).joined(separator: ", ")
      throw ValidationError("there is no event '\(event)'; there are \(known)")
    }
  }

  func run() throws {
    var client = try connection.connect()
    let wanted: JSONValue? =
      events.isEmpty ? nil : ["events": .array(events.map { .string($0) })]
    _ = try client.call("subscribe", wanted)
    while true {
      StandardStream.output.write(line: try client.nextEvent().text)
    }
  }
}
