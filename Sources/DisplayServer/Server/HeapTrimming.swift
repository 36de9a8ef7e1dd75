// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime

/// The schedule by which memory is given back beside the loop: some time after many clients have ended, or a reload.
struct HeapTrimming {
  /// Number of ended sessions after which memory is given back; a scene's end counts for as many.
  static let enough = 64

  /// The next instant at which memory is given back; nil for none.
  private(set) var deadline: MonotonicInstant?
  private var count = 0

  /// Counts what has ended.
  mutating func note(_ ended: Int, at now: MonotonicInstant) {
    count += ended
    guard count >= Self.enough, deadline == nil else { return }
    deadline = now + MonotonicInterval(seconds: 2)
  }

  /// The deadline has come.
  ///
  /// - Returns: True if memory is to be given back now; a busy workshop does so a second later.
  mutating func begin(isBusy: Bool, at now: MonotonicInstant) -> Bool {
    deadline = isBusy ? now + MonotonicInterval(seconds: 1) : nil
    if !isBusy { count = 0 }
    return !isBusy
  }
}
