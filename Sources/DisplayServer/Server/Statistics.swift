// SPDX-License-Identifier: Apache-2.0
/// What the server counts for `status`.
struct Statistics {
  /// How often each step of recovery was taken, in the order of its first time.
  private(set) var recoveries: [(name: String, count: Int)] = []

  /// Counts one step of recovery.
  mutating func count(recovery name: String) {
    if let index = recoveries.firstIndex(where: { $0.name == name }) {
      recoveries[index].count += 1
    } else {
      recoveries.append((name, 1))
    }
  }
}
