// SPDX-License-Identifier: Apache-2.0

/// Makes events of what systemd's manager says of the machine's boot.
///
/// `Progress` is the share of jobs that are done. It falls when new ones come up, and says 1 where there are
/// none; that the boot is over says `SystemState`.
package struct BootProgress: Hashable, Sendable {
  private var state: String?
  private var progress: Double?
  /// True if the machine is up, or will not come up by itself.
  package private(set) var isOver = false

  /// Nothing has been asked yet.
  package init() {}

  /// Takes a new `Progress`, 0 … 1.
  package mutating func take(progress: Double) -> [PeerEvent] {
    guard !isOver, progress != self.progress else { return [] }
    let isFirst = self.progress == nil
    self.progress = progress
    return (isFirst ? [.began] : []) + [.percent(progress * 100)]
  }

  /// Takes a new `SystemState`.
  package mutating func take(state: String) -> [PeerEvent] {
    guard !isOver, state != self.state else { return [] }
    self.state = state
    switch state {
    case "running", "degraded":
      isOver = true
      return [.succeeded]
    case "maintenance":
      isOver = true
      return [.failed("the system has not come up")]
    default: return []
    }
  }
}
