// SPDX-License-Identifier: Apache-2.0
internal import Widgets

extension EaseParameter {
  /// Parses the value of `--ease`: the four numbers `x1,y1,x2,y2`, or a name; the daemon judges both.
  init(option text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }
    self =
      parts.count == 4 && numbers.count == 4
      ? .points(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3]) : .name(text)
  }
}
