// SPDX-License-Identifier: Apache-2.0
import DisplayServer
import Geometry
import GoldenPlaying
import Imaging
import JSON
import MonotonicTime
import Raster
import Typography
import Widgets

/// Text and images made with the libraries that the daemon makes them with, and written down.
final class RecordedMaterials: Materials {
  /// What was made, by what it was asked for as.
  private(set) var made = JSONObject()

  let lines: any LineMaker = SilentLines()
  let clock: any WallClock = SceneClock(startingAt: 0)
  private let fonts: FontLibrary
  private var images: [String: PNGImage] = [:]

  /// Materials with the `images` of the folder of golden pictures.
  init(images names: [String]) throws {
    fonts = try FontLibrary.open()
    for name in names {
      let image = try PNGImage.open(GoldenTable.folder + name)
      images[GoldenKey.image(name)] = image
      made[GoldenKey.image(name)] = .object(
        JSONObject([
          ("width", .number(Double(image.size.width))),
          ("height", .number(Double(image.size.height))), ("alpha", .bool(image.hasAlpha)),
          ("rgba", .string(Hexadecimal.text(image.rgba))),
        ])
      )
    }
  }

  func label(
    _ text: String,
    pixelSize: Double,
    maximumWidth: Double
  ) throws(MaterialFault) -> PlacedMask {
    let label = try material { () throws(TypographyError) in
      try fonts.label(text, font: nil, pixelSize: pixelSize, maximumWidth: maximumWidth)
    }
    made[GoldenKey.label(text, pixelSize, maximumWidth)] = .object(label.json)
    return label
  }

  func word(
    _ text: String,
    font: String?,
    fitting size: PixelSize
  ) throws(MaterialFault) -> CoverageMask {
    let mask = try material { () throws(TypographyError) in
      try fonts.wordMask(text, font: font, fitting: size).mask
    }
    let placed = PlacedMask(mask: mask, origin: PixelPoint(x: 0, y: 0))
    made[GoldenKey.word(text, size)] = .object(placed.json)
    return mask
  }

  func image(_ path: String, fitting size: PixelSize) throws(MaterialFault) -> CoverageMask {
    try decoded(path).maskFromAlpha(fitting: size).mask
  }

  func picture(
    _ path: String,
    fit: PictureFit,
    in frame: PixelRect,
    _ transform: OutputTransform
  ) throws(MaterialFault) -> Picture {
    let size = PixelSize(width: frame.width, height: frame.height)
    let image = try decoded(path).premultiplied(in: size, fit: fit)
    return Picture(
      premultiplied: image.rgba,
      size: image.size,
      at: PixelPoint(x: frame.left, y: frame.top),
      clip: frame,
      transform: transform
    )
  }

  func figures(pixelSize: Double) -> FigureGlyphs {
    guard let figures = try? fonts.figureGlyphs(font: nil, pixelSize: pixelSize) else {
      return SegmentFigures.glyphs(pixelSize: pixelSize)
    }
    made[GoldenKey.figures(pixelSize)] = .object(
      JSONObject([
        ("glyphs", .array(figures.glyphs.map { .object($0.json) })),
        ("advances", .array(figures.advances.map { .number($0) })),
        ("digit_height", .number(figures.digitHeight)),
      ])
    )
    return figures
  }

  func complain(_ sentence: String) {}

  private func decoded(_ path: String) throws(MaterialFault) -> PNGImage {
    guard let image = images[GoldenKey.image(path)] else { throw MaterialFault("no \(path)") }
    return image
  }

  private func material<Value>(
    _ make: () throws(TypographyError) -> Value
  ) throws(MaterialFault) -> Value {
    do throws(TypographyError) { return try make() } catch { throw MaterialFault("\(error)") }
  }
}

extension PlacedMask {
  fileprivate var json: JSONObject {
    JSONObject([
      ("width", .number(Double(mask.size.width))), ("height", .number(Double(mask.size.height))),
      ("x", .number(Double(origin.x))), ("y", .number(Double(origin.y))),
      ("coverage", .string(Hexadecimal.text(mask.bytes))),
    ])
  }
}

/// Golden scripts have no lines.
private final class SilentLines: LineMaker {
  func line(
    _ text: String,
    font: String,
    pixelSize: Double,
    direction: TextDirection
  ) throws(MaterialFault) -> TextLine { throw MaterialFault("there are no lines") }

  func block(
    _ text: String,
    font: String,
    pixelSize: Double,
    width: Int,
    lines: Int
  ) throws(MaterialFault) -> TextBlock { throw MaterialFault("there are no lines") }

  func complain(_ sentence: String) {}
}
