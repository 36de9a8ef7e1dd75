// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Motion
import Testing
import Widgets

@Suite("Wave progress indicators")
struct WaveProgressTests {
  static let start = MonotonicInstant(nanoseconds: 11_000_000_000)

  static func indicator(
    percent: Double,
    fill: WaveProgress.Fill = .height,
    isVisible: Bool = true
  ) -> WaveProgress {
    WaveProgress(
      settings: WaveProgress.Settings(fill: fill, maskHeight: 200),
      percent: percent,
      at: start,
      isVisible: isVisible
    )
  }

  static func instant(_ seconds: Double) -> MonotonicInstant {
    start + MonotonicInterval(seconds: seconds)
  }

  @Test(
    "The waves have the same phase at the same time, whatever the refresh rate",
    arguments: [30, 60, 75, 144]
  )
  func refreshRates(hertz: Int) {
    // The article's figure: 8° a frame at 60 Hz, so 480° after a second and 120° after that.
    let indicator = Self.indicator(percent: 50)
    let phases = (0...(3 * hertz)).map { frame in
      indicator.snapshot(at: Self.instant(Double(frame) / Double(hertz))).phase
    }
    for (frame, phase) in phases.enumerated() {
      let sixtieths = Double(frame) * 60 / Double(hertz)
      let expected = (8 * sixtieths).truncatingRemainder(dividingBy: 360)
      let distance = abs(phase - expected)
      #expect(min(distance, 360 - distance) < 1e-5)
      #expect(phase >= 0 && phase < 360)
    }
  }

  @Test(
    "A busy level swings over the whole height, 3 s each way, from where it was, without a figure"
  )
  func busy() {
    var indicator = Self.indicator(percent: 0)
    indicator.setBusy(at: Self.instant(0))
    for (seconds, percent) in [
      (0, 0), (0.75, 12.9164), (1.5, 50), (2.25, 87.0836), (3, 100), (3.75, 87.0836), (4.5, 50),
      (6, 0),
      (7.5, 50), (601.5, 50),
    ] {
      let shown = indicator.shown(at: Self.instant(seconds))
      #expect(abs(shown - percent) < 0.001, "\(shown) at \(seconds) s")
    }
    #expect(indicator.isMoving(at: Self.instant(3600)))
    #expect(indicator.snapshot(at: Self.instant(1)).figure == WaveProgressSnapshot.noFigure)
    // Asked for again it goes on.
    indicator.setBusy(at: Self.instant(1))
    #expect(abs(indicator.shown(at: Self.instant(1.5)) - 50) < 0.001)
    // A number takes over from where the level is.
    indicator.set(percent: 80, over: 1, curve: .linear, at: Self.instant(1.5))
    #expect(abs(indicator.shown(at: Self.instant(2)) - 65) < 0.001)
    #expect(indicator.snapshot(at: Self.instant(2.5)).figure == 80)
    // And the swing begins there too, upward.
    indicator.setBusy(at: Self.instant(3))
    #expect(abs(indicator.shown(at: Self.instant(3)) - 80) < 0.001)
    #expect(indicator.shown(at: Self.instant(3.1)) > 80)
  }

  @Test("Waves move only while something can be seen of them", arguments: [0.0, 42, 100])
  func idle(percent: Double) {
    let indicator = Self.indicator(percent: percent)
    #expect(indicator.isMoving(at: Self.instant(3600)) == (percent == 42))
    let hidden = Self.indicator(percent: percent, isVisible: false)
    #expect(!hidden.isMoving(at: Self.instant(1)))
    #expect(hidden.snapshot(at: Self.instant(1)).opacity == 0)
  }

  @Test("Empty shows no fluid, full is full, and the waves are flat at both ends")
  func ends() {
    let empty = Self.indicator(percent: 0).snapshot(at: Self.instant(5))
    #expect(empty == WaveProgressSnapshot(level: 0, amplitude: 0, phase: 0, figure: 0))
    let full = Self.indicator(percent: 100).snapshot(at: Self.instant(5))
    #expect(full == WaveProgressSnapshot(level: 1, amplitude: 0, phase: 0, figure: 100))
  }

  @Test("Crests and troughs stay inside the mask and reach the full amplitude in the middle")
  func amplitude() {
    for step in 0...1000 {
      let shown = Self.indicator(percent: Double(step) / 10).snapshot(at: Self.start)
      let level = shown.level * 200
      #expect(shown.amplitude >= 0 && shown.amplitude <= 6)
      #expect(level - shown.amplitude >= 0 && level + shown.amplitude <= 200)
    }
    #expect(Self.indicator(percent: 50).snapshot(at: Self.start).amplitude == 6)
  }

  @Test("A new value under way continues from what is shown and ends where it should")
  func interruption() {
    var indicator = Self.indicator(percent: 0)
    indicator.set(percent: 80, at: Self.start)
    #expect(indicator.target == 80)
    #expect(abs(indicator.shown(at: Self.instant(0.2)) - 40) < 1e-6)
    indicator.set(percent: 10, over: 1, curve: .easeOut, at: Self.instant(0.2))
    #expect(abs(indicator.shown(at: Self.instant(0.2)) - 40) < 1e-6)
    #expect(indicator.shown(at: Self.instant(1.2)) == 10)
    indicator.set(percent: 100, over: 0, at: Self.instant(2))
    #expect(indicator.shown(at: Self.instant(2)) == 100)
    #expect(!indicator.isMoving(at: Self.instant(2)))
  }

  @Test("A curve that overshoots never shows more than everything or less than nothing")
  func overshoot() {
    var indicator = Self.indicator(percent: 50)
    indicator.set(percent: 100, over: 1, curve: .easing(.easeOutBack), at: Self.start)
    let shown = (0...100).map { indicator.shown(at: Self.instant(Double($0) / 100)) }
    #expect((shown.max() ?? 0) == 100)
    indicator.set(percent: 0, over: 1, curve: .easing(.easeOutElastic), at: Self.instant(2))
    let falling = (0...100).map { indicator.shown(at: Self.instant(2 + Double($0) / 100)) }
    #expect((falling.min() ?? -1) == 0)
    #expect(indicator.isMoving(at: Self.instant(2.5)))
  }

  @Test("Waves that have come to rest start again without a jump")
  func restart() {
    var indicator = Self.indicator(percent: 0)
    indicator.set(percent: 30, over: 1, at: Self.instant(1000.123))
    let first = indicator.snapshot(at: Self.instant(1000.124))
    #expect(first.phase < 1 && first.amplitude < 0.1)
  }

  @Test(
    "The figure is rounded but says 100 only when everything is full",
    arguments: [(0.0, 0), (0.6, 1), (41.5, 42), (99.4, 99), (99.99, 99), (100, 100)]
  )
  func figure(percent: Double, expected: Int) {
    #expect(Self.indicator(percent: percent).snapshot(at: Self.start).figure == expected)
  }

  @Test(
    "Percentages out of range are clamped, and NaN changes nothing",
    arguments: [(-5.0, 0.0), (250, 100), (.infinity, 100), (-.infinity, 0), (.nan, 42)]
  )
  func clamping(percent: Double, expected: Double) {
    var indicator = Self.indicator(percent: 42)
    indicator.set(percent: percent, over: 0, at: Self.start)
    #expect(indicator.target == expected)
  }

  @Test("Hiding and showing fades, the waves going on until nothing can be seen")
  func visibility() {
    var indicator = Self.indicator(percent: 42)
    let before = indicator.snapshot(at: Self.instant(1))
    indicator.set(isVisible: false, at: Self.instant(1))
    indicator.set(isVisible: false, at: Self.instant(1.01))
    #expect(!indicator.isVisible)
    let fading = indicator.snapshot(at: Self.instant(1.001))
    #expect(fading.opacity < 1 && fading.opacity > 0.9)
    #expect(abs(fading.phase - before.phase - 0.48) < 1e-6)
    #expect(indicator.isMoving(at: Self.instant(1.2)))
    #expect(!indicator.isMoving(at: Self.instant(1.25)))
    indicator.set(percent: 60, at: Self.instant(2))
    #expect(!indicator.isMoving(at: Self.instant(2.1)))
    indicator.set(isVisible: true, at: Self.instant(9))
    #expect(indicator.shown(at: Self.instant(9)) == 60)
    #expect(indicator.isMoving(at: Self.instant(3600)))
    #expect(indicator.snapshot(at: Self.instant(9.25)).opacity == 1)
  }

  @Test(
    "Waves without amplitude or speed do not keep the display busy",
    arguments: [(0.0, 480.0), (6, 0), (.nan, .nan)]
  )
  func stillWaves(amplitude: Double, speed: Double) {
    let settings = WaveProgress.Settings(maskHeight: 200, amplitude: amplitude, speed: speed)
    let indicator = WaveProgress(settings: settings, percent: 42, at: Self.start)
    #expect(!indicator.isMoving(at: Self.instant(1)))
    #expect(indicator.snapshot(at: Self.instant(1)).phase == 0)
  }

  @Test("Filling by area covers the share of a tapering mask that was asked for")
  func area() {
    // A triangle standing on its base: 75 % of the area lie below half the height.
    let rows = (0..<1000).map { Double($0) + 0.5 }
    let fill = WaveProgress.Fill.area(FillProfile(rowSums: rows))
    let indicator = Self.indicator(percent: 75, fill: fill)
    let snapshot = indicator.snapshot(at: Self.start)
    #expect(abs(snapshot.level - 0.5) < 1e-6)
    #expect(snapshot.amplitude == 6 && indicator.isMoving(at: Self.instant(9)))
  }
}
