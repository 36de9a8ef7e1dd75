// SPDX-License-Identifier: Apache-2.0
internal import Motion
internal import MonotonicTime

/// The transition of one text of a widget to the next: by a mix of both, or at once.
///
/// A text that follows another one within the time of a fade is shown at once, and so is one after which the next
/// comes as quickly: of digits that change faster than they fade each is to be read.
struct TextFade: Hashable, Sendable {
  /// True while the widget shows a mix of two texts.
  private(set) var isMixed = false
  /// The new text's share of the mix, 0 … 1.
  private var mix = Transition(restingAt: 1)
  /// Until when another text follows this one too quickly to fade.
  private var quickUntil: MonotonicInstant?
  /// The instant at which texts come into sight that are set before it; nil for at once.
  private var opening: MonotonicInstant?

  /// Has texts that are set from now on wait for `instant`.
  mutating func holdBack(until instant: MonotonicInstant) { opening = instant }

  /// Another text takes the place of the one that is there.
  ///
  /// - Parameters:
  ///   - seconds: Duration of the change.
  ///   - curve: The course of the change.
  ///   - instant: The time that is shown.
  ///   - isSeen: True if the text that is there can be seen.
  /// - Returns: True if both are to be mixed; else the new one is there at once.
  mutating func change(
    over seconds: Double,
    curve: Curve,
    at instant: MonotonicInstant,
    isSeen: Bool
  ) -> Bool {
    let begin = start(at: instant)
    let isQuick = quickUntil.map { instant < $0 } ?? false
    quickUntil = begin + MonotonicInterval(seconds: max(seconds, 0))
    isMixed = isSeen && (begin > instant || seconds > 0 && !isQuick)
    guard isMixed else { return false }
    mix = Transition(restingAt: 0)
    // What is held back and does not fade is there all at once.
    mix.retarget(to: 1, over: max(seconds, 1e-3), curve: curve, at: begin)
    return true
  }

  /// The instant at which a text set at `instant` comes into sight.
  func start(at instant: MonotonicInstant) -> MonotonicInstant { max(opening ?? instant, instant) }

  /// The new text's share of the mix at `instant`, 0 … 1.
  func share(at instant: MonotonicInstant) -> Double { mix.value(at: instant) }

  /// Tells if the mix still changes at `instant`.
  func isMoving(at instant: MonotonicInstant) -> Bool { isMixed && mix.isMoving(at: instant) }

  /// Ends a mix that is over at `instant`.
  ///
  /// - Returns: True if it has ended now.
  mutating func ends(at instant: MonotonicInstant) -> Bool {
    guard isMixed, !mix.isMoving(at: instant) else { return false }
    isMixed = false
    return true
  }
}
