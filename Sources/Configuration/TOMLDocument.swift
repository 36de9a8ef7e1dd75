// SPDX-License-Identifier: Apache-2.0
internal import CTOML
package import TOMLReading

/// Turns bytes into a tree of nodes by way of toml++.
///
/// The only place of this module that touches C memory: everything is copied out before the
/// document is freed.
package enum TOMLDocument {
  /// The root table of the document in `bytes`, which may be anything at all.
  ///
  /// - Throws: `Diagnostic` with the first syntax error.
  package static func parse(_ bytes: [UInt8]) throws(Diagnostic) -> TOMLNode {
    let document = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe ctoml_parse(buffer.baseAddress, buffer.count)
    }
    guard let document = unsafe document else {
      throw Diagnostic(SourcePosition(line: 1, column: 1), "there is not enough memory to read it")
    }
    defer { unsafe ctoml_free(document) }
    var count = 0
    let pointer = unsafe ctoml_text(document, &count)
    let text = unsafe Array(UnsafeBufferPointer(start: pointer, count: count))
    var errorPosition = ctoml_position()
    guard unsafe ctoml_failed(document, &errorPosition) == 0 else {
      throw Diagnostic(SourcePosition(errorPosition), message(text))
    }
    let nodes = unsafe (0..<ctoml_node_count(document)).map { index in
      unsafe ctoml_node_at(document, index)
    }
    var builder = TreeBuilder(nodes: nodes, text: text)
    return builder.next().node
  }

  /// toml++'s message as part of one line, starting as the other messages do.
  private static func message(_ text: [UInt8]) -> String {
    let prefix = "Error while "
    let message = String(decoding: text.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
    return message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message
  }
}

/// Rebuilds the tree from the flat list in which parents come before their children.
private struct TreeBuilder {
  let nodes: [ctoml_node]
  let text: [UInt8]
  private var index = 0

  init(nodes: [ctoml_node], text: [UInt8]) {
    self.nodes = nodes
    self.text = text
  }

  /// The next node with all below it, and its key if it is a table's.
  mutating func next() -> (key: String, keyPosition: SourcePosition, node: TOMLNode) {
    let flat = nodes[index]
    index += 1
    let value: TOMLNode.Value
    switch flat.kind {
    case CTOML_TABLE:
      var entries: [TOMLEntry] = []
      for _ in 0..<flat.child_count {
        let (key, keyPosition, node) = next()
        entries.append(TOMLEntry(key: key, keyPosition: keyPosition, node: node))
      }
      value = .table(entries)
    case CTOML_ARRAY: value = .array((0..<flat.child_count).map { _ in next().node })
    case CTOML_STRING: value = .string(string(flat.text_start, length: flat.text_length))
    case CTOML_INTEGER: value = .integer(flat.integer)
    case CTOML_FLOAT: value = .float(flat.number)
    case CTOML_BOOLEAN: value = .bool(flat.integer != 0)
    default: value = .date
    }
    return (
      string(flat.key_start, length: flat.key_length),
      SourcePosition(flat.key_position),
      TOMLNode(value: value, position: SourcePosition(flat.position))
    )
  }

  private func string(_ start: UInt32, length: UInt32) -> String {
    String(decoding: text[Int(start)..<Int(start) + Int(length)], as: UTF8.self)
  }
}

extension SourcePosition {
  fileprivate init(_ position: ctoml_position) {
    self.init(line: Int(position.line), column: Int(position.column))
  }
}
