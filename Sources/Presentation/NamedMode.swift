// SPDX-License-Identifier: Apache-2.0

/// A mode as people name it: a size, and how often it is refreshed where that matters.
package struct NamedMode: Hashable, Sendable, CustomStringConvertible {
  /// Pixels from left to right, 1 … 16384.
  package let width: Int
  /// Pixels from top to bottom, 1 … 16384.
  package let height: Int
  /// Refreshes a second, 1 … 1000; nil where any number will do.
  package let refreshHertz: Double?

  /// The mode of these three values.
  package init(width: Int, height: Int, refreshHertz: Double? = nil) {
    self.width = width
    self.height = height
    self.refreshHertz = refreshHertz
  }

  /// Reads `WIDTHxHEIGHT` or `WIDTHxHEIGHT@HERTZ`, such as `1920x1080@59.94`; nil for anything else.
  package init?(_ text: String) {
    let halves = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let sides = halves[0].split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Self.side(sides[0]), let height = Self.side(sides[1])
    else { return nil }
    self.init(width: width, height: height)
    guard halves.count == 2 else { return }
    guard let hertz = Self.rate(halves[1]) else { return nil }
    self.init(width: width, height: height, refreshHertz: hertz)
  }

  /// `1920x1080@59.94`, as it is read.
  package var description: String {
    guard let refreshHertz else { return "\(width)x\(height)" }
    let whole = Int(exactly: refreshHertz)
    return "\(width)x\(height)@" + (whole.map { "\($0)" } ?? "\(refreshHertz)")
  }

  private static func side(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy(isDigit), let number = Int(text), (1...16384).contains(number)
    else { return nil }
    return number
  }

  private static func rate(_ text: Substring) -> Double? {
    // The standard library reads much more than what people call a number.
    guard text.utf8.first.map(isDigit) ?? false, text.utf8.count <= 32,
      text.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }),
      let number = Double(text), (1...1000).contains(number)
    else { return nil }
    return number
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
