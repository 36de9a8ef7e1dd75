// SPDX-License-Identifier: Apache-2.0
import Geometry
import Glibc
import GoldenPlaying
import JSON
import LayerPainting
import Raster
import Widgets

/// Draws frames of the benchmark's scene at 800 × 480, for somebody who counts instructions.
///
/// Standard input has a line with how many frames and `full`, `rgb565`, `rotation=90` as wanted, then the tape
/// whose text is used.
@main struct Bench {
  static func main() {
    var input: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = piece.withUnsafeMutableBytes { read(0, $0.baseAddress, UInt($0.count)) }
      guard count > 0 else { break }
      input += piece[..<count]
    }
    let line = input.prefix { $0 != UInt8(ascii: "\n") }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard let frames = words.first.flatMap({ Int($0) }),
      let json = try? JSONValue(parsing: Array(input.dropFirst(line.count))),
      let tape = GoldenTape(json)
    else { return }
    let format: PixelFormat = words.contains("rgb565") ? .rgb565 : .xrgb8888
    let scene = BenchScene(size: PixelSize(width: 800, height: 480))
    var painter = scene.makePainter(
      format: format,
      rotation: words.contains("rotation=90") ? .quarter : .none,
      bufferCount: 2,
      text: CairoText(GoldenMaterials(tape.materials))
    )
    let size = painter.transform.bufferSize
    let strideBytes = size.width * format.bytesPerPixel
    let empty = [UInt8](repeating: 0, count: strideBytes * size.height)
    var buffers = [empty, empty]
    for n in 0..<frames {
      let (button, progress) = ([scene.buttonSnapshot(n)], [scene.progressSnapshot(n)])
      if words.contains("full") { painter.invalidateAll() }
      var bytes = buffers[n & 1].mutableSpan
      var canvas = Canvas(
        bytes.mutableBytes,
        strideBytes: strideBytes,
        format: format,
        size: size
      )
      _ = painter.paint(
        buttons: button.span,
        progresses: progress.span,
        into: &canvas,
        buffer: n & 1
      )
    }
  }
}

/// The text of a tape under the name that the benchmark knows.
struct CairoText {
  private let materials: GoldenMaterials

  init(_ materials: GoldenMaterials) { self.materials = materials }

  func label(_ text: String, size: Double) -> PlacedMask {
    let none = PlacedMask(
      mask: CoverageMask(size: PixelSize(width: 0, height: 0), bytes: []),
      origin: PixelPoint(x: 0, y: 0)
    )
    return (try? materials.label(text, pixelSize: size, maximumWidth: 1000)) ?? none
  }

  func figures(size: Double) -> FigureGlyphs { materials.figures(pixelSize: size) }
}
