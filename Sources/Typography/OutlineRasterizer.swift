// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Raster
internal import CFreeType

/// FreeType's outline loader and exact-area rasteriser.
///
/// Owns the `FT_Library`; every ``FontFace`` holds it strongly, since closing a face needs it.
@safe
final class OutlineRasterizer {
  /// The library handle, valid as long as this object.
  let library: FT_Library

  private init(adopting library: FT_Library) {
    unsafe self.library = library
  }

  deinit {
    unsafe FT_Done_FreeType(library)
  }

  /// Starts FreeType.
  ///
  /// The corresponding call is `FT_Init_FreeType`.
  ///
  /// - Throws: ``TypographyError`` when memory is short.
  static func open() throws(TypographyError) -> OutlineRasterizer {
    var library: FT_Library?
    guard unsafe FT_Init_FreeType(&library) == 0, let library = unsafe library else {
      throw TypographyError(.libraryUnavailable, subject: "FreeType")
    }
    return unsafe OutlineRasterizer(adopting: library)
  }

  /// Adds the coverage of an outline to `canvas`.
  ///
  /// `outline` is in 26.6 pixels, y upward, with the origin at the anchor; it is moved. Coverages
  /// of different outlines add up and saturate, which is exact where they do not overlap and
  /// leaves no seam where they abut, as the letters of joined scripts do.
  func add(_ outline: inout FT_Outline, to canvas: inout CoverageCanvas) {
    var box = FT_BBox()
    unsafe FT_Outline_Get_CBox(&outline, &box)
    let bounds = PixelRect(
      left: box.xMin >> 6,
      top: -((box.yMax + 63) >> 6),
      right: (box.xMax + 63) >> 6,
      bottom: -(box.yMin >> 6)
    ).intersection(canvas.bounds)
    if bounds.isEmpty { return }
    unsafe FT_Outline_Translate(&outline, -bounds.left << 6, bounds.bottom << 6)
    var scratch = [UInt8](repeating: 0, count: bounds.area)
    let isRendered = unsafe scratch.withUnsafeMutableBufferPointer { buffer in
      var bitmap = unsafe FT_Bitmap()
      unsafe bitmap.rows = UInt32(bounds.height)
      unsafe bitmap.width = UInt32(bounds.width)
      unsafe bitmap.pitch = CInt(bounds.width)
      unsafe bitmap.buffer = buffer.baseAddress
      unsafe bitmap.num_grays = 256
      unsafe bitmap.pixel_mode = UInt8(FT_PIXEL_MODE_GRAY.rawValue)
      return unsafe FT_Outline_Get_Bitmap(library, &outline, &bitmap) == 0
    }
    if isRendered { canvas.add(scratch, in: bounds) }
  }
}
