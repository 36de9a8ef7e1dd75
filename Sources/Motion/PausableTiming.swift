// SPDX-License-Identifier: Apache-2.0

/// An animation's timing that can be paused, resumed and scrubbed without a jump.
///
/// Pausing is Core Animation's recipe, speed 0 with the present local time as the offset; resuming
/// moves the begin time by the length of the pause. All of the timing's other fields keep their
/// meaning, the end and the fill mode included.
package struct PausableTiming: Hashable, Sendable {
  /// The timing as it runs when it is not paused.
  package private(set) var timing: MediaTiming
  /// The parent's time that shows while paused.
  private var heldTime: Double?

  /// A running animation.
  package init(_ timing: MediaTiming) {
    self.timing = timing
  }

  /// Whether time stands still.
  package var isPaused: Bool { heldTime != nil }

  /// The timing that Core Animation would show: while paused, with speed 0 and the held offset.
  package var presentation: MediaTiming {
    guard let heldTime else { return timing }
    var frozen = timing
    frozen.timeOffset = timing.localTime(fromParent: heldTime)
    frozen.speed = 0
    return frozen
  }

  /// The local time at a parent's time.
  package func localTime(at parent: Double) -> Double {
    timing.localTime(fromParent: heldTime ?? parent)
  }

  /// The progress at a parent's time; nil where inactive.
  package func progress(at parent: Double) -> Double? {
    timing.progress(at: heldTime ?? parent)
  }

  /// Stops at what shows at `parent`; ignored while paused and for times that are not finite.
  package mutating func pause(at parent: Double) {
    guard heldTime == nil, parent.isFinite else { return }
    heldTime = parent
  }

  /// Goes on at `parent` from what is held; ignored unless paused.
  package mutating func resume(at parent: Double) {
    guard let held = heldTime, parent.isFinite else { return }
    heldTime = nil
    timing.beginTime += parent - held
  }

  /// Shows the frame at `local` seconds of the animation and holds it: a finger on the time line.
  ///
  /// Clamped to the active length, whose end shows the last frame instead of wrapping to the first.
  /// Ignored where the speed is 0 or the time is not finite.
  package mutating func scrub(to local: Double) {
    guard timing.speed != 0, local.isFinite else { return }
    let elapsed = min(max(local, 0), timing.activeDuration)
    heldTime =
      elapsed == timing.activeDuration
      ? timing.endTime : timing.beginTime + elapsed / abs(timing.speed)
  }
}
