// SPDX-License-Identifier: Apache-2.0
import Widgets
import TOMLReading
import TestSupport
import Testing

@testable import Configuration

@Suite("Any bytes at all as a file")
struct HostileFileTests {
  private func survives(_ bytes: [UInt8]) {
    do {
      let settings = try Settings(parsing: bytes, fileName: "f")
      #expect(settings.widgets.count <= Settings.maximumWidgetCount)
    } catch {
      #expect(!error.lines.isEmpty)
      #expect(error.lines.allSatisfy { $0.hasPrefix("f:") && !$0.contains("\n") })
    }
  }

  @Test("Noise gives errors or a scene", arguments: 0..<200 as Range<UInt64>)
  func noise(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let alphabet = Array("[]{}=,.\"'#\n\t\\ a1-_:é%".utf8) + [0, 0xFF, 0xC3, 0x80]
    survives(
      (0..<random.below(400)).map { _ in
        seed % 2 == 0
          ? alphabet[random.below(alphabet.count)] : UInt8(truncatingIfNeeded: random.next())
      }
    )
  }

  @Test(
    "The default file with a few bytes changed gives errors or a scene",
    arguments: 0..<400 as Range<UInt64>
  )
  func mutations(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var bytes = Array(DefaultFileTests.lines.joined(separator: "\n").utf8)
    for _ in 0..<1 + random.below(8) {
      let place = random.below(bytes.count)
      switch random.below(4) {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes.removeSubrange(place..<min(place + random.below(40), bytes.count))
      case 2:
        bytes.insert(
          contentsOf: bytes[place..<min(place + 60, bytes.count)],
          at: random.below(bytes.count)
        )
      default: bytes.insert(Array("[]{}=.,\"'".utf8)[random.below(9)], at: place)
      }
    }
    survives(bytes)
  }

  @Test(
    "Deep nesting in every form ends in errors",
    arguments: [
      String(repeating: "[", count: 100_000), "a = " + String(repeating: "[", count: 100_000),
      "a = " + String(repeating: "{a=", count: 50_000),
      String(repeating: "a.", count: 100_000) + "a = 1",
      "[" + String(repeating: "a.", count: 100_000) + "a]",
      "a." + String(repeating: "\"=\".", count: 50_000) + "a = 1",
      "x = {a = \"\"\"\n\"\"\", " + String(repeating: "a.", count: 100_000) + "a = 1}",
      String(repeating: "\"\"\"", count: 50_000), String(repeating: "[[a]]\n", count: 40_000),
    ]
  )
  func nesting(text: String) {
    survives(Array(text.utf8))
  }

  @Test("As deep as the limits allow is still no danger to the stack")
  func deepestAllowed() {
    let keys = Array(repeating: "a", count: 64).joined(separator: ".")
    let open = String(repeating: "[{\(keys) =\n", count: 7)
    survives(Array((keys + " = " + open + "1" + String(repeating: "}]", count: 7)).utf8))
    let inline = String(repeating: "[\n{\(keys) = ", count: 7)
    survives(Array((keys + " = " + inline + "1" + String(repeating: "}]", count: 7)).utf8))
  }

  @Test("Dots count where they nest: in keys, and nowhere else")
  func dots() throws {
    let dots = String(repeating: "a.", count: 500)
    for text in [
      "# \(dots)", "[display]\nconnector = \"\(dots)\" # \(dots)",
      "[display]\nconnector = '\(dots)'",
      "[display]\nconnector = \"\"\"\(dots)\n\\\"\(dots)\"\"\"",
    ] {
      #expect(messages(text).allSatisfy { !$0.contains("parts") })
    }
    let numbers = Array(repeating: "0.5", count: 400).joined(separator: ", ")
    #expect(messages("[touch]\ncalibration = [\(numbers)]").allSatisfy { !$0.contains("parts") })
    for separator in [".", " . ", ".'b.c'.\"d.\\\"e\"."] {
      let deep = Array(repeating: "a", count: 65).joined(separator: separator)
      #expect(
        messages("\n \(deep) = 1").first?.hasSuffix("error: a key has at most 64 parts") ?? false
      )
    }
    #expect(
      messages("\n" + String(repeating: "a.", count: 64) + "a = 1") == [
        "f:2:128: error: a key has at most 64 parts"
      ]
    )
    #expect(
      messages(String(repeating: "a.", count: 63) + "a = 1").first?.contains("unknown key") ?? false
    )
  }

  private func messages(_ text: String) -> [String] {
    do {
      _ = try Settings(parsing: Array(text.utf8), fileName: "f")
      return []
    } catch {
      return error.lines
    }
  }

  @Test("Many keys and many errors are reported in bounded time", .timeLimit(.minutes(5)))
  func manyKeys() {
    let text = (0..<20_000).map { "k\($0) = \($0)\n" }.joined()
    survives(Array(text.utf8))
  }
}
