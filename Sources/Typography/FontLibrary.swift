// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// The fonts of one display: finds them, keeps them open, and turns text into coverage.
///
/// Fonts are named as in the configuration: a family ("DejaVu Sans"), a fontconfig pattern
/// ("DejaVu Sans:bold"), a path with a slash to a font file, or nil for the default sans-serif
/// font. Characters that the named font lacks come from the installed font that covers them best.
///
/// Not for the frame path: every call allocates, and the first ones read files. Opened fonts stay
/// mapped as long as the library lives.
package final class FontLibrary {
  private let rasterizer: OutlineRasterizer
  private var catalog: FontCatalog?
  private(set) var faces: [FontFace] = []
  private var faceIndices: [FontFile: Int] = [:]
  private var requests: [String: Int] = [:]
  private var fallbacks: [Int] = []
  private var unavailable: Set<Unicode.Scalar> = []

  private init(rasterizer: OutlineRasterizer) {
    self.rasterizer = rasterizer
  }

  /// Starts FreeType; fontconfig is started by the first font that is not given by its path.
  ///
  /// - Throws: ``TypographyError`` when memory is short. Missing fonts are reported by the calls
  ///   that need them.
  package static func open() throws(TypographyError) -> FontLibrary {
    try FontLibrary(rasterizer: .open())
  }

  /// The family that stands in for `font`, so that a caller can say when it is another one.
  ///
  /// - Returns: The family's name as fontconfig has it; for a path the path.
  /// - Throws: ``TypographyError`` as ``label(_:font:pixelSize:maximumWidth:)``.
  package func resolvedFamily(of font: String?) throws(TypographyError) -> String {
    let file = faces[try faceIndex(for: font)].file
    return file.family.isEmpty ? file.path : file.family
  }

  /// The face that a name from the configuration stands for.
  func faceIndex(for font: String?) throws(TypographyError) -> Int {
    let request = font ?? ""
    if let index = requests[request] { return index }
    let index: Int
    if request.contains("/") {
      index = try open(FontFile(path: request, index: 0, family: ""))
    } else {
      try openCatalog()
      guard let file = catalog?.match(request) else {
        throw TypographyError(.noFontInstalled)
      }
      index = try open(file)
    }
    requests[request] = index
    return index
  }

  /// Starts fontconfig unless it runs already.
  private func openCatalog() throws(TypographyError) {
    if catalog == nil { catalog = try .open() }
  }

  /// Opens a file unless it is open already.
  private func open(_ file: FontFile) throws(TypographyError) -> Int {
    if let index = faceIndices[file] { return index }
    faces.append(try .open(file, rasterizer: rasterizer))
    faceIndices[file] = faces.count - 1
    return faces.count - 1
  }

  /// The face for each cluster of `paragraph`: `primary` where it has the characters, else the
  /// first fallback that has them, else `primary`, which then draws its box for missing glyphs.
  func faceIndices(for paragraph: TextParagraph, primary: Int) -> [Int] {
    let locale = Self.locale
    while true {
      var missing: [Unicode.Scalar] = []
      let indices = paragraph.clusters.map { cluster in
        let scalars = paragraph.scalars[cluster].filter(Self.needsGlyph)
        let candidates = [primary] + fallbacks
        if let index = candidates.first(where: { covers(scalars, with: $0) }) { return index }
        missing += scalars.filter { faces[primary].glyph(for: $0) == nil }
        // A mark that no font has must not take its letter along.
        return candidates.first { covers(scalars.prefix(1), with: $0) } ?? primary
      }
      missing.removeAll { unavailable.contains($0) }
      if missing.isEmpty { return indices }
      findFallback(for: missing, language: paragraph.language(locale: locale))
    }
  }

  /// Opens the installed font that covers most of `missing`; what it lacks too is tried alone
  /// the next time, and what no font has is remembered.
  private func findFallback(for missing: [Unicode.Scalar], language: String?) {
    try? openCatalog()
    if let file = catalog?.match(nil, covering: missing, language: language),
      let index = try? open(file),
      missing.contains(where: { faces[index].glyph(for: $0) != nil })
    {
      if !fallbacks.contains(index) {
        fallbacks.append(index)
        return
      }
    }
    unavailable.formUnion(missing)
  }

  /// Whether one face has all of `scalars`.
  private func covers(_ scalars: some Sequence<Unicode.Scalar>, with index: Int) -> Bool {
    scalars.allSatisfy { faces[index].glyph(for: $0) != nil }
  }

  /// Whether a missing glyph for the character would be seen.
  private static func needsGlyph(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isWhitespace
  }

  /// The locale for text, as POSIX looks it up; "C" when none is set.
  private static var locale: String {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      if let value = unsafe getenv(name), unsafe value.pointee != 0 {
        return unsafe String(cString: value)
      }
    }
    return "C"
  }
}
