// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import ArgumentParser
internal import Control
internal import LinuxSystem
internal import MonotonicTime

/// `swellctl watch`.
struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints events as JSON lines until it is stopped.",
    discussion: """
      A daemon that goes away is waited for and subscribed to again. Two lines say so, with the time \
      of CLOCK_MONOTONIC, so that a script can ask for the status anew: \
      {"type":"connection","state":"lost","time":…} and \
      {"type":"connection","state":"restored","time":…}.
      """
  )

  /// Shortest time between two attempts to reach the daemon.
  private static var pause: MonotonicInterval { .milliseconds(250) }

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
    // Where there is none from the start, waiting would hide a wrong path.
    var client = try connection.connect()
    try subscribe(&client)
    var begin = MonotonicClock.now()
    while true {
      try printEvents(&client)
      try say("lost")
      client = reconnected(lastAttempt: &begin)
      try say("restored")
    }
  }

  private func subscribe(_ client: inout ControlClient) throws(ClientError) {
    let types = events.isEmpty ? ControlEventType.allCases : events.compactMap { .init(named: $0) }
    _ = try client.call(.subscribe(Set(types)))
  }

  /// Prints events until the daemon goes away.
  private func printEvents(_ client: inout ControlClient) throws(SystemError) {
    while let event = try? client.nextEvent() {
      try StandardOutput.write(line: event.text)
    }
  }

  /// A new connection with the same subscription, as soon as there is one.
  ///
  /// Attempts begin a pause apart, those that succeed too: a daemon that takes a subscription and closes would have
  /// both ends do nothing else.
  private func reconnected(lastAttempt: inout MonotonicInstant) -> ControlClient {
    while true {
      let next = lastAttempt + Self.pause
      while MonotonicClock.now() < next {
        _ = DescriptorPoll.wait([], timeout: next - MonotonicClock.now())
      }
      lastAttempt = MonotonicClock.now()
      do throws(ClientError) {
        var client = try connection.connect()
        try subscribe(&client)
        return client
      } catch {
        continue
      }
    }
  }

  private func say(_ state: String) throws(SystemError) {
    let line: JSONValue = [
      "type": "connection", "state": .string(state), "time": .number(MonotonicClock.now().seconds),
    ]
    try StandardOutput.write(line: line.text)
  }
}
