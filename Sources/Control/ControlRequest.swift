// SPDX-License-Identifier: Apache-2.0
package import JSON
package import Widgets

/// A request of a client.
///
/// One description for both ends: a client encodes it by ``rpc(id:)``, the daemon reads it by
/// ``init(_:)``.
package enum ControlRequest: Hashable, Sendable {
  /// A method of one kind of widgets: its prefix is the kind.
  case widget(WidgetRequest)
  /// `widget.set` for one widget or several; the pace is that of a colour.
  case setWidgets(ids: [String], WidgetChange, ChangePace = ChangePace())
  /// A method of jobs.
  case job(JobRequest)
  /// `touch.send`
  case sendTouch(RemoteTouch)
  /// `touch.calibrate`: which of four crosses is to be touched, 0 … 3; nil for the end of it.
  case calibrate(cross: Int?)
  /// `focus.set`: the widget with this id, nil for none; a quiet one does not swell.
  case setFocus(id: String?, isQuiet: Bool)
  /// `key.send`
  case sendKeys(RemoteKeys)
  /// `display.set`: percent of the light behind the panel, and whether the panel is to be awake; nil for
  /// what stays as it is.
  case setDisplay(brightness: Double?, isAwake: Bool?)
  /// `page.show`: an id, "back" or "home", and how it comes; nil for the page's own turn.
  case showPage(id: String, turn: PageTurn.Kind?)
  /// `page.get`
  case getPage
  /// `language.set`: one of the file's languages, or "next".
  case setLanguage(String)
  /// `language.get`
  case language
  /// `look.use`: one of the file's looks; nil for none over the scene.
  case useLook(String?)
  /// `look.get`
  case look
  /// `subscribe`
  case subscribe(Set<ControlEventType>)
  /// `status`
  case status
  /// `screenshot`
  case screenshot
  /// `reload`
  case reload
  /// `rpc.discover`
  case discover

  /// True if the request changes what people see or what buttons do.
  package var isChange: Bool {
    switch self {
    case .widget(let request): request.call.isChange
    case .job(let request): request.isChange
    case .setWidgets, .sendTouch, .calibrate, .setFocus, .sendKeys, .setDisplay, .showPage,
      .setLanguage, .useLook, .reload:
      true
    case .getPage, .language, .look, .subscribe, .status, .screenshot, .discover: false
    }
  }

  /// The request's method.
  package var method: String {
    switch self {
    case .widget(let request): request.call.method
    case .setWidgets: "widget.set"
    case .job(let request): request.method
    case .sendTouch: "touch.send"
    case .calibrate: "touch.calibrate"
    case .setFocus: "focus.set"
    case .sendKeys: "key.send"
    case .setDisplay: "display.set"
    case .showPage: "page.show"
    case .getPage: "page.get"
    case .setLanguage: "language.set"
    case .language: "language.get"
    case .useLook: "look.use"
    case .look: "look.get"
    case .subscribe: "subscribe"
    case .status: "status"
    case .screenshot: "screenshot"
    case .reload: "reload"
    case .discover: "rpc.discover"
    }
  }

  /// The request's parameters; nil where the method has none.
  package var params: JSONObject? {
    switch self {
    case .widget(let request): request.call.params
    case .setWidgets(let ids, let change, let pace):
      JSONObject(
        [("id", Self.json(ids))] + change.members.members.map { ($0.key, $0.value) } + pace.members
      )
    case .job(let request): request.params
    case .sendTouch(let touch): touch.params
    case .calibrate(let cross):
      JSONObject([("cross", cross.map { .number(Double($0)) } ?? .null)])
    case .setFocus(let id, let isQuiet):
      JSONObject([("id", id.map { .string($0) } ?? .null)] + (isQuiet ? [("quiet", true)] : []))
    case .sendKeys(let keys): keys.params
    case .setDisplay(let brightness, let isAwake):
      JSONObject(
        (brightness.map { [("brightness", .number($0))] } ?? [])
          + (isAwake.map { [("awake", .bool($0))] } ?? [])
      )
    case .showPage(let id, let turn):
      JSONObject([("id", .string(id))] + (turn.map { [("turn", .string($0.rawValue))] } ?? []))
    case .setLanguage(let name): JSONObject([("language", .string(name))])
    case .useLook(let name): JSONObject([("name", name.map { .string($0) } ?? .null)])
    // All of them are those as well that the daemon knows and this end does not.
    case .subscribe(let types) where types.count == ControlEventType.allCases.count: nil
    case .subscribe(let types):
      JSONObject([
        (
          "events",
          .array(ControlEventType.allCases.filter(types.contains).map { .string($0.name) })
        )
      ])
    case .getPage, .language, .look, .status, .screenshot, .reload, .discover: nil
    }
  }

  /// `widget.set` for one widget.
  package static func setWidget(
    id: String,
    change: WidgetChange,
    pace: ChangePace = ChangePace()
  ) -> Self { .setWidgets(ids: [id], change, pace) }

  /// Ids as requests and answers name them: one, or a list.
  package static func json(_ ids: [String]) -> JSONValue {
    ids.count == 1 ? .string(ids[0]) : .array(ids.map { .string($0) })
  }

  /// The request as it is sent, with the id that its answer will bear.
  package func rpc(id: JSONRPCID) -> JSONRPCRequest {
    JSONRPCRequest(method: method, params: params.map { .object($0) }, id: id)
  }
}

/// One change of a contact that a client pretends to make.
package struct RemoteTouch: Hashable, Sendable {
  /// The phase of a contact.
  package enum Phase: String, CaseIterable, Hashable, Sendable {
    /// It comes down.
    case down
    /// It moves.
    case move
    /// It is lifted.
    case up
    /// It is taken away.
    case cancel
  }

  /// Number of the contact, 0 … 63.
  package var slot: Int
  /// Its phase.
  package var phase: Phase
  /// Horizontal position in points; nil for where it was last.
  package var x: Double?
  /// Vertical position in points; nil for where it was last.
  package var y: Double?
  /// True if it stays for a while when the client's connection ends.
  package var isHeld: Bool

  /// A change of a contact.
  package init(slot: Int, phase: Phase, x: Double?, y: Double?, isHeld: Bool = false) {
    self.slot = slot
    self.phase = phase
    self.x = x
    self.y = y
    self.isHeld = isHeld
  }

  fileprivate var params: JSONObject {
    var params = JSONObject([
      ("slot", .number(Double(slot))), ("phase", .string(phase.rawValue)),
    ])
    params["x"] = x.map { .number($0) }
    params["y"] = y.map { .number($0) }
    if isHeld { params["hold"] = true }
    return params
  }
}

/// Input that a client pretends to type, or to read with a scanner.
package enum RemoteKeys: Hashable, Sendable {
  /// Text, character by character; a line end is Return.
  case text(String)
  /// A key by its name.
  case key(String)
  /// A text as read by a scanner; a line end behind it is its terminator.
  case scan(String)

  fileprivate var params: JSONObject {
    switch self {
    case .text(let text): JSONObject([("text", .string(text))])
    case .key(let name): JSONObject([("key", .string(name))])
    case .scan(let text): JSONObject([("text", .string(text)), ("scanner", true)])
    }
  }
}
