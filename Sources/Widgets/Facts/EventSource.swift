// SPDX-License-Identifier: Apache-2.0
internal import Touch

/// The cause of a value.
package enum EventSource: String, CaseIterable, Hashable, FactValue {
  /// A finger on the widget or on a button that types.
  case touch
  /// A keyboard.
  case key
  /// A scanner.
  case scan
  /// A client.
  case request
  /// No use for too long.
  case idle
}

extension ContactID {
  /// By what something comes about that the contact does.
  var source: EventSource { isKey ? .key : .touch }
}
