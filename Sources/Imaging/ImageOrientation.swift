// SPDX-License-Identifier: Apache-2.0
internal import Geometry

/// Orientation of the stored pixels in the upright image: EXIF's tag 0x0112 (JEITA CP-3451, 4.6.4).
enum ImageOrientation: UInt16, CaseIterable, Hashable {
  /// The first row is the top, the first column the left.
  case upright = 1
  /// Mirrored from left to right.
  case mirrored
  /// Turned by half a circle.
  case half
  /// Mirrored from top to bottom.
  case flipped
  /// Rows and columns exchanged.
  case transposed
  /// To be turned clockwise by a quarter.
  case quarter
  /// Rows and columns exchanged, and turned by half a circle.
  case transversed
  /// To be turned counterclockwise by a quarter.
  case threeQuarters

  /// Reads the contents of an APP1 segment; nil where they are not EXIF's, or have no known orientation.
  init?(exif: ArraySlice<UInt8>) {
    let name: [UInt8] = Array("Exif\0\0".utf8)
    guard exif.starts(with: name) else { return nil }
    let tiff = Array(exif.dropFirst(name.count))
    let isLittle = tiff.starts(with: [0x49, 0x49, 42, 0])
    guard isLittle || tiff.starts(with: [0x4D, 0x4D, 0, 42]) else { return nil }
    func number(at place: Int, bytes count: Int) -> Int? {
      guard place + count <= tiff.count else { return nil }
      let bytes = tiff[place..<place + count]
      return isLittle
        ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
        : bytes.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let start = number(at: 4, bytes: 4), let count = number(at: start, bytes: 2) else {
      return nil
    }
    for entry in 0..<count {
      let place = start + 2 + 12 * entry
      guard let tag = number(at: place, bytes: 2) else { return nil }
      guard tag == 0x0112 else { continue }
      // One number of two bytes, which lies in the entry itself.
      guard number(at: place + 2, bytes: 2) == 3, number(at: place + 4, bytes: 4) == 1,
        let value = number(at: place + 8, bytes: 2)
      else { return nil }
      self.init(rawValue: UInt16(value))
      return
    }
    return nil
  }

  /// True if columns become rows.
  private var isTurned: Bool { rawValue >= Self.transposed.rawValue }

  /// The upright image of stored pixels.
  func upright(_ pixels: [UInt8], size: PixelSize) -> (rgba: [UInt8], size: PixelSize) {
    if self == .upright { return (pixels, size) }
    let (width, height) =
      isTurned ? (size.height, size.width) : (size.width, size.height)
    // Where the first upright pixel is stored, and how far it is from there to the next column and row.
    let (right, bottom) = (size.width - 1, (size.height - 1) * size.width)
    let (first, column, row) =
      switch self {
      case .upright: (0, 1, size.width)
      case .mirrored: (right, -1, size.width)
      case .half: (bottom + right, -1, -size.width)
      case .flipped: (bottom, 1, -size.width)
      case .transposed: (0, size.width, 1)
      case .quarter: (bottom, -size.width, 1)
      case .transversed: (bottom + right, -size.width, -1)
      case .threeQuarters: (right, size.width, -1)
      }
    var result = [UInt8](repeating: 0, count: pixels.count)
    let source = unsafe pixels.span.bytes
    var target = result.mutableSpan
    var written = unsafe target.mutableBytes
    // Sixteen rows at a time: of a turned image neighbours in a column share their cache lines.
    for top in stride(from: 0, to: height, by: 16) {
      for x in 0..<width {
        for y in top..<min(top + 16, height) {
          let pixel = unsafe source.unsafeLoadUnaligned(
            fromByteOffset: 4 * (first + x * column + y * row),
            as: UInt32.self
          )
          written.storeBytes(of: pixel, toByteOffset: 4 * (y * width + x), as: UInt32.self)
        }
      }
    }
    return (result, PixelSize(width: width, height: height))
  }
}
