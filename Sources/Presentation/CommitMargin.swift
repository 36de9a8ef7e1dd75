// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime

/// How long before the blank a frame is handed over, and what the display has taught about it.
///
/// The time stamp of a vblank is its end, the first line of the picture, but a display latches what it
/// will show at the vblank's beginning or, where a driver has work to do first, before that:
///
/// ```
///   commit            latched       blank begins      time stamp
///     │                  │◀── lead ──────▶│◀──── blank ────▶│
///     │◀──────────── slack ──────────────▶│                 │
///     │◀─ at least the margin = 0.7 ms + learned ─▶│
/// ```
///
/// A display does not tell its lead; it only shows a frame too late now and then. Two kinds of lateness
/// are told apart by the slack that the frame really had:
///
/// - It had what was thought to be enough: the lead is longer. The margin grows by far more than the
///   lead can be, and comes down step by step while frames are in time. Never does it come down to a
///   slack that has failed in the last ``memory``; when a step fails, the one before it stays. So a
///   lead costs two frames, and one more where it is tried again after ``memory``.
/// - It had less, because drawing or waking took longer than it mostly does: the margin grows by half
///   and is back after some hundred frames.
///
/// Pure: every time is an argument.
package struct CommitMargin: Sendable {
  /// The margin of a display that has taught nothing.
  package static let least = MonotonicInterval.microseconds(700)
  /// For how long a slack that has failed is not tried again.
  package static let memory = MonotonicInterval.milliseconds(30 * 60 * 1000)

  /// How far beyond a slack that has failed the margin is tried: a driver's thread is not woken twice
  /// in the same time.
  private static let guardInterval = MonotonicInterval.microseconds(300)
  /// How far beyond it the margin goes at first.
  private static let leap = MonotonicInterval.microseconds(2600)
  /// How much more than a floor that has held for some frames is kept for all.
  private static let tolerance = MonotonicInterval.microseconds(150)
  /// How far the margin comes down at a time.
  private static let step = MonotonicInterval.microseconds(500)
  /// How many frames in a row have to be in time before it does.
  private static let framesPerStep = 64

  /// The margin now, at least ``floor``.
  package private(set) var current = Self.least
  /// What the margin comes down to: ``least`` and what was learned.
  package private(set) var floor = Self.least

  /// The largest slack that was too small, and when that was seen last.
  private var failed: (slack: MonotonicInterval, time: MonotonicInstant)?
  /// The last floor that has held for ``framesPerStep`` frames.
  private var proven: MonotonicInterval?
  /// Whether a step down has failed, so that the floor stays for as long as that is remembered.
  private var isSettled = false
  /// How far up a floor goes that has held and holds no more.
  private var climb = Self.step
  private var framesInTime = 0

  /// A display that has taught nothing.
  package init() {}

  /// What the display has taught to add to ``least``.
  package var learned: MonotonicInterval { floor - Self.least }

  /// A frame was shown when it was meant to be, at `time`.
  package mutating func frameWasInTime(at time: MonotonicInstant) {
    framesInTime += 1
    guard framesInTime >= Self.framesPerStep else { return }
    framesInTime = 0
    if current > floor {
      current = max(floor, MonotonicInterval(nanoseconds: current.nanoseconds * 7 / 8))
      return
    }
    proven = floor
    if let failed, time - failed.time > Self.memory {
      self.failed = nil
      isSettled = false
      climb = Self.step
    }
    guard !isSettled else { return }
    let lowest = failed.map { $0.slack + Self.guardInterval } ?? Self.least
    floor = max(Self.least, lowest, floor - Self.step)
    current = floor
  }

  /// A frame was shown too late although it was handed over in time.
  ///
  /// - Parameters:
  ///   - slack: From its commit to the beginning of the blank; negative when it came after that.
  ///   - time: When it was shown.
  ///   - most: The longest margin there can be.
  package mutating func frameWasLate(
    slack: MonotonicInterval,
    at time: MonotonicInstant,
    most: MonotonicInterval
  ) {
    framesInTime = 0
    // Far more than enough, and still too late: that was no matter of a little more.
    guard slack > floor - Self.guardInterval, slack < most else {
      frameWasHeldUp(most: most)
      return
    }
    let largest = max(slack, failed?.slack ?? slack)
    failed = (largest, time)
    if let proven {
      if proven > floor, proven > largest {
        floor = proven + Self.tolerance
      } else {
        // It has held for a while, so that little is wanting; unless that goes on.
        floor = max(floor, min(max(floor, largest) + climb, most))
        climb = climb * 2
      }
      isSettled = true
    } else {
      floor = max(floor, min(largest + Self.leap, most))
    }
    current = max(current, floor)
  }

  /// A frame was handed over too late, because drawing it or waking up for it took too long.
  package mutating func frameWasHeldUp(most: MonotonicInterval) {
    framesInTime = 0
    let wider = MonotonicInterval(nanoseconds: current.nanoseconds * 3 / 2)
    current = max(current, min(wider, most))
  }
}
