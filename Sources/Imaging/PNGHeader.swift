// SPDX-License-Identifier: Apache-2.0

/// The data in the first bytes of a PNG image (PNG specification, 5.2 and 11.2.1).
struct PNGHeader: Hashable {
  /// Columns, as stored: not yet checked against any limit.
  let width: UInt32
  /// Rows, as stored.
  let height: UInt32

  /// Signature, chunk length and type, the fields of IHDR.
  private static let length = 33
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let chunkStart: [UInt8] = [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]

  /// Reads the header and holds it against the limits, before anything is allocated.
  ///
  /// - Throws: ``ImagingError`` for anything but the start of an acceptable PNG image.
  init(_ bytes: [UInt8], path: String) throws(ImagingError) {
    if bytes.isEmpty { throw ImagingError(.empty, path: path) }
    guard bytes.starts(with: Self.signature.prefix(bytes.count)) else {
      throw ImagingError(.unknownKind, path: path)
    }
    guard bytes.count >= Self.length else {
      throw ImagingError(.damaged("it ends inside its header"), path: path)
    }
    guard bytes[8..<16].elementsEqual(Self.chunkStart) else {
      throw ImagingError(.damaged("its header chunk is missing"), path: path)
    }
    width = bytes[16..<20].reduce(0) { $0 << 8 | UInt32($1) }
    height = bytes[20..<24].reduce(0) { $0 << 8 | UInt32($1) }
    try DecodedImage.checkExtent(width: width, height: height, path: path)
  }
}
