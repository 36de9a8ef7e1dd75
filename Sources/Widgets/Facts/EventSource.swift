// SPDX-License-Identifier: Apache-2.0

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
