// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import Touch
package import Widgets

extension ControlRequest {
  /// The methods that are no widget's own.
  fileprivate static let ownMethods =
    [
      WidgetKind.setting,
      Method(
        "touch.send",
        [
          Parameter("slot", .whole(0...63), isRequired: true),
          Parameter("phase", .choice(RemoteTouch.Phase.allCases.map(\.rawValue)), isRequired: true),
          Parameter("x", .number(-1e6...1e6)), Parameter("y", .number(-1e6...1e6)),
          Parameter("hold", .flag),
        ]
      ),
      Method("touch.calibrate", [Parameter("cross", .whole(0...3))], answer: ControlResult.cross),
      Method(
        "focus.set",
        [Parameter("id", .text), Parameter("quiet", .flag)],
        answer: .object([FactShape("id", .nullable(.text))])
      ),
      Method(
        "key.send",
        [
          Parameter("text", .text), Parameter("key", .choice(KeyStroke.listedNames)),
          Parameter("scanner", .flag),
        ]
      ),
    ] + JobRequest.methods + [
      Method(
        "display.set",
        [Parameter("brightness", .number(0...100)), Parameter("awake", .flag)],
        answer: ControlResult.display
      ),
      Method(
        "language.set",
        [Parameter("language", .text, isRequired: true)],
        answer: ControlResult.language
      ),
      Method("language.get", answer: ControlResult.language),
      Method("look.use", [Parameter("name", .text)], answer: ControlResult.look),
      Method("look.get", answer: ControlResult.look),
      Method(
        "page.show",
        [
          Parameter("id", .text, isRequired: true),
          Parameter("turn", .choice(PageTurn.Kind.allCases.map(\.rawValue))),
        ],
        answer: ControlResult.page
      ),
      Method("page.get", answer: ControlResult.page),
      Method(
        "subscribe",
        [Parameter("events", .list(.choice(ControlEventType.allCases.map(\.name)), 0...Int.max))],
        answer: ControlResult.subscribed
      ),
      Method("status", answer: StatusReport.factForm),
      Method("screenshot", answer: ControlResult.screenshot), Method("reload"),
      Method("rpc.discover", answer: .anyObject),
    ]

  /// All methods with their parameters.
  package static let contract = WidgetKind.allCases.flatMap(\.methods) + ownMethods

  /// The names of all methods.
  package static let methods = contract.map(\.name)

  /// The longest method that is looked up at all, in bytes.
  private static let longestMethod = 64

  /// Reads a request.
  ///
  /// - Throws: ``JSONRPCError`` for a method that there is not, or parameters that it cannot have.
  package init(_ request: JSONRPCRequest) throws(JSONRPCError) {
    // Names are ASCII; anything else could make comparing take long.
    guard request.method.utf8.count <= Self.longestMethod,
      request.method.utf8.allSatisfy({ $0 < 0x80 })
    else { throw .methodNotFound(request.method) }
    let known: Self?
    do throws(WidgetFault) {
      known = try Self(method: request.method, params: request.params)
    } catch {
      throw JSONRPCError(error)
    }
    guard let known else { throw .methodNotFound(request.method) }
    self = known
  }

  private init?(method: String, params: JSONValue?) throws(WidgetFault) {
    switch method {
    case "widget.set": self = try Self.setWidget(params)
    case "job.start", "job.cancel", "job.get", "job.report":
      self = try .job(JobRequest(method: method, params: params))
    case "touch.send": self = try .sendTouch(RemoteTouch(params: params))
    case "touch.calibrate": self = try Self.calibrate(params)
    case "focus.set": self = try Self.setFocus(params)
    case "key.send": self = try .sendKeys(RemoteKeys(params: params))
    case "display.set": self = try Self.setDisplay(params)
    case "page.show": self = try Self.showPage(params)
    case "page.get": self = try Self.getPage.checked(params)
    case "language.set": self = try Self.setLanguage(params)
    case "language.get": self = try Self.language.checked(params)
    case "look.use":
      self = .useLook(try RequestParameters(params, of: Self.ownMethods["look.use"]).string("name"))
    case "look.get": self = try Self.look.checked(params)
    case "subscribe": self = try .subscribe(Self.events(params: params))
    case "status": self = try Self.status.checked(params)
    case "screenshot": self = try Self.screenshot.checked(params)
    case "reload": self = try Self.reload.checked(params)
    case "rpc.discover": self = try Self.discover.checked(params)
    default:
      guard let kind = WidgetKind.kind(ofMethod: method) else { return nil }
      self = .widget(try kind.request(method, params))
    }
  }

  /// The request of a method without parameters.
  private func checked(_ params: JSONValue?) throws(WidgetFault) -> Self {
    _ = try RequestParameters(params, of: Method(""))
    return self
  }

  private static func setWidget(_ params: JSONValue?) throws(WidgetFault) -> Self {
    let names = WidgetKind.settableNames
    let parameters = try RequestParameters(params, of: WidgetKind.setting)
    let ids = try parameters.texts("id", upTo: WidgetKind.mostIDs)
    var members: [(String, JSONValue)] = []
    for name in names {
      if let value = parameters.value(name) { members.append((name, value)) }
    }
    let pace = try ChangePace(parameters)
    if let name = pace.name, parameters.value("color") == nil {
      throw .badParameter(name, must: "must come with a 'color', which is what takes time")
    }
    return .setWidgets(ids: ids, try WidgetChange(JSONObject(members)), pace)
  }

  private static func calibrate(_ params: JSONValue?) throws(WidgetFault) -> Self {
    let parameters = try RequestParameters(params, of: ownMethods["touch.calibrate"])
    return .calibrate(cross: try parameters.integer("cross"))
  }

  private static func setFocus(_ params: JSONValue?) throws(WidgetFault) -> Self {
    let parameters = try RequestParameters(params, of: ownMethods["focus.set"])
    return .setFocus(
      id: try parameters.string("id"),
      isQuiet: try parameters.bool("quiet") ?? false
    )
  }

  private static func setDisplay(_ params: JSONValue?) throws(WidgetFault) -> Self {
    let parameters = try RequestParameters(params, of: ownMethods["display.set"])
    return .setDisplay(
      brightness: try parameters.number("brightness"),
      isAwake: try parameters.bool("awake")
    )
  }

  private static func showPage(_ params: JSONValue?) throws(WidgetFault) -> Self {
    let parameters = try RequestParameters(params, of: ownMethods["page.show"])
    let id = try parameters.required(parameters.string("id"), "id")
    guard let word = try parameters.word("turn") else { return .showPage(id: id, turn: nil) }
    return .showPage(id: id, turn: PageTurn.Kind(rawValue: word))
  }

  private static func setLanguage(_ params: JSONValue?) throws(WidgetFault) -> Self {
    let parameters = try RequestParameters(params, of: ownMethods["language.set"])
    return .setLanguage(try parameters.required(parameters.string("language"), "language"))
  }

  private static func events(params: JSONValue?) throws(WidgetFault) -> Set<ControlEventType> {
    let parameters = try RequestParameters(params, of: ownMethods["subscribe"])
    guard let value = parameters.value("events") else { return Set(ControlEventType.allCases) }
    let known = ControlEventType.allCases.map(\.name).joined(separator: ", ")
    let refusal = WidgetFault.badParameter("events", must: "must be a list of \(known)")
    guard let names = value.array else { throw refusal }
    var types: Set<ControlEventType> = []
    for name in names {
      guard let type = name.string.flatMap({ ControlEventType(named: $0) }) else { throw refusal }
      types.insert(type)
    }
    return types
  }
}

extension RemoteTouch {
  fileprivate init(params: JSONValue?) throws(WidgetFault) {
    let parameters = try RequestParameters(params, of: ControlRequest.ownMethods["touch.send"])
    let slot = try parameters.required(parameters.integer("slot"), "slot")
    let name = try parameters.required(parameters.string("phase"), "phase")
    guard name.utf8.count <= 16, let phase = Phase(rawValue: name) else {
      throw .badParameter("phase", must: "must be one of down, move, up, cancel")
    }
    let x = try parameters.number("x")
    let y = try parameters.number("y")
    let isHeld = try parameters.bool("hold") ?? false
    let isEnd = phase == .up || phase == .cancel
    guard isEnd && x == nil && y == nil else {
      self.init(
        slot: slot,
        phase: phase,
        x: try parameters.required(x, "x"),
        y: try parameters.required(y, "y"),
        isHeld: isHeld
      )
      return
    }
    self.init(slot: slot, phase: phase, x: nil, y: nil, isHeld: isHeld)
  }
}

extension RemoteKeys {
  fileprivate init(params: JSONValue?) throws(WidgetFault) {
    let parameters = try RequestParameters(params, of: ControlRequest.ownMethods["key.send"])
    let text = try parameters.string("text")
    let key = try parameters.string("key")
    let isScan = try parameters.bool("scanner") ?? false
    switch (text, key) {
    case (let text?, nil):
      guard !isScan || text.utf8.count <= KeyStroke.maximumScanBytes else {
        throw .badParameter("text", must: "must have at most 4096 bytes of what a scanner has read")
      }
      self = isScan ? .scan(text) : .text(text)
    case (nil, let key?):
      guard KeyStroke(named: key) != nil else {
        throw .badParameter("key", must: "must be one of \(KeyStroke.nameList)")
      }
      guard !isScan else {
        throw .badParameter("scanner", must: "must be left out where 'key' is given")
      }
      self = .key(key)
    case (nil, nil): throw .badParameter("text", must: "or 'key' must be given")
    default: throw .badParameter("key", must: "must be left out where 'text' is given")
    }
  }
}
