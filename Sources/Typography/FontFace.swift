// SPDX-License-Identifier: Apache-2.0
private import CFreeType
private import CHarfBuzz
private import Glibc

/// One opened face: HarfBuzz shapes with it, FreeType loads its outlines.
///
/// Both read the same private mapping of the file. Lengths are in ems unless said otherwise.
@safe
final class FontFace {
  private let rasterizer: OutlineRasterizer
  private let blob: OpaquePointer
  private let font: OpaquePointer
  private let face: FT_Face
  private let unitsPerEm: Double
  /// Where the face came from.
  let file: FontFile

  private init(
    _ file: FontFile,
    rasterizer: OutlineRasterizer,
    blob: OpaquePointer,
    font: OpaquePointer,
    face: FT_Face,
    unitsPerEm: Double
  ) {
    self.file = file
    self.rasterizer = rasterizer
    unsafe self.blob = blob
    unsafe self.font = font
    unsafe self.face = face
    self.unitsPerEm = unitsPerEm
  }

  deinit {
    unsafe FT_Done_Face(face)
    unsafe hb_font_destroy(font)
    unsafe hb_blob_destroy(blob)
  }

  /// Largest font file that is opened, in bytes.
  private static let maximumFileSize = 256 << 20

  /// Opens a font file.
  ///
  /// The corresponding calls are `hb_blob_create_from_file_or_fail` and `FT_New_Memory_Face`.
  ///
  /// - Throws: ``TypographyError`` when the file cannot be read or holds no scalable font.
  static func open(
    _ file: FontFile,
    rasterizer: OutlineRasterizer
  ) throws(TypographyError) -> FontFace {
    // HarfBuzz would wait for a FIFO and read a device to its end, so only regular files pass.
    var status = stat()
    guard unsafe stat(file.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= maximumFileSize
    else { throw TypographyError(.unreadableFontFile, subject: file.path) }
    guard let blob = unsafe hb_blob_create_from_file_or_fail(file.path) else {
      let isEmpty = status.st_size == 0
      throw TypographyError(isEmpty ? .notAFont : .unreadableFontFile, subject: file.path)
    }
    var length: UInt32 = 0
    let bytes = unsafe hb_blob_get_data(blob, &length)
    var face: FT_Face?
    // fontconfig's highest bit says that the font is variable; FreeType reads a sign there.
    let index = file.index & 0x7FFF_FFFF
    guard
      unsafe bytes?.withMemoryRebound(
        to: FT_Byte.self,
        capacity: Int(length),
        { unsafe FT_New_Memory_Face(rasterizer.library, $0, Int(length), index, &face) }
      ) == 0, let face = unsafe face
    else {
      unsafe hb_blob_destroy(blob)
      throw TypographyError(.notAFont, subject: file.path)
    }
    let hbFace = unsafe hb_face_create(blob, UInt32(truncatingIfNeeded: file.index & 0xFFFF))
    let glyphCount = unsafe hb_face_get_glyph_count(hbFace)
    let font = unsafe hb_font_create(hbFace)
    unsafe hb_face_destroy(hbFace)
    let unitsPerEm = unsafe face.pointee.units_per_EM
    let isScalable = unsafe face.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0
    guard let font = unsafe font, glyphCount > 0, isScalable, unitsPerEm > 0 else {
      unsafe FT_Done_Face(face)
      unsafe hb_font_destroy(font)
      unsafe hb_blob_destroy(blob)
      throw TypographyError(.notAFont, subject: file.path)
    }
    unsafe hb_font_set_scale(font, CInt(unitsPerEm), CInt(unitsPerEm))
    let instance = (file.index >> 16) & 0x7FFF
    if instance > 0 { unsafe hb_font_set_var_named_instance(font, UInt32(instance - 1)) }
    return unsafe FontFace(
      file,
      rasterizer: rasterizer,
      blob: blob,
      font: font,
      face: face,
      unitsPerEm: Double(unitsPerEm)
    )
  }

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
  ///   - run: What to shape and how.
  ///   - text: The whole paragraph.
  ///   - pen: Where the run starts, in ems; moved to where it ends.
  ///   - faceIndex: What to write into the glyphs' ``ShapedGlyph/faceIndex``.
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

  /// Draws a glyph's unhinted outline.
  ///
  /// - Parameters:
  ///   - glyph: The glyph's number in this face.
  ///   - pixelSize: Pixels per em.
  ///   - x: The pen's distance to the right of the anchor, in pixels.
  ///   - y: The pen's distance *above* the anchor, in pixels.
  ///   - canvas: What to add the coverage to.
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
