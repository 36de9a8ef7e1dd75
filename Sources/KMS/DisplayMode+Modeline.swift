// SPDX-License-Identifier: Apache-2.0
internal import Presentation

extension DisplayMode {
  /// A mode of given timings (`DRM_MODE_FLAG_*`, and `DRM_MODE_TYPE_USERDEF` as the kernel calls it).
  init(_ modeline: Modeline) {
    self.init()
    clockKiloHertz = UInt32(clamping: modeline.clockKiloHertz)
    (width, hsyncStart, hsyncEnd, htotal) = Self.timings(modeline.horizontal)
    (height, vsyncStart, vsyncEnd, vtotal) = Self.timings(modeline.vertical)
    for flag in modeline.flags { flags |= Self.kernelFlag(flag) }
    type = 1 << 5
    name = "\(width)x\(height)"
    nominalRefreshHertz = UInt32(clamping: (refreshMilliHertz + 500) / 1000)
  }

  private static func timings(_ axis: Modeline.Axis) -> (UInt16, UInt16, UInt16, UInt16) {
    (
      UInt16(clamping: axis.visible), UInt16(clamping: axis.syncStart),
      UInt16(clamping: axis.syncEnd), UInt16(clamping: axis.total)
    )
  }

  private static func kernelFlag(_ flag: Modeline.Flag) -> UInt32 {
    switch flag {
    case .positiveHorizontalSync: 1 << 0
    case .negativeHorizontalSync: negativeHsyncFlag
    case .positiveVerticalSync: positiveVsyncFlag
    case .negativeVerticalSync: 1 << 3
    case .interlaced: interlaceFlag
    case .doubleScanned: doubleScanFlag
    }
  }
}
