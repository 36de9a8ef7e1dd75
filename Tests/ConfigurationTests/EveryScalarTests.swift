// SPDX-License-Identifier: Apache-2.0
import TOMLReading
import TestSupport
import Testing

@testable import Configuration

// Libraries that abort take the process with them: each is met in one of its own.

@Suite("Every character")
struct EveryScalarTests {
  /// Has toml++ read files of one line each.
  static func parse(_ lines: [String]) {
    for line in lines { _ = try? TOMLDocument.parse(Array(line.utf8)) }
  }

  /// Lines with a text in strings, in quoted keys, in a comment, and by its numbers.
  static func quoted(_ scalars: some Sequence<Unicode.Scalar>) -> [String] {
    let text = text(scalars)
    let numbers = scalars.map { scalar in
      "\\U" + String(0x1_0000_0000 + UInt64(scalar.value), radix: 16).dropFirst()
    }
    .joined()
    return [
      "# \(text)\n", "a = \"\(text)\"\n", "a = '\(text)'\n", "a = \"\"\"\(text)\"\"\"\n",
      "a = '''\(text)'''\n", "\"\(text)\" = 1\n", "[\"\(text)\"]\n", "a = \"\(numbers)\"\n",
    ]
  }

  /// Lines with a text as a key, as a value and behind one.
  static func bare(_ scalars: some Sequence<Unicode.Scalar>) -> [String] {
    let text = text(scalars)
    return ["\(text) = 1\n", "a = \(text)\n", "a = 1\(text)\n"]
  }

  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  @Test("toml++ reads each scalar in strings, keys and comments, and each pair of classes anywhere")
  func files() async {
    await #expect(processExitsWith: .success) {
      for block in ScalarSamples.blocks(of: 128) {
        EveryScalarTests.parse(EveryScalarTests.quoted(block))
      }
      for scalar in ScalarSamples.classes {
        EveryScalarTests.parse(EveryScalarTests.quoted([scalar]))
      }
      for pair in ScalarSamples.pairs { EveryScalarTests.parse(EveryScalarTests.bare(pair)) }
      // Bytes that are no UTF-8, and what may follow them.
      for first in 0...UInt8(255) {
        for second: UInt8 in [0x0A, 0x22, 0x5C, 0x80, 0xBF, 0xC3, 0xED, 0xF4] {
          _ = try? TOMLDocument.parse([0x61, 0x3D, 0x22, first, second, 0x22, 0x0A])
        }
      }
    }
  }
}
