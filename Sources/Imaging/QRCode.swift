// SPDX-License-Identifier: Apache-2.0
private import CQREncode
internal import Geometry
package import Raster

/// QR codes, by libqrencode where it is installed (ISO/IEC 18004).
package struct QRCode: Hashable, Sendable {
  /// The reason why there is no code.
  package enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The library is not installed.
    case missingEncoder
    /// The text is too long for the level, or has a NUL.
    case refused
    /// A code of so many modules a side has no room in so many pixels.
    case tooSmall(modules: Int, pixels: Int)

    /// A clause that ends a sentence.
    package var description: String {
      switch self {
      case .missingEncoder:
        "libqrencode.so.4 is not installed: install libqrencode4"
      case .refused: "its text is too long for its level, or has a NUL"
      case .tooSmall(let modules, let pixels):
        "its \(modules) modules a side have no room in \(pixels) pixels; make it larger, or its text shorter"
      }
    }
  }

  /// Number of light modules around a code, on each side.
  package static let quietZone = 4

  /// Modules of a side, without the quiet zone.
  package let side: Int
  /// 255 for dark and 0 for light, row by row.
  package let modules: [UInt8]

  /// The code of a text.
  ///
  /// The library is open only as long as this takes.
  ///
  /// - Parameters:
  ///   - text: The text to encode, as UTF-8.
  ///   - level: The part of it that may be covered, 0 … 3: about 7, 15, 25 or 30 %.
  /// - Throws: ``Fault``.
  package init(_ text: String, level: Int) throws(Fault) {
    guard !text.utf8.contains(0) else { throw .refused }
    let bytes = text.utf8.map { CChar(bitPattern: $0) } + [0]
    let most = Int(CQRENCODE_SIDE)
    var found = [UInt8](repeating: 0, count: most * most)
    var width: Int32 = 0
    let status = unsafe cqrencode_encode(bytes, Int32(level), &found, &width)
    switch status {
    case CQRENCODE_DONE: break
    case CQRENCODE_MISSING: throw .missingEncoder
    default: throw .refused
    }
    side = Int(width)
    modules = Array(found.prefix(side * side))
  }

  /// The dark modules as coverage, each of as many whole pixels as can be, with the quiet zone around them.
  ///
  /// - Parameter pixels: Number of pixels on a side.
  /// - Returns: A square of at most so many pixels.
  /// - Throws: ``Fault/tooSmall(modules:pixels:)`` where a module has no pixel.
  package func mask(fitting pixels: Int) throws(Fault) -> CoverageMask {
    let all = side + 2 * Self.quietZone
    let pitch = pixels / all
    guard pitch > 0 else { throw .tooSmall(modules: all, pixels: pixels) }
    let extent = all * pitch
    var bytes = [UInt8](repeating: 0, count: extent * extent)
    for row in 0..<side * pitch {
      let line = (row + Self.quietZone * pitch) * extent + Self.quietZone * pitch
      for column in 0..<side * pitch {
        bytes[line + column] = modules[row / pitch * side + column / pitch]
      }
    }
    return CoverageMask(size: PixelSize(width: extent, height: extent), bytes: bytes)
  }
}
