// SPDX-License-Identifier: Apache-2.0
import Geometry
import LayerTrials
import TestSupport
import Testing

@testable import Raster

@Suite("Rows of opaque pictures")
struct OpaqueRowTests {
  private let view = PixelSize(width: 203, height: 37)

  private func transform(_ rotation: Rotation) -> OutputTransform {
    OutputTransform(
      bufferSize: rotation.swapsAxes
        ? PixelSize(width: view.height, height: view.width) : view,
      rotation: rotation,
      scale: 1
    )
  }

  /// A picture of any opaque colours, but for holes at some pixels.
  private func picture(
    _ seed: Int,
    _ rect: PixelRect,
    holes: [PixelPoint] = [],
    _ transform: OutputTransform
  ) -> Picture {
    var bytes = PictureLayerTests.opaqueNoise(rect.area, seed: seed)
    for hole in holes {
      let start = 4 * (hole.y * rect.width + hole.x)
      bytes.replaceSubrange(start..<start + 4, with: [1, 2, 3, 254])
    }
    return Picture(
      premultiplied: bytes,
      size: PixelSize(width: rect.width, height: rect.height),
      at: PixelPoint(x: rect.left, y: rect.top),
      clip: view.bounds,
      transform: transform
    )
  }

  private func opaque(_ layer: PictureLayer, row y: Int) -> Range<Int> {
    PictureView(layer).opaqueBlocks(row: y)
  }

  @Test("The opaque blocks of a row are the longest run without a hole")
  func holes() {
    var layer = PictureLayer()
    let rect = PixelRect(left: 10, top: 3, right: 190, bottom: 30)
    // Blocks 0 and 11 are covered partly; a hole in block 3 leaves 4 to 10.
    let holes = [PixelPoint(x: 40, y: 5), PixelPoint(x: 80, y: 6), PixelPoint(x: 20, y: 6)]
    layer.setPicture(picture(1, rect, holes: holes, transform(.none)))
    layer.setOpacity(1)
    #expect(opaque(layer, row: 3) == 1..<11)
    #expect(opaque(layer, row: 8) == 4..<11)
    #expect(opaque(layer, row: 9) == 6..<11)
    #expect(opaque(layer, row: 2).isEmpty && opaque(layer, row: 30).isEmpty)
    layer.setOpacity(0.5)
    #expect(opaque(layer, row: 3).isEmpty)
  }

  @Test("A mix is opaque where both pictures are")
  func mixes() {
    var layer = PictureLayer()
    layer.setOpacity(1)
    layer.setPicture(
      picture(1, PixelRect(left: 0, top: 0, right: 100, bottom: 37), transform(.none))
    )
    let next = PixelRect(left: 40, top: 8, right: 203, bottom: 37)
    layer.mixPicture(picture(2, next, transform(.none)))
    layer.setShare(0.5)
    #expect(opaque(layer, row: 7).isEmpty)
    #expect(opaque(layer, row: 8) == 3..<6)
    layer.setShare(1)
    #expect(opaque(layer, row: 8) == 3..<12)
  }

  @Test("Round corners leave the blocks between them")
  func corners() {
    var layer = PictureLayer()
    layer.setOpacity(1)
    let all = view.bounds
    layer.setPicture(
      picture(1, all, transform(.none)).rounded(18, in: all, transform: transform(.none))
    )
    #expect(opaque(layer, row: 0) == 2..<11)
    #expect(opaque(layer, row: 18) == 0..<12)
  }

  @Test(
    "Every share of a mix is the formula's, in every bit of every pixel",
    arguments: [PixelFormat.xrgb8888, .rgb565],
    Rotation.allCases
  )
  func formula(format: PixelFormat, rotation: Rotation) {
    var stack = PaintedStack(
      view: view,
      format: format,
      rotation: rotation,
      background: Color(rgb: 0x2F7CF6)
    )
    let transform = stack.transform
    // Beneath a part of the picture, which there is composed in a strip.
    let disc = stack.layers.add(DiscLayer(fill: Color(rgb: 0xF25A5A), labelColor: Color(rgb: 0)))
    stack.layers.update(disc, center: Point(x: 60, y: 20), radius: 14, opacity: 1)
    let id = stack.layers.add(PictureLayer())
    let (one, other) = (picture(1, view.bounds, transform), picture(2, view.bounds, transform))
    stack.layers.setPicture(one, of: id)
    stack.layers.setOpacity(1, of: id)
    stack.layers.mixPicture(other, of: id)
    for share in stride(from: 0, through: 256, by: format == .rgb565 ? 37 : 1) {
      stack.layers.setShare(Double(share) / 256, of: id)
      stack.paintAll()
      var wrong = 0
      for y in 0..<transform.bufferSize.height {
        for x in 0..<transform.bufferSize.width {
          let index = y * one.blocksPerRow + x >> 4
          let (from, to) = (one.blocks[index], other.blocks[index])
          func mixed(_ from: CoverageLanes, _ to: CoverageLanes) -> UInt16 {
            let (from, to) = (Int(from[x & 15]), Int(to[x & 15]))
            return UInt16((from * 256 + share * (to - from) + 128) >> 8)
          }
          let tone = Tone(
            red: mixed(from.red, to.red),
            green: mixed(from.green, to.green),
            blue: mixed(from.blue, to.blue)
          )
          if bytes(stack, x, y) != expected(tone, format, x, y) { wrong += 1 }
        }
      }
      #expect(wrong == 0, "share \(share)")
    }
  }

  private func bytes(_ stack: PaintedStack, _ x: Int, _ y: Int) -> [UInt8] {
    let start = y * stack.strideBytes + x * stack.format.bytesPerPixel
    return Array(stack.full[start..<start + stack.format.bytesPerPixel])
  }

  private func expected(_ tone: Tone, _ format: PixelFormat, _ x: Int, _ y: Int) -> [UInt8] {
    guard format == .rgb565 else {
      return [UInt8(tone.blue), UInt8(tone.green), UInt8(tone.red), 0]
    }
    let pixel = RGB565Packing().pack(tone, row: y)[x & 15]
    return [UInt8(pixel & 255), UInt8(pixel >> 8)]
  }
}
