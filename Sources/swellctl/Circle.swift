// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Control
internal import JSON
internal import LinuxSystem
internal import Widgets

/// `swellctl circle ID` and `swellctl circle ID 80`.
struct Circle: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sends an elastic circle to a radius, or tells what it does.",
    discussion: "Without a radius it prints the circle's state as one line of JSON."
  )

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "The circle.", completion: WidgetIDs.completion("circle"))
  var id: String
  @Argument(help: "Points, 0 to 10000.") var radius: Double?
  @Option(help: ArgumentHelp("How long the change takes.", valueName: "seconds"))
  var over: Double?
  @Option(help: "A curve's or easing's name, or the four numbers x1,y1,x2,y2.")
  var ease: String?

  func validate() throws {
    try check(
      radius,
      parameter: "radius",
      of: "circle.set",
      saying: "the radius must be",
      in: " points"
    )
    try check(over, parameter: "over", of: "circle.set", saying: "--over must be", in: " seconds")
  }

  func run() throws {
    var client = try connection.connect()
    guard let radius else {
      let result = try client.call(.widget(.circle(.get(id: id))))
      try StandardOutput.write(line: result.text)
      return
    }
    let ease = ease.map { EaseParameter(option: $0) }
    _ = try client.call(.widget(.circle(.set(id: id, .radius(radius), over: over, ease: ease))))
  }
}
