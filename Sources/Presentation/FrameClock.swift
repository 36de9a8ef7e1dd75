// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime

/// Decides when a frame is drawn and for which instant.
///
/// A frame is drawn as late as the measured render time allows, so that the newest touch is in it, and
/// it is drawn as the world will be at the vblank that shows it:
///
/// ```
///        vblank n                    vblank n+1                  vblank n+2
///   ────────┼───────────────────────────┼───────────────────────────┼────────▶ time
///           │ presented(n)     ┌budget──┤ presented(n+1)            │
///           │      touches ──▶ ▼        │                           │
///           │              deadline   target: what the frame shows
///           │                  ├draw┤commit
///
///   budget = render time (p99 of the last 128; the median if rare frames take too long) + margin
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
/// the render times fits: most likely it is in time, and if not, it is shown when it would have been.
/// A missed vblank widens the margin; a run of frames in time narrows it again to ``leastMargin``.
/// Where the hardware has no vblank and completes flips at once, the clock's own grid of refresh
/// intervals takes its place. Pure: every time is an argument.
package struct FrameClock: Sendable {
  /// Where the clock is between two frames.
  package enum State: Hashable, Sendable {
    /// Nothing is due; no timer is needed.
    case idle
    /// A frame is to be drawn at `deadline`, showing `target`.
    case scheduled(deadline: MonotonicInstant, target: MonotonicInstant)
    /// A frame is on its way to the vblank at `target`.
    case pending(target: MonotonicInstant)
  }

  /// The margin when nothing has been missed lately.
  package static let leastMargin = MonotonicInterval.microseconds(700)

  /// What a frame that is asked for late needs beyond its render time, to be tried at all.
  private static let leastReserve = MonotonicInterval.microseconds(350)

  /// Where the clock is.
  package private(set) var state = State.idle
  /// Vblanks that passed without the frame meant for them.
  package private(set) var missedCount = 0
  /// Frames that reached the screen.
  package private(set) var presentedCount = 0
  /// How long drawing took lately, from ``beginFrame(at:)`` to the accepted commit.
  package private(set) var renderTimes = RecentIntervals()
  /// Time kept in reserve beyond the render time.
  package private(set) var margin = Self.leastMargin

  private var phase: VblankPhase
  private var framesInTime = 0
  private var frameStart: MonotonicInstant?
  /// Whether the target was predicted well enough that another vblank is a miss.
  private var isTargetTrusted = false
  /// Whether the frame was asked for too late to have the whole budget.
  private var isRushed = false
  /// Whether the display has real vblanks, as far as the last flip has shown.
  private var hasVblank = true

  /// A clock for a display that refreshes every `refreshInterval`, which is clamped to 4 … 50 ms.
  package init(refreshInterval: MonotonicInterval) {
    phase = VblankPhase(nominalInterval: clampedRefreshInterval(refreshInterval))
  }

  /// The time between two refreshes, as measured.
  package var refreshInterval: MonotonicInterval { phase.interval }

  /// When ``beginFrame(at:)`` is due; `nil` when no frame is scheduled.
  package var deadline: MonotonicInstant? {
    guard case .scheduled(let deadline, _) = state else { return nil }
    return deadline
  }

  /// Asks for a frame; does nothing while one is scheduled or pending.
  package mutating func requestFrame(at now: MonotonicInstant) {
    guard state == .idle else { return }
    schedule(at: now)
  }

  /// Begins the frame that is due.
  ///
  /// - Returns: The instant the frame has to show; `nil` when none is due at `now`.
  package mutating func beginFrame(at now: MonotonicInstant) -> MonotonicInstant? {
    guard case .scheduled(let deadline, var target) = state, now >= deadline else { return nil }
    // Woken late: the vblank that the frame was meant for can hardly be reached any more.
    if hasVblank, now + renderEstimate > target, now + likelyRenderTime > target {
      let (reachable, isTrusted) = phase.vblank(notBefore: now + renderEstimate)
      if isTargetTrusted { noteLateness(reachable - target) }
      isTargetTrusted = isTrusted
      target = reachable
      state = .scheduled(deadline: deadline, target: target)
    }
    frameStart = now
    return target
  }

  /// The frame was accepted by the display at `now`.
  package mutating func frameQueued(at now: MonotonicInstant) {
    guard case .scheduled(_, let target) = state else { return }
    if let frameStart { renderTimes.add(now - frameStart) }
    frameStart = nil
    state = .pending(target: target)
  }

  /// The frame turned out to change nothing and was not committed.
  package mutating func frameSkipped() {
    frameStart = nil
    state = .idle
  }

  /// The display was busy; the frame is drawn anew a little later.
  package mutating func frameRefused(at now: MonotonicInstant) {
    frameStart = nil
    let retry = now + MonotonicInterval(nanoseconds: phase.interval.nanoseconds / 8)
    let (target, isTrusted) = phase.vblank(notBefore: retry + renderEstimate)
    if case .scheduled(_, let missed) = state, isTargetTrusted { noteLateness(target - missed) }
    isTargetTrusted = isTrusted
    state = .scheduled(deadline: retry, target: target)
  }

  /// The pending frame has reached the screen.
  package mutating func presented(_ feedback: PresentationFeedback) {
    hasVblank = feedback.isVblank
    presentedCount += 1
    guard case .pending(let target) = state else {
      if feedback.isVblank { phase.observe(feedback.time, sequence: feedback.sequence) }
      return
    }
    state = .idle
    guard feedback.isVblank else {
      // The grid is ours: keep it, unless the frame was so late that it has to start anew.
      let late = feedback.time - target
      isTargetTrusted = false
      phase.keepGrid(at: late.nanoseconds > phase.interval.nanoseconds / 2 ? feedback.time : target)
      return
    }
    phase.observe(feedback.time, sequence: feedback.sequence)
    guard isTargetTrusted else { return }
    let isInTime = !noteLateness(feedback.time - target)
    guard isInTime else { return }
    framesInTime += 1
    if framesInTime % 64 == 0 { narrowMargin() }
  }

  /// The display went away; a frame that was on its way will not arrive.
  package mutating func reset(refreshInterval: MonotonicInterval) {
    phase = VblankPhase(nominalInterval: clampedRefreshInterval(refreshInterval))
    state = .idle
    frameStart = nil
    isTargetTrusted = false
    hasVblank = true
    margin = Self.leastMargin
  }

  /// How long drawing will take: the p99, or the median where that would not fit into an interval.
  ///
  /// A few frames that something held up for long must not make all the others wait for as long.
  private var renderEstimate: MonotonicInterval {
    guard let slow = renderTimes.percentile99 else { return .zero }
    guard slow.nanoseconds > phase.interval.nanoseconds * 3 / 4 else { return slow }
    return renderTimes.percentile(50) ?? slow
  }

  /// How long drawing mostly takes.
  private var likelyRenderTime: MonotonicInterval { renderTimes.percentile(50) ?? .zero }

  private mutating func schedule(at now: MonotonicInstant) {
    isRushed = false
    guard hasVblank else {
      // Without a vblank there is nothing to wait for but the pace.
      let next = phase.last.map { $0 + phase.interval } ?? now
      let due = max(now, next - renderEstimate)
      isTargetTrusted = false
      state = .scheduled(deadline: due, target: max(now, next))
      return
    }
    // More than an interval would give every second vblank away; late is better than never.
    let most = MonotonicInterval(nanoseconds: phase.interval.nanoseconds * 7 / 8)
    let budget = min(renderEstimate + margin, most)
    let (target, isTrusted) = phase.vblank(notBefore: now + budget)
    isTargetTrusted = isTrusted
    // Waiting for the last moment needs to know when that is.
    var due = isTrusted ? max(now, target - budget) : now
    var aim = target
    if isTrusted, phase.vblank(notBefore: now).0 < target {
      // Too late to be safe for the next vblank: if drawing takes no longer than it mostly does, it
      // is still reached, and nothing is lost by trying.
      let likely = likelyRenderTime + Self.leastReserve
      aim = min(target, phase.vblank(notBefore: now + likely).0)
      isRushed = aim < target
      if isRushed { due = now }
    }
    state = .scheduled(deadline: due, target: aim)
  }

  /// Counts the vblanks that a frame was late for, and keeps more time in reserve after them.
  ///
  /// - Returns: Whether it was late at all.
  @discardableResult
  private mutating func noteLateness(_ late: MonotonicInterval) -> Bool {
    let half = phase.interval.nanoseconds / 2
    guard late.nanoseconds > half else { return false }
    missedCount += Int((late.nanoseconds + half) / phase.interval.nanoseconds)
    framesInTime = 0
    // A frame that was asked for too late says nothing about the margin.
    if !isRushed { widenMargin() }
    return true
  }

  private mutating func widenMargin() {
    let wider = margin.nanoseconds + margin.nanoseconds / 2
    margin = MonotonicInterval(nanoseconds: min(wider, phase.interval.nanoseconds / 2))
  }

  private mutating func narrowMargin() {
    let narrower = margin.nanoseconds - margin.nanoseconds / 8
    margin = max(Self.leastMargin, MonotonicInterval(nanoseconds: narrower))
  }
}

/// The refresh interval that is believed: between 4 ms (250 Hz) and 50 ms (20 Hz).
///
/// Drivers have claimed 0 Hz and 0.01 Hz; anything that is not positive counts as 60 Hz.
package func clampedRefreshInterval(_ interval: MonotonicInterval) -> MonotonicInterval {
  guard interval > .zero else { return MonotonicInterval(nanoseconds: 16_666_667) }
  return min(max(interval, .milliseconds(4)), .milliseconds(50))
}
