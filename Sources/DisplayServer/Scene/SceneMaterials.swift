// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Imaging
internal import LinuxSystem
internal import PlainText
internal import Raster
internal import Typography
internal import Widgets

/// Text and images as coverage, for widgets that do not know how they are made.
final class SceneMaterials: Materials {
  /// Sentences about what had to be replaced, since they were last taken.
  private var complaints: [String] = []
  /// The image files that were asked for, as they were then, since they were last taken.
  private var files: [ExactText: FileSystem.Stamp?] = [:]
  /// The shadows of a scene that is being made, which equal plates share.
  private var shadows: [ShadowAsset: CoverageMask] = [:]
  private let fonts: FontShelf
  /// The store of labels and pictures; nil where all are made here.
  private let store: AssetStore?

  let lines: any LineMaker
  let clock: any WallClock

  /// Materials with `lines` for text fields, and the time of day by `clock`.
  ///
  /// - Parameters:
  ///   - lines: The maker of lines.
  ///   - clock: The clock that tells the time of day.
  ///   - store: The store of labels and pictures, made with the same fonts as `lines`; nil where all are made here.
  init(
    lines: any LineMaker = LineWorkshop(),
    clock: any WallClock = SceneClock(startingAt: 0),
    store: AssetStore? = nil
  ) {
    self.lines = lines
    self.clock = clock
    self.store = store
    fonts = store?.lines.fonts ?? FontShelf()
  }

  /// Takes the image files that were asked for, as they were then.
  func takeFiles() -> [ExactText: FileSystem.Stamp?] {
    defer { files = [:] }
    return files
  }

  /// Takes the sentences about what had to be replaced.
  func takeComplaints() -> [String] {
    defer { complaints = [] }
    return complaints
  }

  /// Lets go of what another scene does not need, as it costs megabytes: shadows, and open fonts, of which another
  /// label opens the one it needs.
  func releaseFonts() {
    fonts.release()
    shadows = [:]
  }

  func complain(_ sentence: String) {
    // What is only asked for is not missing yet.
    if store?.isAsked != true { complaints.append(sentence) }
  }

  private func made<Wanted: Asset>(_ asset: Wanted) throws(MaterialFault) -> Wanted.Made {
    guard let store else { return try asset.made(with: fonts) }
    return try store.made(asset)
  }

  func label(
    _ text: String,
    font: String,
    pixelSize: Double,
    least: Double?,
    maximumWidth: Double
  ) throws(MaterialFault) -> PlacedMask {
    try made(
      LabelAsset(
        text: ExactText(text),
        font: ExactText(font),
        pixelSize: pixelSize,
        least: least,
        maximumWidth: maximumWidth
      )
    )
  }

  func labelWidth(_ text: String, font: String) throws(MaterialFault) -> Double {
    try made(LabelWidthAsset(text: ExactText(text), font: ExactText(font)))
  }

  func word(
    _ text: String,
    font: String?,
    fitting size: PixelSize
  ) throws(MaterialFault) -> CoverageMask {
    try fonts.use { (fonts) throws(TypographyError) in
      try fonts.wordMask(text, font: font, fitting: size).mask
    }
  }

  func image(_ path: String, fitting size: PixelSize) throws(MaterialFault) -> CoverageMask {
    // Looked at first: what changes after that is another file.
    files[ExactText(path)] = .some(FileSystem.stamp(of: path))
    return try DecodedImage.open(path, fitting: size, fit: .contain, scale: 1)
      .maskFromAlpha(fitting: size).mask
  }

  func icon(_ path: String, fitting size: PixelSize) throws(MaterialFault) -> Icon {
    if store == nil { files[ExactText(path)] = .some(FileSystem.stamp(of: path)) }
    return try made(IconAsset(path: ExactText(path), size: size))
  }

  func picture(
    _ path: String,
    edition: Double,
    fit: PictureFit,
    in frame: PixelRect,
    radius: Double,
    transform: OutputTransform
  ) throws(MaterialFault) -> Picture {
    if store == nil { files[ExactText(path)] = .some(FileSystem.stamp(of: path)) }
    return try made(
      PictureAsset(
        path: ExactText(path),
        edition: edition,
        fit: fit,
        frame: frame,
        radius: radius,
        transform: transform
      )
    )
  }

  func code(
    _ text: String,
    level: CodeLevel,
    fitting pixels: Int
  ) throws(MaterialFault) -> CoverageMask {
    try made(CodeAsset(text: ExactText(text), level: level, pixels: pixels))
  }

  func shadow(_ size: PixelSize, radius: Double, reach: Int) throws(MaterialFault) -> CoverageMask {
    let asset = ShadowAsset(size: size, radius: radius, reach: reach)
    if let store { return try store.made(asset) }
    if let mask = shadows[asset] { return mask }
    let mask = asset.mask
    shadows[asset] = mask
    return mask
  }

  func figures(font: String, tail: String, pixelSize: Double) -> FigureGlyphs {
    do throws(MaterialFault) {
      return try fonts.use { (fonts) throws(TypographyError) in
        try fonts.figureGlyphs(font: font, tail: tail, pixelSize: pixelSize)
      }
    } catch {
      complain("the percent figure is drawn without a font: \(error.reason)")
      return SegmentFigures.glyphs(pixelSize: pixelSize, hasPercentSign: tail.utf8.contains(0x25))
    }
  }
}
