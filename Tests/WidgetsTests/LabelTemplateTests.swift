// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Widgets

@Suite("What is filled in")
struct LabelTemplateTests {
  private func filled(_ text: String, _ values: [String] = []) -> String {
    LabelTemplate(text).filled(values) { "<\($0)>" }
  }

  @Test("Places are filled in their order, and what stands between them stays")
  func places() {
    let template = LabelTemplate("{percent:main} % of {text:name}, {time:%H:%M}")
    #expect(
      template.sources
        == [.init(role: .level, id: "main"), .init(role: .typedText, id: "name")]
    )
    #expect(template.filled(["42", "Zoë"]) { "<\($0)>" } == "42 % of Zoë, <%H:%M>")
    #expect(!template.hasLooseBrace)
  }

  @Test(
    "Braces that are no place are themselves; written twice they are one",
    arguments: [
      ("{{percent:main}}", "{percent:main}", false), ("a {b} c", "a {b} c", true),
      ("{", "{", true), ("}", "}", true), ("}}{{", "}{", false), ("{percent:}", "{percent:}", true),
      ("{Percent:main}", "{Percent:main}", true), ("{time:%Q}", "{time:%Q}", true),
      ("{time:%}", "{time:%}", true), ("{time:}", "{time:}", true), ("", "", false),
      ("{{{time:%H}}}", "{<%H>}", false), ("{text", "{text", true),
    ]
  )
  func braces(text: String, shown: String, isLoose: Bool) {
    #expect(filled(text) == shown)
    #expect(LabelTemplate(text).hasLooseBrace == isLoose)
  }

  @Test(
    "A time of day is as often another one as its smallest part",
    arguments: [
      ("%H:%M:%S", 1), ("%T", 1), ("%c", 1), ("%s", 1), ("%H:%M", 60), ("%R", 60), ("%-d.%m.", 900),
      ("%A", 900), ("%H", 900), ("%_I %p", 900), ("100%%", 0), ("noon", 0),
    ]
  )
  func steps(format: String, seconds: Int) throws {
    #expect(try #require(TimeFormat(format)).step == seconds)
    #expect(LabelTemplate("{time:%d}{time:\(format)}").step == (seconds == 0 ? 900 : seconds))
  }

  @Test("A hundred thousand open braces take no time to speak of", .timeLimit(.minutes(5)))
  func hostile() {
    let text = String(repeating: "{a", count: 100_000)
    #expect(filled(text).utf8.count <= LabelTemplate.mostBytes)
  }

  @Test("What comes into places is cut where the text would be longer than one without places")
  func longValues() {
    let name = String(repeating: "\u{1F468}", count: 256)
    let text = filled(String(repeating: "{text:a}", count: 90), Array(repeating: name, count: 90))
    #expect(text.utf8.count <= 1024)
    #expect(text.hasPrefix(String(name.prefix(200))))
    #expect(text.hasSuffix("…"))
    #expect(filled("{text:a}", [String(name.prefix(255))]) == String(name.prefix(255)))
  }

  @Test("A time that is shown often is looked up once")
  func times() {
    var looked: [String] = []
    let text = LabelTemplate(String(repeating: "{time:%H}{time:%M}", count: 50)).filled([]) {
      looked.append($0)
      return "7"
    }
    #expect(looked == ["%H", "%M"])
    #expect(text == String(repeating: "7", count: 100))
  }
}
