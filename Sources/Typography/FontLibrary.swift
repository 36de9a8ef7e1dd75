// SPDX-License-Identifier: Apache-2.0
private import Glibc
internal import PlainText

/// The fonts of one display: finds them, keeps them open, and turns text into coverage.
///
/// Fonts are named as in the configuration: a family ("DejaVu Sans"), a fontconfig pattern
/// ("DejaVu Sans:bold"), the path of a font file (with a slash, or ending in .ttf, .otf, .ttc or
/// .otc), or nil for the default sans-serif font. Characters that the named font lacks come from
/// the installed font that covers them best.
///
/// Not for the frame path: every call allocates and reads files. Fonts stay open until
/// ``releaseFonts()``; one that is written to meanwhile is opened anew.
package final class FontLibrary {
  private let rasterizer: OutlineRasterizer
  private var catalog: FontCatalog?
  private(set) var faces: [FontFace] = []
  private var faceIndices: [FontFile: Int] = [:]
  private var requests: [ExactText: Int] = [:]
  private var fallbacks: [ExactText: [Int]] = [:]
  private var unavailable: Set<Unicode.Scalar> = []
  /// The characters that were found to be missing and have not been told.
  var untold: [Unicode.Scalar] = []

  /// Most fonts that stand in for one named font; no real text needs so many.
  private static let maximumFallbackCount = 16
  /// Most characters remembered as missing in all fonts, so that strange text costs no memory.
  private static let maximumUnavailableCount = 4096

  /// The fontconfig configuration to use instead of the system's.
  private let configurationFile: String?
  private let caches: FontCacheDirectories

  private init(
    rasterizer: OutlineRasterizer,
    configurationFile: String?,
    caches: FontCacheDirectories
  ) {
    self.rasterizer = rasterizer
    self.configurationFile = configurationFile
    self.caches = caches
  }

  /// Starts FreeType; fontconfig is started by the first font that is not given by its path.
  ///
  /// The cache that fontconfig builds about fonts is kept below `CACHE_DIRECTORY`, where a service manager sets it and
  /// no cache of the system is up to date.
  ///
  /// - Parameter configurationFile: A fontconfig configuration to use instead of the system's.
  /// - Returns: A library that has no font open yet.
  /// - Throws: ``TypographyError`` when memory is short. Missing fonts are reported by the calls
  ///   that need them.
  package static func open(
    configurationFile: String? = nil
  ) throws(TypographyError) -> FontLibrary {
    try open(configurationFile: configurationFile, caches: .ofService())
  }

  /// Starts FreeType for fonts whose caches may lie in `caches`.
  static func open(
    configurationFile: String?,
    caches: FontCacheDirectories
  ) throws(TypographyError) -> FontLibrary {
    try FontLibrary(rasterizer: .open(), configurationFile: configurationFile, caches: caches)
  }

  /// The family that stands in for `font`, so that a caller can say when it is another one.
  ///
  /// - Returns: The family's name as fontconfig has it; for a path the path.
  /// - Throws: ``TypographyError`` as ``label(_:font:pixelSize:least:maximumWidth:)``.
  package func resolvedFamily(of font: String?) throws(TypographyError) -> String {
    let file = faces[try faceIndex(for: font)].file
    return file.family.isEmpty ? file.path : file.family
  }

  /// Tells if the fonts are open that a text is drawn with, or it is known that none has its characters.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - font: See ``FontLibrary``.
  /// - Returns: True if a call for it would open no font.
  package func hasFonts(for text: String, font: String?) -> Bool {
    let name = ExactText(font ?? "")
    guard let primary = requests[name] else { return false }
    let candidates = [primary] + (fallbacks[name] ?? [])
    return text.unicodeScalars.allSatisfy { scalar in
      !Self.needsGlyph(scalar) || TextCharacters.isControl(scalar) || unavailable.contains(scalar)
        || candidates.contains { faces[$0].glyph(for: scalar) != nil }
    }
  }

  /// Closes all fonts, to give their memory back once a scene's text is drawn.
  ///
  /// The next call opens what it needs again, in about 2 ms; fontconfig keeps running.
  package func releaseFonts() {
    requests.removeAll()
    fallbacks.removeAll()
    faceIndices.removeAll()
    faces.removeAll()
    // What no font had may be there once files have changed.
    unavailable.removeAll()
  }

  /// Returns the result of `body`, which runs once more where a file has changed under the fonts.
  ///
  /// - Throws: ``TypographyError`` as `body`, or when a file goes on changing.
  func withWholeFonts<Value>(
    _ body: () throws(TypographyError) -> Value
  ) throws(TypographyError) -> Value {
    let first = Result(catching: body)
    if !faces.contains(where: \.hasChanged) { return try first.get() }
    releaseFonts()
    let second = try body()
    guard let changed = faces.first(where: \.hasChanged) else { return second }
    let path = changed.file.path
    releaseFonts()
    throw TypographyError(.changedFontFile, subject: path)
  }

  /// Tells if a font's name is that of a file.
  private static func isPath(_ name: String) -> Bool {
    name.contains("/")
      || [".ttf", ".otf", ".ttc", ".otc"].contains { name.lowercased().hasSuffix($0) }
  }

  /// The face that a name from the configuration stands for.
  func faceIndex(for font: String?) throws(TypographyError) -> Int {
    let request = font ?? ""
    if let index = requests[ExactText(request)] { return index }
    let index: Int
    if Self.isPath(request) {
      index = try open(FontFile(path: request, index: 0, family: ""))
    } else {
      try openCatalog()
      guard let file = catalog?.match(request) else {
        throw TypographyError(.noFontInstalled)
      }
      index = try open(file)
    }
    requests[ExactText(request)] = index
    return index
  }

  /// Starts fontconfig unless it runs already.
  private func openCatalog() throws(TypographyError) {
    if catalog == nil {
      catalog = try .open(configurationFile: configurationFile, caches: caches)
    }
  }

  /// Opens a file unless it is open already.
  private func open(_ file: FontFile) throws(TypographyError) -> Int {
    if let index = faceIndices[file] { return index }
    faces.append(try .open(file, rasterizer: rasterizer))
    faceIndices[file] = faces.count - 1
    return faces.count - 1
  }

  /// The face for each cluster of `paragraph`: the one for `font` where it has the characters,
  /// else the first fallback that has them, else that for `font`, which then draws its box for
  /// missing glyphs.
  func faceIndices(
    for paragraph: TextParagraph,
    font: String?
  ) throws(TypographyError) -> [Int] {
    let primary = try faceIndex(for: font)
    while true {
      let candidates = [primary] + (fallbacks[ExactText(font ?? "")] ?? [])
      var missing: [Unicode.Scalar] = []
      let indices = paragraph.clusters.map { cluster in
        let scalars = paragraph.scalars[cluster].filter(Self.needsGlyph)
        if let index = candidates.first(where: { covers(scalars, with: $0) }) { return index }
        missing += scalars.filter { scalar in
          !candidates.contains { faces[$0].glyph(for: scalar) != nil }
        }
        // A mark that no font has must not take its letter along.
        return candidates.first { covers(scalars.prefix(1), with: $0) } ?? primary
      }
      missing.removeAll { unavailable.contains($0) }
      if missing.isEmpty || candidates.count > Self.maximumFallbackCount { return indices }
      findFallback(for: missing, font: font, paragraph: paragraph)
    }
  }

  /// Tells if no installed font has a character that would be seen; known once a text with it has been looked at.
  func isMissing(_ scalar: Unicode.Scalar) -> Bool {
    Self.needsGlyph(scalar) && unavailable.contains(scalar)
  }

  /// Opens the installed font that covers most of `missing` in the style of `font`; when no font
  /// covers any, that is remembered.
  private func findFallback(
    for missing: [Unicode.Scalar],
    font: String?,
    paragraph: TextParagraph
  ) {
    try? openCatalog()
    let style = font.flatMap { Self.isPath($0) ? nil : $0 }
    let language = paragraph.language(locale: Self.locale)
    if let file = catalog?.match(style, covering: missing, language: language),
      let index = try? open(file),
      missing.contains(where: { faces[index].glyph(for: $0) != nil })
    {
      fallbacks[ExactText(font ?? ""), default: []].append(index)
      return
    }
    if unavailable.count + missing.count > Self.maximumUnavailableCount {
      unavailable.removeAll()
    }
    unavailable.formUnion(missing)
    untold += missing.prefix(Self.maximumUnavailableCount - untold.count)
  }

  /// Tells if one face has all of `scalars`.
  private func covers(_ scalars: some Sequence<Unicode.Scalar>, with index: Int) -> Bool {
    scalars.allSatisfy { faces[index].glyph(for: $0) != nil }
  }

  /// Tells if a missing glyph for the character would be seen.
  private static func needsGlyph(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isWhitespace
  }

  /// The locale for text, as POSIX looks it up; "C" when none is set.
  static var locale: String {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      if let value = unsafe getenv(name), unsafe value.pointee != 0 {
        return unsafe String(cString: value)
      }
    }
    return "C"
  }
}
