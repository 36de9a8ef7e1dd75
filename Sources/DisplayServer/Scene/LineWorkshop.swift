// SPDX-License-Identifier: Apache-2.0
internal import LinuxSystem
internal import PlainText
internal import Raster
internal import Synchronization
internal import Typography
internal import Widgets

/// Lines of text for fields and labels, with fonts of its own, so that typing never waits for a scene that is made
/// beside the loop.
final class LineWorkshop: LineMaker {
  private struct State {
    var complaints: [String] = []
    /// The blocks that were made last, the newest behind.
    var blocks: [(request: BlockRequest, block: TextBlock)] = []
  }

  /// A block as labels ask for it, known by what its text hashes to: labels show what people type, which is
  /// not kept.
  private struct BlockRequest: Hashable {
    let text: SIMD2<Int>
    let font: ExactText
    let pixelSize: Double
    let width: Int
    let lines: Int

    init(_ text: String, _ font: String, _ pixelSize: Double, _ width: Int, _ lines: Int) {
      self.text = SIMD2(Self.hash(of: text, 0), Self.hash(of: text, 1))
      self.font = ExactText(font)
      self.pixelSize = pixelSize
      self.width = width
      self.lines = lines
    }

    /// One of two hashes of a text, of which no other text of this process has both.
    private static func hash(of text: String, _ salt: Int) -> Int {
      var hasher = Hasher()
      hasher.combine(salt)
      ExactText(text).hash(into: &hasher)
      return hasher.finalize()
    }
  }

  /// How many blocks are kept: what a request wants is made on a thread, and looked up by the loop.
  private static let keptBlocks = 4

  /// Fonts, opened when they are wanted.
  private struct Fonts {
    private var library: FontLibrary?

    mutating func opened() throws(TypographyError) -> FontLibrary {
      if let library { return library }
      let opened = try FontLibrary.open()
      library = opened
      return opened
    }

    func hasFonts(for text: String, font: String?) -> Bool {
      library?.hasFonts(for: text, font: font) ?? false
    }

    func release() { library?.releaseFonts() }
  }

  private let state = Mutex(State())
  private let fonts = Mutex(Fonts())

  /// Where lines are made that are not needed at once; nil where there are no threads.
  private let thread = Mutex<LineThread?>(nil)

  init() {}

  /// Has lines made on a thread from now on.
  ///
  /// - Returns: A descriptor that is readable when some have been made.
  /// - Throws: `SystemError` when no descriptor is left.
  func open() throws(SystemError) -> CInt {
    let opened = try LineThread()
    thread.withLock { $0 = opened }
    return opened.descriptor
  }

  /// Notes that what has been made is being looked at.
  func silence() { thread.withLock { $0 }?.silence() }

  /// Waits for what is being made, and makes nothing on threads any more.
  func close() {
    let closing = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    closing?.end()
  }

  func makeLater(_ make: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = thread.withLock({ $0 }) else { return false }
    thread.begin(make)
    return true
  }

  /// What `make` makes with fonts that nobody else uses meanwhile.
  private func withFonts<Made: Sendable>(
    _ make: @Sendable (FontLibrary) throws(TypographyError) -> Made
  ) -> Result<Made, MaterialFault> {
    fonts.withLock { fonts in
      do throws(TypographyError) {
        return .success(try make(try fonts.opened()))
      } catch {
        return .failure(MaterialFault("\(error)"))
      }
    }
  }

  /// Whether a text is made without opening a font, and nobody else makes one now.
  ///
  /// To start fontconfig takes a tenth of a second, and a second one a megabyte for good.
  func isAtHand(_ text: String, font: String) -> Bool {
    guard thread.withLock({ $0 != nil }) else { return true }
    return fonts.withLockIfAvailable { fonts in
      fonts.hasFonts(for: text, font: font)
    } ?? false
  }

  /// The fonts are this call's until it returns: looked at first and asked for afterwards, they could be in
  /// use by then, and the loop would wait for a text of somebody else's.
  func atOnce(_ text: String, font: String, _ make: (any LineMaker) -> Void) -> Bool {
    guard thread.withLock({ $0 != nil }) else {
      make(self)
      return true
    }
    return fonts.withLockIfAvailable { fonts in
      guard fonts.hasFonts(for: text, font: font),
        let library = try? fonts.opened()
      else { return false }
      make(FontsAtHand(library, of: self))
      return true
    } ?? false
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
        return try fonts.line(text, font, pixelSize, direction)
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
      let fonts = fonts
      return try workshop.block(BlockRequest(text, font, pixelSize, width, lines)) {
        do throws(TypographyError) {
          return .success(try fonts.block(text, font, pixelSize, width, lines))
        } catch {
          return .failure(MaterialFault("\(error)"))
        }
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
    try withFonts { (fonts) throws(TypographyError) in
      try fonts.line(text, font, pixelSize, direction)
    }.get()
  }

  func block(
    _ text: String,
    font: String,
    pixelSize: Double,
    width: Int,
    lines: Int
  ) throws(MaterialFault) -> TextBlock {
    try block(BlockRequest(text, font, pixelSize, width, lines)) {
      withFonts { (fonts) throws(TypographyError) in
        try fonts.block(text, font, pixelSize, width, lines)
      }
    }
  }

  /// The block that was asked for lately, else the one that `make` makes.
  private func block(
    _ request: BlockRequest,
    _ make: () -> Result<TextBlock, MaterialFault>
  ) throws(MaterialFault) -> TextBlock {
    let known = state.withLock { state in state.blocks.first { $0.request == request }?.block }
    if let known { return known }
    let block = try make().get()
    state.withLock { state in
      if state.blocks.count == Self.keptBlocks { state.blocks.removeFirst() }
      state.blocks.append((request, block))
    }
    return block
  }

  func complain(_ sentence: String) { state.withLock { $0.complaints.append(sentence) } }

  /// Takes the sentences about what had to be left out.
  func takeComplaints() -> [String] {
    state.withLock { state in
      defer { state.complaints = [] }
      return state.complaints
    }
  }

  /// Lets go of open fonts and of blocks; another line opens the font that it needs.
  func releaseFonts() {
    // Those that are in use are wanted.
    _ = fonts.withLockIfAvailable { $0.release() }
    state.withLock { $0.blocks = [] }
  }
}

extension FontLibrary {
  /// A line as fields ask for it.
  fileprivate func line(
    _ text: String,
    _ font: String,
    _ pixelSize: Double,
    _ direction: TextDirection
  ) throws(TypographyError) -> TextLine {
    try line(
      text,
      font: font,
      pixelSize: pixelSize,
      direction: direction
    )
  }

  /// A block as labels ask for it, with digits of equal width.
  fileprivate func block(
    _ text: String,
    _ font: String,
    _ pixelSize: Double,
    _ width: Int,
    _ lines: Int
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
