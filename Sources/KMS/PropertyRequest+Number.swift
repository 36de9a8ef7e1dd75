// SPDX-License-Identifier: Apache-2.0
internal import Presentation

extension PropertyRequest {
  /// The reason why a request cannot be met, a sentence.
  struct Obstacle: Error {
    var sentence: String
  }

  /// The number to set `property` to.
  ///
  /// - Parameters:
  ///   - property: The property as the kernel describes it.
  ///   - owner: Whose it is, for the sentence.
  /// - Returns: The number.
  /// - Throws: ``Obstacle`` when the property does not take the value.
  func number(for property: ObjectProperty, of owner: String) throws(Obstacle) -> UInt64 {
    guard !property.isReadOnly else {
      throw Obstacle(sentence: "'\(name)' of \(owner) only tells something and cannot be set")
    }
    let choices = property.choices.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    let names = choices.map { "'\($0.key)'" }.joined(separator: ", ")
    switch value {
    case .choice(let choice):
      if let number = property.choices[choice] { return number }
      let takes = choices.isEmpty ? "a number" : "one of \(names)"
      throw Obstacle(sentence: "'\(name)' of \(owner) takes \(takes), not '\(choice)'")
    case .number(let number):
      if !choices.isEmpty, !property.choices.values.contains(number) {
        throw Obstacle(sentence: "'\(name)' of \(owner) takes one of \(names), not \(number)")
      }
      if let range = property.range, !range.contains(number) {
        let takes = "\(range.lowerBound) to \(range.upperBound)"
        throw Obstacle(sentence: "'\(name)' of \(owner) takes \(takes), not \(number)")
      }
      return number
    }
  }
}
