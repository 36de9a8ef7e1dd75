// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime

/// The gate that says if connections are accepted, and clients heard.
///
/// ```
///   open ── no descriptor left ──► closed for a while ──► open
///     ├──── too much to be closed ► held, asked again ──► open
///     └──── too many have gone ───► crowded ────────────► open
/// ```
struct AcceptGate {
  /// Time for which no connection is accepted after one could not be.
  static let pause = MonotonicInterval.milliseconds(250)
  /// Time for which no client is heard at first when descriptors wait to be closed.
  ///
  /// Twice as long each time that they still do, up to ``pause``: most are closed at once, and others should not
  /// wait for long then.
  static let firstHold = MonotonicInterval.milliseconds(1)

  /// The instant at which connections are accepted again; nil while they are, or while too many clients have gone.
  private(set) var deadline: MonotonicInstant?
  /// True while no client is heard, as too many descriptors that clients have passed on are being closed.
  private(set) var isHeld = false
  /// True while too many clients that have gone are worked for.
  var isCrowded = false
  private var holdPause = firstHold

  /// True while connections are accepted.
  var isOpen: Bool { deadline == nil && !isCrowded }

  /// A connection could not be accepted: the process or the system has no descriptor left.
  mutating func fail(at now: MonotonicInstant) { deadline = now + Self.pause }

  /// Descriptors wait to be closed: clients who pass on more of them faster would have the process run out.
  mutating func hold(at now: MonotonicInstant) {
    guard !isHeld else { return }
    (isHeld, holdPause) = (true, Self.firstHold)
    deadline = now + holdPause
  }

  /// Opens when it is time, unless it `isFull` of descriptors that wait to be closed.
  ///
  /// - Returns: True if they do so for long, which may be told.
  mutating func advance(to now: MonotonicInstant, isFull: Bool) -> Bool {
    guard let due = deadline, due <= now else { return false }
    guard isFull else {
      (isHeld, deadline) = (false, nil)
      return false
    }
    let isLong = holdPause == Self.pause
    holdPause = min(holdPause * 2, Self.pause)
    deadline = now + holdPause
    return isLong
  }
}
