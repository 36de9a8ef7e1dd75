// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Control
internal import JSON
internal import LinuxSystem
internal import Widgets

/// `swellctl chart 12 28 20` and `swellctl chart -`.
struct Chart: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sets the values of a chart, adds to them, or tells what it shows.",
    discussion: """
      Without values it prints the chart's as one line of JSON. With '-' it adds the numbers that \
      another program prints line by line, until they end; 'none' is a value that is missing. It connects \
      again where the daemon was restarted meanwhile. Trouble is said once and ends nothing; the exit \
      status tells how the last numbers fared.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @Option(
    help: "The chart; may be left out when there is one.",
    completion: WidgetIDs.completion("chart")
  )
  var id: String?
  @Option(help: "The line; may be left out when the chart has one.") var line: String?
  @Option(help: "What stands below the values, with commas in between.") var labels: String?
  @Option(help: "How the values come: draw, morph or none.") var animate: String?
  @Option(help: ArgumentHelp("How long the change takes.", valueName: "seconds"))
  var over: Double?
  @Argument(
    parsing: .allUnrecognized,
    help: "Numbers or 'none', or - for the lines on standard input."
  )
  var values: [String] = []

  func validate() throws {
    if let over, !(0...3600).contains(over) {
      throw ValidationError("--over must be from 0 to 3600 seconds")
    }
    if let animate, ChartCall.Animation(rawValue: animate) == nil {
      throw ValidationError("--animate must be draw, morph or none")
    }
    guard values != ["-"] else { return }
    for text in values where ChartSettings.value(of: text) == nil {
      throw ValidationError("'\(text)' is neither a number nor 'none'")
    }
  }

  func run() throws {
    if values == ["-"] {
      var follower = InputFollower(connection, requests: ValueRequests(chart: id, line: line))
      return try follower.finish()
    }
    var client = try connection.connect()
    guard !values.isEmpty else {
      let result = try client.call(.widget(.chart(.get(id: id))))
      try StandardOutput.write(line: try self.result(in: result).text)
      return
    }
    _ = try client.call(.widget(.chart(.set(id: id, content))))
  }

  /// The chart's state, or that of the line that is named.
  private func result(in answer: JSONValue) throws -> JSONValue {
    guard let line else { return answer }
    let lines = answer.object?["lines"]?.array ?? []
    guard let found = lines.first(where: { $0.object?["id"]?.string == line }) else {
      throw ValidationError("the chart has no line '\(line)'")
    }
    return found
  }

  private var content: ChartCall.Content {
    var content = ChartCall.Content(values.compactMap { ChartSettings.value(of: $0) })
    content.labels = labels.map { text in
      text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    content.line = line
    content.animation = animate.flatMap { ChartCall.Animation(rawValue: $0) }
    content.over = over
    return content
  }
}

/// `swellctl chart-draw`.
struct ChartDraw: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chart-draw",
    abstract: "Draws the line of a chart from its beginning."
  )

  @OptionGroup var connection: ConnectionOptions
  @Option(
    help: "The chart; may be left out when there is one.",
    completion: WidgetIDs.completion("chart")
  )
  var id: String?

  func run() throws {
    var client = try connection.connect()
    _ = try client.call(.widget(.chart(.draw(id: id))))
  }
}
