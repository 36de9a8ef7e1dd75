// SPDX-License-Identifier: Apache-2.0
internal import TOMLReading

extension ValueForm {
  /// The value in the language that is read: what stands in place of each table of texts by languages.
  ///
  /// - Throws: The fault of such a table, as a phrase that follows the key's name.
  func spoken(_ node: TOMLNode, in languages: Languages) throws(Diagnostic) -> TOMLNode {
    switch self {
    case .words: return try languages.text(of: node)
    case .list(.words, _):
      guard let elements = node.elements else { return node }
      var texts: [TOMLNode] = []
      for element in elements { texts.append(try languages.text(of: element)) }
      return TOMLNode(value: .array(texts), position: node.position)
    default: return node
    }
  }

  /// The warnings about languages that the value of `key` lacks.
  func gaps(in node: TOMLNode, of key: String, _ languages: Languages) -> [Diagnostic] {
    switch self {
    case .words: [languages.gap(in: node, of: key)].compactMap { $0 }
    case .list(.words, _): (node.elements ?? []).compactMap { languages.gap(in: $0, of: key) }
    default: []
    }
  }
}
