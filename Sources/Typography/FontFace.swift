// SPDX-License-Identifier: Apache-2.0
private import CFreeType
private import CHarfBuzz
private import Glibc

/// One opened face: HarfBuzz shapes with it, FreeType loads its outlines.
///
/// Both read the same ``FontStream``; HarfBuzz keeps copies of the tables that it needs. Lengths are
/// in ems unless said otherwise.
@safe
final class FontFace {
  private let rasterizer: OutlineRasterizer
  private let stream: FontStream
  private let font: OpaquePointer
  private let face: FT_Face
  private let unitsPerEm: Double
  /// File of the face.
  let file: FontFile

  private init(
    _ file: FontFile,
    rasterizer: OutlineRasterizer,
    stream: FontStream,
    font: OpaquePointer,
    face: FT_Face,
    unitsPerEm: Double
  ) {
    self.file = file
    self.rasterizer = rasterizer
    self.stream = stream
    unsafe self.font = font
    unsafe self.face = face
    self.unitsPerEm = unitsPerEm
  }

  deinit {
    // HarfBuzz reads tables through the face.
    unsafe hb_font_destroy(font)
    unsafe FT_Done_Face(face)
  }

  /// True if the file is another one than was opened, so that glyphs may be missing.
  var hasChanged: Bool { stream.hasChanged }

  /// Opens a font file.
  ///
  /// The corresponding calls are `FT_Open_Face` and `hb_face_create_for_tables`.
  ///
  /// - Throws: ``TypographyError`` when the file cannot be read or holds no scalable font.
  static func open(
    _ file: FontFile,
    rasterizer: OutlineRasterizer
  ) throws(TypographyError) -> FontFace {
    let stream = try FontStream.open(file.path)
    var arguments = unsafe FT_Open_Args()
    unsafe arguments.flags = UInt32(FT_OPEN_STREAM)
    unsafe arguments.stream = stream.record
    var face: FT_Face?
    // fontconfig's highest bit says that the font is variable; FreeType reads a sign there.
    let index = file.index & 0x7FFF_FFFF
    guard unsafe FT_Open_Face(rasterizer.library, &arguments, index, &face) == 0,
      let face = unsafe face
    else { throw TypographyError(.notAFont, subject: file.path) }
    let hbFace = unsafe hb_face_create_for_tables(
      { _, tag, face in unsafe FontFace.table(tag, of: face) },
      face,
      nil
    )
    let glyphCount = unsafe hb_face_get_glyph_count(hbFace)
    let font = unsafe hb_font_create(hbFace)
    unsafe hb_face_destroy(hbFace)
    let unitsPerEm = unsafe face.pointee.units_per_EM
    let isScalable = unsafe face.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0
    guard let font = unsafe font, glyphCount > 0, isScalable, unitsPerEm > 0 else {
      unsafe hb_font_destroy(font)
      unsafe FT_Done_Face(face)
      throw TypographyError(.notAFont, subject: file.path)
    }
    unsafe hb_font_set_scale(font, CInt(unitsPerEm), CInt(unitsPerEm))
    let instance = (file.index >> 16) & 0x7FFF
    if instance > 0 { unsafe hb_font_set_var_named_instance(font, UInt32(instance - 1)) }
    return unsafe FontFace(
      file,
      rasterizer: rasterizer,
      stream: stream,
      font: font,
      face: face,
      unitsPerEm: Double(unitsPerEm)
    )
  }

  /// A copy of one of the font's tables, which the receiver destroys; nil when there is none.
  ///
  /// The corresponding call is `FT_Load_Sfnt_Table`.
  private static func table(_ tag: hb_tag_t, of face: UnsafeMutableRawPointer?) -> OpaquePointer? {
    guard tag != 0, let face = unsafe face?.assumingMemoryBound(to: FT_FaceRec.self) else {
      return nil
    }
    var length: FT_ULong = 0
    guard unsafe FT_Load_Sfnt_Table(face, FT_ULong(tag), 0, nil, &length) == 0, length > 0,
      length <= maximumTableSize, let bytes = unsafe malloc(Int(length))
    else { return nil }
    let buffer = unsafe bytes.assumingMemoryBound(to: FT_Byte.self)
    guard unsafe FT_Load_Sfnt_Table(face, FT_ULong(tag), 0, buffer, &length) == 0 else {
      unsafe free(bytes)
      return nil
    }
    return unsafe hb_blob_create(
      bytes.assumingMemoryBound(to: CChar.self),
      UInt32(length),
      HB_MEMORY_MODE_WRITABLE,
      bytes,
      { unsafe free($0) }
    )
  }

  /// Largest table that is read for shaping, in bytes; outlines are not among them.
  private static let maximumTableSize: FT_ULong = 16 << 20

  /// The glyph for a character on its own, or nil when the font does not have it.
  func glyph(for scalar: Unicode.Scalar) -> UInt32? {
    var glyph: UInt32 = 0
    return unsafe hb_font_get_nominal_glyph(font, scalar.value, &glyph) != 0 ? glyph : nil
  }

  /// Shapes one run of `text` and appends its glyphs in visual order.
  ///
  /// The rest of `text` is context: letters join across the ends of the run.
  ///
  /// The corresponding call is `hb_shape`.
  ///
  /// - Parameters:
  ///   - run: The run to shape, with its features.
  ///   - text: The whole paragraph.
  ///   - pen: Position of the pen at the run's start, in ems; moved to its end.
  ///   - faceIndex: The value for the glyphs' ``ShapedGlyph/faceIndex``.
  ///   - glyphs: Receives the glyphs.
  func shape(
    _ run: TextRun,
    of text: [UInt32],
    pen: inout Double,
    faceIndex: Int,
    into glyphs: inout [ShapedGlyph]
  ) {
    guard let buffer = unsafe hb_buffer_create() else { return }
    defer { unsafe hb_buffer_destroy(buffer) }
    unsafe hb_buffer_add_utf32(
      buffer,
      text,
      CInt(text.count),
      UInt32(run.range.lowerBound),
      CInt(run.range.count)
    )
    unsafe hb_buffer_set_direction(
      buffer,
      run.level & 1 == 0 ? HB_DIRECTION_LTR : HB_DIRECTION_RTL
    )
    unsafe hb_buffer_set_script(buffer, hb_script_t(rawValue: run.script))
    if let language = run.language {
      unsafe hb_buffer_set_language(buffer, hb_language_from_string(language, -1))
    }
    var features = run.wantsTabularFigures ? Self.tabularFigures : []
    unsafe hb_shape(font, buffer, &features, UInt32(features.count))
    var count: UInt32 = 0
    guard let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count),
      let positions = unsafe hb_buffer_get_glyph_positions(buffer, &count)
    else { return }
    for index in 0..<Int(count) {
      let position = unsafe positions[index]
      let glyph = unsafe infos[index].codepoint
      let x = pen + Double(position.x_offset) / unitsPerEm
      let y = Double(position.y_offset) / unitsPerEm
      glyphs.append(
        ShapedGlyph(
          faceIndex: faceIndex,
          glyph: glyph,
          cluster: Int(unsafe infos[index].cluster),
          pen: pen,
          x: x,
          y: y,
          ink: bounds(of: glyph).translated(x: x, y: y)
        )
      )
      pen += Double(position.x_advance) / unitsPerEm
    }
  }

  /// OpenType features `tnum` and `lnum` over the whole run.
  private static var tabularFigures: [hb_feature_t] {
    [0x746E_756D, 0x6C6E_756D].map {
      hb_feature_t(tag: $0, value: 1, start: 0, end: .max)
    }
  }

  /// The exact box around a glyph's outline; empty when it has none.
  ///
  /// The corresponding call is `FT_Outline_Get_BBox`.
  func bounds(of glyph: UInt32) -> GlyphBounds {
    guard unsafe FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_SCALE)) == 0,
      let slot = unsafe face.pointee.glyph,
      unsafe slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE,
      unsafe slot.pointee.outline.n_points > 0
    else { return .empty }
    var box = FT_BBox()
    guard unsafe FT_Outline_Get_BBox(&slot.pointee.outline, &box) == 0 else { return .empty }
    return GlyphBounds(
      minX: Double(box.xMin) / unitsPerEm,
      minY: Double(box.yMin) / unitsPerEm,
      maxX: Double(box.xMax) / unitsPerEm,
      maxY: Double(box.yMax) / unitsPerEm
    )
  }

  /// Metrics of the font's lines, in ems.
  struct LineMetrics {
    /// From the baseline up to the top of the line.
    var ascent: Double
    /// From the baseline down to the foot of the line.
    var descent: Double
    /// From one baseline to the next.
    var lineHeight: Double
  }

  /// Metrics of the font's lines.
  var lineMetrics: LineMetrics {
    LineMetrics(
      ascent: unsafe Double(face.pointee.ascender) / unitsPerEm,
      descent: unsafe -Double(face.pointee.descender) / unitsPerEm,
      lineHeight: unsafe Double(face.pointee.height) / unitsPerEm
    )
  }

  /// Draws a glyph's unhinted outline.
  ///
  /// - Parameters:
  ///   - glyph: The glyph's number in this face.
  ///   - pixelSize: Pixels per em.
  ///   - x: The pen's distance to the right of the anchor, in pixels.
  ///   - y: The pen's distance *above* the anchor, in pixels.
  ///   - canvas: The canvas that the coverage is added to.
  func draw(
    _ glyph: UInt32,
    pixelSize: Double,
    x: Double,
    y: Double,
    on canvas: inout CoverageCanvas
  ) {
    guard unsafe FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_SCALE)) == 0,
      let slot = unsafe face.pointee.glyph,
      unsafe slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE,
      unsafe slot.pointee.outline.n_points > 0
    else { return }
    // Font units to 26.6 pixels, as a 16.16 factor.
    let scale = FT_Fixed((pixelSize * 64 / unitsPerEm * 65536).rounded())
    var matrix = FT_Matrix(xx: scale, xy: 0, yx: 0, yy: scale)
    unsafe FT_Outline_Transform(&slot.pointee.outline, &matrix)
    unsafe FT_Outline_Translate(
      &slot.pointee.outline,
      FT_Pos((x * 64).rounded()),
      FT_Pos((y * 64).rounded())
    )
    unsafe rasterizer.add(&slot.pointee.outline, to: &canvas)
  }
}
