// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Geometry
internal import MonotonicTime
internal import Presentation

/// Measures by which a picture that stands still does not burn in.
extension Server {
  /// Takes over what the configuration says of it.
  func applyCare(at now: MonotonicInstant) {
    let care = configuration.settings.display.care
    let minute = host.followsSchedule ? care?.refresh : nil
    if minute != panel.refresh?.minute {
      panel.refresh = minute.map { PanelRefresh(minute: $0, at: now) }
    }
    let orbit = care?.orbit.map { seconds in
      Orbit(range: care?.range ?? 0, interval: MonotonicInterval(seconds: seconds), at: now)
    }
    guard orbit?.range != panel.orbit?.range || orbit?.interval != panel.orbit?.interval else {
      return
    }
    panel.orbit = orbit
    output.move(to: .zero)
    output.makeRoom(orbit?.range ?? 0, at: now)
  }

  /// The instant of the picture's next step; nil while it cannot, or is not seen.
  var orbitDeadline: MonotonicInstant? {
    guard panel.power.isOn, output.room > 0 else { return nil }
    return panel.orbit?.deadline
  }

  /// Moves the picture a step on, with a frame of its own if nothing else moves.
  func stepOrbit(at now: MonotonicInstant) {
    guard let place = panel.orbit?.advance(to: now) else { return }
    output.move(to: place)
    setNeedsFrame(at: now)
  }

  /// Offset of the picture on the panel, in buffer pixels to the right and down; nil where it does not move.
  var shiftReport: PixelPoint? { output.room > 0 ? output.shift : nil }
}
