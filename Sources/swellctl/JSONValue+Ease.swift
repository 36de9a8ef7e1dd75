// SPDX-License-Identifier: Apache-2.0
internal import JSON

extension JSONValue {
  /// What `--ease` says: the four numbers `x1,y1,x2,y2`, or a name.
  init(ease text: String) {
    let numbers = text.split(separator: ",").compactMap { Double($0) }
    self = numbers.count == 4 ? .array(numbers.map { .number($0) }) : .string(text)
  }
}
