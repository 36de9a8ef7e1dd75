// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Imaging
internal import PlainText
internal import Raster
internal import Typography
internal import Widgets

/// A thing that widgets show and that takes time to make, as they ask for it.
protocol Asset: Hashable, Sendable {
  /// The product.
  associatedtype Made: Sendable
  /// True for an asset that the texts' worker makes; else the scenes' does, which may take seconds.
  static var isText: Bool { get }
  /// The most of the kind that are kept; nil for as many as there is room for.
  static var most: Int? { get }
  /// True for what is read from a file, which may be another one the next time: a widget takes it with it.
  static var isTaken: Bool { get }
  /// The work in bytes of text times view pixels per em; nil where it is not made by the loop.
  var work: Double? { get }
  /// Makes it.
  ///
  /// - Throws: ``MaterialFault`` where it cannot be had.
  func made(with fonts: FontShelf) throws(MaterialFault) -> Made
  /// Makes it where no font has to be opened for it, and the fonts are free now; nil otherwise.
  func madeAtHand(with fonts: FontShelf) -> Result<Made, MaterialFault>?
  /// The memory that it takes, unless that goes by ``most``.
  static func byteCount(_ made: Made) -> Int
}

extension Asset {
  static var most: Int? { nil }
  static var isTaken: Bool { false }
  var work: Double? { nil }
  func madeAtHand(with fonts: FontShelf) -> Result<Made, MaterialFault>? { nil }
  static func byteCount(_ made: Made) -> Int { 0 }
}

/// The key of an asset: hashes of all that it is made from, of which no other one of this process has both.
struct AssetKey: Hashable, Sendable {
  private let hashes: SIMD2<Int>

  init<Wanted: Asset>(_ asset: Wanted) {
    func hash(_ salt: Int) -> Int {
      var hasher = Hasher()
      hasher.combine(salt)
      hasher.combine(ObjectIdentifier(Wanted.self))
      asset.hash(into: &hasher)
      return hasher.finalize()
    }
    hashes = SIMD2(hash(0), hash(1))
  }
}

/// The ink of a label in as many lines as it has line breaks.
struct LabelAsset: Asset {
  static let isText = true

  let text: ExactText
  let font: ExactText
  let pixelSize: Double
  let least: Double?
  let maximumWidth: Double

  // Glyphs cost by their size, of small ones their shaping and what is read of the font for them.
  var work: Double? { Double(text.text.utf8.count) * max(pixelSize, 48) }

  func made(with fonts: FontShelf) throws(MaterialFault) -> PlacedMask {
    try fonts.use { (fonts) throws(TypographyError) in try ink(fonts) }
  }

  func madeAtHand(with fonts: FontShelf) -> Result<PlacedMask, MaterialFault>? {
    fonts.useAtHand(for: text.text, font: font.text) { (fonts) throws(TypographyError) in
      try ink(fonts.library)
    }
  }

  private func ink(_ fonts: FontLibrary) throws(TypographyError) -> PlacedMask {
    try fonts.label(
      text.text,
      font: font.text,
      pixelSize: pixelSize,
      least: least,
      maximumWidth: maximumWidth
    )
  }

  static func byteCount(_ made: PlacedMask) -> Int { made.mask.byteCount }
}

/// The width of a label in ems.
struct LabelWidthAsset: Asset {
  static let isText = true

  let text: ExactText
  let font: ExactText

  // As the shaping of small letters.
  var work: Double? { Double(text.text.utf8.count) * 48 }

  func made(with fonts: FontShelf) throws(MaterialFault) -> Double {
    try fonts.use { (fonts) throws(TypographyError) in
      try fonts.labelWidth(text.text, font: font.text)
    }
  }

  func madeAtHand(with fonts: FontShelf) -> Result<Double, MaterialFault>? {
    fonts.useAtHand(for: text.text, font: font.text) { (fonts) throws(TypographyError) in
      try fonts.library.labelWidth(text.text, font: font.text)
    }
  }
}

/// The modules of a QR code.
struct CodeAsset: Asset {
  static let isText = true

  let text: ExactText
  let level: CodeLevel
  let pixels: Int

  func made(with fonts: FontShelf) throws(MaterialFault) -> CoverageMask {
    do throws(QRCode.Fault) {
      return try QRCode(text.text, level: level.number).mask(fitting: pixels)
    } catch {
      throw MaterialFault("\(error)")
    }
  }

  static func byteCount(_ made: CoverageMask) -> Int { made.byteCount }
}

/// The shadow of a plate.
struct ShadowAsset: Asset {
  static let isText = true
  // As large as plates; a layer has its own copy.
  static let most: Int? = 8

  /// The plate in view pixels.
  let size: PixelSize
  /// Radius of its corners in view pixels.
  let radius: Double
  /// The distance in view pixels over which it is blurred.
  let reach: Int

  func made(with fonts: FontShelf) throws(MaterialFault) -> CoverageMask { mask }

  /// The coverage.
  var mask: CoverageMask { MaskShape.rectangle(size, radius: radius).blurred(reach: reach) }
}

/// An image with its colours, in a frame.
struct PictureAsset: Asset {
  static let isText = false
  // Megabytes each.
  static let most: Int? = 4
  static let isTaken = true

  let path: ExactText
  /// The number of the request that wants it: the file may be another picture by the next one.
  let edition: Double
  let fit: PictureFit
  let frame: PixelRect
  let radius: Double
  let transform: OutputTransform

  func made(with fonts: FontShelf) throws(MaterialFault) -> Picture {
    let size = PixelSize(width: frame.width, height: frame.height)
    let image = try DecodedImage.open(path.text, fitting: size, fit: fit, scale: transform.scale)
      .premultiplied(in: size, fit: fit)
    return Picture(
      premultiplied: image.rgba,
      size: image.size,
      at: PixelPoint(x: frame.left, y: frame.top),
      clip: frame,
      transform: transform
    ).rounded(radius, in: frame, transform: transform)
  }
}

/// An image as an icon.
struct IconAsset: Asset {
  static let isText = false
  static let isTaken = true

  let path: ExactText
  let size: PixelSize

  func made(with fonts: FontShelf) throws(MaterialFault) -> Icon {
    try Icon(reading: path.text, fitting: size)
  }

  static func byteCount(_ made: Icon) -> Int { 4 * made.size.width * made.size.height }
}

extension Icon {
  /// The icon in a file, as large as fits `box`.
  ///
  /// - Throws: ``MaterialFault`` where it cannot be read.
  init(reading path: String, fitting box: PixelSize) throws(MaterialFault) {
    let image = try DecodedImage.open(path, fitting: box, fit: .contain, scale: 1)
    let pixels = image.premultiplied(in: image.size(fitting: box), fit: .contain)
    guard image.hasOneColor else {
      self = .colors(PremultipliedPixels(size: pixels.size, rgba: pixels.rgba))
      return
    }
    let alpha = stride(from: 3, to: pixels.rgba.count, by: 4).map { pixels.rgba[$0] }
    self = .ink(CoverageMask(size: pixels.size, bytes: alpha))
  }
}

extension CoverageMask {
  fileprivate var byteCount: Int { size.width * size.height }
}

extension DecodedImage {
  /// The pixels of a file, of a drawing as many as are needed.
  ///
  /// - Throws: ``MaterialFault`` where it cannot be read.
  static func open(
    _ path: String,
    fitting size: PixelSize,
    fit: PictureFit,
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
}
