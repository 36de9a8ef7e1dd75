// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import Touch

@Suite("Names of keys")
struct KeyNameTests {
  @Test("Keys have the codes that the kernel's header gives them, with KEY_ or without")
  func header() throws {
    let header = try String(
      contentsOfFile: "/usr/include/linux/input-event-codes.h",
      encoding: .utf8
    )
    var codes: [String: UInt16] = [:]
    for line in header.split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == "\t" }
      guard words.count > 2, words[0] == "#define", words[1].hasPrefix("KEY_") else { continue }
      let value =
        words[2].hasPrefix("0x") ? UInt16(words[2].dropFirst(2), radix: 16) : UInt16(words[2])
      codes[String(words[1])] = value ?? codes[String(words[2])]
    }
    // What is no key, and what a newer header has besides.
    for name in ["KEY_RESERVED", "KEY_MAX", "KEY_CNT", "KEY_MIN_INTERESTING"] { codes[name] = nil }
    let known = codes.filter { KeyName.code($0.key) != nil }
    #expect(known.count > 480)
    for (name, code) in known {
      #expect(KeyName.code(name) == code)
      #expect(KeyName.code(String(name.dropFirst(4))) == code)
    }
  }

  @Test("Other names have none", arguments: ["", "KEY_", "F99", "f1", "@85", "KEY_KEY_A", "1 2"])
  func unknown(name: String) {
    #expect(KeyName.code(name) == nil)
  }
}
