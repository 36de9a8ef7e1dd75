// SPDX-License-Identifier: Apache-2.0

/// What the property IN_FORMATS of a plane says: which layouts of memory it takes in which format.
///
/// Planes of some hardware (rockchip's VOP2) read tiled memory only, and still name the formats that the
/// processor would draw in rows.
package enum PlaneFormats {
  /// `DRM_FORMAT_MOD_LINEAR`.
  private static let linear: UInt64 = 0

  /// The formats that a plane takes in plain rows.
  ///
  /// - Parameter blob: `struct drm_format_modifier_blob` with what it leads to; may be anything.
  /// - Returns: Fourcc codes; `nil` for a blob that makes no sense, or says nothing of layouts.
  package static func inRows(_ blob: [UInt8]) -> [UInt32]? {
    guard blob.count >= 24, word(blob, 0) == 1 else { return nil }
    let (formatCount, formats) = (Int(word(blob, 8)), Int(word(blob, 12)))
    let (modifierCount, modifiers) = (Int(word(blob, 16)), Int(word(blob, 20)))
    guard formatCount > 0, modifierCount > 0, formatCount <= blob.count,
      modifierCount <= blob.count,
      formats + formatCount * 4 <= blob.count, modifiers + modifierCount * 24 <= blob.count
    else { return nil }
    var inRows: [UInt32] = []
    for index in 0..<modifierCount {
      // struct drm_format_modifier: 64 formats from `offset` on, as bits, that take this modifier.
      let entry = modifiers + index * 24
      guard long(blob, entry + 16) == linear else { continue }
      let (mask, offset) = (long(blob, entry), Int(word(blob, entry + 8)))
      for bit in 0..<64 where mask & (1 << UInt64(bit)) != 0 && offset + bit < formatCount {
        inRows.append(word(blob, formats + (offset + bit) * 4))
      }
    }
    return inRows
  }

  /// The 32-bit word at `position`, little-endian as on every machine this runs on.
  private static func word(_ bytes: [UInt8], _ position: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[position + $1]) << (8 * UInt32($1)) }
  }

  private static func long(_ bytes: [UInt8], _ position: Int) -> UInt64 {
    UInt64(word(bytes, position)) | UInt64(word(bytes, position + 4)) << 32
  }
}
