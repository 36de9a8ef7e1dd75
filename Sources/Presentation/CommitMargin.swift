// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime

/// Time before the blank at which a frame is handed over, as learned from the display.
///
/// The time stamp of a vblank is its end, the first line of the picture, but a display latches what it
/// will show at the vblank's beginning or, where a driver has work to do first, before that:
///
/// ```
///   commit            latched       blank begins      time stamp
///     │                  │◀── lead ──────▶│◀──── blank ────▶│
///     │◀──────────── slack ──────────────▶│                 │
///     │◀─ at least the margin: 0.7 ms, or lead + reserve ─▶│
/// ```
///
/// A display does not tell its lead; it shows a frame too late now and then. What each frame had of slack
/// is known, so each one tells something: a slack that was enough is no less than the lead, one that was
/// not enough is less. A frame that was late has one of four causes:
///
/// - It had less slack than the lead is known to be, because waking or drawing took long: nothing is learned
///   of the lead. How long waking and drawing take makes the reserve (`DelayReserve`).
/// - It had less slack than every frame before, and the others somewhat more: the lead lies between. Where no lead
///   was known, this one is rarely felt, and the margin grows until such a slack is one frame's in a million.
/// - It had as much as others that were in time: an accident of the kernel or the display, or the lead has
///   grown. A `LeadTrial` tells, or a second such frame soon after, if both had as little slack as few have.
/// - The display was at rest, asleep or set up anew: the clock does not even ask.
///
/// Pure: every time is an argument.
package struct CommitMargin: Sendable {
  /// The margin of a display that has taught nothing, on a machine that wakes in time.
  package static let least = MonotonicInterval.microseconds(700)
  /// Time for which a lead is believed before a smaller one is tried.
  package static let memory = MonotonicInterval.milliseconds(60 * 60 * 1000)

  /// Accuracy with which a slack is known.
  private static let precision = MonotonicInterval.microseconds(50)
  /// Largest difference, between a slack that was enough and one that was not, from which the lead between them can be
  /// told.
  private static let widestBracket = MonotonicInterval.microseconds(750)
  /// Largest difference of a lead from frame to frame.
  private static let jitter = MonotonicInterval.microseconds(200)
  /// Time that an accident adds to the margin, and that two or more that are near to each other add.
  private static let caution = MonotonicInterval.microseconds(50)
  private static let mostCaution = MonotonicInterval.microseconds(200)
  /// Time for which an accident makes a second proof wanted.
  private static let suspicion = MonotonicInterval.milliseconds(10 * 60 * 1000)
  /// Least number of frames over which evidence is kept.
  private static let evidenceCount = 2048

  /// The lead that is believed; it lies between the largest slack that failed and this.
  private var lead = MonotonicInterval.zero
  /// The largest slack that is known to be too small.
  private var failed = MonotonicInterval.zero
  /// Time at which a slack below the lead was last seen to fail.
  private var failureTime = MonotonicInstant(nanoseconds: .min)
  private var delays = DelayReserve()
  private var trial: LeadTrial?
  /// True while the trial looks for less than the lead that is believed.
  private var isRetrying = false
  /// The smallest slack that was enough, lately and before that.
  private var held = (lately: MonotonicInterval?.none, before: MonotonicInterval?.none)
  private var frameCount: Int64 = 0
  /// The number of the last frame that had less slack than all others and was late.
  private var lateFrame: Int64 = -1
  /// The numbers of the last frames that met with an accident, the newest first.
  private var accidents = (first: Int64.min / 2, second: Int64.min / 2, third: Int64.min / 2)
  private var accidentTime: MonotonicInstant?
  /// True if the last of them had as little slack as few have.
  private var wasLow = false
  /// Time that accidents have added, and the margin below which it does not fall for them.
  private var added = MonotonicInterval.zero
  private var doubtful = MonotonicInterval.zero
  /// Least slack that is wanted because of frames that had less than all others, as long as no lead is known.
  private var narrow = MonotonicInterval.zero

  /// A display that has taught nothing.
  package init() {}

  /// The margin now.
  package var current: MonotonicInterval { trial.map { max($0.margin, $0.bottom) } ?? floor }

  /// The margin of every frame but those that try another.
  package var floor: MonotonicInterval {
    max(Self.least, lead + delays.current, narrow > .zero ? narrow + delays.rare : .zero, doubtful)
      + added
  }

  /// Time to add to ``least``, as learned from the display.
  package var learned: MonotonicInterval {
    max(.zero, lead - (Self.least - DelayReserve.least)) + added
  }

  /// A slack with which it is worth trying: no less than what is known to be too small.
  package var leastSlack: MonotonicInterval {
    isRetrying ? .zero : max(.zero, failed - Self.precision)
  }

  /// A frame was begun `delay` after it was due.
  package mutating func noteWake(_ delay: MonotonicInterval) { delays.noteWake(delay) }

  /// Drawing took `excess` longer than was set aside for it.
  package mutating func noteOverrun(_ excess: MonotonicInterval) { delays.noteOverrun(excess) }

  /// A frame that had `slack` was shown when it was meant to be, at `time`.
  package mutating func frameWasInTime(slack: MonotonicInterval, at time: MonotonicInstant) {
    frameCount += 1
    if frameCount % Int64(Self.evidenceCount) == 0 { held = (nil, held.lately) }
    held.lately = min(held.lately ?? slack, slack)
    if added + doubtful + narrow > .zero, let accidentTime, time - accidentTime > Self.memory {
      (added, doubtful, narrow) = (.zero, .zero, .zero)
    }
    if slack < failed { failed = .zero }
    // One frame alone may have been meant for another vblank than the grid says.
    if lead > .zero, slack < lead {
      lead = max(failed + Self.precision, slack, lead - Self.precision * 2)
    }
    if trial != nil {
      guard trial?.hold(slack) ?? false else { return }
      trial = nil
      if isRetrying {
        (lead, failed, isRetrying) = (.zero, .zero, false)
      } else {
        accidentTime = time
      }
    } else if lead > .zero, time - failureTime > Self.memory {
      trial = LeadTrial(from: floor, downTo: Self.least)
      isRetrying = true
    }
  }

  /// A frame was shown a vblank too late, at `time`, though it was handed over `slack` before the blank.
  ///
  /// Not to be told of frames after a rest or with a modeset, nor of those that came later still.
  package mutating func frameWasLate(slack: MonotonicInterval, at time: MonotonicInstant) {
    frameCount += 1
    guard slack > .zero else { return }
    let least = heldSlack
    guard slack >= max(lead, narrow - Self.widestBracket) else {
      if isRetrying { (trial, isRetrying, failureTime) = (nil, false, time) }
      if slack < least ?? .zero { failed = max(failed, slack) }
      return
    }
    if let trial {
      weigh(slack, trial: trial, at: time)
    } else if let least, slack < least, lead == .zero || isLow(slack) {
      hadLess(slack, least: least, at: time)
    } else {
      suspect(slack, at: time)
    }
  }

  /// A frame was late that had less slack than all that were in time.
  private mutating func hadLess(
    _ slack: MonotonicInterval,
    least: MonotonicInterval,
    at time: MonotonicInstant
  ) {
    let wasLateBefore = lateFrame == frameCount - 1
    lateFrame = frameCount
    guard least - slack < Self.widestBracket else {
      // Held up by itself, it says nothing of the others; but two in a row have the display's reason.
      if wasLateBefore { suspect(slack, at: time) }
      return
    }
    guard lead == .zero else {
      believe(least, failed: slack, at: time)
      return
    }
    // Most frames have more: one in a million is allowed less, at less latency than lead and reserve.
    let half = MonotonicInterval(nanoseconds: (least - slack).nanoseconds / 2)
    let needed = slack + max(Self.precision * 2, half)
    (narrow, accidentTime) = (max(narrow, needed), time)
  }

  /// The smallest slack that was enough lately; `nil` while none is known.
  private var heldSlack: MonotonicInterval? {
    guard let lately = held.lately, let before = held.before else {
      return held.lately ?? held.before
    }
    return min(lately, before)
  }

  /// Tells if a frame had as little slack as few have, so that this may be why it was late.
  private func isLow(_ slack: MonotonicInterval) -> Bool {
    floor - slack > (lead > .zero ? delays.long * 2 : delays.long)
  }

  /// A frame was late in mid-trial.
  private mutating func weigh(
    _ slack: MonotonicInterval,
    trial: LeadTrial,
    at time: MonotonicInstant
  ) {
    guard let least = trial.held else {
      // Not even the first: it is a long one.
      begin(from: slack + LeadTrial.leap + LeadTrial.leap, proofsWanted: trial.proofsWanted)
      return
    }
    guard slack < least else {
      if slack - least < Self.jitter, trial.proofsWanted == 1 {
        believe(slack + Self.precision, failed: slack, at: time)
      } else {
        begin(from: max(slack, floor) + LeadTrial.leap, proofsWanted: trial.proofsWanted)
      }
      return
    }
    // One that was held up itself says that there is a lead, not which.
    guard least - slack < max(Self.widestBracket, delays.usual) else { return }
    if trial.proofsWanted > 1 {
      begin(from: max(slack, floor) + LeadTrial.leap, proofsWanted: trial.proofsWanted - 1)
    } else {
      believe(least, failed: slack, at: time)
    }
  }

  /// A frame was late for no reason that is known.
  private mutating func suspect(_ slack: MonotonicInterval, at time: MonotonicInstant) {
    // One that had little may be late by chance, two in a row of those that were late are not.
    let isLow = isLow(slack)
    let isFrequent = frameCount - (isLow && wasLow ? accidents.first : accidents.third) <= 300
    wasLow = isLow
    accidents = (frameCount, accidents.first, accidents.second)
    guard !isFrequent else {
      believe(slack + Self.precision, failed: slack, at: time)
      return
    }
    // Slacks that were enough before say nothing more, should the lead have grown.
    held = (nil, nil)
    let isKnown = accidentTime.map { time - $0 < Self.suspicion } ?? false
    doubtful = max(doubtful, min(slack + Self.precision * 2, floor - added))
    let isNear = frameCount - accidents.second <= Int64(Self.evidenceCount)
    added = max(added, isNear ? Self.mostCaution : Self.caution)
    begin(from: max(slack, floor) + LeadTrial.leap, proofsWanted: isKnown ? 2 : 1)
  }

  private mutating func begin(from top: MonotonicInterval, proofsWanted: Int) {
    trial = LeadTrial(from: top, downTo: floor, proofsWanted: proofsWanted)
    isRetrying = false
  }

  private mutating func believe(
    _ lead: MonotonicInterval,
    failed slack: MonotonicInterval,
    at time: MonotonicInstant
  ) {
    self.lead = max(lead, slack + Self.precision, narrow - Self.precision * 2)
    failed = slack
    failureTime = time
    (trial, isRetrying) = (nil, false)
    (added, doubtful, narrow) = (.zero, .zero, .zero)
    held = (self.lead, nil)
  }
}
