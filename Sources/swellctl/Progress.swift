// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import ArgumentParser
internal import Control

/// `swellctl progress 42` and `swellctl progress -`.
struct Progress: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sets a progress indicator.",
    discussion: """
      With '-' it follows the percentages that another program prints line by line, such as \
      'pv -n', until they end, and connects again where the daemon was restarted meanwhile. Trouble \
      is said once and ends nothing; the exit status tells how the last percentage fared.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "0 to 100, or - for the lines on standard input.") var percent: String?
  @Flag(help: "Have the level swing, as nobody knows how far it is.") var busy = false
  @Option(
    help: "The indicator; may be left out when there is one.",
    completion: WidgetIDs.completion("progress")
  )
  var id: String?
  @Option(help: ArgumentHelp("How long the change takes.", valueName: "seconds"))
  var over: Double?
  @Option(help: "A curve's or easing's name, or the four numbers x1,y1,x2,y2.")
  var ease: String?
  @Option(
    help: ArgumentHelp("The level's colour, as of work that has failed.", valueName: "colour")
  )
  var fault: String?

  func validate() throws {
    if let over, !(0...86400).contains(over) {
      throw ValidationError("--over must be from 0 to 86400 seconds")
    }
    guard busy || percent != nil else { throw ValidationError("a percentage or --busy is missing") }
    guard !busy || percent == nil && over == nil && ease == nil && fault == nil else {
      throw ValidationError("--busy goes with no percentage, --over, --ease or --fault")
    }
    guard fault == nil || ease == nil && percent != "-" else {
      throw ValidationError("--fault goes with a percentage, and with no --ease")
    }
    guard busy || percent == "-" || fixedPercent != nil else {
      throw ValidationError("the percentage must be a number from 0 to 100, or '-'")
    }
  }

  func run() throws {
    if busy {
      var client = try connection.connect()
      _ = try client.call("progress.set", params(.null))
      return
    }
    guard let fixedPercent else {
      var follower = PercentFollower(connection) { params(.number($0)) }
      let status = follower.run()
      if status != 0 { throw ExitCode(status) }
      return
    }
    var client = try connection.connect()
    _ = try client.call("progress.set", params(.number(fixedPercent)))
  }

  /// The percentage of the command line; nil when it is none, or none from 0 to 100.
  private var fixedPercent: Double? {
    guard let value = PercentLines.percent(in: Array((percent ?? "").utf8)[...]) else { return nil }
    return (0...100).contains(value) ? value : nil
  }

  private func params(_ percent: JSONValue) -> JSONValue {
    var params = JSONObject([("percent", percent)])
    params["id"] = id.map { .string($0) }
    params["over"] = over.map { .number($0) }
    params["ease"] = ease.map { JSONValue(ease: $0) }
    params["fault"] = fault.map { .string($0) }
    return .object(params)
  }
}
