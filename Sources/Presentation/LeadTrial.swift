// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime

/// A look for the display's lead, after a frame was late for which nothing else accounts.
///
/// The margin goes up by far more than the lead can have grown, and within some frames down again, a step
/// a frame, past the slack that has failed:
///
/// ```
///   margin                                      a lead: another frame is late here, between
///     │ ▔▔╲▁▁                                   the last slack that was enough and its own
///     │      ▔▔╲▁▁            · · lead
///     │ ✕          ▔▔╲▁▁                        no lead: it ends where it began
///     └──────────────────────▶ frames
/// ```
/// So a lead costs two frames, and an accident only the one that it befell.
struct LeadTrial {
  /// Rise of the margin at the beginning.
  static let leap = MonotonicInterval.milliseconds(3)
  /// Number of frames in which it comes down.
  private static let stepCount: Int64 = 20

  /// The margins between which the trial comes down: its beginning and its end.
  let top: MonotonicInterval
  let bottom: MonotonicInterval
  /// Number of frames that still have to be late before there is a lead.
  var proofsWanted: Int
  /// The smallest slack that was enough since the trial began; `nil` before the first.
  private(set) var held: MonotonicInterval?
  private var step: Int64 = 0

  /// A trial of margins from `top` down to `bottom`.
  init(from top: MonotonicInterval, downTo bottom: MonotonicInterval, proofsWanted: Int = 1) {
    self.top = max(top, bottom)
    self.bottom = bottom
    self.proofsWanted = proofsWanted
  }

  /// The margin to be tried now.
  var margin: MonotonicInterval {
    let range = (top - bottom).nanoseconds
    return top - MonotonicInterval(nanoseconds: range * min(step, Self.stepCount) / Self.stepCount)
  }

  /// A frame with this slack was in time.
  ///
  /// - Returns: True if all margins down to the last have been tried.
  mutating func hold(_ slack: MonotonicInterval) -> Bool {
    held = min(held ?? slack, slack)
    // One that had far more has tried nothing.
    if slack <= margin + .microseconds(50) { step += 1 }
    return step > Self.stepCount
  }
}
