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
  /// Flips in a row that come faster than any display's before the hardware is no longer believed.
  private static let hastyLimit = 3
  /// The shortest time between two flips of a display that has vblanks, whatever its mode claims.
  private static let shortestInterval = MonotonicInterval.milliseconds(3)
  /// The longest that a completion can make others be waited for.
  private static let longestTimeout = MonotonicInterval.milliseconds(10_000)

  private let refreshInterval: MonotonicInterval
  private let trustsTimestamps: Bool
  private var last: (time: MonotonicInstant, sequence: UInt32)?
  private var hastyFlips = 0
  /// True if the last flip was a vblank.
  private var isPacedByVblanks = false
  private var longestCompletion = MonotonicInterval.zero
  private var longestModeset = MonotonicInterval.zero

  /// A clock for a display.
  ///
  /// - Parameters:
  ///   - refreshInterval: Time between two refreshes.
  ///   - trustsTimestamps: True if events carry CLOCK_MONOTONIC times.
  package init(refreshInterval: MonotonicInterval, trustsTimestamps: Bool) {
    self.refreshInterval = refreshInterval
    self.trustsTimestamps = trustsTimestamps
  }

  /// Time after which a flip event counts as lost: five refreshes, at least a quarter of a second, and four times the
  /// longest that a flip has taken so far.
  ///
  /// Without vblanks, and as long as it is not known, at least a second: small panels' buses take 0.3 s.
  package var timeout: MonotonicInterval {
    let least = MonotonicInterval.milliseconds(isPacedByVblanks ? 250 : 1000)
    return max(least, refreshInterval * 5, min(longestCompletion * 4, Self.longestTimeout))
  }

  /// Time after which the event of a frame that sets the mode counts as lost: two seconds at least, and four times the
  /// longest that it has taken so far.
  ///
  /// Training a link or waking a panel takes longer than any frame, and says nothing about frames.
  package var modesetTimeout: MonotonicInterval {
    max(timeout, .milliseconds(2000), min(longestModeset * 4, Self.longestTimeout))
  }

  /// Derives feedback on a presentation from the event of its flip.
  ///
  /// - Parameters:
  ///   - event: From the kernel.
  ///   - committedAt: Time at which the flip was asked for.
  ///   - isModeset: True if the mode was set with it.
  ///   - now: The present time.
  /// - Returns: Feedback whose times never go back.
  package mutating func feedback(
    for event: PageFlipEvent,
    committedAt: MonotonicInstant,
    isModeset: Bool = false,
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
      let half = MonotonicInterval(nanoseconds: refreshInterval.nanoseconds / 2)
      let isHasty = time - last.time < min(half, Self.shortestInterval)
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
    if isModeset {
      longestModeset = max(longestModeset, time - committedAt)
    } else {
      longestCompletion = max(longestCompletion, time - committedAt)
    }
    isPacedByVblanks = isVblank
    return PresentationFeedback(
      time: time,
      sequence: isVblank ? event.sequence : nil,
      isVblank: isVblank
    )
  }
}
