// SPDX-License-Identifier: Apache-2.0

extension ControlRequest {
  /// The names of all methods.
  package static let methods = [
    "progress.set", "progress.get", "widget.set", "button.press", "touch.send", "subscribe",
    "status", "screenshot", "reload",
  ]

  /// Checks a request's method and parameters.
  ///
  /// - Throws: ``JSONRPCError``: -32601, or -32602 with the parameter named in its data.
  package init(_ request: JSONRPCRequest) throws(JSONRPCError) {
    let params = request.params
    switch request.method {
    case "progress.set": self = try .setProgress(ProgressChange(params: params))
    case "progress.get": self = try .getProgress(id: Self.parameters(params, "id").string("id"))
    case "widget.set": self = try .setWidget(WidgetChange(params: params))
    case "button.press":
      let parameters = try Self.parameters(params, "id")
      self = try .pressButton(id: parameters.required(parameters.string("id"), "id"))
    case "touch.send": self = try .sendTouch(RemoteTouch(params: params))
    case "subscribe": self = try .subscribe(Self.events(params: params))
    case "status": self = try Self.status.checked(params)
    case "screenshot": self = try Self.screenshot.checked(params)
    case "reload": self = try Self.reload.checked(params)
    default: throw .methodNotFound(request.method)
    }
  }

  private static func parameters(
    _ params: JSONValue?,
    _ names: String...
  ) throws(JSONRPCError) -> ControlParameters {
    try ControlParameters(params, names: names)
  }

  /// The request itself, which takes no parameters.
  private func checked(_ params: JSONValue?) throws(JSONRPCError) -> Self {
    _ = try ControlParameters(params, names: [])
    return self
  }

  private static func events(params: JSONValue?) throws(JSONRPCError) -> Set<ControlEventType> {
    let parameters = try Self.parameters(params, "events")
    guard let value = parameters.value("events") else { return Set(ControlEventType.allCases) }
    let known = ControlEventType.allCases.map(\.rawValue).joined(separator: ", ")
    let refusal = JSONRPCError.invalidParameter("events", "must be a list of \(known)")
    guard let names = value.array else { throw refusal }
    var types: Set<ControlEventType> = []
    for name in names {
      guard let type = name.string.flatMap(ControlEventType.init(rawValue:)) else { throw refusal }
      types.insert(type)
    }
    return types
  }
}

extension ProgressChange {
  fileprivate init(params: JSONValue?) throws(JSONRPCError) {
    let parameters = try ControlParameters(params, names: ["percent", "id", "over", "ease"])
    self.init(
      id: try parameters.string("id"),
      percent: try parameters.required(parameters.number("percent", in: 0...100), "percent"),
      duration: try parameters.number("over", in: 0...86400),
      ease: try parameters.value("ease").map { value throws(JSONRPCError) in
        try EaseParameter(json: value)
      }
    )
  }
}

extension EaseParameter {
  /// Reads the value of the parameter `ease`.
  ///
  /// - Throws: ``JSONRPCError`` (-32602) unless it is a string or four fitting numbers.
  package init(json: JSONValue) throws(JSONRPCError) {
    if let name = json.string, name.utf8.count <= 64 {
      self = .name(name)
      return
    }
    guard let numbers = json.array?.compactMap(\.double), numbers.count == 4,
      json.array?.count == 4, numbers.allSatisfy({ abs($0) <= 1e6 }),
      (0...1).contains(numbers[0]), (0...1).contains(numbers[2])
    else {
      throw .invalidParameter(
        "ease",
        "must be a curve's or an easing's name, or four numbers [x1, y1, x2, y2] with x in 0 … 1"
      )
    }
    self = .points(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
  }
}

extension WidgetChange {
  fileprivate init(params: JSONValue?) throws(JSONRPCError) {
    let parameters = try ControlParameters(
      params,
      names: ["id", "label", "color", "visible", "enabled"]
    )
    self.init(
      id: try parameters.required(parameters.string("id"), "id"),
      label: try parameters.string("label"),
      color: try parameters.string("color"),
      isVisible: try parameters.bool("visible"),
      isEnabled: try parameters.bool("enabled")
    )
  }
}

extension RemoteTouch {
  fileprivate init(params: JSONValue?) throws(JSONRPCError) {
    let parameters = try ControlParameters(params, names: ["slot", "phase", "x", "y"])
    let slot = try parameters.required(parameters.integer("slot", in: 0...63), "slot")
    let name = try parameters.required(parameters.string("phase"), "phase")
    guard let phase = Phase(rawValue: name) else {
      throw .invalidParameter("phase", "must be one of down, move, up, cancel")
    }
    let x = try parameters.number("x", in: -1e6...1e6)
    let y = try parameters.number("y", in: -1e6...1e6)
    let isEnd = phase == .up || phase == .cancel
    guard isEnd && x == nil && y == nil else {
      self.init(
        slot: slot,
        phase: phase,
        x: try parameters.required(x, "x"),
        y: try parameters.required(y, "y")
      )
      return
    }
    self.init(slot: slot, phase: phase, x: nil, y: nil)
  }
}
