// SPDX-License-Identifier: Apache-2.0
internal import PlainText

/// Reads a program's output about its work, line by line.
///
/// ```
///   42            42 %
///   12.5%         12.5 %, as 12,5 % is
///   PROGRESS 12   12 %
///   42 copying    42 %, and the text is "copying"
///   copying       the text is "copying"
///   file 42% done 42 %, and the text is the line
/// ```
/// A line ends with LF or CR; of a longer one the first 512 bytes count. Percentages are clamped to
/// 0 … 100; before a text without a % sign only whole numbers up to 100 are one.
package struct JobOutput: Sendable {
  private static let longestLine = 512
  /// The longest text in bytes.
  private static let longestText = 256

  /// The newest percentage, 0 … 100; nil before the first.
  package private(set) var percent: Double?
  /// The newest text, printable; empty before the first.
  package private(set) var text = ""

  private var line: [UInt8] = []

  /// Nothing has been said.
  package init() {}

  /// Takes in what was printed.
  ///
  /// - Returns: The lines that have ended with it, printable, without empty ones.
  package mutating func append(_ bytes: ArraySlice<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        if let line = finishLine() { lines.append(line) }
      } else if line.count < Self.longestLine {
        line.append(byte)
      }
    }
    return lines
  }

  /// Ends the last line, which may lack its end.
  ///
  /// - Returns: The line, printable; nil for an empty one.
  package mutating func finishLine() -> String? {
    let words = line.split { $0 == 0x20 || $0 == 0x09 }
    defer { line.removeAll(keepingCapacity: true) }
    guard let first = words.first, let last = words.last else { return nil }
    read(line[first.startIndex..<last.endIndex], words: words)
    return String(decoding: line, as: UTF8.self).printable
  }

  private mutating func read(_ line: ArraySlice<UInt8>, words: [ArraySlice<UInt8>]) {
    if words.count == 2, words[0].elementsEqual("PROGRESS".utf8),
      let value = Self.number(words[1])
    {
      note(value)
    } else if let value = Self.number(line) {
      note(value)
    } else if let value = Self.number(words[0]), words.count > 1,
      words[0].last == UInt8(ascii: "%")
        || (0...100).contains(value) && words[0].allSatisfy(Self.isDigit)
    {
      note(value)
      tell(line[words[1].startIndex...])
    } else {
      // A number before a % sign anywhere, as in what programs print for people.
      if line.contains(UInt8(ascii: "%")), let value = PercentLines.percent(in: line) {
        note(value)
      }
      tell(line)
    }
  }

  private mutating func note(_ value: Double) { percent = min(max(value, 0), 100) }

  private mutating func tell(_ bytes: ArraySlice<UInt8>) {
    var text = String(decoding: bytes, as: UTF8.self).printable
    while text.utf8.count > Self.longestText { text.removeLast() }
    self.text = text
  }

  /// A decimal number, with a comma or a point, with or without a % sign; nil for anything else.
  private static func number(_ text: ArraySlice<UInt8>) -> Double? {
    var digits = text
    if digits.last == UInt8(ascii: "%") {
      digits = PercentLines.trimmed(digits.dropLast())
    } else if digits.first == UInt8(ascii: "%") {
      digits = PercentLines.trimmed(digits.dropFirst())
    }
    guard (1...32).contains(digits.count) else { return nil }
    let commas = digits.filter { $0 == UInt8(ascii: ",") }.count
    let isNumber = digits.allSatisfy {
      isDigit($0) || [UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "-")].contains($0)
    }
    guard isNumber, commas <= 1 else { return nil }
    let plain = digits.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
    return Double(String(decoding: plain, as: UTF8.self))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
