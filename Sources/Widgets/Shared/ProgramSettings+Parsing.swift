// SPDX-License-Identifier: Apache-2.0
internal import PlainText
package import TOMLReading

extension ProgramSettings {
  /// Reads a list of a program and its arguments.
  package static func command(_ node: TOMLNode) throws(Diagnostic) -> [String] {
    let expectation = "a list such as [\"/usr/bin/program\", \"argument\"]"
    guard let elements = node.elements, (1...64).contains(elements.count) else {
      throw node.mismatch(expectation)
    }
    var arguments: [String] = []
    for element in elements { arguments.append(try element.text()) }
    let program = arguments[0]
    // A path that depends on the daemon's working directory is not intended.
    guard !program.isEmpty, program.hasPrefix("/") || !program.contains("/") else {
      throw elements[0].mismatch("a program's name or absolute path as its first entry")
    }
    return arguments
  }

  /// Reads a list of text fields.
  static func fields(_ node: TOMLNode) throws(Diagnostic) -> [String] {
    guard let elements = node.elements, elements.count <= maximumInputCount else {
      throw node.mismatch("a list of at most \(maximumInputCount) text fields")
    }
    var fields: [String] = []
    for element in elements {
      let field = try element.text()
      guard !fields.contains(where: field.hasSameBytes) else {
        throw Diagnostic(element.position, "names the field '\(TOMLNode.shortened(field))' twice")
      }
      fields.append(field)
    }
    return fields
  }
}
