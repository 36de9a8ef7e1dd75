// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime
package import Presentation

/// Turns flip events into times that can be relied on.
///
/// Two things are doubted. A time stamp counts only if it lies between the commit and now, within a
/// refresh; else the present time stands in. And an event is a vblank only if the hardware counts:
/// drivers without vblank complete each flip at once, send the sequence 0 (`drm_crtc_send_vblank_event`
/// in the kernel's drm_vblank.c), and would let an unpaced loop spin.
package struct FlipClock: Sendable {
  /// Flips in a row that come faster than half a refresh before the hardware is no longer believed.
  private static let hastyLimit = 3

  private let refreshInterval: MonotonicInterval
  private let trustsTimestamps: Bool
  private var last: (time: MonotonicInstant, sequence: UInt32)?
  private var hastyFlips = 0

  /// A clock for a display.
  ///
  /// - Parameters:
  ///   - refreshInterval: Time between two refreshes.
  ///   - trustsTimestamps: Whether events carry CLOCK_MONOTONIC times.
  package init(refreshInterval: MonotonicInterval, trustsTimestamps: Bool) {
    self.refreshInterval = refreshInterval
    self.trustsTimestamps = trustsTimestamps
  }

  /// What the event of a flip says about its presentation.
  ///
  /// - Parameters:
  ///   - event: From the kernel.
  ///   - committedAt: When the flip was asked for.
  ///   - now: The present time.
  /// - Returns: Feedback whose times never go back.
  package mutating func feedback(
    for event: PageFlipEvent,
    committedAt: MonotonicInstant,
    at now: MonotonicInstant
  ) -> PresentationFeedback {
    let stamp = MonotonicInstant(nanoseconds: event.nanoseconds)
    let isPlausible =
      trustsTimestamps && event.microseconds < 1_000_000
      && stamp >= committedAt - refreshInterval && stamp <= now + refreshInterval
    var time = isPlausible ? stamp : now
    if let last { time = max(time, last.time) }

    var isVblank = isPlausible
    if let last {
      let isHasty =
        time - last.time < MonotonicInterval(nanoseconds: refreshInterval.nanoseconds / 2)
      if isHasty || event.sequence == last.sequence {
        hastyFlips = min(hastyFlips + 1, Self.hastyLimit)
      } else if hastyFlips < Self.hastyLimit {
        hastyFlips = 0
      }
      // The counter wraps, so a zero behind another number is a count.
      isVblank = isVblank && (event.sequence != 0 || last.sequence != 0)
    } else {
      isVblank = isVblank && event.sequence != 0
    }
    isVblank = isVblank && hastyFlips < Self.hastyLimit
    last = (time, event.sequence)
    return PresentationFeedback(
      time: time,
      sequence: isVblank ? event.sequence : nil,
      isVblank: isVblank
    )
  }
}
