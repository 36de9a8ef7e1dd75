// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Control
internal import JSON
internal import LinuxSystem
internal import Widgets

/// `swellctl image ID` and `swellctl image ID FILE`.
struct Image: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Has an image show another file, or tells which one it shows.",
    discussion: """
      The daemon reads the file, from one of the folders that the image's 'directories' name; a \
      name without a folder counts from the first of them. Without a file it prints the path of \
      the one that is shown.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "The image.", completion: WidgetIDs.completion("image"))
  var id: String
  @Argument(help: "A PNG or JPEG file as the daemon sees it.") var file: String?
  @Option(help: ArgumentHelp("How long the old image fades.", valueName: "seconds"))
  var over: Double?
  @Option(help: "A curve's or easing's name, or the four numbers x1,y1,x2,y2.")
  var ease: String?

  func validate() throws {
    try check(over, parameter: "over", of: "image.set", saying: "--over must be", in: " seconds")
    if file == nil, over != nil || ease != nil {
      throw ValidationError("--over and --ease go with a file")
    }
  }

  func run() throws {
    var client = try connection.connect()
    guard let file else {
      let result = try client.call(.widget(.image(.get(id: id))))
      try StandardOutput.write(line: result["file"]?.string ?? "")
      return
    }
    let ease = ease.map { EaseParameter(option: $0) }
    _ = try client.call(.widget(.image(.set(id: id, file: file, over: over, ease: ease))))
  }
}
