// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Imaging
internal import LinuxSystem
internal import PlainText
internal import Raster
internal import Typography
internal import Widgets

/// A label as widgets ask for it.
struct LabelRequest: Hashable, Sendable {
  let text: ExactText
  let font: ExactText
  let pixelSize: Double
  let maximumWidth: Double
}

/// A picture as widgets ask for it.
struct PictureRequest: Hashable, Sendable {
  let path: ExactText
  let fit: PictureFit
  let frame: PixelRect
  let radius: Double
  let transform: OutputTransform
}

/// A code as widgets ask for it.
struct CodeRequest: Hashable, Sendable {
  let text: ExactText
  let level: CodeSettings.Level
  let pixels: Int
}

/// What was made for a widget before it is in force.
struct MadeParts: Sendable {
  var codes: [CodeRequest: CoverageMask] = [:]
  var labels: [LabelRequest: PlacedMask] = [:]
  var pictures: [PictureRequest: Picture] = [:]
}

/// Text and images as coverage, for widgets that do not know how they are made.
final class SceneMaterials: Materials {
  /// Sentences about what had to be replaced, since they were last taken.
  private var complaints: [String] = []
  private var fonts: FontLibrary?
  /// The image files that were asked for, as they were then, since they were last taken.
  private var files: [ExactText: FileSystem.Stamp?] = [:]
  /// What is there already.
  private var prepared = MadeParts()
  /// What was made since recording began; nil while it is not recorded.
  private var recorded: MadeParts?

  let lines: any LineMaker
  let clock: any WallClock

  /// Materials with `lines` for text fields, and the time of day by `clock`.
  init(
    lines: any LineMaker = LineWorkshop(),
    clock: any WallClock = SceneClock(startingAt: 0)
  ) {
    self.lines = lines
    self.clock = clock
  }

  /// Takes the image files that were asked for, as they were then.
  func takeFiles() -> [ExactText: FileSystem.Stamp?] {
    defer { files = [:] }
    return files
  }

  /// The labels and pictures that `body` asks for.
  func recordingParts(_ body: () -> Void) -> MadeParts {
    recorded = MadeParts()
    defer { recorded = nil }
    body()
    return recorded ?? MadeParts()
  }

  /// Has `body` find these made.
  func withParts(_ parts: MadeParts, _ body: () -> Void) {
    prepared = parts
    defer { prepared = MadeParts() }
    body()
  }

  /// Takes the sentences about what had to be replaced.
  func takeComplaints() -> [String] {
    defer { complaints = [] }
    return complaints
  }

  /// Lets go of open fonts, which cost megabytes; another label opens the one it needs.
  func releaseFonts() { fonts?.releaseFonts() }

  /// Whether a short text can be made at once.
  var hasOpenFonts: Bool { fonts?.hasOpenFonts ?? false }

  func complain(_ sentence: String) { complaints.append(sentence) }

  func label(
    _ text: String,
    font: String,
    pixelSize: Double,
    maximumWidth: Double
  ) throws(MaterialFault) -> PlacedMask {
    let request = LabelRequest(
      text: ExactText(text),
      font: ExactText(font),
      pixelSize: pixelSize,
      maximumWidth: maximumWidth
    )
    if let label = prepared.labels[request] { return label }
    let fonts = try openFonts()
    do throws(TypographyError) {
      let label = try fonts.label(
        text,
        font: font,
        pixelSize: pixelSize,
        maximumWidth: maximumWidth
      )
      recorded?.labels[request] = label
      return label
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
    // Looked at first: what changes after that is another file.
    files[ExactText(path)] = .some(FileSystem.stamp(of: path))
    return try open(path, fitting: size, .contain, scale: 1).maskFromAlpha(fitting: size).mask
  }

  /// The pixels of a file, of a drawing as many as are needed.
  private func open(
    _ path: String,
    fitting size: PixelSize,
    _ fit: PictureFit,
    scale: Double
  ) throws(MaterialFault) -> DecodedImage {
    if VectorDrawing.isNamed(by: path) {
      do throws(VectorDrawing.Fault) {
        return try VectorDrawing(path).image(fitting: size, fit: fit, scale: scale)
      } catch {
        throw MaterialFault(error.sentence)
      }
    }
    do throws(ImagingError) {
      return try DecodedImage.open(path)
    } catch {
      throw MaterialFault("\(error)")
    }
  }

  func picture(
    _ path: String,
    fit: PictureFit,
    in frame: PixelRect,
    radius: Double,
    _ transform: OutputTransform
  ) throws(MaterialFault) -> Picture {
    let request = PictureRequest(
      path: ExactText(path),
      fit: fit,
      frame: frame,
      radius: radius,
      transform: transform
    )
    if let picture = prepared.pictures[request] { return picture }
    files[request.path] = .some(FileSystem.stamp(of: path))
    let size = PixelSize(width: frame.width, height: frame.height)
    let image = try open(path, fitting: size, fit, scale: transform.scale)
      .premultiplied(in: size, fit: fit)
    let picture = Picture(
      premultiplied: image.rgba,
      size: image.size,
      at: PixelPoint(x: frame.left, y: frame.top),
      clip: frame,
      transform: transform
    ).rounded(radius, in: frame, transform)
    recorded?.pictures[request] = picture
    return picture
  }

  func code(
    _ text: String,
    _ level: CodeSettings.Level,
    fitting pixels: Int
  ) throws(MaterialFault) -> CoverageMask {
    let request = CodeRequest(text: ExactText(text), level: level, pixels: pixels)
    if let code = prepared.codes[request] { return code }
    do throws(QRCode.Fault) {
      let code = try QRCode(text, level: level.number).mask(fitting: pixels)
      recorded?.codes[request] = code
      return code
    } catch {
      throw MaterialFault("\(error)")
    }
  }

  func figures(font: String, pixelSize: Double) -> FigureGlyphs {
    do throws(MaterialFault) {
      let fonts = try openFonts()
      do throws(TypographyError) {
        return try fonts.figureGlyphs(font: font, pixelSize: pixelSize)
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
