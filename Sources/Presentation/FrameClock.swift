// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime

/// Decides when a frame is drawn and for which instant.
///
/// A frame is drawn as late as the measured render time allows, so that the newest touch is in it, and
/// it is drawn as the world will be at the vblank that shows it:
///
/// ```
///        vblank n                    vblank n+1                  vblank n+2
///   ───▒▒▒▒▒┼──────────────────────▒▒▒▒▒┼──────────────────────▒▒▒▒▒┼────────▶ time
///           │ presented(n)  ┌────budget─┤ presented(n+1)            │
///           │   touches ──▶ ▼           │                           │
///           │           deadline      target: what the frame shows
///           │               ├draw┤commit
///
///   ▒ blank: the display latches at its beginning, the time stamp is its end
///   budget = render time (of the last second, but for two frames that stand out; at most three quarters of an
///          interval, or the median) + margin (``CommitMargin``) + blank
///
///   ┌──────┐ requestFrame ┌───────────┐ beginFrame + frameQueued ┌─────────┐
///   │ idle │─────────────▶│ scheduled │─────────────────────────▶│ pending │
///   └──────┘              └───────────┘                          └─────────┘
///      ▲  ▲  frameSkipped     │   ▲  frameRefused: a later deadline    │
///      │  └───────────────────┘   └────────(busy)                      │
///      └───────────────────────── presented ───────────────────────────┘
/// ```
///
/// A frame that is asked for when the budget does not fit any more is drawn at once if the median of
/// the render times may fit: if it is late, it is shown when it would have been. Where completions say
/// nothing of a vblank, they stand for it if they come at even times (`CompletionPattern`). Where the
/// hardware has no vblank, the clock's own grid of refresh intervals takes its place, and where a flip
/// takes longer than an interval, its completion: the next frame follows at once. Pure: every time is an
/// argument.
///
/// A vblank is missed when something moved and no new frame came, whatever the cause: drawing, a driver,
/// or the program with something else. In motion every vblank after the last frame's counts, by the
/// display's own numbers; after a rest those from the first one that the frame could have reached up to
/// its commit, as a display may need its time to wake. Without vblanks it is the intervals that the
/// program lets pass before it begins a frame.
package struct FrameClock: Sendable {
  /// The clock's state between two frames.
  package enum State: Hashable, Sendable {
    /// Nothing is due; no timer is needed.
    case idle
    /// A frame is to be drawn at `deadline`, showing `target`.
    case scheduled(deadline: MonotonicInstant, target: MonotonicInstant)
    /// A frame is on its way to the vblank at `target`.
    case pending(target: MonotonicInstant)
  }

  /// The present state.
  package private(set) var state = State.idle
  /// Vblanks at which something moved and no frame came.
  package private(set) var missedCount = 0
  /// Frames that reached the screen.
  package private(set) var presentedCount = 0
  /// Durations of drawing, lately, from ``beginFrame(at:)`` to the accepted commit.
  package private(set) var renderTimes = RecentIntervals()
  /// Time kept in reserve beyond the render time and the blank.
  package private(set) var margin = CommitMargin()

  private var phase: VblankPhase
  /// Time from the beginning of a vblank to its time stamp.
  private var blankingInterval: MonotonicInterval
  private var frameStart: MonotonicInstant?
  /// Expected duration of drawing, worked out once a frame.
  private var renderEstimate = MonotonicInterval.zero
  /// Usual duration of drawing, and the one that the next frame may have.
  private var usualRenderTime = MonotonicInterval.zero
  private var likelyRenderTime = MonotonicInterval.zero
  /// Frames to come that take longer than those before.
  private var longFrames = 0
  private var commitTime = MonotonicInstant(nanoseconds: 0)
  /// True if something has moved ever since the last frame was shown.
  private var isMoving = false
  /// The vblank that ought to show the frame that is scheduled or pending; `nil` when that is not known.
  private var expected: MonotonicInstant?
  /// Time at which the frame that is scheduled could have been begun, where there is no vblank.
  private var earliestStart: MonotonicInstant?
  /// Time at which the last flip was complete.
  private var lastCompletion: MonotonicInstant?
  /// True if the target was predicted well enough that another vblank is a miss.
  private var isTargetTrusted = false
  /// True if the frame that is scheduled waits for its deadline, so that its delay is a wake-up's.
  private var isAhead = false
  /// True if the frame that is scheduled or pending is the first after a rest.
  private var isAfterRest = true
  /// True if the display has real vblanks, as far as the last flip has shown.
  private var hasVblank = true
  /// The pattern of flips that do not tell of a vblank.
  private var pattern = CompletionPattern()

  /// A clock for a display that refreshes every `refreshInterval`, as far as that can be, and of that
  /// spends `blankingInterval` outside the picture, clamped to three quarters.
  package init(refreshInterval: MonotonicInterval, blankingInterval: MonotonicInterval = .zero) {
    let refreshInterval = believableRefreshInterval(refreshInterval)
    phase = VblankPhase(nominalInterval: refreshInterval)
    self.blankingInterval = clampedBlankingInterval(blankingInterval, of: refreshInterval)
  }

  /// The time between two refreshes, as measured.
  package var refreshInterval: MonotonicInterval { phase.interval }

  /// Time that the display has shown to need before its blank, beyond the least margin.
  package var learnedLead: MonotonicInterval { margin.learned }

  /// Time at which ``beginFrame(at:)`` is due; `nil` when no frame is scheduled.
  package var deadline: MonotonicInstant? {
    guard case .scheduled(let deadline, _) = state else { return nil }
    return deadline
  }

  /// Asks for a frame; does nothing while one is scheduled or pending.
  ///
  /// The frame goes on with a motion unless ``rest()`` was called after the one before.
  package mutating func requestFrame(at now: MonotonicInstant) {
    guard state == .idle else { return }
    schedule(at: now)
  }

  /// The next `count` frames are given more time than those before took, as all of the screen is painted anew.
  package mutating func expectLongFrames(_ count: Int) { longFrames = count }

  /// Nothing moves: vblanks that pass until the next frame is asked for are not missed.
  package mutating func rest() { isMoving = false }

  /// Begins the frame that is due.
  ///
  /// - Returns: The instant the frame has to show; `nil` when none is due at `now`.
  package mutating func beginFrame(at now: MonotonicInstant) -> MonotonicInstant? {
    guard case .scheduled(let deadline, var target) = state, now >= deadline else { return nil }
    if let earliest = earliestStart {
      earliestStart = nil
      missedCount += Int(max(0, (now - earliest).nanoseconds) / phase.interval.nanoseconds)
    }
    if isAhead { margin.noteWake(now - deadline) }
    // Woken late: the vblank that the frame was meant for cannot be reached any more.
    if hasVblank, isTargetTrusted, now + reach > target {
      (target, isTargetTrusted) = phase.vblank(notBefore: now + reach)
      state = .scheduled(deadline: deadline, target: target)
    }
    frameStart = now
    return target
  }

  /// The frame was accepted by the display at `now`.
  ///
  /// - Parameters:
  ///   - now: The present time.
  ///   - isPainted: True if anything was painted; else the time that it took says nothing of others.
  package mutating func frameQueued(at now: MonotonicInstant, isPainted: Bool = true) {
    guard case .scheduled(_, let target) = state else { return }
    if isPainted, let frameStart {
      noteRenderTime(now - frameStart)
    }
    longFrames = max(0, longFrames - 1)
    frameStart = nil
    commitTime = now
    state = .pending(target: target)
  }

  /// The frame turned out to change nothing and was not committed.
  package mutating func frameSkipped() {
    frameStart = nil
    isMoving = false
    state = .idle
  }

  /// The display was busy; the frame is drawn anew a little later.
  package mutating func frameRefused(at now: MonotonicInstant) {
    frameStart = nil
    let retry = now + MonotonicInterval(nanoseconds: phase.interval.nanoseconds / 8)
    let (target, isTrusted) = phase.vblank(notBefore: retry + reach)
    isTargetTrusted = isTrusted
    isAhead = false
    state = .scheduled(deadline: retry, target: target)
  }

  /// The pending frame has reached the screen.
  package mutating func presented(_ feedback: PresentationFeedback) {
    presentedCount += 1
    let isVblank = isVblank(feedback)
    hasVblank = isVblank
    guard case .pending(let target) = state else {
      if isVblank { phase.observe(feedback.time, sequence: feedback.sequence) }
      return
    }
    state = .idle
    isMoving = true
    guard isVblank else {
      isTargetTrusted = false
      lastCompletion = feedback.time
      // The grid is ours: a flip that took longer than an interval moves it, so that the next frame
      // follows at once; one that merely took its time does not.
      let isOpen = pattern.verdict == .open
      phase.keepGrid(at: isOpen ? feedback.time : max(target, feedback.time - phase.interval))
      return
    }
    guard !feedback.isInterrupted else {
      phase.beginAnew(at: feedback.time, sequence: feedback.sequence)
      return
    }
    let arrival = phase.vblanks(until: feedback.time, sequence: feedback.sequence)
    let planned = vblanks(until: target)
    let due = expected.map { vblanks(until: $0) }
    phase.observe(feedback.time, sequence: feedback.sequence, isAfterRest: isAfterRest)
    guard let arrival, let shown = phase.last else { return }
    if let due { missedCount += max(0, (isAfterRest ? min(arrival, planned) : arrival) - due) }
    guard isTargetTrusted else { return }
    let slack = shown - blankingInterval - commitTime
    if arrival <= planned {
      margin.frameWasInTime(slack: slack, at: feedback.time)
    } else if arrival == planned + 1, !isAfterRest {
      margin.frameWasLate(slack: slack - phase.interval, at: feedback.time)
    }
  }

  /// Tells if the display has vblanks, by the flip's own account or by when it was complete.
  private mutating func isVblank(_ feedback: PresentationFeedback) -> Bool {
    guard !feedback.isVblank else { return true }
    if pattern.verdict == .open, !feedback.isInterrupted, case .pending = state {
      pattern.note(commit: commitTime, completion: feedback.time, interval: phase.nominalInterval)
    }
    return pattern.verdict == .vblanks
  }

  /// The display went away, or its mode is new; a frame that was on its way will not arrive.
  ///
  /// The margin that was learned is kept when display and mode are as they were.
  package mutating func reset(
    refreshInterval: MonotonicInterval,
    blankingInterval: MonotonicInterval = .zero
  ) {
    let refreshInterval = believableRefreshInterval(refreshInterval)
    let blankingInterval = clampedBlankingInterval(blankingInterval, of: refreshInterval)
    if refreshInterval != phase.nominalInterval || blankingInterval != self.blankingInterval {
      margin = CommitMargin()
    }
    phase = VblankPhase(nominalInterval: refreshInterval)
    self.blankingInterval = blankingInterval
    state = .idle
    frameStart = nil
    isTargetTrusted = false
    isMoving = false
    hasVblank = true
    pattern = CompletionPattern()
    earliestStart = nil
    lastCompletion = nil
  }

  /// Notes how long a frame took to draw, and works out what the next one is given.
  ///
  /// A delay that happens once a second costs the frames that it befalls, not all the others: those are begun as if it
  /// did not. Two frames in a row are no accident. More than three quarters of an interval are not given.
  private mutating func noteRenderTime(_ time: MonotonicInterval) {
    if renderTimes.count >= 16 { margin.noteOverrun(time - nextRenderTime) }
    renderTimes.add(time)
    if renderTimes.count < 16 || presentedCount % 8 == 0 {
      usualRenderTime = renderTimes.percentile(50) ?? time
    }
    // Two frames in a row show what can be had, while most were held up by something that has ended.
    let lastTwo = renderTimes.lastTwo
    likelyRenderTime = min(usualRenderTime, lastTwo?.longer ?? time)
    let second = 1_000_000_000 / phase.interval.nanoseconds
    // A frame that takes an interval is late whenever it is begun: the others need not be early for it.
    let usual = renderTimes.usualLargest(ofLast: Int(second), below: phase.interval)
    let repeated = lastTwo.flatMap { $0.shorter < phase.interval ? $0.shorter : nil }
    renderEstimate = min(
      max(usual ?? likelyRenderTime, repeated ?? .zero),
      max(likelyRenderTime, mostRenderTime)
    )
  }

  /// The most that a frame is given, unless the usual one takes longer.
  private var mostRenderTime: MonotonicInterval {
    MonotonicInterval(nanoseconds: phase.interval.nanoseconds * 3 / 4)
  }

  /// Time that the next frame is given for drawing.
  private var nextRenderTime: MonotonicInterval {
    longFrames > 0 ? max(renderEstimate, mostRenderTime) : renderEstimate
  }

  /// Least time before a vblank's time stamp at which a frame has to be begun to have any chance.
  private var reach: MonotonicInterval { likelyRenderTime + blankingInterval + margin.leastSlack }

  private mutating func schedule(at now: MonotonicInstant) {
    earliestStart = nil
    isAhead = false
    isAfterRest = !isMoving
    guard hasVblank else {
      // Without a vblank there is nothing to wait for but the pace.
      let pause = pattern.verdict == .open ? pattern.pause(phase.interval) : phase.interval
      let next = phase.last.map { $0 + pause } ?? now
      let due = max(now, next - nextRenderTime)
      isTargetTrusted = false
      expected = nil
      if isMoving, let lastCompletion { earliestStart = max(lastCompletion, next - nextRenderTime) }
      state = .scheduled(deadline: due, target: max(now, next))
      return
    }
    let budget = nextRenderTime + margin.current + blankingInterval
    // More than an interval would give every second vblank away; late is better than never.
    let most = MonotonicInterval(nanoseconds: phase.interval.nanoseconds * 7 / 8)
    // A frame that is begun at once needs no reserve for its wake-up.
    let prompt = nextRenderTime + CommitMargin.least + margin.learned + blankingInterval
    var (target, isTrusted) = phase.vblank(notBefore: now + min(prompt, most))
    isTargetTrusted = isTrusted
    expected = isTrusted ? phase.vblank(notBefore: now + min(budget, most)).0 : nil
    if isMoving, let last = phase.last { expected = last + phase.interval }
    // Too late to be safe for the next vblank, it may still be reached, and nothing is lost by trying.
    if isTrusted { target = phase.vblank(notBefore: now + reach).0 }
    // Waiting for the last moment needs to know when that is.
    let due = isTrusted ? max(now, target - budget) : now
    isAhead = due > now
    state = .scheduled(deadline: due, target: target)
  }

  /// Number of vblanks of the grid from the last one seen to the one at `time`.
  private func vblanks(until time: MonotonicInstant) -> Int {
    guard let last = phase.last else { return 0 }
    let elapsed = (time - last).nanoseconds + phase.interval.nanoseconds / 2
    return Int(elapsed / phase.interval.nanoseconds)
  }
}

/// The refresh interval that is believed: between 4 ms (250 Hz) and 50 ms (20 Hz).
///
/// Drivers of small panels claim 0 Hz and 0.01 Hz and have no refresh at all: anything slower than
/// 20 Hz counts as 60 Hz, and their completions set the pace where they are slower than that.
package func believableRefreshInterval(_ interval: MonotonicInterval) -> MonotonicInterval {
  guard interval > .zero, interval <= .milliseconds(50) else {
    return MonotonicInterval(nanoseconds: 16_666_667)
  }
  return max(interval, .milliseconds(4))
}

/// The blank that is believed: up to three quarters of the refresh interval.
private func clampedBlankingInterval(
  _ blank: MonotonicInterval,
  of refreshInterval: MonotonicInterval
) -> MonotonicInterval {
  min(max(blank, .zero), MonotonicInterval(nanoseconds: refreshInterval.nanoseconds * 3 / 4))
}
