// SPDX-License-Identifier: Apache-2.0
import Configuration
import Raster
import TOMLReading
import Testing
import Widgets

@Suite("Elastic frames in a file")
struct ElasticFrameSettingsTests {
  private func settings(_ kind: String, _ keys: String) throws -> Settings {
    let text = "[[\(kind)]]\nid = \"it\"\nelastic = { \(keys) }"
    return try Settings(parsing: Array(text.utf8), fileName: "f.toml")
  }

  private func elastic(_ settings: Settings) -> ElasticFrameSettings? {
    switch settings.widgets.first {
    case .label(let label): label.elastic
    case .image(let image): image.elastic
    case .progress(let progress): progress.elastic
    case .chart(let chart): chart.elastic
    default: nil
    }
  }

  @Test("What it leaves out is a text field's", arguments: ["label", "image", "progress", "chart"])
  func defaults(kind: String) throws {
    let color = kind == "chart" ? Color(rgb: 0xF3F3F3) : Color(rgb: 0x1C2229)
    #expect(elastic(try settings(kind, "")) == ElasticFrameSettings(color: color))
    let field = TextFieldSettings(id: "a")
    var expected = ElasticFrameSettings(color: Color(rgb: 0x010203))
    #expect(expected.press == field.press && expected.release == field.release)
    expected.amplitude = -4
    expected.cornerRadius = 3
    expected.press.duration = 1
    expected.release.velocity = 0
    let keys =
      "amplitude = -4, corner_radius = 3, color = \"#010203\", press = { duration = 1 }, release = { velocity = 0 }"
    #expect(elastic(try settings(kind, keys)) == expected)
  }

  @Test(
    "What its table may say is checked, with its place",
    arguments: [
      ("corner_radius = -1", "'corner_radius' must be"),
      ("amplitud = 3", "unknown key 'amplitud'"), ("amplitude = 2000", "'amplitude' must be"),
      ("press = { duration = 0 }", "'duration' must be"), ("color = \"red\"", "'color' must be"),
    ]
  )
  func errors(keys: String, words: String) {
    for kind in ["label", "image", "progress", "chart"] {
      do {
        _ = try settings(kind, keys)
        Issue.record("\(keys) is taken")
      } catch let error as ConfigurationError {
        #expect(error.lines.count == 1)
        #expect(error.lines[0].hasPrefix("f.toml:3:"), "\(error.lines)")
        #expect(error.lines[0].contains(words), "\(error.lines)")
      } catch {
        Issue.record(error)
      }
    }
  }
}
