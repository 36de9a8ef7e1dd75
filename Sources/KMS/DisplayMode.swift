// SPDX-License-Identifier: Apache-2.0

/// The timings of a display mode, as the kernel's `drm_mode_modeinfo` has them.
package struct DisplayMode: Hashable, Sendable {
  /// Flag of a mode that sends every second line only (`DRM_MODE_FLAG_INTERLACE`).
  package static let interlaceFlag: UInt32 = 1 << 4
  /// Flag of a mode that sends every line twice (`DRM_MODE_FLAG_DBLSCAN`).
  package static let doubleScanFlag: UInt32 = 1 << 5
  /// Type bit of the mode the panel likes best (`DRM_MODE_TYPE_PREFERRED`).
  package static let preferredType: UInt32 = 1 << 3

  /// Pixel clock in kHz.
  package var clockKiloHertz: UInt32 = 0
  /// Visible columns.
  package var width: UInt16 = 0
  /// Column where the horizontal sync begins.
  package var hsyncStart: UInt16 = 0
  /// Column where the horizontal sync ends.
  package var hsyncEnd: UInt16 = 0
  /// Columns of a line with blanking.
  package var htotal: UInt16 = 0
  /// Skew of the lines; 0 on everything alive.
  package var hskew: UInt16 = 0
  /// Visible rows.
  package var height: UInt16 = 0
  /// Row where the vertical sync begins.
  package var vsyncStart: UInt16 = 0
  /// Row where the vertical sync ends.
  package var vsyncEnd: UInt16 = 0
  /// Rows of a frame with blanking.
  package var vtotal: UInt16 = 0
  /// Count of times that each line is sent; 0 and 1 both mean once.
  package var vscan: UInt16 = 0
  /// The driver's own rounded refresh rate in Hz; may be 0 or nonsense.
  package var nominalRefreshHertz: UInt32 = 0
  /// `DRM_MODE_FLAG_*`.
  package var flags: UInt32 = 0
  /// `DRM_MODE_TYPE_*`.
  package var type: UInt32 = 0
  /// The driver's name for it, as a rule `1920x1080`.
  package var name = ""

  /// A mode of zeros, to be filled in.
  package init() {}

  /// True if the panel prefers this mode.
  package var isPreferred: Bool { type & Self.preferredType != 0 }

  /// True if it sends every second line only.
  package var isInterlaced: Bool { flags & Self.interlaceFlag != 0 }

  /// Refresh rate in mHz from the timings; from the driver's own figure where they say nothing, 0 when unknown.
  ///
  /// The arithmetic is that of the kernel's `drm_mode_vrefresh`.
  package var refreshMilliHertz: Int {
    let pixels = Int(htotal) * Int(vtotal)
    guard pixels > 0, clockKiloHertz > 0 else { return Int(nominalRefreshHertz) * 1000 }
    var rate = Int(clockKiloHertz) * 1_000_000
    var lines = pixels
    if isInterlaced { rate *= 2 }
    if flags & Self.doubleScanFlag != 0 { lines *= 2 }
    if vscan > 1 { lines *= Int(vscan) }
    return (rate + lines / 2) / lines
  }

  /// Tells if both put the same signal on the wire, under the same name or not.
  package func hasSameTimings(as other: Self) -> Bool {
    var (mine, theirs) = (self, other)
    for mode in [\Self.type, \Self.nominalRefreshHertz] {
      mine[keyPath: mode] = 0
      theirs[keyPath: mode] = 0
    }
    (mine.name, theirs.name) = ("", "")
    // Aspect ratio bits (DRM_MODE_FLAG_PIC_AR_MASK) go into an infoframe only, and clients without
    // that capability never see them.
    (mine.flags, theirs.flags) = (mine.flags & ~(0xF << 19), theirs.flags & ~(0xF << 19))
    return mine == theirs
  }

  /// `1920x1080@60`, with `i` behind the height when interlaced and decimals only where needed.
  package var label: String {
    let size = "\(width)x\(height)" + (isInterlaced ? "i" : "")
    let rate = refreshMilliHertz
    guard rate > 0 else { return size }
    let hundredths = (rate + 5) / 10
    guard hundredths % 100 != 0 else { return "\(size)@\(hundredths / 100)" }
    let fraction = hundredths % 100
    let digits =
      fraction % 10 == 0 ? "\(fraction / 10)" : (fraction < 10 ? "0\(fraction)" : "\(fraction)")
    return "\(size)@\(hundredths / 100).\(digits)"
  }
}
