// SPDX-License-Identifier: Apache-2.0

/// The data before the first scan of a JPEG image (ITU-T T.81, annex B).
struct JPEGHeader: Hashable {
  /// Columns, as stored.
  let width: UInt32
  /// Rows, as stored.
  let height: UInt32
  /// Orientation of the stored pixels.
  let orientation: ImageOrientation

  /// First bytes of a file: SOI.
  static let signature: [UInt8] = [0xFF, 0xD8]

  /// Reads segments up to the frame header and holds it against the limits, before anything is allocated.
  ///
  /// - Throws: ``ImagingError`` for anything but the start of an acceptable JPEG image.
  init(_ bytes: [UInt8], path: String) throws(ImagingError) {
    guard bytes.starts(with: Self.signature.prefix(bytes.count)) else {
      throw ImagingError(.unknownKind, path: path)
    }
    var orientation: ImageOrientation?
    var place = Self.signature.count
    while let marker = Self.marker(in: bytes, at: &place) {
      let length = Self.half(bytes, at: place)
      guard length >= 2, place + length <= bytes.count else { break }
      let contents = bytes[place + 2..<place + length]
      switch marker {
      // Each kind of frame; the others of this range are tables.
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
        guard contents.count >= 6 else {
          throw ImagingError(.damaged("its frame header is too short"), path: path)
        }
        height = UInt32(Self.half(bytes, at: contents.startIndex + 1))
        width = UInt32(Self.half(bytes, at: contents.startIndex + 3))
        self.orientation = orientation ?? .upright
        try DecodedImage.checkExtent(width: width, height: height, path: path)
        return
      case 0xE1 where orientation == nil: orientation = ImageOrientation(exif: contents)
      case 0xD9, 0xDA:
        throw ImagingError(.damaged("its frame header is missing"), path: path)
      default: break
      }
      place += length
    }
    throw ImagingError(.damaged("it ends inside its header"), path: path)
  }

  /// The marker at `place`, which is moved behind it; nil where there is none.
  private static func marker(in bytes: [UInt8], at place: inout Int) -> UInt8? {
    let start = place
    while place < bytes.count, bytes[place] == 0xFF { place += 1 }
    guard place > start, place + 2 < bytes.count else { return nil }
    place += 1
    return bytes[place - 1]
  }

  /// Two bytes as a number, the higher one first.
  private static func half(_ bytes: [UInt8], at place: Int) -> Int {
    Int(bytes[place]) << 8 | Int(bytes[place + 1])
  }
}
