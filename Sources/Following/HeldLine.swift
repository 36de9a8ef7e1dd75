// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime

/// Tells whether it means anything that a writer or client has closed what it told its run over.
///
/// A writer that keeps a line open while working lets go of it by ending, or by dying. A script that opens the line for
/// each of its words says nothing by closing it: a line that was open for less than a second is taken for such a word.
package struct HeldLine: Hashable, Sendable {
  /// Least time that a line has to be open, from the first word on, to be held.
  package static let least = MonotonicInterval.milliseconds(1000)
  /// Longest wait for a successor of the holder that has let go.
  package static let grace = MonotonicInterval.milliseconds(2000)

  /// Time of the first word over the line that is open now; nil while none has come.
  private var since: MonotonicInstant?

  /// A line over which nothing was said yet.
  package init() {}

  /// Something was said of a run at `now`.
  package mutating func hear(at now: MonotonicInstant) { since = since ?? now }

  /// The line was closed at `now`; what is said next is said over another one.
  ///
  /// - Returns: Time at which the holder has gone, if nothing is told until then; nil where it was not held.
  package mutating func close(at now: MonotonicInstant) -> MonotonicInstant? {
    defer { since = nil }
    guard let since, now - since >= Self.least else { return nil }
    return now + Self.grace
  }
}
