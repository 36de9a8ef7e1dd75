// SPDX-License-Identifier: Apache-2.0

/// Reads percentages from what a program prints line by line, such as `pv -n`.
///
/// A line ends with LF or CR. It is a percentage when it is a number with or without `%`, or when
/// it has a number directly before a `%` somewhere, the last of which counts. A comma is a point, a `%` may
/// stand in front of the whole, and blanks may be such that do not break, as languages want it. Values are
/// clamped to 0 … 100. Of a line longer than ``maximumLineCount`` only the end counts.
package struct PercentLines: Sendable {
  /// Number of bytes of a line that are kept.
  package static var maximumLineCount: Int { 256 }

  private var line: [UInt8] = []

  /// Lines that were no percentage, empty ones aside.
  package private(set) var unreadableCount = 0

  /// Nothing has been read.
  package init() {}

  /// Takes in what was printed; returns the newest percentage in it, nil when there is none.
  package mutating func append(_ bytes: ArraySlice<UInt8>) -> Double? {
    var newest: Double?
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        newest = finishLine() ?? newest
      default:
        // A progress bar may redraw itself for megabytes; its end is what is new.
        if line.count == 2 * Self.maximumLineCount {
          line.removeFirst(Self.maximumLineCount)
        }
        line.append(byte)
      }
    }
    return newest
  }

  /// Ends the last line, which may lack its end; returns its percentage if it is one.
  package mutating func finishLine() -> Double? {
    defer { line.removeAll(keepingCapacity: true) }
    let text = line.suffix(Self.maximumLineCount)
    guard text.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { return nil }
    guard let percent = Self.percent(in: text) else {
      unreadableCount &+= 1
      return nil
    }
    return min(max(percent, 0), 100)
  }

  /// The percentage that `text` says; nil when it says none.
  ///
  /// Not clamped.
  package static func percent(in text: ArraySlice<UInt8>) -> Double? {
    let whole = trimmed(text)
    if let number = number(whole.first == UInt8(ascii: "%") ? trimmed(whole.dropFirst()) : whole) {
      return number
    }
    guard let sign = text.lastIndex(of: UInt8(ascii: "%")) else { return nil }
    let before = trimmed(text[..<sign])
    let digits = before.suffix(where: isPartOfNumber)
    // What is listed has its commas between the numbers.
    return number(digits.drop { $0 == UInt8(ascii: ",") }) ?? percent(in: text[..<sign])
  }

  /// Blanks as UTF-8: a space, a tabulator, and those of U+00A0 and U+202F that do not break.
  private static var blanks: [[UInt8]] { [[0x20], [0x09], [0xC2, 0xA0], [0xE2, 0x80, 0xAF]] }

  /// `text` without blanks at both ends.
  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while let blank = blanks.first(where: { text.starts(with: $0) }) {
      text = text.dropFirst(blank.count)
    }
    while let blank = blanks.first(where: { text.suffix($0.count).elementsEqual($0) }) {
      text = text.dropLast(blank.count)
    }
    return text
  }

  /// A plain decimal number, with a comma or a point; nil for anything else.
  private static func number(_ text: ArraySlice<UInt8>) -> Double? {
    let comma = UInt8(ascii: ",")
    guard !text.isEmpty, text.count <= 32, text.allSatisfy(isPartOfNumber),
      text.count(where: { $0 == comma }) <= 1
    else { return nil }
    return Double(
      String(decoding: text.map { $0 == comma ? UInt8(ascii: ".") : $0 }, as: UTF8.self)
    )
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: ","),
      UInt8(ascii: "-"), UInt8(ascii: "+"):
      true
    default: false
    }
  }
}

extension ArraySlice<UInt8> {
  /// The longest end of which all bytes are `wanted`.
  fileprivate func suffix(where wanted: (UInt8) -> Bool) -> Self {
    self[(lastIndex { !wanted($0) }.map { $0 + 1 } ?? startIndex)...]
  }
}
