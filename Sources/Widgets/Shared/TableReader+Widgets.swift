// SPDX-License-Identifier: Apache-2.0
package import TOMLReading

extension TableReader {
  /// Reads the required key `id`; empty when it is missing or wrong.
  package mutating func id() -> String {
    guard has("id") else {
      _ = node("id")
      report(Diagnostic(position, "\(name) needs an 'id'"))
      return ""
    }
    return word("id")
  }

  /// A name of 1 to 64 letters, digits and "_.-"; empty where it is left out or wrong.
  package mutating func word(_ key: String) -> String {
    read(key, fallback: "") { node throws(Diagnostic) in
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

  /// Warns of an inward bow by which opposite edges of `frame` meet or cross.
  mutating func checkAmplitude(_ amplitude: Double, frame: FrameSettings) {
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
}
