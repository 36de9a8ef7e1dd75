// SPDX-License-Identifier: Apache-2.0
import Geometry
import JSON
import LayerPainting
import MonotonicTime
import Raster
import Touch

@testable import Widgets

/// A scene with the settings in force, steered as a server steers it.
struct SteeredScene {
  var scene: Scene
  private var settings: [WidgetSettings]
  private let materials = NoMaterials()

  /// Widgets on a display of 480 × 320 pixels, one a point, from 10 s on.
  init(_ settings: [WidgetSettings]) {
    self.settings = settings
    scene = Scene(
      settings,
      transform: OutputTransform(
        bufferSize: PixelSize(width: 480, height: 320),
        rotation: .none,
        scale: 1
      ),
      background: Color(rgb: 0),
      bufferCount: 2,
      materials: materials,
      at: SceneTests.instant(0)
    )
  }

  mutating func handle(_ event: TouchEvent, telling events: inout WidgetEvents) {
    scene.handle(event, telling: &events)
  }

  mutating func cancelTouches(at instant: MonotonicInstant, telling events: inout WidgetEvents) {
    scene.cancelTouches(at: instant, telling: &events)
  }

  mutating func advance(to instant: MonotonicInstant, telling events: inout WidgetEvents) {
    scene.advance(to: instant, telling: &events)
  }

  func isMoving(at instant: MonotonicInstant) -> Bool { scene.isMoving(at: instant) }

  func wakeInstant(after instant: MonotonicInstant) -> MonotonicInstant? {
    scene.wakeInstant(after: instant)
  }

  /// Plays a press; whether the button could be pressed.
  mutating func play(
    button index: Int,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) -> Bool {
    do throws(WidgetFault) {
      let call = ButtonCall(press: settings[index].id)
      try scene.perform(.button(call), by: index, at: instant, telling: &events)
      return true
    } catch {
      return false
    }
  }

  mutating func setButton(
    _ index: Int,
    isVisible: Bool? = nil,
    isEnabled: Bool? = nil,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    var change = WidgetChange()
    if let isVisible { change["visible"] = .bool(isVisible) }
    if let isEnabled { change["enabled"] = .bool(isEnabled) }
    settings[index] = settings[index].applying(change)
    scene.update(index, to: settings[index], from: materials, at: instant, telling: &events)
  }

  mutating func setProgress(
    _ index: Int,
    percent: Double,
    over seconds: Double,
    at instant: MonotonicInstant
  ) {
    var events = WidgetEvents()
    let call = ProgressCall.set(id: nil, percent: percent, over: seconds, ease: .name("linear"))
    try? scene.perform(.progress(call), by: index, at: instant, telling: &events)
  }

  mutating func setProgress(_ index: Int, isVisible: Bool, at instant: MonotonicInstant) {
    var events = WidgetEvents()
    setButton(index, isVisible: isVisible, at: instant, telling: &events)
  }
}
