// SPDX-License-Identifier: Apache-2.0
import Geometry
import TestSupport
import Testing

@testable import Imaging

@Suite("PNG decoding")
struct PNGDecodingTests {
  @Test("Grey, alpha, RGB, RGBA, palette and 16 bits all become RGBA")
  func colourTypes() throws {
    let grey = PNGBuilder(width: 2, height: 1, colourType: 0, rows: [[7, 200]])
    #expect(try DecodedImage.decode(grey.bytes).rgba == [7, 7, 7, 255, 200, 200, 200, 255])
    let greyAlpha = PNGBuilder(width: 1, height: 2, colourType: 4, rows: [[9, 8], [200, 0]])
    let decoded = try DecodedImage.decode(greyAlpha.bytes)
    #expect(decoded.rgba == [9, 9, 9, 8, 200, 200, 200, 0])
    #expect(decoded.size == PixelSize(width: 1, height: 2))
    #expect(decoded.hasAlpha)
    let rgb = PNGBuilder(width: 1, height: 1, colourType: 2, rows: [[1, 2, 3]])
    #expect(try DecodedImage.decode(rgb.bytes).rgba == [1, 2, 3, 255])
    #expect(try !DecodedImage.decode(rgb.bytes).hasAlpha)
    let rgba = PNGBuilder(width: 1, height: 1, colourType: 6, rows: [[1, 2, 3, 4]])
    #expect(try DecodedImage.decode(rgba.bytes).rgba == [1, 2, 3, 4])
  }

  @Test("A palette's transparent entries are alpha, and packed bits are unpacked")
  func palette() throws {
    let palette = PNGBuilder(
      width: 4,
      height: 1,
      depth: 2,
      colourType: 3,
      rows: [[0b00_01_10_01]],
      extra: [("PLTE", [1, 2, 3, 4, 5, 6, 7, 8, 9]), ("tRNS", [0, 128])]
    )
    let decoded = try DecodedImage.decode(palette.bytes)
    #expect(decoded.rgba == [1, 2, 3, 0, 4, 5, 6, 128, 7, 8, 9, 255, 4, 5, 6, 128])
    #expect(decoded.hasAlpha)
  }

  @Test("An empty file, text, a byte and a lone signature are refused with a sentence")
  func wrongKinds() {
    #expect(throws: ImagingError(.empty)) { try DecodedImage.decode([]) }
    for bytes in [Array("<svg xmlns=\"http\"/>".utf8), [0x88]] {
      #expect(throws: ImagingError(.unknownKind)) { try DecodedImage.decode(bytes) }
    }
    #expect(throws: ImagingError(.damaged("it ends inside its header"))) {
      try DecodedImage.decode([0x89, 0x50, 0x4E, 0x47])
    }
  }

  @Test(
    "Sizes beyond the limits are refused from the header alone",
    arguments: [
      (20000, 20000), (8193, 1), (1, 8193), (8192, 8192), (4097, 4096), (.max, .max),
    ] as [(UInt32, UInt32)]
  )
  func tooLarge(_ width: UInt32, _ height: UInt32) {
    let image = PNGBuilder(width: width, height: height, colourType: 6, rows: [[0]])
    let error = ImagingError(.tooLarge(width: width, height: height), path: "logo.png")
    #expect(throws: error) { try DecodedImage.decode(image.bytes, path: "logo.png") }
    #expect(error.description.hasPrefix("logo.png has \(width) × \(height) pixels"))
  }

  @Test("The largest accepted side passes")
  func largest() throws {
    let image = PNGBuilder(
      width: 8192,
      height: 1,
      colourType: 0,
      rows: [Array(repeating: 5, count: 8192)]
    )
    #expect(try DecodedImage.decode(image.bytes).size.width == 8192)
  }

  @Test("No pixels are refused", arguments: [(0, 4), (4, 0)] as [(UInt32, UInt32)])
  func noPixels(_ width: UInt32, _ height: UInt32) {
    let image = PNGBuilder(width: width, height: height, colourType: 0, rows: [[]])
    #expect(throws: ImagingError(.damaged("it has no pixels"))) {
      try DecodedImage.decode(image.bytes)
    }
  }

  /// A small image with every kind of chunk that the decoder looks into.
  static let sample = PNGBuilder(
    width: 3,
    height: 2,
    colourType: 3,
    rows: [[0, 1, 2], [2, 1, 0]],
    extra: [
      ("gAMA", PNGBuilder.word(45455)), ("PLTE", [1, 2, 3, 4, 5, 6, 7, 8, 9]), ("tRNS", [0, 128]),
    ]
  ).bytes

  @Test("A file cut before its last chunk is refused", arguments: 0..<(sample.count - 12))
  func truncated(_ length: Int) {
    #expect(throws: ImagingError.self) {
      try DecodedImage.decode(Array(Self.sample.prefix(length)))
    }
  }

  @Test("A flipped bit anywhere is refused or decoded, nothing else", arguments: sample.indices)
  func flipped(_ index: Int) {
    expectRefusedOrDecoded(Self.sample, flippingIn: index)
  }

  @Test("A file is read from its path, and what is no file is refused by name")
  func files() throws {
    #expect(throws: ImagingError(.unreadable("No such file or directory"), path: "/no/logo.png")) {
      try DecodedImage.open("/no/logo.png")
    }
    for path in ["/tmp", "/dev/zero", "/dev/null"] {
      #expect(throws: ImagingError(.unreadable("Not a regular file"), path: path)) {
        try DecodedImage.open(path)
      }
    }
  }
}
