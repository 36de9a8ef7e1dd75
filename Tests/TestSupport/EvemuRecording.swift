// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A recording of evemu: what a device can report, and what it has reported.
///
/// The recordings of real panels are not part of the repository. They are in `../shared/data/touch` beside it, or in
/// the folder of `SWELL_PANELS`.
package struct EvemuRecording {
  /// A line `A:`; an axis and its range.
  package typealias Axis = (code: UInt16, minimum: Int32, maximum: Int32, resolution: Int32)
  /// A line `E:`; the time in seconds.
  package typealias Event = (time: Double, type: UInt16, code: UInt16, value: Int32)

  /// The bits that are set in the lines `P:`.
  package private(set) var properties: [Int] = []
  /// The bits that are set in the lines `B:`, by the type of event: keys are 1, relative axes 2.
  package private(set) var bits: [String: [Int]] = [:]
  /// The axes.
  package private(set) var axes: [Axis] = []
  /// What it has reported.
  package private(set) var events: [Event] = []

  /// Where the recordings are.
  package static let folder: String =
    unsafe getenv("SWELL_PANELS").map { unsafe String(cString: $0) }
    ?? TestFile.path("../../../shared/data/touch")

  /// The names of all recordings, sorted; none where they are not.
  package static var names: [String] {
    (TestFile.names(inFolder: folder) ?? []).filter { $0.hasSuffix(".evemu") }
  }

  /// The recording `name` of ``folder``; empty where it cannot be read.
  package init(_ name: String) {
    var bytes: [String: Int] = [:]
    for line in (TestFile.text("\(Self.folder)/\(name)") ?? "").split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "P:": properties += Self.bits(words.dropFirst(), from: &bytes["P", default: 0])
      case "B:" where words.count > 1:
        let more = Self.bits(words.dropFirst(2), from: &bytes[words[1], default: 0])
        bits[words[1], default: []] += more
      case "A:":
        guard words.count > 3, let code = UInt16(words[1], radix: 16) else { continue }
        let numbers = words.dropFirst(2).map { Int32($0) ?? 0 }
        axes.append((code, numbers[0], numbers[1], numbers.count > 4 ? numbers[4] : 0))
      case "E:":
        guard words.count > 4, let time = Double(words[1]), let type = UInt16(words[2], radix: 16),
          let code = UInt16(words[3], radix: 16), let value = Int32(words[4])
        else { continue }
        events.append((time, type, code, value))
      default: break
      }
    }
  }

  /// The numbers of the bits that are set in a line of bytes, the lines of a kind one after another.
  private static func bits(_ words: ArraySlice<String>, from byte: inout Int) -> [Int] {
    var numbers: [Int] = []
    for word in words {
      let value = Int(word, radix: 16) ?? 0
      numbers += (0..<8).filter { value >> $0 & 1 == 1 }.map { byte * 8 + $0 }
      byte += 1
    }
    return numbers
  }
}
