// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import PlainText
internal import Raster

/// The texts of a row, as its card shows them.
struct RowInks: Sendable {
  /// The row.
  var row: Int
  /// The text at its beginning.
  var label: ReelInk
  /// The one at its end, with the sign of a row that leads somewhere.
  var detail: ReelInk
  /// The path of an icon that was not known, so that only its place is there; nil where nothing lacks.
  var lacking: ExactText?
}

/// The look of rows' texts, in view pixels, for the thread that shapes them.
struct ListLook: Hashable, Sendable {
  /// Share of its coverage that the ink at a row's end keeps.
  private static let faintness = 0.62
  /// The most of a row's room that its detail takes.
  static let detailShare = 0.5
  /// The detail's size, and the distance between it and the label, by the label's size.
  static let (detailSize, detailGap) = (0.85, 0.7)
  /// Width of the sign of a row that leads somewhere, and distance from it, by the label's size.
  private static let (signWidth, signGap) = (0.36, 0.5)
  /// Share of the size that both take of a row.
  static let signRoom = signWidth + signGap

  @Exact private var id: String
  @Exact private var font: String
  private let fontSize: Double
  private let padding: Double
  private let iconFiles: IconFiles
  private let isMirrored: Bool
  private let card: PixelSize
  private let transform: OutputTransform

  /// The look of rows on cards of `card` pixels.
  init(_ settings: ListSettings, card: PixelSize, transform: OutputTransform) {
    self.card = card
    self.transform = transform
    id = settings.id
    font = settings.font
    fontSize = settings.labelSize * transform.scale
    padding = settings.padding * transform.scale
    isMirrored = settings.frame.isMirrored
    iconFiles = settings.iconFiles
  }

  // MARK: - Icons

  /// The extent that icons are to fit.
  var iconBox: PixelSize {
    let side = Int(min(max((Icon.height * fontSize).rounded(), 1), Double(card.height)))
    return PixelSize(width: side, height: side)
  }

  /// The icon of a file as rows name it, by what reads files.
  ///
  /// - Returns: nil where it cannot be had, which `complain` is told.
  func icon(
    _ file: ExactText,
    by read: (String, PixelSize) throws(MaterialFault) -> Icon,
    complain: (String) -> Void
  ) -> Icon? {
    do throws(MaterialFault) {
      guard let path = iconFiles.path(of: file.text) else {
        throw MaterialFault("\(file.text) lies in none of the folders from which icons are shown")
      }
      return try read(path, iconBox)
    } catch {
      complain("an icon of \"\(id)\" is left out: \(error.reason)")
      return nil
    }
  }

  // MARK: - Inks

  /// The inks of a row; `icons` are those that have been read, without any where one cannot be had.
  func inks(
    of row: Int,
    in rows: ListRows,
    icons: [ExactText: Icon?],
    from maker: any LineMaker
  ) -> RowInks {
    let file = rows.icon(row).map { ExactText($0) }
    let box = iconBox
    // Rows whose icon cannot be had are written as the others are.
    let start = file == nil ? 0 : Double(box.width) + (Icon.gap * fontSize).rounded()
    let room = Double(card.width) - 2 * padding - start
    var end = InkSheet()
    var (taken, hasEnd) = (0.0, false)
    if rows.target(row) != nil {
      let sign = sign
      let width = Double(sign.size.width)
      end.add(
        PlacedMask(
          mask: sign,
          origin: PixelPoint(
            x: place(padding, width: width, fromEnd: true),
            y: (card.height - sign.size.height) / 2
          )
        ),
        at: PixelPoint(x: 0, y: 0)
      )
      (taken, hasEnd) = (width + fontSize * Self.signGap, true)
    }
    let detail = rows.detail(row)
    let small = fontSize * Self.detailSize
    if !detail.isEmpty,
      let block = block(detail, size: small, width: room * Self.detailShare - taken, from: maker),
      let line = block.lines.first
    {
      end.add(
        line.mask,
        at: PixelPoint(
          x: place(padding + taken, width: line.advance, fromEnd: true),
          y: baseline(of: block)
        )
      )
      (taken, hasEnd) = (taken + line.advance + fontSize * Self.detailGap, true)
    }
    var inks = RowInks(row: row, label: .none, detail: .none)
    let screen = card.bounds
    if hasEnd, let ink = end.mask(clippedTo: screen) {
      inks.detail = ReelInk(ink.faded(by: Self.faintness), on: card, transform: transform)
    }
    var sheet = InkSheet()
    let label = rows.label(row)
    if !label.isEmpty, let block = block(label, size: fontSize, width: room - taken, from: maker),
      let line = block.lines.first
    {
      sheet.add(
        line.mask,
        at: PixelPoint(
          x: place(padding + start, width: line.advance, fromEnd: false),
          y: baseline(of: block)
        )
      )
    }
    var colors: (pixels: PremultipliedPixels, origin: PixelPoint)?
    if let file {
      let icon = icons[file]
      if icon == nil { inks.lacking = file }
      if let icon = icon ?? nil {
        // In the middle of the square.
        let origin = PixelPoint(
          x: place(padding, width: Double(box.width), fromEnd: false)
            + (box.width - icon.size.width) / 2,
          y: (card.height - icon.size.height) / 2
        )
        switch icon {
        case .ink(let mask):
          sheet.add(PlacedMask(mask: mask, origin: PixelPoint(x: 0, y: 0)), at: origin)
        case .colors(let pixels): colors = (pixels, origin)
        }
      }
    }
    if let ink = sheet.mask(clippedTo: screen) {
      inks.label = ReelInk(ink, on: card, transform: transform)
    }
    if let colors {
      inks.label.cover(with: colors.pixels, at: colors.origin, on: card, transform: transform)
    }
    return inks
  }

  /// Left edge of something `width` wide that lies `margin` from the beginning of a row, or from its end.
  private func place(_ margin: Double, width: Double, fromEnd: Bool) -> Int {
    let isLeft = fromEnd == isMirrored
    return Int((isLeft ? margin : Double(card.width) - margin - width).rounded())
  }

  /// Distance of the baseline of a line in the middle of a row from the row's top.
  private func baseline(of block: TextBlock) -> Int {
    (card.height - block.height) / 2 + block.ascent
  }

  /// A text in one line; nil where it is left out.
  private func block(
    _ text: String,
    size: Double,
    width: Double,
    from maker: any LineMaker
  ) -> TextBlock? {
    guard width >= size else { return nil }
    do throws(MaterialFault) {
      return try maker.block(text, font: font, pixelSize: size, width: Int(width), lines: 1)
    } catch {
      maker.complain("the texts of \"\(id)\" are left out: \(error.reason)")
      return nil
    }
  }

  /// The sign of a row that leads somewhere: an angle that points to its end.
  private var sign: CoverageMask {
    let (width, height) = (fontSize * Self.signWidth, fontSize * 0.62)
    let stroke = max(fontSize * 0.09, 1)
    let size = PixelSize(width: Int(width.rounded(.up)) + 1, height: Int(height.rounded(.up)))
    // Straight strokes from end to tip, as thick as measured across.
    let across = stroke * 1.3
    let points = [
      (0, 0), (across, 0), (width, height / 2), (across, height), (0, height),
      (width - across, height / 2),
    ]
    var path = Path()
    for (index, point) in points.enumerated() {
      let place = Point(x: isMirrored ? Double(size.width) - point.0 : point.0, y: point.1)
      if index == 0 { path.move(to: place) } else { path.addLine(to: place) }
    }
    path.close()
    return CoverageMask(filling: path, size: size)
  }
}

extension PlacedMask {
  /// The ink, with so much of its coverage.
  fileprivate func faded(by share: Double) -> Self {
    let bytes = mask.bytes.map { UInt8((Double($0) * share).rounded()) }
    return Self(mask: CoverageMask(size: mask.size, bytes: bytes), origin: origin)
  }
}
