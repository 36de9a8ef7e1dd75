// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Control
internal import JSON

/// `swellctl color ID COLOR`.
struct SetColor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "color",
    abstract: "Changes the colour of a widget.",
    discussion: "With --over the old colour turns into the new one."
  )

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "The widget.") var id: String
  @Argument(help: "#RGB, #RRGGBB or #RRGGBBAA.") var color: String
  @Option(help: ArgumentHelp("How long the change takes.", valueName: "seconds"))
  var over: Double?
  @Option(help: "A curve's or easing's name, or the four numbers x1,y1,x2,y2.")
  var ease: String?

  func validate() throws {
    if let over, !(0...86400).contains(over) {
      throw ValidationError("--over must be from 0 to 86400 seconds")
    }
  }

  func run() throws {
    var client = try connection.connect()
    var params = JSONObject([("id", .string(id)), ("color", .string(color))])
    params["over"] = over.map { .number($0) }
    params["ease"] = ease.map { JSONValue(ease: $0) }
    _ = try client.call("widget.set", .object(params))
  }
}
