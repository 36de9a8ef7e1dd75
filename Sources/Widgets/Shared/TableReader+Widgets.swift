// SPDX-License-Identifier: Apache-2.0
package import Motion
package import Raster
package import TOMLReading

extension TableReader {
  /// Reads the required key `id`; empty when it is missing or wrong.
  package mutating func id() -> String {
    guard has("id") else {
      _ = node("id")
      report(Diagnostic(position, "\(name) needs an 'id'"))
      return ""
    }
    return read("id", "") { node throws(Diagnostic) in
      guard let id = node.string, Self.isID(id) else {
        throw node.mismatch("1 to 64 of the characters A-Z a-z 0-9 _ . -")
      }
      return id
    }
  }

  private static func isID(_ id: String) -> Bool {
    (1...64).contains(id.utf8.count)
      && id.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  /// Reads the inline table `frame`.
  package mutating func frame(_ fallback: FrameSettings) -> FrameSettings {
    table("frame", fallback) { reader in
      var frame = fallback
      let place = -100_000.0...100_000.0
      let extent = 0.01...16384.0
      frame.x = reader.length("x", frame.x, in: place)
      frame.y = reader.length("y", frame.y, in: place)
      frame.width = reader.length("width", frame.width, in: extent)
      frame.height = reader.length("height", frame.height, in: extent)
      frame.anchor = reader.choice("anchor", frame.anchor)
      return frame
    }
  }

  private mutating func length(
    _ key: String,
    _ fallback: FrameSettings.Length,
    in range: ClosedRange<Double>
  ) -> FrameSettings.Length {
    read(key, fallback) { node throws(Diagnostic) in try node.length(in: range) }
  }

  package mutating func color(_ key: String, _ fallback: Color) -> Color {
    read(key, fallback) { node throws(Diagnostic) in
      guard let color = node.string.flatMap({ Color(hex: $0) }) else {
        throw node.mismatch("a colour such as \"#2F7CF6\", \"#FFF\" or \"#F25A5A80\"")
      }
      return color
    }
  }

  package mutating func curve(_ key: String, _ fallback: Curve) -> Curve {
    read(key, fallback) { node throws(Diagnostic) in try node.curve() }
  }
}
