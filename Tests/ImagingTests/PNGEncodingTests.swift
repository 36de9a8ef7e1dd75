// SPDX-License-Identifier: Apache-2.0
import Geometry
import Glibc
import Testing

@testable import Imaging

@Suite("PNG encoding")
struct PNGEncodingTests {
  /// A picture in which every pixel and every unused byte differs.
  private func picture(_ size: PixelSize, stride: Int) -> [UInt8] {
    (0..<(stride * size.height)).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 >> 3) }
  }

  @Test(
    "Pixels survive the way out and in, whatever the stride",
    arguments: [(1, 1, 4), (3, 2, 12), (5, 4, 32), (640, 3, 2567)]
  )
  func roundTrip(_ width: Int, _ height: Int, _ stride: Int) throws {
    let size = PixelSize(width: width, height: height)
    let pixels = picture(size, stride: stride)
    let file = try PNGImage.encode(xrgb8888: pixels, size: size, strideBytes: stride)
    let decoded = try DecodedImage.decode(file)
    #expect(decoded.size == size)
    #expect(!decoded.hasAlpha)
    let expected = (0..<height).flatMap { row in
      (0..<width).flatMap { column -> [UInt8] in
        let offset = row * stride + column * 4
        return [pixels[offset + 2], pixels[offset + 1], pixels[offset], 255]
      }
    }
    #expect(decoded.rgba == expected)
  }

  @Test("The last row needs no padding, and equal pixels give equal files")
  func deterministic() throws {
    let size = PixelSize(width: 2, height: 2)
    let pixels: [UInt8] = Array(0..<24)
    let short = Array(pixels[..<24])
    let first = try PNGImage.encode(xrgb8888: short, size: size, strideBytes: 16)
    var other = pixels
    // Unused: the X bytes and the padding.
    for index in [3, 7, 8, 15, 19, 23] { other[index] = 0xEE }
    let second = try PNGImage.encode(xrgb8888: other, size: size, strideBytes: 16)
    #expect(first == second)
    // Colour type 2 and depth 8 stand in the header: RGB without alpha.
    #expect(first[24...25] == [8, 2])
  }

  @Test("Noise, which does not compress, still fits the space that is set aside")
  func noise() throws {
    let size = PixelSize(width: 301, height: 211)
    var state: UInt64 = 1
    let pixels: [UInt8] = (0..<(size.width * size.height * 4)).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    let file = try PNGImage.encode(
      xrgb8888: pixels,
      size: size,
      strideBytes: size.width * 4
    )
    #expect(try DecodedImage.decode(file).rgba[0] == pixels[2])
  }

  @Test(
    "A size that does not fit its pixels is refused",
    arguments: [(0, 1, 4), (1, 0, 4), (2, 2, 7), (2, 3, 8), (-1, 2, 8), (8193, 1, 40000)]
  )
  func refused(_ width: Int, _ height: Int, _ stride: Int) {
    let pixels = [UInt8](repeating: 0, count: 16)
    #expect(throws: ImagingError.self) {
      try PNGImage.encode(
        xrgb8888: pixels,
        size: PixelSize(width: width, height: height),
        strideBytes: stride
      )
    }
  }

  @Test("A written file can be opened, and one that cannot be written says why")
  func files() throws {
    let path = "/tmp/swell-imaging-\(getpid()).png"
    defer { unsafe unlink(path) }
    let size = PixelSize(width: 1, height: 1)
    let pixels: [UInt8] = [30, 20, 10, 0]
    try PNGImage.write(to: path, xrgb8888: pixels, size: size, strideBytes: 4)
    #expect(try DecodedImage.open(path).rgba == [10, 20, 30, 255])
    #expect(throws: ImagingError(.unwritable("No such file or directory"), path: "/no/a.png")) {
      try PNGImage.write(to: "/no/a.png", xrgb8888: pixels, size: size, strideBytes: 4)
    }
  }
}
