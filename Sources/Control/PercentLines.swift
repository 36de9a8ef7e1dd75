// SPDX-License-Identifier: Apache-2.0

/// Reads percentages from what a program prints line by line, such as `pv -n`.
///
/// A line ends with LF or CR. It is a percentage when it is a number with or without `%`, or when
/// it has a number directly before a `%` somewhere, the last of which counts. Values are clamped
/// to 0 … 100. Of a line longer than ``maximumLineCount`` only the end counts.
package struct PercentLines: Sendable {
  /// How many bytes of a line are kept.
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
    if let whole = number(trimmed(text)) { return whole }
    guard let sign = text.lastIndex(of: UInt8(ascii: "%")) else { return nil }
    let before = trimmed(text[..<sign])
    let digits = before.suffix(where: isPartOfNumber)
    return number(digits) ?? percent(in: text[..<sign])
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    return text.drop(while: isBlank).trimmingSuffix(while: isBlank)
  }

  /// A plain decimal number; nil for anything else.
  private static func number(_ text: ArraySlice<UInt8>) -> Double? {
    guard !text.isEmpty, text.count <= 32, text.allSatisfy(isPartOfNumber) else { return nil }
    return Double(String(decoding: text, as: UTF8.self))
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "+"):
      true
    default: false
    }
  }
}

extension ArraySlice<UInt8> {
  /// Without the bytes at the end for which `isBlank` holds.
  fileprivate func trimmingSuffix(while isBlank: (UInt8) -> Bool) -> Self {
    self[..<(lastIndex { !isBlank($0) }.map { $0 + 1 } ?? startIndex)]
  }

  /// The longest end of which all bytes are `wanted`.
  fileprivate func suffix(where wanted: (UInt8) -> Bool) -> Self {
    self[(lastIndex { !wanted($0) }.map { $0 + 1 } ?? startIndex)...]
  }
}
