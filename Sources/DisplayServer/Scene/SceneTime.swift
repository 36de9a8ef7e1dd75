// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime

/// The time that the scene lives in: the loop's, or one that runs faster, slower or not at all.
///
/// Frames, touches, requests and programs keep the loop's time; only what the scene is told of it is scaled,
/// from the server's start on. Times that the scene tells are turned back.
struct SceneTime: Hashable, Sendable {
  /// Seconds of the scene for a second of the loop: 0 … 100, where 0 stands still.
  let rate: Double
  /// The instant at which both are the same.
  let start: MonotonicInstant

  /// True if nothing moves.
  var isFrozen: Bool { rate == 0 }

  /// The scene's time at `instant` in the loop.
  func callAsFunction(_ instant: MonotonicInstant) -> MonotonicInstant {
    guard rate != 1 else { return instant }
    let seconds = Double((instant - start).nanoseconds) * rate
    return start + MonotonicInterval(seconds: (seconds.rounded(.down)) / 1e9)
  }

  /// The first instant of the loop at which it is `instant` in the scene, or later; nil for never.
  func loop(_ instant: MonotonicInstant) -> MonotonicInstant? {
    guard rate != 1 else { return instant }
    guard rate > 0 else { return instant <= start ? start : nil }
    let length = (Double((instant - start).nanoseconds) / rate).rounded(.up)
    var found = start + MonotonicInterval(seconds: length / 1e9)
    // What was rounded on the way may have cost a nanosecond or two.
    while self(found) < instant { found = found + MonotonicInterval(nanoseconds: 1) }
    return found
  }

  /// The loop's time of an event in the scene at `instant`, where it is `now` in the loop.
  func told(_ instant: MonotonicInstant, at now: MonotonicInstant) -> MonotonicInstant {
    isFrozen ? now : loop(instant) ?? now
  }
}
