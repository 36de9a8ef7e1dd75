// SPDX-License-Identifier: Apache-2.0
package import Geometry
internal import Imaging
package import JSON
internal import MonotonicTime
package import Raster
package import Widgets

/// Text and images from a tape, by what they are asked for as.
package final class GoldenMaterials: Materials {
  private let tape: JSONObject
  package let lines: any LineMaker = NoLines()
  package let clock: any WallClock = NoClock()

  /// What is on `tape`.
  package init(_ tape: JSONObject) { self.tape = tape }

  package func label(
    _ text: String,
    pixelSize: Double,
    maximumWidth: Double
  ) throws(MaterialFault) -> PlacedMask {
    let key = GoldenKey.label(text, pixelSize, maximumWidth)
    guard let mask = tape[key]?.object.flatMap({ PlacedMask($0) }) else {
      throw MaterialFault("\(key) is not on the tape")
    }
    return mask
  }

  package func word(
    _ text: String,
    font: String?,
    fitting size: PixelSize
  ) throws(MaterialFault) -> CoverageMask {
    let key = GoldenKey.word(text, size)
    guard let mask = tape[key]?.object.flatMap({ PlacedMask($0) }) else {
      throw MaterialFault("\(key) is not on the tape")
    }
    return mask.mask
  }

  package func image(_ path: String, fitting size: PixelSize) throws(MaterialFault) -> CoverageMask
  {
    try decoded(path).maskFromAlpha(fitting: size).mask
  }

  package func picture(
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

  package func figures(pixelSize: Double) -> FigureGlyphs {
    guard let object = tape[GoldenKey.figures(pixelSize)]?.object,
      let glyphs = object["glyphs"]?.array, let advances = object["advances"]?.array,
      let digitHeight = object["digit_height"]?.double
    else { return Self.noFigures }
    return FigureGlyphs(
      glyphs: glyphs.compactMap { $0.object.flatMap { PlacedMask($0) } },
      advances: advances.compactMap { $0.double },
      digitHeight: digitHeight
    )
  }

  /// Figures without ink, which no table of frames has.
  private static let noFigures = FigureGlyphs(
    glyphs: Array(
      repeating: PlacedMask(
        mask: CoverageMask(size: PixelSize(width: 0, height: 0), bytes: []),
        origin: PixelPoint(x: 0, y: 0)
      ),
      count: FigureGlyphs.count
    ),
    advances: Array(repeating: 0, count: FigureGlyphs.count),
    digitHeight: 0
  )

  package func complain(_ sentence: String) {}

  private func decoded(_ path: String) throws(MaterialFault) -> PNGImage {
    let key = GoldenKey.image(path)
    guard let object = tape[key]?.object, let width = object["width"]?.int,
      let height = object["height"]?.int, let hasAlpha = object["alpha"]?.bool,
      let rgba = object["rgba"]?.string.map({ Hexadecimal.bytes($0) }),
      rgba.count == 4 * width * height
    else { throw MaterialFault("\(key) is not on the tape") }
    return PNGImage(size: PixelSize(width: width, height: height), hasAlpha: hasAlpha, rgba: rgba)
  }
}

/// What materials are called on a tape.
package enum GoldenKey {
  package static func label(_ text: String, _ pixelSize: Double, _ width: Double) -> String {
    "label \(text) \(number(pixelSize)) \(number(width))"
  }

  package static func word(_ text: String, _ size: PixelSize) -> String {
    "word \(text) \(size.width) \(size.height)"
  }

  package static func figures(_ pixelSize: Double) -> String { "figures \(number(pixelSize))" }

  /// Images are known by the last part of their path.
  package static func image(_ path: String) -> String {
    "image \(path.split(separator: "/").last ?? "")"
  }

  private static func number(_ value: Double) -> String { JSONValue.number(value).text }
}

extension PlacedMask {
  fileprivate init?(_ object: JSONObject) {
    guard let width = object["width"]?.int, let height = object["height"]?.int,
      let x = object["x"]?.int, let y = object["y"]?.int,
      let bytes = object["coverage"]?.string.map({ Hexadecimal.bytes($0) }),
      bytes.count == width * height
    else { return nil }
    let size = PixelSize(width: width, height: height)
    self.init(mask: CoverageMask(size: size, bytes: bytes), origin: PixelPoint(x: x, y: y))
  }
}

/// Bytes as text, two digits each.
package enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  /// The text of `bytes`.
  package static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that `text` says; what is no digit counts as 0.
  package static func bytes(_ text: String) -> [UInt8] {
    let values = text.utf8.map { digit -> UInt8 in
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
      default: 0
      }
    }
    return stride(from: 0, to: values.count - 1, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }
}

/// Golden scripts have no text fields and no labels of several lines.
private final class NoLines: LineMaker {
  func line(
    _ text: String,
    font: String,
    pixelSize: Double,
    direction: TextDirection
  ) throws(MaterialFault) -> TextLine { throw MaterialFault("no line is on the tape") }

  func block(
    _ text: String,
    font: String,
    pixelSize: Double,
    width: Int,
    lines: Int
  ) throws(MaterialFault) -> TextBlock { throw MaterialFault("no block is on the tape") }

  func complain(_ sentence: String) {}
}

/// Golden scripts do not tell the time.
private final class NoClock: WallClock {
  func text(_ format: String, at instant: MonotonicInstant) -> String { "" }

  func nextChange(every seconds: Int, after instant: MonotonicInstant) -> MonotonicInstant {
    instant + .milliseconds(1_000_000_000)
  }
}
