// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Control
internal import JSON
internal import LinuxSystem
internal import Widgets

/// `swellctl job start ID`, `swellctl job cancel ID` and `swellctl job status ID`.
struct Job: ParsableCommand {
  /// The request that is made of the job.
  enum Wish: String, CaseIterable, ExpressibleByArgument {
    case start
    case cancel
    case status
  }

  static let configuration = CommandConfiguration(
    abstract: "Starts or ends the program of a button, or tells what it has come to.",
    discussion: """
      The answer is a line of JSON with the state (idle, starting, running, cancelling, done, failed or \
      cancelled), the percentage, the exit status, what the program has said last, and its process id.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "start, cancel or status.") var wish: Wish
  @Argument(
    help: "The button.",
    completion: WidgetIDs.completion { $0.table().keys?.contains { $0.name == "exec" } ?? false }
  )
  var id: String

  func run() throws {
    let request: JobRequest =
      switch wish {
      case .start: .start(id: id)
      case .cancel: .cancel(id: id)
      case .status: .get(id: id)
      }
    var client = try connection.connect()
    let result = try client.call(.job(request))
    try StandardOutput.write(line: result.text)
  }
}
