// SPDX-License-Identifier: Apache-2.0
package import Motion
package import Raster
package import TOMLReading
internal import Touch

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
    read(key, fallback) { node throws(Diagnostic) in try node.color() }
  }

  package mutating func curve(_ key: String, _ fallback: Curve) -> Curve {
    read(key, fallback) { node throws(Diagnostic) in try node.curve() }
  }

  /// Warns of an inward bow by which opposite edges of `frame` meet or cross.
  mutating func checkAmplitude(_ amplitude: Double, _ frame: FrameSettings) {
    guard case .points(let width) = frame.width, case .points(let height) = frame.height else {
      return
    }
    let shortSide = min(width, height)
    // The edge's middle goes half as far as its control point, and there are two edges.
    guard amplitude < 0, -amplitude >= shortSide else { return }
    warn(
      Diagnostic(
        keyPosition("amplitude"),
        "'amplitude' bows inward by the shorter side (\(shortSide) points) or more: opposite edges meet"
      )
    )
  }

  /// Reads what a button types: the key `types` with a text, or `key` with a key's name.
  mutating func stroke() -> KeyStroke? {
    let text: KeyStroke? = read("types", nil) { node throws(Diagnostic) in
      let text = try node.text()
      guard (1...64).contains(text.utf8.count), CharacterFilter.any.accepts(text) else {
        throw node.mismatch("a text of 1 to 64 bytes without control characters")
      }
      return .text(text)
    }
    let key: KeyStroke? = read("key", nil) { node throws(Diagnostic) in
      guard let key = KeyStroke(named: try node.text()) else {
        throw Diagnostic(node.position, "must be one of \(KeyStroke.nameList)")
      }
      return key
    }
    if has("types"), has("key") {
      report(Diagnostic(keyPosition("key"), "'key' must be left out where 'types' is given"))
    }
    return text ?? key
  }
}
