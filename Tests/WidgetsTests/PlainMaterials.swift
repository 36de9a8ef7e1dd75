// SPDX-License-Identifier: Apache-2.0
import Geometry
import MonotonicTime
import Raster
import Widgets

/// Text whose letters are bars, and images that are drops.
final class PlainMaterials: Materials {
  let lines: any LineMaker = PlainLines()
  let clock: any WallClock = PlainClock()

  func label(
    _ text: String,
    font: String,
    pixelSize: Double,
    least: Double?,
    maximumWidth: Double
  ) throws(MaterialFault) -> PlacedMask {
    let mask = try word(text, font: nil, fitting: PixelSize(width: 40, height: 12))
    return PlacedMask(mask: mask, origin: PixelPoint(x: -20, y: -6))
  }

  func labelWidth(_ text: String, font: String) throws(MaterialFault) -> Double {
    Double(text.utf8.count) / 2
  }

  func word(
    _ text: String,
    font: String?,
    fitting size: PixelSize
  ) throws(MaterialFault) -> CoverageMask {
    if text.isEmpty { throw MaterialFault("there is nothing to write") }
    return MaskShape.drop.mask(size: size)
  }

  func image(_ path: String, fitting size: PixelSize) throws(MaterialFault) -> CoverageMask {
    MaskShape.drop.mask(size: size)
  }

  func icon(_ path: String, fitting size: PixelSize) throws(MaterialFault) -> Icon {
    guard path.utf8.count.isMultiple(of: 2) else { return .ink(MaskShape.drop.mask(size: size)) }
    let side = PixelSize(width: min(max(size.width, 0), 9), height: min(max(size.height, 0), 9))
    return .colors(
      PremultipliedPixels(
        size: side,
        rgba: (0..<4 * side.width * side.height).map { UInt8($0 & 127) }
      )
    )
  }

  func code(
    _ text: String,
    level: CodeLevel,
    fitting pixels: Int
  ) throws(MaterialFault) -> CoverageMask {
    guard pixels > 20 else { throw MaterialFault("there is no room") }
    return CoverageMask(
      size: PixelSize(width: 20, height: 20),
      bytes: (0..<400).map { $0 & 1 == 0 ? 255 : 0 }
    )
  }

  func picture(
    _ path: String,
    edition: Double,
    fit: PictureFit,
    in frame: PixelRect,
    radius: Double,
    transform: OutputTransform
  ) throws(MaterialFault) -> Picture {
    // What covers a frame has no gaps.
    let size =
      fit == .cover
      ? PixelSize(width: frame.width, height: frame.height) : PixelSize(width: 30, height: 20)
    return Picture(
      premultiplied: (0..<size.width * size.height * 4).map { UInt8($0 & 127) },
      size: size,
      at: PixelPoint(x: frame.left, y: frame.top),
      clip: frame,
      transform: transform
    ).rounded(radius, in: frame, transform: transform)
  }

  func shadow(
    _ size: PixelSize,
    radius: Double,
    reach: Int
  ) throws(MaterialFault) -> CoverageMask {
    MaskShape.rectangle(size, radius: radius).blurred(reach: reach)
  }

  func figures(font: String, tail: String, pixelSize: Double) -> FigureGlyphs {
    let glyph = PlacedMask(
      mask: CoverageMask(
        size: PixelSize(width: 5, height: 7),
        bytes: Array(repeating: 200, count: 35)
      ),
      origin: PixelPoint(x: 0, y: -7)
    )
    return FigureGlyphs(
      glyphs: Array(repeating: glyph, count: FigureGlyphs.count),
      advances: Array(repeating: 6, count: FigureGlyphs.count),
      digitHeight: 7
    )
  }

  func complain(_ sentence: String) {}
}

/// A clock on which a second is a second.
private final class PlainClock: WallClock {
  func text(_ format: String, in language: String, at instant: MonotonicInstant) -> String {
    "\(format) \(Int(min(max(instant.seconds, 0), 1e15)))"
  }

  func nextChange(every seconds: Int, after instant: MonotonicInstant) -> MonotonicInstant {
    instant + MonotonicInterval(seconds: Double(seconds))
  }
}

/// Lines of bars, one a character.
private final class PlainLines: LineMaker {
  func line(
    _ text: String,
    font: String,
    pixelSize: Double,
    direction: TextDirection
  ) throws(MaterialFault) -> TextLine {
    let pitch = 6
    let characters = Array(text.prefix(TextLine.maximumCharacterCount))
    let size = PixelSize(width: max(characters.count * pitch, 1), height: 10)
    let bytes = (0..<size.width * size.height).map { index -> UInt8 in
      index % size.width % pitch < 3 && !characters.isEmpty ? 255 : 0
    }
    var boundaries: [TextBoundary] = []
    var offset = 0
    for (index, character) in characters.enumerated() {
      boundaries.append(
        TextBoundary(x: Double(index * pitch), byteOffset: offset, isRightToLeft: false)
      )
      offset += character.utf8.count
    }
    boundaries.append(
      TextBoundary(x: Double(characters.count * pitch), byteOffset: offset, isRightToLeft: false)
    )
    return TextLine(
      mask: PlacedMask(
        mask: CoverageMask(size: size, bytes: bytes),
        origin: PixelPoint(x: 0, y: -10)
      ),
      advance: Double(characters.count * pitch),
      baselineDrop: 4,
      isRightToLeft: false,
      boundaries: boundaries,
      isCut: characters.count < text.count
    )
  }

  func block(
    _ text: String,
    font: String,
    pixelSize: Double,
    width: Int,
    lines: Int
  ) throws(MaterialFault) -> TextBlock {
    let line = try line(
      String(text.prefix(30)),
      font: font,
      pixelSize: pixelSize,
      direction: .automatic
    )
    let one = TextBlock.Line(mask: line.mask, advance: line.advance, isRightToLeft: false)
    return TextBlock(
      lines: Array(repeating: one, count: text.isEmpty ? 0 : lines),
      ascent: 10,
      descent: 2,
      lineHeight: 12,
      isCut: false
    )
  }

  func complain(_ sentence: String) {}
}
