// SPDX-License-Identifier: Apache-2.0

/// A place in a configuration file.
package struct SourcePosition: Hashable, Comparable, Sendable {
  /// The line, counted from 1.
  package let line: Int
  /// The column in Unicode scalars, counted from 1.
  package let column: Int

  /// The place at `line` and `column`; values below 1 become 1.
  package init(line: Int, column: Int) {
    self.line = max(line, 1)
    self.column = max(column, 1)
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
