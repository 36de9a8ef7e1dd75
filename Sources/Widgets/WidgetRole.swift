// SPDX-License-Identifier: Apache-2.0

/// The role of a widget for another one that names it: that one asks for the role, not for a kind.
package enum WidgetRole: Hashable, Sendable {
  /// It shows a level, and says it in percent.
  case level
  /// It says in words what others have it say.
  case words
  /// It holds a text that people type.
  case typedText
  /// It holds what people set: a number, a switch's place, chosen rows.
  case value
  /// A grid puts it into its cells.
  case cell

  /// The tables that have it, as errors name them.
  package var tables: String {
    WidgetKind.allCases.filter { $0.roles.contains(self) }.map { "[[\($0.name)]]" }
      .joined(separator: " or ")
  }
}
