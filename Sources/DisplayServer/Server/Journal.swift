// SPDX-License-Identifier: Apache-2.0
internal import LinuxSystem
internal import MonotonicTime
internal import Notices

/// The server's lines for the log, of which none fills it: the first of a kind is written at once, and then one
/// at growing intervals that says how many were left out.
struct Journal {
  /// Number of times that each step of recovery was taken, in the order of its first time.
  private(set) var recoveries: [(name: String, count: Int)] = []
  private let log: Log
  private var limiter = NoticeLimiter()
  private var changes = ChangeLog()

  /// Nothing has been written to `log`.
  init(_ log: Log) { self.log = log }

  /// Writes a line that may come again and again.
  ///
  /// - Parameters:
  ///   - level: The level of the line.
  ///   - message: The event.
  ///   - details: To what, and why.
  ///   - kind: The key of lines that count as the same; the message unless given.
  ///   - now: The time of the event.
  mutating func tell(
    _ level: Log.Level,
    _ message: String,
    _ details: Log.Details = [:],
    as kind: String? = nil,
    at now: MonotonicInstant
  ) {
    guard level >= log.level,
      let heldCount = limiter.admit(kind ?? message, at: now)
    else { return }
    var details = details
    if heldCount > 0 { details.add("untold", "\(heldCount)") }
    log.tell(level, message, details)
  }

  /// Writes what is wrong with a configuration, of a long list the beginning; not each time of many.
  mutating func tell(_ refused: RefusedConfiguration, at now: MonotonicInstant) {
    guard let heldCount = limiter.admit("reload", at: now) else { return }
    for line in refused.logged {
      log.tell(.error, "configuration not loaded", ["at": "\(line)"])
    }
    guard heldCount > 0 || refused.unloggedCount > 0 else { return }
    log.tell(
      .error,
      "more is wrong than is told here",
      ["lines": "\(refused.unloggedCount)", "reloads": "\(heldCount)"]
    )
  }

  /// Writes a device's fault, under `label`, and counts the way out of it.
  mutating func record(_ notice: Notice, as label: String, at now: MonotonicInstant) {
    if let name = notice.recovery {
      let index = recoveries.firstIndex { $0.name == name } ?? recoveries.count
      if index == recoveries.count { recoveries.append((name, 0)) }
      recoveries[index].count += 1
    }
    let level: Log.Level =
      switch notice.severity {
      case .error: .error
      case .warning: .warning
      case .notice: .notice
      case .debug: .debug
      }
    // Numbers of nodes and figures differ from one time to the next.
    let kind = "\(label) \(notice.message.filter { !$0.isNumber })"
    tell(level, label, ["what": "\(notice.message)"], as: kind, at: now)
  }

  /// Writes who has changed something: at once, and then with a count at growing intervals.
  mutating func note(
    changeBy method: String,
    from peer: PeerCredentials?,
    at now: MonotonicInstant
  ) {
    guard let count = changes.note(method, by: peer, at: now) else { return }
    var details: Log.Details = [
      "method": "\(method)", "pid": "\(peer?.process ?? 0)", "uid": "\(peer?.user ?? 0)",
    ]
    if count > 1 { details.add("times", "\(count)") }
    log.tell(.notice, "request", details)
  }
}
