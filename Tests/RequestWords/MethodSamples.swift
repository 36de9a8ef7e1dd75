// SPDX-License-Identifier: Apache-2.0
package import JSON
package import Widgets

extension Method {
  /// Parameters that a call may have: those that have to be there, alone and with one or two of the others.
  package var samples: [JSONObject] {
    let others = parameters.filter { !$0.isRequired }
    var kept: [[Parameter]] = [[]]
    for (index, one) in others.enumerated() {
      kept.append([one])
      kept += others[(index + 1)...].map { [one, $0] }
    }
    return kept.map { some in
      let taken = parameters.filter(\.isRequired) + some
      return JSONObject(taken.map { ($0.name, $0.form.sample) })
    }
  }
}

extension ValueForm {
  /// Whether any sample of the form is right wherever the form is.
  package var isPlain: Bool {
    switch self {
    case .list, .object, .schema, .pattern: false
    default: true
    }
  }

  /// A value of the form.
  fileprivate var sample: JSONValue {
    switch self {
    case .number(let range): .number(min(max(1, range.lowerBound), range.upperBound))
    case .whole(let range, _): .number(Double(min(max(1, range.lowerBound), range.upperBound)))
    case .flag: true
    case .text, .words, .pattern: "a"
    case .choice(let words): words.first.map { .string($0) } ?? .null
    case .color: "#102030"
    case .curve: "linear"
    case .length: 1
    case .list(let form, let count):
      .array(Array(repeating: form.sample, count: max(1, count.lowerBound)))
    case .object(let members): .object(JSONObject(members.map { ($0, $1.sample) }))
    case .either(let form, _): form.sample
    case .schema: .null
    }
  }
}
