// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import LinuxSystem
internal import Raster
internal import Synchronization
internal import Typography
internal import Widgets

/// Lines of text for fields and labels, with fonts of its own, so that typing never waits for a scene that is made
/// beside the loop.
final class LineWorkshop: LineMaker {
  private struct State {
    var complaints: [String] = []
    var kept = AssetShelf()
  }

  /// The fonts of what is typed, and of assets that are texts.
  let fonts = FontShelf()
  /// The worker that makes lines which are not needed at once.
  let worker = Worker()
  /// The worker that reads images.
  private let reader: Worker
  private let state = Mutex(State())

  /// A workshop whose images `reader` reads beside the loop, where it is open.
  init(readingBy reader: Worker = Worker()) { self.reader = reader }

  /// Has lines made on a thread from now on.
  ///
  /// - Returns: A descriptor that is readable when some have been made.
  /// - Throws: `SystemError` when no descriptor is left.
  func open() throws(SystemError) -> CInt { try worker.open() }

  /// Waits for what is being made, and makes nothing on threads any more.
  func close() { worker.close() }

  func makeLater(_ make: @escaping @Sendable () -> Void) -> Bool {
    // What is typed waits for nothing else.
    worker.begin(isUrgent: true, make)
  }

  func icon(_ path: String, fitting size: PixelSize) throws(MaterialFault) -> Icon {
    try Icon(reading: path, fitting: size)
  }

  func readLater(_ read: @escaping @Sendable () -> Void) -> Bool { reader.begin(read) }

  func isAtHand(_ text: String, font: String) -> Bool {
    !worker.isOpen || fonts.hasFonts(for: text, font: font)
  }

  func atOnce(_ text: String, font: String, make: (any LineMaker) -> Void) -> Bool {
    guard worker.isOpen else {
      make(self)
      return true
    }
    return fonts.useAtHand(for: text, font: font) { make(FontsAtHand($0.library, of: self)) }
      != nil
  }

  /// Looks at what has been made lately, and changes it.
  func withKept<Value: Sendable>(_ body: (inout AssetShelf) -> Value) -> Value {
    state.withLock { body(&$0.kept) }
  }

  /// Makes lines with fonts that are held already, for as long as they are.
  private final class FontsAtHand: LineMaker, @unchecked Sendable {
    private let fonts: FontLibrary
    private let workshop: LineWorkshop

    init(_ fonts: FontLibrary, of workshop: LineWorkshop) {
      self.fonts = fonts
      self.workshop = workshop
    }

    func isAtHand(_ text: String, font: String) -> Bool { true }

    func line(
      _ text: String,
      font: String,
      pixelSize: Double,
      direction: TextDirection
    ) throws(MaterialFault) -> TextLine {
      do throws(TypographyError) {
        return try fonts.line(
          text,
          font: font,
          pixelSize: pixelSize,
          direction: direction
        )
      } catch {
        throw MaterialFault("\(error)")
      }
    }

    func block(
      _ text: String,
      font: String,
      pixelSize: Double,
      width: Int,
      lines: Int
    ) throws(MaterialFault) -> TextBlock {
      do throws(TypographyError) {
        return try fonts.block(text, font: font, pixelSize: pixelSize, width: width, lines: lines)
      } catch {
        throw MaterialFault("\(error)")
      }
    }

    func complain(_ sentence: String) { workshop.complain(sentence) }
  }

  func line(
    _ text: String,
    font: String,
    pixelSize: Double,
    direction: TextDirection
  ) throws(MaterialFault) -> TextLine {
    try fonts.use { (fonts) throws(TypographyError) in
      try fonts.line(
        text,
        font: font,
        pixelSize: pixelSize,
        direction: direction
      )
    }
  }

  func block(
    _ text: String,
    font: String,
    pixelSize: Double,
    width: Int,
    lines: Int
  ) throws(MaterialFault) -> TextBlock {
    try fonts.use { (fonts) throws(TypographyError) in
      try fonts.block(text, font: font, pixelSize: pixelSize, width: width, lines: lines)
    }
  }

  func complain(_ sentence: String) { state.withLock { $0.complaints.append(sentence) } }

  /// Takes the sentences about what had to be left out.
  func takeComplaints() -> [String] {
    let sentences = state.withLock { state in
      defer { state.complaints = [] }
      return state.complaints
    }
    return sentences + fonts.takeComplaints()
  }

  /// Lets go of open fonts, and of what has been made lately; another line opens the font that it needs.
  func releaseFonts() {
    // Those that are in use are wanted.
    fonts.release()
    withKept { $0.removeAll() }
  }
}

extension FontLibrary {
  /// A block as labels ask for it, with digits of equal width.
  fileprivate func block(
    _ text: String,
    font: String,
    pixelSize: Double,
    width: Int,
    lines: Int
  ) throws(TypographyError) -> TextBlock {
    try paragraph(
      text,
      font: font,
      pixelSize: pixelSize,
      width: Double(width),
      lines: lines,
      tabularFigures: true
    )
  }
}
