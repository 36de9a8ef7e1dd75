// SPDX-License-Identifier: Apache-2.0
internal import Raster
package import TOMLReading

extension ProgressSettings {
  /// Reads a table `[[progress]]`; relative image paths count from `folder`.
  package init(_ reader: inout TableReader, folder: String) {
    self.init(id: reader.id())
    frame = reader.frame(frame)
    mask = reader.table("mask", mask) { Self.mask(&$0, folder: folder) ?? .text("du", font: nil) }
    cornerRadius = reader.read("corner_radius", cornerRadius) { node throws(Diagnostic) in
      try node.number(in: 0...1000)
    }
    percent = reader.number("percent", percent, in: 0...100)
    fill = reader.choice("fill", fill)
    amplitude = reader.number("amplitude", amplitude, in: 0...1000)
    frequency = reader.number("frequency", frequency, in: 0...100)
    speed = reader.number("speed", speed, in: -36000...36000)
    frontColor = reader.color("front_color", frontColor)
    backColor = reader.color(
      "back_color",
      Color(
        red: frontColor.red,
        green: frontColor.green,
        blue: frontColor.blue,
        alpha: min(frontColor.alpha, backColor.alpha)
      )
    )
    func path(_ path: String) -> String {
      path.isEmpty || path.hasPrefix("/") ? path : folder + path
    }
    frontImage = path(reader.string("front_image", ""))
    backImage = path(reader.string("back_image", ""))
    outlineColor = reader.color("outline_color", outlineColor)
    showsPercent = reader.bool("show_percent", showsPercent)
    changeDuration = reader.number("over", changeDuration, in: 0...86400)
    ease = reader.curve("ease", ease)
    elastic = reader.elastic(ElasticFrameSettings().color, frame)
    isVisible = reader.bool("visible", isVisible)
    isEnabled = reader.bool("enabled", isEnabled)
  }

  /// Reads the inline table `mask`; nil when it is wrong.
  private static func mask(_ reader: inout TableReader, folder: String) -> Mask? {
    let kinds = ["text", "image", "shape"].filter { reader.has($0) }
    let text = reader.read("text", "") { node throws(Diagnostic) in
      let text = try node.text()
      guard !text.isEmpty else { throw node.mismatch("a text with at least one character") }
      return text
    }
    let font = reader.read("font", String?.none) { node throws(Diagnostic) in try node.text() }
    let image = reader.read("image", "") { node throws(Diagnostic) in
      let path = try node.text()
      guard !path.isEmpty else { throw node.mismatch("the path of a PNG image") }
      return path
    }
    let shape = reader.choice("shape", Shape.circle)
    guard kinds.count == 1 else {
      let message = "'mask' needs exactly one of the keys 'text', 'image' and 'shape'"
      reader.report(Diagnostic(reader.position, message))
      return nil
    }
    if reader.has("font"), kinds != ["text"] {
      reader.report(Diagnostic(reader.keyPosition("font"), "'font' goes with 'text' only"))
    }
    switch kinds[0] {
    case "text": return .text(text, font: font)
    case "image": return .image(path: image.hasPrefix("/") ? image : folder + image)
    default: return .shape(shape)
    }
  }
}
