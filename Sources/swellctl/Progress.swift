// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Control
internal import Widgets

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
    try check(over, parameter: "over", of: "progress.set", saying: "--over must be", in: " seconds")
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
      _ = try client.call(.widget(.progress(.busy(id: id))))
      return
    }
    guard let fixedPercent else {
      let ease = ease.map { EaseParameter(option: $0) }
      let requests = PercentRequests { percent in
        .widget(.progress(.set(id: id, percent: percent, over: over, ease: ease)))
      }
      var follower = InputFollower(connection, requests: requests)
      return try follower.finish()
    }
    var client = try connection.connect()
    _ = try client.call(.widget(.progress(change(to: fixedPercent))))
  }

  /// The percentage of the command line; nil when it is none, or none from 0 to 100.
  private var fixedPercent: Double? {
    guard let value = PercentLines.percent(in: Array((percent ?? "").utf8)[...]) else { return nil }
    return (0...100).contains(value) ? value : nil
  }

  private func change(to percent: Double) throws(ClientError) -> ProgressCall {
    guard let fault else {
      let ease = ease.map { EaseParameter(option: $0) }
      return .set(id: id, percent: percent, over: over, ease: ease)
    }
    do throws(WidgetFault) {
      let color = try ProgressCall.faultColor(fault)
      return .fail(id: id, percent: percent, over: over, color: color)
    } catch {
      throw .refused(by: error)
    }
  }
}
