// SPDX-License-Identifier: Apache-2.0
import Geometry
import Glibc
import Raster
import TestSupport
import Testing

@testable import Typography

@Suite("Font library")
struct FontLibraryTests {
  /// Writes a file that is removed when the closure returns.
  private func withFile<Result>(
    _ contents: [UInt8],
    _ body: (String) throws -> Result
  ) rethrows -> Result {
    let folder = TemporaryFolder()
    return try withExtendedLifetime(folder) {
      try body(folder.write(contents, to: "font"))
    }
  }

  @Test(
    "A path that is no readable file is refused with a sentence that names it",
    arguments: ["/nonexistent/font.ttf", "/tmp", "/dev/zero", "./none", "/", "None.TTF"]
  )
  func unreadable(_ path: String) throws {
    let library = try FontLibrary.open()
    let error = #expect(throws: TypographyError.self) {
      try library.label("x", font: path, pixelSize: 20, maximumWidth: nil)
    }
    #expect(error?.reason == .unreadableFontFile)
    #expect(error?.description.contains(path) == true)
  }

  @Test(
    "A file that is no font is refused",
    arguments: [[], [0], Array("OTTO".utf8), Array(repeating: 0xFF, count: 4096)] as [[UInt8]]
  )
  func notAFont(_ contents: [UInt8]) throws {
    try withFile(contents) { path in
      let library = try FontLibrary.open()
      #expect(throws: TypographyError(.notAFont, subject: path)) {
        try library.wordMask("x", font: path, fitting: PixelSize(width: 9, height: 9))
      }
    }
  }

  @Test("A font whose bytes are damaged never brings the program down", arguments: 0..<40)
  func damagedFont(_ seed: UInt64) throws {
    let file = try FontLibrary.open()
    _ = try file.label("x", font: "DejaVu Sans", pixelSize: 9, maximumWidth: nil)
    let path = try #require(file.faces.first?.file.path)
    var bytes = try contents(of: path)
    var random = SplitMix(seed: seed)
    for _ in 0..<60 {
      // Half of the damage goes to the table directory and the first tables.
      let end = random.below(2) == 0 ? 4096 : bytes.count
      bytes[random.below(end)] = UInt8(random.below(256))
    }
    if random.below(4) == 0 { bytes.removeLast(random.below(bytes.count)) }
    try withFile(bytes) { path in
      let library = try FontLibrary.open()
      do throws(TypographyError) {
        let mask = try library.label("Größe ابدأ", font: path, pixelSize: 20, maximumWidth: 90)
        #expect(mask.mask.size.width <= 92)
      } catch {
        #expect(error.reason == .notAFont)
      }
    }
  }

  /// The bytes of DejaVu Sans as it is installed.
  private func dejaVu() throws -> [UInt8] {
    let library = try FontLibrary.open()
    let index = try library.faceIndex(for: "DejaVu Sans")
    return try contents(of: library.faces[index].file.path)
  }

  @Test(
    "A font that is cut in place under an open library costs a label, not the program",
    arguments: [0, 1, 12, 4096, 300_000, 500_000]
  )
  func cutInPlace(_ length: Int) throws {
    try withFile(dejaVu()) { path in
      let library = try FontLibrary.open()
      let before = try library.label("Größe", font: path, pixelSize: 30, maximumWidth: nil)
      try #require(unsafe truncate(path, length) == 0)
      let cut = TypographyError(.notAFont, subject: path)
      #expect(throws: cut) {
        try library.label("Straße", font: path, pixelSize: 30, maximumWidth: nil)
      }
      #expect(throws: cut) { try library.figureGlyphs(font: path, pixelSize: 30) }
      #expect(!cut.description.contains("\n"))
      // Whole again, it is drawn again.
      let descriptor = unsafe open(path, O_WRONLY | O_TRUNC)
      let bytes = try dejaVu()
      #expect(unsafe write(descriptor, bytes, bytes.count) == bytes.count)
      close(descriptor)
      #expect(
        try library.label("Größe", font: path, pixelSize: 30, maximumWidth: nil) == before
      )
    }
  }

  @Test("A font that is overwritten in place is drawn as it has become")
  func overwrittenInPlace() throws {
    try withFile(dejaVu()) { path in
      let library = try FontLibrary.open()
      _ = try library.label("H", font: path, pixelSize: 30, maximumWidth: nil)
      let mono = "DejaVu Sans Mono"
      let index = try library.faceIndex(for: mono)
      let bytes = try contents(of: library.faces[index].file.path)
      let descriptor = unsafe open(path, O_WRONLY | O_TRUNC)
      #expect(unsafe write(descriptor, bytes, bytes.count) == bytes.count)
      close(descriptor)
      #expect(
        try library.label("H", font: path, pixelSize: 30, maximumWidth: nil)
          == library.label("H", font: mono, pixelSize: 30, maximumWidth: nil)
      )
    }
  }

  @Test("A font that is renamed over or removed stays as it was opened until it is released")
  func replaced() throws {
    try withFile(dejaVu()) { path in
      let library = try FontLibrary.open()
      let before = try library.label("Größe", font: path, pixelSize: 30, maximumWidth: nil)
      try #require(unsafe unlink(path) == 0)
      #expect(
        try library.label("Größe", font: path, pixelSize: 30, maximumWidth: nil) == before
      )
      library.releaseFonts()
      #expect(throws: TypographyError(.unreadableFontFile, subject: path)) {
        try library.label("Größe", font: path, pixelSize: 30, maximumWidth: nil)
      }
    }
  }

  private func contents(of path: String) throws -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var status = stat()
    try #require(unsafe fstat(descriptor, &status) == 0)
    var bytes = [UInt8](repeating: 0, count: status.st_size)
    try #require(unsafe read(descriptor, &bytes, bytes.count) == bytes.count)
    return bytes
  }

  @Test("A family, a path and a pattern lead to the same glyphs")
  func waysToNameAFont() throws {
    let library = try FontLibrary.open()
    let family = try library.label("Swell", font: "DejaVu Sans", pixelSize: 30, maximumWidth: nil)
    let path = library.faces[0].file.path
    #expect(
      try library.label("Swell", font: path, pixelSize: 30, maximumWidth: nil) == family
    )
    let pattern = "DejaVu Sans:weight=80"
    #expect(
      try library.label("Swell", font: pattern, pixelSize: 30, maximumWidth: nil) == family
    )
    let bold = "DejaVu Sans:bold"
    #expect(try library.label("Swell", font: bold, pixelSize: 30, maximumWidth: nil) != family)
  }

  @Test("Released fonts come back when they are needed, and draw the same")
  func release() throws {
    let library = try FontLibrary.open()
    let before = try library.label("a确", font: nil, pixelSize: 30, maximumWidth: nil)
    library.releaseFonts()
    #expect(library.faces.isEmpty)
    #expect(try library.label("a确", font: nil, pixelSize: 30, maximumWidth: nil) == before)
  }

  @Test("An unknown family is replaced, and the replacement can be named")
  func unknownFamily() throws {
    let library = try FontLibrary.open()
    #expect(try library.resolvedFamily(of: "DejaVu Serif") == "DejaVu Serif")
    #expect(try library.resolvedFamily(of: "No Such Family 7") != "No Such Family 7")
    #expect(try !library.resolvedFamily(of: nil).isEmpty)
  }

  @Test("Without any font labels fail with a sentence")
  func noFonts() throws {
    try withFile(Array("<fontconfig></fontconfig>".utf8)) { path in
      let library = try FontLibrary.open(configurationFile: path)
      let none = TypographyError(.noFontInstalled)
      #expect(none.description.contains("install"))
      #expect(throws: none) {
        try library.label("x", font: nil, pixelSize: 20, maximumWidth: nil)
      }
      #expect(throws: none) { try library.figureGlyphs(font: nil, pixelSize: 20) }
    }
  }

  @Test("What no installed font has is named by its writing system and the package that has it")
  func missingLetters() throws {
    let installed = try FontLibrary.open()
    _ = try installed.faceIndex(for: "DejaVu Sans")
    let folder = installed.faces[0].file.path.split(separator: "/").dropLast().joined(
      separator: "/"
    )
    try withFile(Array("<fontconfig><dir>/\(folder)</dir></fontconfig>".utf8)) { path in
      let library = try FontLibrary.open(configurationFile: path)
      #expect(try library.missingLetters(in: "Ωé\u{200B} Жא\u{301}").isEmpty)
      let missing = try library.missingLetters(in: "a漢ก字 ก漢\u{1F68C}")
      #expect(missing.map(\.letters) == ["漢字", "ก", "\u{1F68C}"])
      #expect(missing.map(\.script) == ["Hani", "Thai", "signs"])
      #expect(missing.map(\.package) == ["fonts-noto-cjk", "fonts-noto-core", "fonts-symbola"])
      // What shaping has met is told once.
      #expect(library.takeMissingLetters() == missing)
      _ = try library.layout(TextParagraph("ก確"), font: nil)
      #expect(library.takeMissingLetters().map(\.letters) == ["確"])
      #expect(library.takeMissingLetters().isEmpty)
    }
  }

  @Test("A font given by its path works where no other is installed")
  func pathWithoutFonts() throws {
    let installed = try FontLibrary.open()
    _ = try installed.faceIndex(for: "DejaVu Sans")
    let font = installed.faces[0].file.path
    try withFile(Array("<fontconfig></fontconfig>".utf8)) { path in
      let library = try FontLibrary.open(configurationFile: path)
      let layout = try library.layout(TextParagraph("a确"), font: font)
      #expect(layout.glyphs.map { $0.glyph == 0 } == [false, true])
    }
  }
}
