// SPDX-License-Identifier: Apache-2.0
package import JSON
internal import PlainText
package import Widgets

/// The error object of a JSON-RPC 2.0 response.
package struct JSONRPCError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error's number; see ``Code`` for those that Swell sends.
  package let code: Int
  /// One sentence.
  package let message: String
  /// More about it; for wrong parameters `{"parameter": name}`.
  package let data: JSONValue?

  /// The codes that the daemon answers with.
  package enum Code {
    /// The line is not JSON.
    package static let parseError = -32700
    /// The JSON is not a request object.
    package static let invalidRequest = -32600
    /// No such method.
    package static let methodNotFound = -32601
    /// A parameter is missing, unknown, or has a wrong value.
    package static let invalidParameters = -32602
    /// No widget has the given id.
    package static let noSuchWidget = -32001
    /// The widget with the given id is of another kind than the method needs.
    package static let wrongKind = -32002
    /// There is no display at the moment.
    package static let noDisplay = -32003
    /// The configuration file has errors; the running configuration stays.
    package static let invalidConfiguration = -32004
  }

  /// An error of the three members.
  package init(code: Int, message: String, data: JSONValue? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// The line could not be parsed.
  package static func parseError(_ reason: String) -> Self {
    Self(code: Code.parseError, message: "Parse error: \(reason)")
  }

  /// The value is not a request.
  package static func invalidRequest(_ reason: String) -> Self {
    Self(code: Code.invalidRequest, message: "Invalid Request: \(reason)")
  }

  /// No method is called `name`.
  package static func methodNotFound(_ name: String) -> Self {
    Self(
      code: Code.methodNotFound,
      message: "Method not found",
      data: ["method": .string(repeated(name))]
    )
  }

  /// The parameter `name` has to be or do what `requirement` says ("must be a number").
  package static func invalidParameter(_ name: String, requirement: String) -> Self {
    let name = repeated(name)
    return Self(
      code: Code.invalidParameters,
      message: "Invalid params: '\(name)' \(requirement)",
      data: ["parameter": .string(name)]
    )
  }

  /// The protocol's error for a widget's refusal.
  package init(_ fault: WidgetFault) {
    switch fault {
    case .noSuch(let id):
      let id = Self.repeated(id)
      self.init(
        code: Code.noSuchWidget,
        message: "No widget has the id '\(id)'",
        data: ["parameter": "id", "id": .string(id)]
      )
    case .wrongKind(let id, let kind):
      let id = Self.repeated(id)
      self.init(
        code: Code.wrongKind,
        message: "The widget '\(id)' is not a \(kind)",
        data: ["parameter": "id", "id": .string(id)]
      )
    case .badParameter(let name, let requirement):
      self = .invalidParameter(name, requirement: requirement)
    }
  }

  /// There is no display now; `reason` is a sentence that says why.
  package static func noDisplay(_ reason: String) -> Self {
    Self(code: Code.noDisplay, message: "No display now: \(reason)")
  }

  /// The configuration has `errors`, each a line as `swelld --check` prints it.
  package static func invalidConfiguration(_ errors: [String]) -> Self {
    Self(
      code: Code.invalidConfiguration,
      message: "The configuration is invalid, so the running one stays",
      data: ["errors": .array(AnswerLimits.fitting(errors).map { .string($0) })]
    )
  }

  /// Shortens a client's text for an answer that repeats it: a character may take six bytes there.
  private static func repeated(_ text: String) -> String { text.shortened(toBytes: 256) }

  /// The error object of a response; nil unless it has an integral `code` and a `message`.
  package init?(json: JSONValue) {
    guard let code = json["code"]?.int, let message = json["message"]?.string else { return nil }
    self.init(code: code, message: message, data: json["data"])
  }

  /// The error object.
  package var json: JSONValue {
    var object = JSONObject([("code", .number(Double(code))), ("message", .string(message))])
    object["data"] = data
    return .object(object)
  }

  /// The message with the code.
  package var description: String { "\(message) (\(code))" }
}
