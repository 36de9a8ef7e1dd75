// SPDX-License-Identifier: Apache-2.0
internal import Presentation
internal import Touch

/// What the server counts for `status`.
struct Statistics {
  /// From the kernel's touch timestamp to the flip that shows the change.
  var touchToFlip = RecentIntervals()
  /// How often each step of recovery was taken, in the order of its first time.
  private(set) var recoveries: [(name: String, count: Int)] = []
  /// How often the display came to rest.
  var restCount = 0

  /// Counts one step of recovery.
  mutating func count(recovery name: String) {
    if let index = recoveries.firstIndex(where: { $0.name == name }) {
      recoveries[index].count += 1
    } else {
      recoveries.append((name, 1))
    }
  }
}
