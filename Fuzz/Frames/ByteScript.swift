// SPDX-License-Identifier: Apache-2.0
import Raster

/// Choices that are made by a fuzzer's bytes; 0 when they are used up.
struct ByteScript {
  private let bytes: [UInt8]
  private var index = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { index >= bytes.count }

  private mutating func next() -> Int {
    defer { index += 1 }
    return index < bytes.count ? Int(bytes[index]) : 0
  }

  /// 0 ..< `limit`, at most 65,536.
  mutating func below(_ limit: Int) -> Int {
    limit <= 1 ? 0 : (limit <= 256 ? next() : next() << 8 | next()) % limit
  }

  /// 0 …< 1.
  mutating func fraction() -> Double { Double(next()) / 256 }

  /// -64 … 64.
  mutating func signed() -> Double { Double(next() - 128) / 2 }

  /// Opaque more often than not.
  mutating func color() -> Color {
    let alpha = next()
    return Color(
      red: UInt8(next()),
      green: UInt8(next()),
      blue: UInt8(next()),
      alpha: alpha < 192 ? 255 : UInt8(alpha)
    )
  }
}
