// SPDX-License-Identifier: Apache-2.0
import KMS
import MonotonicTime
import Testing

@Suite("Display modes")
struct DisplayModeTests {
  @Test(
    "Made-up modes agree with VESA's published CVT timings",
    arguments: [
      // Width, height, clock in kHz, total columns, total rows: outputs of VESA's cvt.
      (640, 480, 23_750, 800, 500),
      (1024, 768, 63_500, 1328, 798),
      (1280, 1024, 109_000, 1712, 1063),
      (1600, 1200, 161_000, 2160, 1245),
      (1920, 1080, 173_000, 2576, 1120),
    ]
  )
  func published(width: Int, height: Int, clock: Int, columns: Int, rows: Int) {
    let mode = DisplayMode.coordinatedVideoTiming(width: width, height: height)
    #expect(Int(mode.clockKiloHertz) == clock)
    #expect(Int(mode.htotal) == columns)
    #expect(Int(mode.vtotal) == rows)
  }

  @Test(
    "Made-up modes are in order for any wish",
    arguments: [
      (0, 0, 0.0), (64, 64, 20), (16384, 64, 250), (1366, 768, 60), (.max, .max, .infinity),
      (800, 480, 0.01), (-5, 480, 60),
    ]
  )
  func ordered(width: Int, height: Int, hertz: Double) {
    let mode = DisplayMode.coordinatedVideoTiming(
      width: width,
      height: height,
      refreshHertz: hertz
    )
    #expect(mode.width > 0 && mode.height > 0 && mode.clockKiloHertz > 0)
    #expect(mode.width < mode.hsyncStart && mode.hsyncStart < mode.hsyncEnd)
    #expect(mode.hsyncEnd < mode.htotal)
    #expect(mode.height < mode.vsyncStart && mode.vsyncStart < mode.vsyncEnd)
    #expect(mode.vsyncEnd < mode.vtotal)
  }

  @Test("A mode's rate is what its timings say, be it 0.01 Hz, or nothing")
  func nonsense() {
    var slow = DisplayMode.scripted()
    (slow.clockKiloHertz, slow.htotal, slow.vtotal) = (1000, 10_000, 10_000)
    #expect(slow.refreshMilliHertz == 10)
    var silent = DisplayMode.scripted()
    (silent.clockKiloHertz, silent.nominalRefreshHertz) = (0, 0)
    #expect(silent.refreshMilliHertz == 0)
    silent.nominalRefreshHertz = 50
    #expect(silent.refreshMilliHertz == 50_000)
  }

  @Test("Interlace, double scan and repeated lines count as the kernel counts them")
  func modifiers() {
    var mode = DisplayMode.scripted()
    mode.flags = DisplayMode.interlaceFlag
    #expect(mode.refreshMilliHertz == 120_000)
    mode.flags = DisplayMode.doubleScanFlag
    #expect(mode.refreshMilliHertz == 30_000)
    mode.flags = 0
    mode.vscan = 3
    #expect(mode.refreshMilliHertz == 20_000)
  }

  @Test(
    "Labels say size and rate, with decimals only where they matter",
    arguments: [
      (60_000, "64x32@60"), (59_940, "64x32@59.94"), (60_050, "64x32@60.05"),
      (59_500, "64x32@59.5"),
    ]
  )
  func labels(milliHertz: Int, label: String) {
    var mode = DisplayMode.scripted()
    // 1000 × 1000 pixels make the clock in kHz the rate in mHz.
    (mode.htotal, mode.vtotal) = (1000, 1000)
    mode.clockKiloHertz = UInt32(milliHertz)
    #expect(mode.label == label)
  }

  @Test("Names, preference and aspect ratio do not make another signal; timings do")
  func sameTimings() {
    let mode = DisplayMode.scripted()
    var other = mode
    (other.name, other.type, other.nominalRefreshHertz) = ("other", 0, 61)
    other.flags |= 2 << 19
    #expect(mode.hasSameTimings(as: other))
    other.vsyncStart += 1
    #expect(!mode.hasSameTimings(as: other))
  }
}
