// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Imaging
internal import Raster
internal import Typography
internal import Widgets

/// Text and images as coverage, for widgets that do not know how they are made.
final class SceneMaterials: Materials {
  /// Sentences about what had to be replaced, since they were last taken.
  private var complaints: [String] = []
  private var fonts: FontLibrary?

  init() {}

  /// Takes the sentences about what had to be replaced.
  func takeComplaints() -> [String] {
    defer { complaints = [] }
    return complaints
  }

  /// Lets go of open fonts, which cost megabytes; another label opens the one it needs.
  func releaseFonts() { fonts?.releaseFonts() }

  func complain(_ sentence: String) { complaints.append(sentence) }

  func label(
    _ text: String,
    pixelSize: Double,
    maximumWidth: Double
  ) throws(MaterialFault) -> PlacedMask {
    let fonts = try openFonts()
    do throws(TypographyError) {
      return try fonts.label(text, font: nil, pixelSize: pixelSize, maximumWidth: maximumWidth)
    } catch {
      throw MaterialFault("\(error)")
    }
  }

  func line(
    _ text: String,
    font: String,
    pixelSize: Double,
    direction: TextDirection
  ) throws(MaterialFault) -> TextLine {
    let fonts = try openFonts()
    do throws(TypographyError) {
      return try fonts.line(
        text,
        font: font.isEmpty ? nil : font,
        pixelSize: pixelSize,
        direction: direction
      )
    } catch {
      throw MaterialFault("\(error)")
    }
  }

  func word(
    _ text: String,
    font: String?,
    fitting size: PixelSize
  ) throws(MaterialFault) -> CoverageMask {
    let fonts = try openFonts()
    do throws(TypographyError) {
      return try fonts.wordMask(text, font: font, fitting: size).mask
    } catch {
      throw MaterialFault("\(error)")
    }
  }

  func image(_ path: String, fitting size: PixelSize) throws(MaterialFault) -> CoverageMask {
    do throws(ImagingError) {
      return try PNGImage.open(path).maskFromAlpha(fitting: size).mask
    } catch {
      throw MaterialFault("\(error)")
    }
  }

  func figures(pixelSize: Double) -> FigureGlyphs {
    do throws(MaterialFault) {
      let fonts = try openFonts()
      do throws(TypographyError) {
        return try fonts.figureGlyphs(font: nil, pixelSize: pixelSize)
      } catch {
        throw MaterialFault("\(error)")
      }
    } catch {
      complain("the percent figure is drawn without a font: \(error.reason)")
      return SegmentFigures.glyphs(pixelSize: pixelSize)
    }
  }

  private func openFonts() throws(MaterialFault) -> FontLibrary {
    if let fonts { return fonts }
    do throws(TypographyError) {
      let opened = try FontLibrary.open()
      fonts = opened
      return opened
    } catch {
      throw MaterialFault("\(error)")
    }
  }
}
