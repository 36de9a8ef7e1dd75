// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Control
internal import JSON
internal import LinuxSystem
internal import Widgets

/// `swellctl label ID` and `swellctl label ID TEXT`.
struct Label: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Changes the text of a label, a button or a circle, or tells what a label shows.",
    discussion: "Without a text it prints what the label shows."
  )

  @OptionGroup var connection: ConnectionOptions
  @Argument(
    help: "The label, the button or the circle.",
    completion: WidgetIDs.completion { $0.takes("label") }
  )
  var id: String
  @Argument(help: "The new text.") var text: String?
  @Option(help: ArgumentHelp("How long a label's old text fades.", valueName: "seconds"))
  var over: Double?
  @Option(help: "A curve's or easing's name, or the four numbers x1,y1,x2,y2.")
  var ease: String?

  func validate() throws {
    try check(over, parameter: "over", of: "label.set", saying: "--over must be", in: " seconds")
    if text == nil, over != nil || ease != nil {
      throw ValidationError("--over and --ease go with a text")
    }
  }

  func run() throws {
    guard let text else {
      var client = try connection.connect()
      let result = try client.call(.widget(.label(.get(id: id))))
      try StandardOutput.write(line: result["shown"]?.string ?? result["text"]?.string ?? "")
      return
    }
    guard over != nil || ease != nil else {
      // What has a text takes it this way, whatever its kind.
      return try connection.setWidget(id, members: JSONObject([("label", .string(text))]))
    }
    var client = try connection.connect()
    let ease = ease.map { EaseParameter(option: $0) }
    _ = try client.call(.widget(.label(.set(id: id, text: text, over: over, ease: ease))))
  }
}
