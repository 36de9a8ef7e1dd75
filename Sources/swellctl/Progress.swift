// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import ArgumentParser
internal import Control
internal import LinuxSystem

/// `swellctl progress 42` and `swellctl progress -`.
struct Progress: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sets a progress indicator.",
    discussion: """
      With '-' it follows the percentages that another program prints line by line, such as \
      'pv -n', until they end.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "0 to 100, or - for the lines on standard input.") var percent: String
  @Option(help: "The indicator; may be left out when there is one.") var id: String?
  @Option(help: ArgumentHelp("How long the change takes.", valueName: "seconds"))
  var over: Double?
  @Option(help: "A curve's or easing's name, or the four numbers x1,y1,x2,y2.")
  var ease: String?

  func validate() throws {
    if let over, !(0...86400).contains(over) {
      throw ValidationError("--over must be from 0 to 86400 seconds")
    }
    guard percent == "-" || fixedPercent != nil else {
      throw ValidationError("the percentage must be a number from 0 to 100, or '-'")
    }
  }

  func run() throws {
    var client = try connection.connect()
    if let fixedPercent {
      try set(fixedPercent, client: &client)
    } else {
      try follow(client: &client)
    }
  }

  /// The percentage of the command line; nil when it is none, or none from 0 to 100.
  private var fixedPercent: Double? {
    guard let value = PercentLines.percent(in: Array(percent.utf8)[...]) else { return nil }
    return (0...100).contains(value) ? value : nil
  }

  private func set(_ percent: Double, client: inout ControlClient) throws(ClientError) {
    var params = JSONObject([("percent", .number(percent))])
    params["id"] = id.map { .string($0) }
    params["over"] = over.map { .number($0) }
    params["ease"] = ease.map { text in
      let numbers = text.split(separator: ",").compactMap { Double($0) }
      return numbers.count == 4 ? .array(numbers.map { .number($0) }) : .string(text)
    }
    _ = try client.call("progress.set", .object(params))
  }

  /// Sends on what standard input says, the newest of what has come in at a time.
  ///
  /// The program that prints is never held up, not even while the daemon restarts: what cannot be
  /// delivered is tried again with the next value, and counts as an error only at the end.
  private func follow(client: inout ControlClient) throws(ClientError) {
    var lines = PercentLines()
    var buffer = [UInt8](repeating: 0, count: 65536)
    var undelivered: ClientError?
    var hasWarned = false
    var isAtEnd = false
    while !isAtEnd {
      let bytes = StandardInput.read(into: &buffer)
      isAtEnd = bytes.isEmpty
      let percent = isAtEnd ? lines.finishLine() : lines.append(bytes)
      if lines.unreadableCount > 0, !hasWarned {
        hasWarned = true
        StandardStream.error.write(line: "swellctl: lines that are no percentage are ignored")
      }
      guard let percent else { continue }
      undelivered = try deliver(percent, client: &client)
    }
    if let undelivered { throw undelivered }
  }

  /// Sets the progress, over a new connection where the old one is gone.
  ///
  /// - Returns: Why no daemon could be reached; nil when all is well.
  /// - Throws: ``ClientError/refused(_:details:)``.
  private func deliver(
    _ percent: Double,
    client: inout ControlClient
  ) throws(ClientError) -> ClientError? {
    do throws(ClientError) {
      try set(percent, client: &client)
      return nil
    } catch .noDaemon {
      do throws(ClientError) {
        client = try connection.connect()
        try set(percent, client: &client)
        return nil
      } catch .noDaemon(let sentence) {
        return .noDaemon(sentence)
      }
    }
  }
}
