// SPDX-License-Identifier: Apache-2.0

/// The fault for which a widget, or all of them, cannot carry out a request.
///
/// An error in the widgets' words, which the control socket turns into the protocol's codes.
package enum WidgetFault: Error, Hashable, Sendable {
  /// No widget has this id.
  case noSuch(id: String)
  /// The widget is of another kind than the one that is needed.
  case wrongKind(id: String, expected: String)
  /// A parameter cannot be used; `must` says what it must be, as the rest of a sentence.
  case badParameter(String, must: String)
}
