// SPDX-License-Identifier: Apache-2.0
private import CFontconfig

/// The fonts that are installed, as fontconfig sees them.
///
/// Owns one `FcConfig`. Opening reads fontconfig's configuration and maps its caches (about 5 ms
/// and 1 MiB with warm caches).
@safe
struct FontCatalog: ~Copyable {
  private let config: OpaquePointer

  private init(adopting config: OpaquePointer) {
    unsafe self.config = config
  }

  deinit {
    unsafe FcConfigDestroy(config)
  }

  /// Loads a configuration and the caches of the fonts that it names.
  ///
  /// A cache that is missing or stale is made anew and kept in the first directory that can be
  /// written to: `caches.first`, those of the configuration, `caches.last`. Where there is none,
  /// fontconfig complains on the error output at each start and reads all fonts.
  ///
  /// The corresponding calls are `FcConfigParseAndLoad` and `FcConfigBuildFonts`.
  ///
  /// - Parameters:
  ///   - configurationFile: A configuration to use instead of the system's.
  ///   - caches: The folders for caches.
  /// - Returns: The fonts, possibly none.
  /// - Throws: ``TypographyError`` when memory is short; a missing configuration does not throw.
  static func open(
    configurationFile: String? = nil,
    caches: FontCacheDirectories = FontCacheDirectories()
  ) throws(TypographyError) -> Self {
    guard let config = unsafe FcConfigCreate() else {
      throw TypographyError(.libraryUnavailable, subject: "fontconfig")
    }
    if let first = caches.first { unsafe load("cachedir", paths: [first], into: config) }
    let isComplaining = FcBool(0)
    if let configurationFile {
      unsafe FcConfigParseAndLoad(config, Array(configurationFile.utf8) + [0], isComplaining)
    } else {
      unsafe FcConfigParseAndLoad(config, nil, isComplaining)
      // Without its configuration fontconfig would know no font at all.
      if unsafe !hasFontDirectory(config) {
        unsafe load("dir", paths: ["/usr/share/fonts", "/usr/local/share/fonts"], into: config)
      }
    }
    if let last = caches.last { unsafe load("cachedir", paths: [last], into: config) }
    unsafe FcConfigBuildFonts(config)
    return unsafe Self(adopting: config)
  }

  /// Adds directories to a configuration, as elements of its XML.
  private static func load(_ element: String, paths: [String], into config: OpaquePointer) {
    let elements = paths.map { path in
      let escaped = path.unicodeScalars.map { scalar in
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        default: String(scalar)
        }
      }
      return "<\(element)>\(escaped.joined())</\(element)>"
    }
    let document = "<fontconfig>\(elements.joined())</fontconfig>"
    unsafe FcConfigParseAndLoadFromMemory(config, Array(document.utf8) + [0], FcBool(0))
  }

  /// Tells if the configuration names any folder of fonts.
  private static func hasFontDirectory(_ config: OpaquePointer) -> Bool {
    guard let directories = unsafe FcConfigGetFontDirs(config) else { return false }
    defer { unsafe FcStrListDone(directories) }
    return unsafe FcStrListNext(directories) != nil
  }

  /// The font that fits `request` best among those that cover most of `scalars`.
  ///
  /// fontconfig ranks coverage above the family's name, so that one match answers what would
  /// otherwise need a sorted list of all fonts. Fonts of colour bitmaps are left out.
  ///
  /// The corresponding call is `FcFontMatch`.
  ///
  /// - Parameters:
  ///   - request: A family's name or, when it has a colon, a fontconfig pattern such as
  ///     `DejaVu Sans:bold`; nil or empty means the default sans-serif font.
  ///   - scalars: The characters that matter; empty for no preference.
  ///   - language: An RFC 3066 tag to prefer, or nil for the locale's.
  /// - Returns: nil when no font is installed at all.
  func match(
    _ request: String?,
    covering scalars: [Unicode.Scalar] = [],
    language: String? = nil
  ) -> FontFile? {
    guard let pattern = unsafe Self.pattern(for: request) else { return nil }
    defer { unsafe FcPatternDestroy(pattern) }
    unsafe FcPatternAddBool(pattern, FC_OUTLINE, FcBool(1))
    unsafe FcPatternAddBool(pattern, FC_SCALABLE, FcBool(1))
    unsafe FcPatternAddBool(pattern, FC_COLOR, FcBool(0))
    if let language { unsafe FcPatternAddString(pattern, FC_LANG, Array(language.utf8) + [0]) }
    if !scalars.isEmpty, let set = unsafe FcCharSetCreate() {
      for scalar in scalars { unsafe FcCharSetAddChar(set, scalar.value) }
      unsafe FcPatternAddCharSet(pattern, FC_CHARSET, set)
      unsafe FcCharSetDestroy(set)
    }
    unsafe FcConfigSubstitute(config, pattern, FcMatchPattern)
    unsafe FcDefaultSubstitute(pattern)
    var result = FcResultNoMatch
    guard let match = unsafe FcFontMatch(config, pattern, &result) else { return nil }
    defer { unsafe FcPatternDestroy(match) }
    guard let path = unsafe Self.string(FC_FILE, of: match) else { return nil }
    var index: CInt = 0
    _ = unsafe FcPatternGetInteger(match, FC_INDEX, 0, &index)
    return unsafe FontFile(
      path: path,
      index: Int(index),
      family: Self.string(FC_FAMILY, of: match) ?? ""
    )
  }

  /// A new pattern that the caller destroys.
  private static func pattern(for request: String?) -> OpaquePointer? {
    let name = request.flatMap { $0.isEmpty ? nil : $0 } ?? "sans-serif"
    let bytes = Array(name.utf8) + [0]
    if name.contains(":"), let parsed = unsafe FcNameParse(bytes) { return unsafe parsed }
    guard let pattern = unsafe FcPatternCreate() else { return nil }
    unsafe FcPatternAddString(pattern, FC_FAMILY, bytes)
    return unsafe pattern
  }

  /// The first value of a string property.
  private static func string(_ property: String, of pattern: OpaquePointer) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    guard unsafe FcPatternGetString(pattern, property, 0, &value) == FcResultMatch else {
      return nil
    }
    return unsafe value.map { unsafe String(cString: $0) }
  }
}
