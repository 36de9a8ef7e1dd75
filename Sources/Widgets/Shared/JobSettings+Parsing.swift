// SPDX-License-Identifier: Apache-2.0
internal import Raster
package import TOMLReading

extension JobSettings {
  /// Reads a table `[button.job]`.
  package init(_ reader: inout TableReader) {
    self.init()
    progress = reader.string("progress", "").nonEmpty
    percent = reader.choice("percent", percent)
    label = reader.string("label", "").nonEmpty
    text = reader.string("text", "").nonEmpty
    timeout = reader.number("timeout", timeout, in: 0...604_800)
    done = reader.table("done", done) { [done] in Ending(&$0, done) }
    failed = reader.table("failed", failed) { [failed] in Ending(&$0, failed) }
    texts = reader.table("texts", texts) { JobTexts(&$0) }
  }
}

extension JobSettings.Ending {
  fileprivate init(_ reader: inout TableReader, _ defaults: Self) {
    self.init(
      label: reader.string("label", "").nonEmpty,
      color: reader.has("color") ? reader.color("color", Color(rgb: 0)) : defaults.color,
      hold: reader.number("hold", defaults.hold, in: 0...86_400)
    )
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
