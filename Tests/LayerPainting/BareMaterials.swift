// SPDX-License-Identifier: Apache-2.0
package import Geometry
internal import MonotonicTime
package import Raster
package import Widgets

/// Materials without fonts and images, at midnight; what a test needs of them its own type has.
package protocol BareMaterials: Materials {}

extension BareMaterials {
  package var lines: any LineMaker { NoLines() }
  package var clock: any WallClock { NoClock() }

  package func label(
    _ text: String,
    font: String,
    pixelSize: Double,
    least: Double?,
    maximumWidth: Double
  ) throws(MaterialFault) -> PlacedMask {
    throw MaterialFault("there are no fonts")
  }

  package func labelWidth(_ text: String, font: String) throws(MaterialFault) -> Double {
    throw MaterialFault("there are no fonts")
  }

  package func word(
    _ text: String,
    font: String?,
    fitting size: PixelSize
  ) throws(MaterialFault) -> CoverageMask {
    throw MaterialFault("there are no fonts")
  }

  package func image(_ path: String, fitting size: PixelSize) throws(MaterialFault) -> CoverageMask
  {
    throw MaterialFault("there are no images")
  }

  package func icon(_ path: String, fitting size: PixelSize) throws(MaterialFault) -> Icon {
    throw MaterialFault("there are no images")
  }

  package func picture(
    _ path: String,
    edition: Double,
    fit: PictureFit,
    in frame: PixelRect,
    radius: Double,
    transform: OutputTransform
  ) throws(MaterialFault) -> Picture {
    throw MaterialFault("there are no images")
  }

  package func code(
    _ text: String,
    level: CodeLevel,
    fitting pixels: Int
  ) throws(MaterialFault) -> CoverageMask {
    throw MaterialFault("there are no codes")
  }

  package func shadow(
    _ size: PixelSize,
    radius: Double,
    reach: Int
  ) throws(MaterialFault) -> CoverageMask {
    MaskShape.rectangle(size, radius: radius).blurred(reach: reach)
  }

  package func figures(font: String, tail: String, pixelSize: Double) -> FigureGlyphs {
    let none = PlacedMask(
      mask: CoverageMask(size: PixelSize(width: 1, height: 1), bytes: [0]),
      origin: PixelPoint(x: 0, y: 0)
    )
    return FigureGlyphs(
      glyphs: Array(repeating: none, count: FigureGlyphs.count),
      advances: Array(repeating: 1, count: FigureGlyphs.count),
      digitHeight: 1
    )
  }

  package func complain(_ sentence: String) {}
}

/// None at all.
package final class NoMaterials: BareMaterials {
  package init() {}
}

private final class NoLines: LineMaker {
  func line(
    _ text: String,
    font: String,
    pixelSize: Double,
    direction: TextDirection
  ) throws(MaterialFault) -> TextLine {
    throw MaterialFault("there are no fonts")
  }

  func block(
    _ text: String,
    font: String,
    pixelSize: Double,
    width: Int,
    lines: Int
  ) throws(MaterialFault) -> TextBlock {
    throw MaterialFault("there are no fonts")
  }

  func complain(_ sentence: String) {}
}

private final class NoClock: WallClock {
  func text(_ format: String, in language: String, at instant: MonotonicInstant) -> String {
    "00:00"
  }

  func nextChange(every seconds: Int, after instant: MonotonicInstant) -> MonotonicInstant {
    instant + MonotonicInterval(seconds: 86_400)
  }
}
