// SPDX-License-Identifier: Apache-2.0
package import Widgets

/// The fault for which the server does not carry out a request; the error for clients is the protocol's.
package enum RequestFault: Error, Hashable, Sendable {
  /// A widget does not take it, or there is no such widget.
  case widget(WidgetFault)
  /// There is no display now, or nothing else that it needs; a sentence says what.
  case noDisplay(String)
  /// It cannot be asked for now, or not by this client; a sentence says why.
  case misplaced(String)
  /// The configuration has these errors, each a line as `swelld --check` prints it.
  case invalidConfiguration([String])

  /// No widget has this id.
  static func noSuch(id: String) -> Self { .widget(.noSuch(id: id)) }

  /// The widget with this id is not of the kind `expected`.
  static func wrongKind(id: String, expected: String) -> Self {
    .widget(.wrongKind(id: id, expected: expected))
  }

  /// The parameter `name` has to be or do what `must` says ("must be a number").
  static func badParameter(_ name: String, must: String) -> Self {
    .widget(.badParameter(name, must: must))
  }
}
