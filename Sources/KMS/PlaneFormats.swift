// SPDX-License-Identifier: Apache-2.0

/// Reads the property IN_FORMATS of a plane: the layouts of memory that it takes in each format.
///
/// Planes of some hardware (rockchip's VOP2) read tiled memory only, and still name the formats that the
/// processor would draw in rows.
package enum PlaneFormats {
  /// `DRM_FORMAT_MOD_LINEAR`.
  private static let linear: UInt64 = 0

  /// The formats that a plane takes in one layout of memory.
  package struct Layout: Hashable, Sendable {
    /// `DRM_FORMAT_MOD_*`; 0 for plain rows.
    package var modifier: UInt64
    /// Fourcc codes.
    package var formats: [UInt32]

    /// A layout of the two values.
    package init(modifier: UInt64, formats: [UInt32]) {
      self.modifier = modifier
      self.formats = formats
    }
  }

  /// The formats that a plane takes in plain rows.
  ///
  /// - Parameter blob: `struct drm_format_modifier_blob` with what it leads to; may be anything.
  /// - Returns: Fourcc codes; `nil` for a blob that makes no sense, or says nothing of layouts.
  package static func inRows(_ blob: [UInt8]) -> [UInt32]? { layouts(blob).map(inRows) }

  /// The formats of `layouts` that are taken in plain rows, as fourcc codes.
  package static func inRows(_ layouts: [Layout]) -> [UInt32] {
    layouts.filter { $0.modifier == linear }.flatMap(\.formats)
  }

  /// All that a plane says of layouts.
  ///
  /// - Parameter blob: `struct drm_format_modifier_blob` with what it leads to; may be anything.
  /// - Returns: The layouts in their order, as often as the blob has them; `nil` for a blob that makes no
  ///   sense, or says nothing of layouts.
  package static func layouts(_ blob: [UInt8]) -> [Layout]? {
    guard blob.count >= 24, word(blob, position: 0) == 1 else { return nil }
    let (formatCount, formats) = (Int(word(blob, position: 8)), Int(word(blob, position: 12)))
    let (modifierCount, modifiers) = (Int(word(blob, position: 16)), Int(word(blob, position: 20)))
    guard formatCount > 0, modifierCount > 0, formatCount <= blob.count,
      modifierCount <= blob.count,
      formats + formatCount * 4 <= blob.count, modifiers + modifierCount * 24 <= blob.count
    else { return nil }
    return (0..<modifierCount).map { index in
      // struct drm_format_modifier: 64 formats from `offset` on, as bits, that take this modifier.
      let entry = modifiers + index * 24
      let (mask, offset) = (long(blob, position: entry), Int(word(blob, position: entry + 8)))
      let taken = (0..<64).filter { mask & (1 << UInt64($0)) != 0 && offset + $0 < formatCount }
      return Layout(
        modifier: long(blob, position: entry + 16),
        formats: taken.map { word(blob, position: formats + (offset + $0) * 4) }
      )
    }
  }

  /// The 32-bit word at `position`, little-endian as on every machine this runs on.
  private static func word(_ bytes: [UInt8], position: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[position + $1]) << (8 * UInt32($1)) }
  }

  private static func long(_ bytes: [UInt8], position: Int) -> UInt64 {
    UInt64(word(bytes, position: position)) | UInt64(word(bytes, position: position + 4)) << 32
  }
}
