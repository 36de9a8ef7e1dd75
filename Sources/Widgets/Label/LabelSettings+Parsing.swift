// SPDX-License-Identifier: Apache-2.0
package import TOMLReading

extension LabelSettings {
  /// Reads a table `[[label]]`.
  package init(_ reader: inout TableReader, folder: String) {
    self.init(id: reader.id())
    frame = reader.frame(frame)
    text = reader.read("text", text) { node throws(Diagnostic) in
      let text = try node.text()
      guard text.utf8.count <= 1024 else { throw node.mismatch("at most 1024 bytes") }
      guard !LabelTemplate(text).hasLooseBrace else {
        throw Diagnostic(
          node.position,
          "has a brace that belongs to no {percent:ID}, {text:ID} or {time:%H:%M}; write it twice "
            + "to have it shown"
        )
      }
      return text
    }
    font = reader.string("font", font)
    fontSize = reader.number("font_size", fontSize, in: 4...500)
    color = reader.color("color", color)
    align = reader.choice("align", align)
    verticalAlign = reader.choice("vertical_align", verticalAlign)
    lines = reader.read("lines", lines) { node throws(Diagnostic) in
      guard let count = Int(exactly: try node.number(in: 0...64)) else {
        throw node.mismatch("a whole number of lines")
      }
      return count
    }
    changeDuration = reader.number("over", changeDuration, in: 0...86400)
    ease = reader.curve("ease", ease)
    elastic = reader.elastic(ElasticFrameSettings().color, frame)
    isVisible = reader.bool("visible", isVisible)
    isEnabled = reader.bool("enabled", isEnabled)
  }
}
