// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime
internal import PlainText

/// Texts about a run for a peer that has no words.
package struct RunTexts: Hashable, Sendable {
  /// Of a run that has ended well.
  package var done: String
  /// Of one that has failed; the reason follows where there is one.
  package var failed: String
  /// Of one that nothing is heard of; nil for a sentence that says for how long.
  package var stalled: String?
  /// Of one whose peer has gone; nil for ``failed`` and a sentence that says which.
  package var lost: String?

  /// Texts for people.
  package init(
    done: String = "Done",
    failed: String = "Failed",
    stalled: String? = nil,
    lost: String? = nil
  ) {
    self.done = done
    self.failed = failed
    self.stalled = stalled
    self.lost = lost
  }
}

/// One line for all that a peer tells of its runs: what the screen is to show.
///
/// Within a run the figure never falls. It stays at 99 at most until the peer itself has said that all
/// went well. A run of which nothing is heard any more is said to be just that, and so is one whose peer
/// has gone.
package struct RunLine: Hashable, Sendable {
  /// The state of the newest run.
  package enum State: Hashable, Sendable {
    /// There has been none yet.
    case none
    /// It is under way.
    case running
    /// It has ended well.
    case succeeded
    /// It has failed.
    case failed
    /// Its peer has gone, and with it the news of it.
    case lost
    /// It is over, with an unknown result.
    case ended
  }

  /// The figure and the text to show.
  package struct Shown: Hashable, Sendable {
    /// 0 … 100; nil before the first run.
    package var percent: Double?
    /// At most 256 bytes, printable; nil while nothing has been said.
    package var text: String?
    /// True if the run has failed, or its peer has gone.
    package var hasFailed: Bool

    /// A figure and a text, or none.
    package init(percent: Double? = nil, text: String? = nil, hasFailed: Bool = false) {
      self.percent = percent
      self.text = text
      self.hasFailed = hasFailed
    }
  }

  /// The highest figure of a run that has not ended well.
  private static let ceiling = 99.0
  private static let longestText = 256

  /// State of the newest run.
  package private(set) var state = State.none
  private let texts: RunTexts
  private let patience: MonotonicInterval
  private var percent: Double?
  private var text: String?
  /// True if the text was said after the newest run's end: it belongs to the next one, or to none.
  private var isTextAhead = false
  private var lastHeard = MonotonicInstant(nanoseconds: 0)
  /// Number of times that ``patience`` has run out, and was doubled, while nothing was heard.
  private var stalls: Int64 = 0

  /// No run yet.
  ///
  /// - Parameters:
  ///   - texts: The texts for a peer that has no words.
  ///   - patience: For how long a run may be silent, at least a second; a silence that goes on is told of
  ///     again at twice the time.
  package init(texts: RunTexts = RunTexts(), patience: MonotonicInterval) {
    self.texts = texts
    self.patience = max(patience, .milliseconds(1000))
  }

  /// Takes in what the peer has told at `now`.
  package mutating func take(_ event: PeerEvent, at now: MonotonicInstant) {
    lastHeard = now
    stalls = 0
    switch event {
    case .began: begin()
    case .percent(let value):
      guard value.isFinite else { return }
      // The news of a run that was lost may come back, and goes on where it was.
      if state == .lost { (state, isTextAhead) = (.running, false) }
      if state != .running { begin() }
      percent = max(percent ?? 0, min(max(value, 0), Self.ceiling))
    case .text(let words):
      text = words.printable.shortened(toBytes: Self.longestText)
      isTextAhead = state != .running
    case .heard: break
    case .succeeded:
      (state, percent) = (.succeeded, 100)
      (text, isTextAhead) = (texts.done, false)
    case .ended: end()
    case .failed(let reason): fail(reason, state: .failed)
    case .left(let reason):
      guard state == .running else { return }
      fail(reason, state: .lost)
    }
  }

  /// Lets time pass.
  package mutating func advance(to now: MonotonicInstant) {
    while let deadline, deadline <= now { stalls += 1 }
  }

  /// Time at which ``advance(to:)`` changes something; nil for never.
  package var deadline: MonotonicInstant? {
    guard state == .running, stalls < 20 else { return nil }
    return lastHeard + patience * (1 << stalls)
  }

  /// The figure and the text to show now.
  package var shown: Shown {
    Shown(
      percent: percent,
      text: stalls == 0 ? text : stalledText,
      hasFailed: state == .failed || state == .lost
    )
  }

  private mutating func begin() {
    (state, percent) = (.running, 0)
    // Words of an earlier run, and those of its end, are no longer true.
    if text != nil, !isTextAhead { text = "" }
    isTextAhead = false
  }

  /// Lets the figure stay where it is, and takes the words away but for those of how it went.
  private mutating func end() {
    let isJudged = [.succeeded, .failed, .lost].contains(state)
    if state == .running { state = .ended }
    guard !isJudged || isTextAhead else { return }
    if text != nil { text = "" }
    isTextAhead = false
  }

  private mutating func fail(_ reason: String, state: State) {
    self.state = state
    isTextAhead = false
    // What was a success until now is none.
    percent = percent.map { min($0, Self.ceiling) }
    var sentence = reason.isEmpty ? texts.failed : "\(texts.failed): \(reason)"
    if state == .lost, let lost = texts.lost { sentence = lost }
    text = sentence.printable.shortened(toBytes: Self.longestText)
  }

  private var stalledText: String {
    if let text = texts.stalled { return text }
    let seconds = Int64((patience * (1 << (stalls - 1))).seconds)
    return seconds < 120 ? "No news for \(seconds) seconds" : "No news for \(seconds / 60) minutes"
  }
}
