// SPDX-License-Identifier: Apache-2.0

extension DisplayMode {
  /// Flag of a positive vertical sync pulse (`DRM_MODE_FLAG_PVSYNC`).
  static let positiveVsyncFlag: UInt32 = 1 << 2
  /// Flag of a negative horizontal sync pulse (`DRM_MODE_FLAG_NHSYNC`).
  static let negativeHsyncFlag: UInt32 = 1 << 1

  /// A mode for a monitor that does not say what it can: VESA's Coordinated Video Timings.
  ///
  /// Normal blanking without margins, VESA CVT 1.2 section 3.4. The width is rounded down to whole
  /// character cells of 8 pixels, as the standard wants.
  ///
  /// - Parameters:
  ///   - width: Visible columns, 320 … 16384; clamped.
  ///   - height: Visible rows, 200 … 16384; clamped.
  ///   - refreshHertz: Refreshes a second, 20 … 250; clamped.
  /// - Returns: The mode.
  package static func coordinatedVideoTiming(
    width: Int,
    height: Int,
    refreshHertz: Double = 60
  ) -> Self {
    let columns = min(max(width, 320), 16384) / 8 * 8
    let rows = min(max(height, 200), 16384)
    let rate = min(max(refreshHertz, 20), 250)
    // Sync and back porch take at least 550 µs, the front porch 3 lines.
    let linePeriod = (1_000_000 / rate - 550) / Double(rows + 3)  // µs
    let syncLines = syncWidth(columns, height: rows)
    let syncAndBackPorch = max(Int(550 / linePeriod) + 1, syncLines + 3)
    let blankPercentage = max(20, 30 - 300 * linePeriod / 1000)
    let rawBlank = Double(columns) * blankPercentage / (100 - blankPercentage)
    let blank = Int(rawBlank / 16) * 16
    let total = columns + blank

    var mode = Self()
    mode.width = UInt16(columns)
    mode.height = UInt16(rows)
    mode.htotal = UInt16(clamping: total)
    mode.hsyncEnd = UInt16(clamping: columns + blank / 2)
    mode.hsyncStart = UInt16(clamping: columns + blank / 2 - total * 8 / 100 / 8 * 8)
    mode.vsyncStart = UInt16(rows + 3)
    mode.vsyncEnd = UInt16(rows + 3 + syncLines)
    mode.vtotal = UInt16(rows + 3 + syncAndBackPorch)
    mode.clockKiloHertz = UInt32(Double(total) / linePeriod * 1000 / 250) * 250
    mode.nominalRefreshHertz = UInt32(rate.rounded())
    mode.flags = negativeHsyncFlag | positiveVsyncFlag
    mode.name = "\(columns)x\(rows)"
    return mode
  }

  /// Lines of the vertical sync pulse, which code the aspect ratio (CVT 1.2 table 3-2).
  private static func syncWidth(_ width: Int, height: Int) -> Int {
    let ratios = [(4, 3, 4), (16, 9, 5), (16, 10, 6), (5, 4, 7), (15, 9, 7)]
    for (across, down, lines) in ratios where height * across / down / 8 * 8 == width {
      return lines
    }
    return 10
  }
}
