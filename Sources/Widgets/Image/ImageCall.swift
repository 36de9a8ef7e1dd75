// SPDX-License-Identifier: Apache-2.0
package import JSON

/// The requests that clients may make of an image.
package enum ImageCall: WidgetCall {
  /// Show this file; `over` seconds, 0 … 86400, and by `ease`, nil for the image's own.
  case set(id: String?, file: String, over: Double?, ease: EaseParameter?)
  /// Tell what it shows.
  case get(id: String?)

  package static let methods = [
    Method("image.set", [Parameter("file", .text, isRequired: true), .id, .over, .ease]),
    Method("image.get", [.id]),
  ]

  package init(method: String, params: JSONValue?) throws(WidgetFault) {
    guard method == "image.set" else {
      self = .get(id: try RequestParameters(params, of: Self.methods[method]).string("id"))
      return
    }
    let parameters = try RequestParameters(params, of: Self.methods[method])
    self = .set(
      id: try parameters.string("id"),
      file: try parameters.required(parameters.string("file"), "file"),
      over: try parameters.number("over"),
      ease: try parameters.ease()
    )
  }

  package var id: String? {
    switch self {
    case .set(let id, _, _, _), .get(let id): id
    }
  }

  package var method: String { if case .get = self { "image.get" } else { "image.set" } }

  package var params: JSONObject {
    guard case .set(_, let file, let over, let ease) = self else { return JSONObject(id: id) }
    return JSONObject(
      "file",
      value: .string(file),
      id: id,
      pace: ChangePace(over: over, ease: ease)
    )
  }

  package var isChange: Bool { if case .get = self { false } else { true } }

  /// A file is kept for the display that comes.
  package var needsDisplay: Bool { false }

  /// A file is read and scaled.
  package var takesTime: Bool { isChange }

  /// The members that it sets of `settings`.
  ///
  /// - Throws: ``WidgetFault`` for a file that lies in none of the folders.
  func change(of settings: ImageSettings) throws(WidgetFault) -> WidgetChange {
    var change = WidgetChange()
    guard case .set(_, let file, _, _) = self else { return change }
    guard let path = settings.path(of: file) else {
      throw .badParameter("file", must: "must lie in one of the image's 'directories'")
    }
    change["file"] = .string(path)
    change["file_number"] = .number(settings.fileNumber + 1)
    return change
  }
}
