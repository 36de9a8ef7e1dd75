// SPDX-License-Identifier: Apache-2.0

/// What a change wants shown that takes milliseconds to make, and so is made before it is in force.
package enum PartsWanted: Hashable, Sendable {
  /// Nothing.
  case nothing
  /// A label or a picture, one of a widget's `partSources`.
  case parts
  /// Texts of its own.
  case texts
  /// A text that takes no time, but where its fonts are closed or in use.
  case shortText
}
