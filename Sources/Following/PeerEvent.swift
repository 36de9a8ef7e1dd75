// SPDX-License-Identifier: Apache-2.0

/// A message about a run from a program whose work is followed.
package enum PeerEvent: Hashable, Sendable {
  /// A run has begun; what was before it is over.
  case began
  /// The run's progress, 0 … 100.
  case percent(Double)
  /// A text about its work; empty for nothing any more.
  case text(String)
  /// It lives, and says nothing new.
  case heard
  /// The run has ended well.
  case succeeded
  /// It is over, and nothing was said of how it went.
  case ended
  /// The run has failed; the reason in its own words, empty where it gives none.
  case failed(String)
  /// It has gone away; in words. A run that was under way has failed with it.
  case left(String)
}
