// SPDX-License-Identifier: Apache-2.0

/// Writes PNG files byte by byte after the specification, without libpng: uncompressed, unfiltered.
package struct PNGBuilder {
  /// Pixels of a row.
  package var width: UInt32
  /// Rows.
  package var height: UInt32
  /// Bits a sample.
  package var depth: UInt8 = 8
  /// 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA.
  package var colourType: UInt8
  /// The rows, each without its filter byte.
  package var rows: [[UInt8]]
  /// Chunks between IHDR and IDAT.
  package var extra: [(type: String, contents: [UInt8])] = []

  /// A file of `rows`, each without its filter byte.
  package init(
    width: UInt32,
    height: UInt32,
    depth: UInt8 = 8,
    colourType: UInt8,
    rows: [[UInt8]],
    extra: [(type: String, contents: [UInt8])] = []
  ) {
    self.width = width
    self.height = height
    self.depth = depth
    self.colourType = colourType
    self.rows = rows
    self.extra = extra
  }

  /// The file.
  package var bytes: [UInt8] {
    var header = Self.word(width) + Self.word(height)
    header += [depth, colourType, 0, 0, 0]
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += Self.chunk("IHDR", header)
    for chunk in extra { file += Self.chunk(chunk.type, chunk.contents) }
    file += Self.chunk("IDAT", Self.stored(rows.flatMap { [0] + $0 }))
    return file + Self.chunk("IEND", [])
  }

  /// A number as PNG files have it, the highest byte first.
  package static func word(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// A chunk with its length and checksum.
  package static func chunk(_ type: String, _ contents: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + contents
    return word(UInt32(contents.count)) + body + word(crc(body))
  }

  /// CRC-32 as in PNG's annex D.
  package static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes { crc = remainders[Int((crc ^ UInt32(byte)) & 255)] ^ (crc >> 8) }
    return ~crc
  }

  /// What a byte leaves in the CRC.
  private static let remainders: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(byte) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }

  /// A zlib stream of one stored block (RFC 1950, 1951); at most 65535 bytes.
  package static func stored(_ raw: [UInt8]) -> [UInt8] {
    let length = UInt16(raw.count)
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in raw {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    let sizes = [length & 255, length >> 8, ~length & 255, ~length >> 8].map { UInt8($0) }
    return [0x78, 0x01, 1] + sizes + raw + word(b << 16 | a)
  }
}
