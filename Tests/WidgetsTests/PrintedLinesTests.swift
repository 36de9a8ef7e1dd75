// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Widgets

@Suite("Lines of programs that widgets show")
struct PrintedLinesTests {
  @Test("A label shows the last line, in which nothing is filled in")
  func label() {
    let label = LabelSettings(id: "room")
    var lines = ["20 °C", "21 °C {percent:main}"]
    let answer = label.request(printing: &lines)
    #expect(answer.unreadable == nil && lines.isEmpty)
    guard case .label(.set("room", let text, nil, nil))? = answer.request else {
      Issue.record("another request")
      return
    }
    #expect(text == "21 °C {{percent:main}}")
    let template = LabelTemplate(text)
    #expect(template.sources.isEmpty && !template.hasLooseBrace)
    #expect(label.request(printing: &lines).request == nil)
  }

  @Test("The longest line that a label shows is one that a request may set")
  func longest() throws {
    let label = LabelSettings(id: "room")
    var lines = [String(repeating: "{é", count: 4096)]
    guard case .label(.set(_, let text, _, _))? = label.request(printing: &lines).request else {
      Issue.record("another request")
      return
    }
    #expect(text.utf8.count <= 1024 && text.hasSuffix("…"))
  }

  @Test("A chart of one line appends what is a number, and says what is none")
  func values() {
    let chart = ChartSettings(id: "load")
    var lines = ["0.5", "about one", "", "none", "1e2", "2 3"]
    let answer = chart.request(printing: &lines)
    #expect(answer.request == .chart(.append(id: "load", [0.5, nil, 100], label: nil)))
    #expect(answer.unreadable == "about one" && lines.isEmpty)
  }

  @Test("A chart of several lines goes by their names, one line a request, in each line's order")
  func named() {
    var chart = ChartSettings(id: "heat")
    chart.lines = ["oil", "water"].map { name in
      var line = ChartLine(from: chart.fromColor, to: chart.toColor)
      line.id = name
      return line
    }
    var lines = ["oil 66", "water 40", "oil 67.5", "air 20", "41"]
    let first = chart.request(printing: &lines)
    #expect(first.request == .chart(.append(id: "heat", [66, 67.5], label: nil, line: "oil")))
    #expect(first.unreadable == "air 20" && lines == ["water 40"])
    let second = chart.request(printing: &lines)
    #expect(second.request == .chart(.append(id: "heat", [40], label: nil, line: "water")))
    #expect(second.unreadable == nil && lines.isEmpty)
  }

  @Test("More lines than a chart takes at once are left for the next request")
  func many() {
    let chart = ChartSettings(id: "load")
    var lines = (0..<600).map { "\($0)" }
    guard case .chart(.append(_, let values, _, _, _, _))? = chart.request(printing: &lines).request
    else {
      Issue.record("another request")
      return
    }
    #expect(values.count == 512 && lines.count == 88 && lines.first == "512")
  }
}
