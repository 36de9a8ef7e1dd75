// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime
internal import Raster

// A chart that shows the last so many seconds: its picture moves on by a pixel at a time.
extension Chart {
  package func wakeInstant(after instant: MonotonicInstant) -> MonotonicInstant? {
    guard let scale = timeAxis?.scale, fade.isVisible else { return nil }
    return scale.instant(ofStep: scale.step(at: instant) + 1)
  }

  /// Puts the values where their times have them.
  mutating func takeTimes(at instant: MonotonicInstant) {
    guard let scale = timeAxis?.scale else { return }
    var settled = settings
    settled.settle(now: scale.time(at: instant))
    for index in lines.indices { lines[index].motion.setTimes(settled.times(ofLine: index)) }
  }

  /// The time of day is another one than it was thought to be.
  mutating func clockHasJumped() {
    timeAxis?.clockHasJumped()
    guard let scale = timeAxis?.scale else { return }
    for index in lines.indices { lines[index].motion.scale = scale }
    isSettled = false
  }

  /// Tells if ``fill(mayWait:at:on:)`` is to be called.
  func needsFilling(at instant: MonotonicInstant) -> Bool {
    fade.isVisible && timeAxis?.isDue(at: instant) ?? false
  }

  /// Shows the labels of the time axis for `instant`, as soon as they have been made.
  ///
  /// - Returns: True if they are others now.
  mutating func fill(mayWait: Bool, at instant: MonotonicInstant, on layers: inout LayerStack)
    -> Bool
  {
    guard let mask = timeAxis?.fill(mayWait: mayWait, at: instant) else { return false }
    backdrop.setTimeLabels(mask, settings: settings, on: &layers)
    isSettled = false
    return true
  }
}
