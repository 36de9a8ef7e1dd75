// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Control
internal import JSON
internal import Widgets

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
    try check(over, parameter: "over", of: "widget.set", saying: "--over must be", in: " seconds")
  }

  func run() throws {
    let pace = ChangePace(over: over, ease: ease.map { EaseParameter(option: $0) })
    try connection.setWidget(id, members: JSONObject([("color", .string(color))]), pace: pace)
  }
}
