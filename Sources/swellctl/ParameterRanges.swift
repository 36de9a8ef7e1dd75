// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Control
internal import Widgets

extension ParsableCommand {
  /// Refuses a number that the parameter of the method does not take.
  ///
  /// - Throws: `ValidationError` with the `sentence` with the range and its unit.
  func check(
    _ value: Double?,
    parameter: String,
    of method: String,
    saying sentence: String,
    in unit: String = ""
  ) throws {
    let parameter = ControlRequest.contract[method].parameters.first { $0.name == parameter }
    guard let value, case .number(let range) = parameter?.form, !range.contains(value) else {
      return
    }
    let span = "from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
    throw ValidationError("\(sentence) \(span)\(unit)")
  }
}
