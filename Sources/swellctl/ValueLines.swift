// SPDX-License-Identifier: Apache-2.0
internal import Widgets

/// Reads numbers from what a program prints line by line; `none` is one that is missing.
struct ValueLines {
  /// Longest line in bytes, without its end.
  private static let longestLine = 64

  private var line: [UInt8] = []
  /// Lines that were no number, empty ones aside.
  private(set) var unreadableCount = 0

  /// Takes in what was printed; returns the values in it.
  mutating func append(_ bytes: ArraySlice<UInt8>) -> [Double?] {
    var values: [Double?] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        values += finish()
      } else if line.count <= Self.longestLine {
        line.append(byte)
      }
    }
    return values
  }

  /// Ends the last line, which may lack its end; returns its value if it has one.
  mutating func finish() -> [Double?] {
    defer { line.removeAll(keepingCapacity: true) }
    let text = line.filter { $0 != 0x20 && $0 != 0x09 }
    guard !text.isEmpty else { return [] }
    guard line.count <= Self.longestLine,
      let value = ChartSettings.value(of: String(decoding: text, as: UTF8.self))
    else {
      unreadableCount &+= 1
      return []
    }
    return [value]
  }
}
