// SPDX-License-Identifier: Apache-2.0
import Geometry
import Raster
import TestSupport
import Testing

@testable import Imaging

@Suite("JPEG decoding", .enabled(if: JPEGSamples.hasDecoder, "libturbojpeg.so.0 is not installed"))
struct JPEGDecodingTests {
  /// The letters of the four quarters' colours, row by row: red, green, blue, white.
  private func quarters(_ image: DecodedImage) -> String {
    let (width, height) = (image.size.width, image.size.height)
    let places = [(1, 1), (3, 1), (1, 3), (3, 3)]
    return String(
      places.map { x, y -> Character in
        let start = 4 * (height * y / 4 * width + width * x / 4)
        // Lossy: a channel is off by a few.
        let bits = image.rgba[start..<start + 4].map { $0 > 250 ? 1 : $0 < 5 ? 0 : 2 }
        return switch bits {
        case [1, 0, 0, 1]: "R"
        case [0, 1, 0, 1]: "G"
        case [0, 0, 1, 1]: "B"
        case [1, 1, 1, 1]: "W"
        default: "?"
        }
      }
    )
  }

  @Test("Y'CbCr, CMYK and YCCK become opaque RGBA")
  func spaces() throws {
    for bytes in [JPEGSamples.quarters, JPEGSamples.cmyk, JPEGSamples.ycck] {
      let image = try DecodedImage.decode(bytes)
      #expect(image.size == PixelSize(width: 32, height: 16))
      #expect(!image.hasAlpha)
      #expect(quarters(image) == "RGBW")
    }
  }

  @Test(
    "A photograph stands upright, as EXIF says it was taken",
    arguments: [
      // Where the stored first row and first column are, by the standard's table.
      (1, "RGBW"), (2, "GRWB"), (3, "WBGR"), (4, "BWRG"), (5, "RBGW"), (6, "BRWG"), (7, "WGBR"),
      (8, "GWRB"), (0, "RGBW"), (9, "RGBW"),
    ] as [(UInt8, String)],
    [true, false]
  )
  func orientations(_ told: (orientation: UInt8, quarters: String), isLittleEndian: Bool) throws {
    let exif = JPEGSamples.exif(orientation: told.orientation, isLittleEndian: isLittleEndian)
    let image = try DecodedImage.decode(JPEGSamples.quarters(exif: exif))
    let isTurned = (5...8).contains(told.orientation)
    #expect(
      image.size
        == (isTurned ? PixelSize(width: 16, height: 32) : PixelSize(width: 32, height: 16))
    )
    #expect(quarters(image) == told.quarters)
  }

  @Test("EXIF data that are cut off or point elsewhere leave the image as it is stored")
  func brokenExif() throws {
    let exif = JPEGSamples.exif(orientation: 6, isLittleEndian: true)
    // Up to the end of the entry that counts.
    for length in 0..<exif.count - 6 {
      let image = try DecodedImage.decode(JPEGSamples.quarters(exif: Array(exif[..<length])))
      #expect(quarters(image) == "RGBW")
    }
    var far = exif
    far.replaceSubrange(10..<14, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(quarters(try DecodedImage.decode(JPEGSamples.quarters(exif: far))) == "RGBW")
  }

  @Test("A file cut anywhere is refused", arguments: 0..<JPEGSamples.quarters.count - 2)
  func truncated(_ length: Int) {
    #expect(throws: ImagingError.self) {
      try DecodedImage.decode(Array(JPEGSamples.quarters.prefix(length)))
    }
  }

  @Test("A file that ends within its pixels is told with the library's words")
  func warning() {
    let file = Array(JPEGSamples.quarters.dropLast(12))
    let error = ImagingError(.damaged("Premature end of JPEG file"), path: "a.jpg")
    #expect(throws: error) { try DecodedImage.decode(file, path: "a.jpg") }
    #expect(
      "\(error)" == "a.jpg is a damaged image (Premature end of JPEG file); export it again"
    )
  }

  @Test("A flipped bit is refused or decoded, nothing else", arguments: JPEGSamples.ycck.indices)
  func flipped(_ index: Int) {
    expectRefusedOrDecoded(JPEGSamples.ycck, flippingIn: index)
  }

  @Test("As a mask its dark pixels count, for there is no alpha")
  func mask() throws {
    let image = try DecodedImage.decode(JPEGSamples.quarters)
    let (mask, _) = image.maskFromAlpha(fitting: image.size)
    // Luma of red, green, blue and white after BT.709, out of 256.
    for (x, y, luma) in [(8, 4, 54), (24, 4, 183), (8, 12, 19), (24, 12, 256)] {
      #expect(abs(Int(mask.bytes[y * 32 + x]) - (256 - luma)) <= 3)
    }
  }
}

@Suite("JPEG headers")
struct JPEGHeaderTests {
  /// The start of a file with a frame header of this size.
  private func file(_ width: UInt16, _ height: UInt16, marker: UInt8 = 0xC0) -> [UInt8] {
    let size = [height, width].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    // A comment and fill bytes first.
    return [0xFF, 0xD8, 0xFF, 0xFE, 0, 3, 7, 0xFF, 0xFF, marker, 0, 11, 8] + size + [1, 1, 0x11, 0]
  }

  @Test(
    "Sizes beyond the limits are refused from the header alone",
    arguments: [(20000, 20000), (8193, 1), (1, 8193), (4097, 4096)] as [(UInt16, UInt16)],
    [0xC0, 0xC2, 0xCF] as [UInt8]
  )
  func tooLarge(_ size: (width: UInt16, height: UInt16), marker: UInt8) {
    let error = ImagingError(
      .tooLarge(width: UInt32(size.width), height: UInt32(size.height)),
      path: "a.png"
    )
    #expect(throws: error) {
      try DecodedImage.decode(file(size.width, size.height, marker: marker), path: "a.png")
    }
  }

  @Test("No pixels, no frame and a lone start are refused, each in its words")
  func damaged() {
    let cases: [([UInt8], String)] = [
      (file(4, 0), "it has no pixels"), (file(0, 4), "it has no pixels"),
      ([0xFF, 0xD8], "it ends inside its header"),
      ([0xFF, 0xD8, 0xFF, 0xC0, 0, 3, 8], "its frame header is too short"),
      ([0xFF, 0xD8, 0xFF, 0xDA, 0, 2], "its frame header is missing"),
      ([0xFF, 0xD8, 0xFF, 0xE1, 0, 0, 0, 0], "it ends inside its header"),
    ]
    for (bytes, words) in cases {
      #expect(throws: ImagingError(.damaged(words))) { try DecodedImage.decode(bytes) }
    }
    #expect(throws: ImagingError(.unknownKind)) { try DecodedImage.decode([0xFF, 0xD7, 0xFF]) }
  }
}
