// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime
internal import Motion

extension ElasticButton {
  /// The model of a button as the settings in force want it.
  init(
    _ settings: ButtonSettings,
    scale: Double,
    at instant: MonotonicInstant
  ) {
    self.init(
      settings: ElasticButton.Settings(
        elastic: ElasticMotion.Settings(
          style: settings.style,
          amplitude: settings.amplitude,
          press: settings.press.spring,
          release: settings.release.spring
        ),
        attract: settings.attract.flatMap(Attract.init(settings:))
      ),
      pixelsPerPoint: scale,
      at: instant,
      isVisible: settings.isVisible,
      isEnabled: settings.isEnabled
    )
  }
}

extension Attract {
  /// The idle animation that a configuration describes; `nil` where it describes none.
  fileprivate init?(settings: AttractSettings) {
    self.init(
      offsets: settings.values,
      keyTimes: settings.keyTimes,
      curves: settings.curves,
      duration: settings.duration,
      repeatCount: settings.repeatCount,
      autoreverses: settings.autoreverses,
      delay: settings.delay,
      interval: settings.interval,
      colors: settings.colors
    )
  }
}
