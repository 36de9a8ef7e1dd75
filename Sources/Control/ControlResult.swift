// SPDX-License-Identifier: Apache-2.0
package import JSON
internal import Widgets

/// The result of a method: one case for each form of result in the contract's table.
package enum ControlResult: Hashable, Sendable {
  /// Of the methods of widgets, and of `widget.set`: members that the kind names.
  case widget(JSONObject)
  /// Of `job.start`, `job.cancel` and `job.get`: the job of the widget `id` as it is.
  case job(id: String, JobStatus)
  /// Of `job.report`: whether the program is to be ended.
  case reported(isCancelled: Bool)
  /// Of `touch.send`, `reload`, and of the end of `touch.calibrate`.
  case empty
  /// Of `touch.calibrate` for a cross: its middle in fractions of the unrotated panel, and the panel in pixels.
  case cross(x: Double, y: Double, width: Int, height: Int)
  /// Of `display.set`: percent of the light behind the panel while it is awake, nil without one, and
  /// whether it is awake.
  case display(brightness: Double?, isAwake: Bool)
  /// Of `page.show` and `page.get`: the page that is shown, nil where there are none, and since when, in seconds
  /// on CLOCK_MONOTONIC.
  case page(id: String?, since: Double)
  /// Of `language.set` and `language.get`: the language that is shown, nil where there is one only, and all.
  case language(String?, of: [String])
  /// Of `look.use` and `look.get`: the look over the scene, nil for none, and the names of all.
  case look(String?, of: [String])
  /// Of `subscribe`: what is subscribed to now.
  case subscribed(Set<ControlEventType>)
  /// Of `status`.
  case status(StatusReport)
  /// Of `rpc.discover`: the description of the socket.
  case description(JSONValue)
  /// Of `screenshot`: extent in pixels and bytes from one row to the next.
  case screenshot(width: Int, height: Int, strideBytes: Int)

  /// The `result` member of the response.
  package var json: JSONValue {
    switch self {
    case .widget(let members):
      .object(members)
    case .job(let id, let status):
      Self.json(Self.jobFacts, subject: (id, status))
    case .reported(let isCancelled):
      Self.json(Self.reportedFacts, subject: isCancelled)
    case .empty:
      .object(JSONObject())
    case .cross(let x, let y, let width, let height):
      Self.json(Self.crossFacts, subject: (x, y, width, height))
    case .display(let brightness, let isAwake):
      Self.json(Self.displayFacts, subject: (brightness, isAwake))
    case .page(let id, let since):
      Self.json(Self.pageFacts, subject: (id, since))
    case .language(let name, let names):
      Self.json(Self.languageFacts, subject: (name, names))
    case .look(let name, let names):
      Self.json(Self.lookFacts, subject: (name, names))
    case .subscribed(let types):
      Self.json(Self.subscribedFacts, subject: types)
    case .status(let report):
      report.json
    case .description(let document):
      document
    case .screenshot(let width, let height, let strideBytes):
      Self.json(Self.screenshotFacts, subject: (width, height, strideBytes))
    }
  }

  private static func json<Subject>(_ facts: [Fact<Subject>], subject: Subject) -> JSONValue {
    .object(JSONObject(facts.members(of: subject)))
  }
}

// MARK: - What methods answer

extension ControlResult {
  private static let jobFacts: [Fact<(id: String, status: JobStatus)>] =
    [Fact("id") { $0.id }]
    + JobStatus.facts.map { fact in fact.of { $0.status } }
  private static let reportedFacts: [Fact<Bool>] = [Fact("cancel") { $0 }]
  private static let crossFacts: [Fact<(x: Double, y: Double, width: Int, height: Int)>] = [
    Fact("x") { $0.x }, Fact("y") { $0.y }, Fact("width") { $0.width },
    Fact("height") { $0.height },
  ]
  private static let displayFacts: [Fact<(brightness: Double?, isAwake: Bool)>] = [
    Fact("brightness") { $0.brightness }, Fact("awake") { $0.isAwake },
  ]
  private static let pageFacts: [Fact<(id: String?, since: Double)>] = [
    Fact("id") { $0.id }, Fact("since") { $0.since },
  ]
  private static let languageFacts: [Fact<(name: String?, names: [String])>] = [
    Fact("language") { $0.name }, Fact("languages") { $0.names },
  ]
  private static let lookFacts: [Fact<(name: String?, names: [String])>] = [
    Fact("look") { $0.name }, Fact("looks") { $0.names },
  ]
  private static let subscribedFacts: [Fact<Set<ControlEventType>>] = [
    Fact("events") { types in ControlEventType.allCases.filter(types.contains).map(\.name) }
  ]
  private static let screenshotFacts: [Fact<(width: Int, height: Int, stride: Int)>] = [
    Fact("width") { $0.width }, Fact("height") { $0.height }, Fact("stride") { $0.stride },
    Fact("format", .choice(["XRGB8888"])) { _ in "XRGB8888" },
  ]

  /// The answers by the methods that give them.
  static var job: FactForm { .object(jobFacts.shapes()) }
  static var reported: FactForm { .object(reportedFacts.shapes()) }
  static var display: FactForm { .object(displayFacts.shapes()) }
  static var page: FactForm { .object(pageFacts.shapes()) }
  static var language: FactForm { .object(languageFacts.shapes()) }
  static var look: FactForm { .object(lookFacts.shapes()) }
  static var subscribed: FactForm { .object(subscribedFacts.shapes()) }
  static var screenshot: FactForm { .object(screenshotFacts.shapes()) }
  /// Nothing, at the end, or a cross.
  static var cross: FactForm { .either([.object(crossFacts.shapes()), .object([])]) }
}
