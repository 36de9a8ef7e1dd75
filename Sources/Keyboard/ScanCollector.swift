// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime
package import Touch

/// Collects what a scanner types until it is whole.
///
/// ```
///   key ──► collecting ── terminator ──► whole, ended
///              │  └────── silence ─────► whole
///              └──── too long, events lost, device gone ──► nothing
/// ```
/// Control characters and keys that type nothing are nothing.
package struct ScanCollector: Sendable {
  /// The end of a scan.
  package enum Terminator: String, CaseIterable, Hashable, Sendable {
    /// The key Return or Enter.
    case enter = "Return"
    /// The key Tab.
    case tab = "Tab"
    /// Silence alone.
    case none
  }

  /// The outcome of collecting.
  package enum Outcome: Hashable, Sendable {
    /// A whole scan; `isTerminated` where the scanner has ended it.
    case scanned(String, isTerminated: Bool)
    /// A part of one was lost, and with it all of it.
    case lost
  }

  private let terminator: Terminator
  private let gap: MonotonicInterval
  private var text = ""
  /// True if this scan is lost already, up to its end.
  private var isLost = false
  private var last: MonotonicInstant?

  /// A collector for a scanner that ends scans so, or with `gap` seconds of silence.
  package init(terminator: Terminator, gap: Double) {
    self.terminator = terminator
    self.gap = MonotonicInterval(seconds: gap)
  }

  /// Time at which silence ends the scan; nil while there is none.
  package var deadline: MonotonicInstant? { last.map { $0 + gap } }

  /// Takes what a key says.
  ///
  /// - Returns: The outcome; empty while more is awaited.
  package mutating func take(_ stroke: KeyStroke, at instant: MonotonicInstant) -> [Outcome] {
    var outcomes: [Outcome] = []
    // What is older than the gap was whole before this key.
    if let due = deadline, due < instant { outcomes += finish(isTerminated: false) }
    switch stroke {
    case .enter where terminator == .enter, .nextField where terminator == .tab:
      // A terminator of its own, as some scanners send for good measure, is nothing.
      if last != nil { outcomes += finish(isTerminated: true) }
    case .text(let typed):
      last = instant
      guard !isLost, text.utf8.count + typed.utf8.count <= KeyStroke.maximumScanBytes else {
        isLost = true
        text = ""
        return outcomes
      }
      text += typed
    default: break
    }
    return outcomes
  }

  /// Takes note of silence up to `instant`.
  package mutating func expire(at instant: MonotonicInstant) -> [Outcome] {
    guard let due = deadline, due <= instant else { return [] }
    return finish(isTerminated: false)
  }

  /// Events were lost, or the device is gone.
  package mutating func lose() -> [Outcome] {
    guard last != nil else { return [] }
    isLost = true
    return finish(isTerminated: false)
  }

  private mutating func finish(isTerminated: Bool) -> [Outcome] {
    defer {
      text = ""
      isLost = false
      last = nil
    }
    return [isLost ? .lost : .scanned(text, isTerminated: isTerminated)]
  }
}
