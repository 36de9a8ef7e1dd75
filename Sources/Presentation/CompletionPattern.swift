// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime

/// Tells from the first flips whether completions that say nothing of a vblank come at vblanks all the same.
///
/// Some drivers have vblanks and neither number nor stamp them. Their completions are whole intervals
/// apart, whenever frames were committed; those of a display without vblanks follow the commits. So the
/// first frames are committed at different times of the interval:
///
/// ```
///   commit        │   │     │         │  │
///   with vblanks        │         │         │      at the same distance from each other
///   without        │   │     │         │  │        at the same distance from the commits
/// ```
struct CompletionPattern {
  /// The grid that the completions follow.
  enum Verdict {
    /// Not known yet.
    case open
    /// Vblanks, an interval apart.
    case vblanks
    /// The commits.
    case commits
  }

  /// Number of flips that are looked at together, and in all.
  private static let window = 4
  private static let most = 12

  /// The verdict so far.
  private(set) var verdict = Verdict.open
  private var flips = InlineArray<4, (commit: MonotonicInstant, completion: MonotonicInstant)>(
    repeating: (MonotonicInstant(nanoseconds: 0), MonotonicInstant(nanoseconds: 0))
  )
  private var count = 0

  /// Nothing is known.
  init() {}

  /// Best pause between the last completion and the next frame's commit, with `interval` between vblanks.
  func pause(_ interval: MonotonicInterval) -> MonotonicInterval {
    let eighths: Int64 = [0, 2, 0, 2][count % 4]
    return MonotonicInterval(nanoseconds: interval.nanoseconds * eighths / 8)
  }

  /// A flip was committed and complete at these times; vblanks would be `interval` apart.
  mutating func note(
    commit: MonotonicInstant,
    completion: MonotonicInstant,
    interval: MonotonicInterval
  ) {
    flips[count % Self.window] = (commit, completion)
    count += 1
    guard count >= Self.window else { return }
    let (isEven, isPrompt) = (isEven(interval), isPrompt(interval))
    if isEven != isPrompt {
      verdict = isEven ? .vblanks : .commits
    } else if count >= Self.most {
      verdict = .commits
    }
  }

  /// Tells if completions are whole intervals apart.
  private func isEven(_ interval: MonotonicInterval) -> Bool {
    for index in count - Self.window + 1..<count {
      let (one, next) = (flips[(index - 1) % Self.window], flips[index % Self.window])
      let elapsed = (next.completion - one.completion).nanoseconds
      let steps = (elapsed + interval.nanoseconds / 2) / interval.nanoseconds
      let error = abs(elapsed - steps * interval.nanoseconds)
      if steps < 1 || steps > 8 || error > interval.nanoseconds / 16 { return false }
    }
    return true
  }

  /// Tells if completions are equally long after their commits.
  private func isPrompt(_ interval: MonotonicInterval) -> Bool {
    var (least, most) = (Int64.max, Int64.min)
    for index in 0..<Self.window {
      let delay = (flips[index].completion - flips[index].commit).nanoseconds
      (least, most) = (min(least, delay), max(most, delay))
    }
    return most - least < interval.nanoseconds / 8
  }
}
