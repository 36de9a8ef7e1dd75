// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import JSON
package import Touch
package import Widgets

extension StatusReport: Described {
  package static let facts: [Fact<Self>] = [
    Fact("version") { $0.version },
    Fact("pid") { $0.pid },
    Fact("uptime") { $0.uptime },
    Fact("time_scale") { $0.timeScale },
    Fact("output") { $0.output },
    Fact("frames") { $0.frames },
    Fact("turns") { $0.turns },
    Fact("touch_to_flip_ms") { $0.touchToFlipMilliseconds },
    Fact("inputs") { $0.inputs },
    Fact("widgets", .list(widgetForm)) { .array($0.widgets.map { .object($0) }) },
    Fact("recoveries", .named(.count)) { .object($0.recoveries) },
    Fact("configuration_errors") { AnswerLimits.fitting($0.configurationErrors) },
    Fact(optional: "page") { $0.page },
    Fact(optional: "widgets_shortened") { $0.shortenedCount },
  ]

  /// A widget of each kind, or id and kind where there is too much to tell.
  private static var widgetForm: FactForm {
    let kinds = FactForm.choice(WidgetKind.allCases.map { .string($0.name) })
    let shortened = FactForm.object([FactShape("id", .text), FactShape("kind", kinds)])
    return .either(WidgetKind.allCases.map(\.status) + [shortened])
  }

  /// The report as sent, with as much of the widgets as there is room for.
  package var json: JSONValue {
    var report = self
    let (widgets, count) = AnswerLimits.fitting(widgets)
    report.widgets = widgets
    report.shortenedCount = count > 0 ? count : nil
    return .object(JSONObject(Self.facts.members(of: report)))
  }
}

extension StatusReport.Output: Described {
  package static let facts: [Fact<Self>] = [
    Fact("kind") { $0.kind },
    Fact("device") { $0.device },
    Fact("driver") { $0.driver },
    Fact("connector") { $0.connector },
    Fact("mode") { $0.mode },
    Fact("rotation", .choice([0, 90, 180, 270])) { .number(Double($0.rotation)) },
    Fact("scale") { $0.scale },
    Fact("state") { $0.state },
    Fact("lit") { $0.isLit },
    Fact("mirror") { $0.mirror },
    Fact("warning") { $0.warning },
    Fact("backlight") { $0.light },
    Fact(optional: "shift") { $0.shift },
  ]
}

extension StatusReport.Light: Described {
  package static let facts: [Fact<Self>] = [
    Fact("name") { $0.name }, Fact("percent") { $0.percent }, Fact("shown") { $0.shownPercent },
  ]
}

extension StatusReport.Percentiles: Described {
  package static let facts: [Fact<Self>] = [Fact("p50") { $0.p50 }, Fact("p99") { $0.p99 }]
}

extension StatusReport.Frames: Described {
  package static let facts: [Fact<Self>] = [
    Fact("presented") { $0.presented },
    Fact("missed") { $0.missed },
    Fact("idle") { $0.idle },
    Fact("resting") { $0.isResting },
    Fact("render_us") { $0.renderMicroseconds },
    Fact("lead_us") { $0.leadMicroseconds },
  ]
}

extension StatusReport.Turns: Described {
  package static let facts: [Fact<Self>] = [
    Fact("longest_ms") { $0.longestMilliseconds }, Fact("late") { $0.late },
  ]
}

extension InputDeviceDescription: Described {
  package static let facts: [Fact<Self>] = [
    Fact("name") { $0.name },
    Fact("device") { $0.path },
    Fact("kind") { $0.kind },
    Fact(optional: "calibration", .list(.number, count: 6)) { device in
      device.axes.map { _ in device.calibration.coefficients.json }
    },
    Fact(optional: "axes") { $0.axes },
    Fact(optional: "range") { $0.rangeMismatch },
  ]
}

extension InputDeviceDescription.Axes: Described {
  package static let facts: [Fact<Self>] = [Fact("x") { $0.horizontal }, Fact("y") { $0.vertical }]
}

extension RangeMismatch: Described {
  package static let facts: [Fact<Self>] = [
    Fact("ignored") { $0.count },
    Fact("x") { $0.horizontal },
    Fact("y") { $0.vertical },
    Fact("text") { $0.finding },
    Fact(optional: "remedy") { $0.remedy },
  ]
}

extension RangeMismatch.Axis: Described {
  package static let facts: [Fact<Self>] = [
    Fact("declared") { $0.declared }, Fact("seen") { $0.seen },
  ]
}

extension PixelPoint: FactValue {
  package static var factForm: FactForm { .list(.integer, count: 2) }
  package var json: JSONValue { [.number(Double(x)), .number(Double(y))] }
}

extension ClosedRange<Int32>: FactValue {
  package static var factForm: FactForm { .list(.integer, count: 2) }
  package var json: JSONValue { [.number(Double(lowerBound)), .number(Double(upperBound))] }
}
