// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import ArgumentParser
internal import Control
internal import LinuxSystem
internal import MonotonicTime

/// `swellctl wait`.
struct Wait: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Waits until the daemon answers, or until its first frame is shown.",
    discussion: """
      A daemon that is not there yet is waited for, and so is one that is started anew; one that was stopped \
      is not started. What is waited for is said on standard error. Exit status: 1 when the screen is not lit in time, 69 when no daemon answers \
      in time.
      """
  )

  /// Shortest time between two attempts to reach the daemon.
  private static var pause: MonotonicInterval { .milliseconds(250) }
  /// Longest time until the daemon answers.
  private static var patience: MonotonicInterval { .milliseconds(5000) }

  @OptionGroup var place: SocketOption
  @Flag(help: "Wait until the display shows a frame, or sleeps because it is to be dark.")
  var lit = false
  @Option(help: ArgumentHelp("How long to wait; for ever unless given.", valueName: "seconds"))
  var timeout: Double?

  func validate() throws {
    guard let timeout else { return }
    guard timeout > 0, timeout <= 86400 else {
      throw ValidationError("--timeout must be more than 0 and at most 86400 seconds")
    }
  }

  func run() throws {
    let end = timeout.map { MonotonicClock.now() + MonotonicInterval(seconds: $0) }
    var told = ""
    while true {
      let attempt = MonotonicClock.now()
      do throws(ClientError) {
        return try wait(until: end, told: &told)
      } catch {
        guard case .noDaemon = error, !isOver(end) else { throw error }
        tell(error.sentence, told: &told)
      }
      let next = earlier(attempt + Self.pause, end: end)
      _ = DescriptorPoll.wait([], timeout: max(.zero, next - MonotonicClock.now()))
    }
  }

  /// Waits for as long as the daemon is there.
  ///
  /// - Throws: ``ClientError``: there is none, or it has gone, or the time is over.
  private func wait(until end: MonotonicInstant?, told: inout String) throws(ClientError) {
    let now = MonotonicClock.now()
    let limit = earlier(now + Self.patience, end: end)
    var client = try place.connect(within: limit - now, deadline: limit, startsStopped: false)
    guard lit else {
      _ = try client.call(.status)
      return
    }
    // Subscribed first: what changes between the two is an event.
    _ = try client.call(.subscribe([.output]))
    guard var output = try client.call(.status)["output"] else { return }
    while !isDone(output) {
      tell("the screen is not lit: \(output["state"]?.string ?? "")", told: &told)
      guard let event = try client.nextEvent(until: end) else {
        throw .refused("the screen is not lit in time: \(output["state"]?.string ?? "")")
      }
      output = event
    }
  }

  /// Tells if `output`, of a status or an event, fulfils the wait.
  private func isDone(_ output: JSONValue) -> Bool {
    output["lit"]?.bool ?? false || output["state"]?.string == "asleep"
  }

  private func earlier(_ instant: MonotonicInstant, end: MonotonicInstant?) -> MonotonicInstant {
    end.map { min(instant, $0) } ?? instant
  }

  private func isOver(_ end: MonotonicInstant?) -> Bool {
    end.map { MonotonicClock.now() >= $0 } ?? false
  }

  /// Says what is waited for, where that has changed.
  private func tell(_ sentence: String, told: inout String) {
    guard sentence != told else { return }
    told = sentence
    StandardError.write(line: "swellctl: \(sentence)")
  }
}
