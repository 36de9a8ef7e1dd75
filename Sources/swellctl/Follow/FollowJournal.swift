// SPDX-License-Identifier: Apache-2.0
internal import Following
internal import LinuxSystem
internal import MonotonicTime
internal import Notices

/// Says what is waited for and what has happened: once each in the log, and as the service's status.
///
/// A state that goes on and on, as a peer that comes and goes, is told a few times and then at growing intervals.
struct FollowJournal {
  private let name: String
  private let outlet = LogOutlet()
  private let notifier = ServiceNotifier()
  private var peerOutage: String?
  private var displayOutage: String?
  private var remarks: [String] = []
  private var state = RunLine.State.none
  private var status: String?
  private var limiter = NoticeLimiter()

  /// A journal of the source `name`.
  init(name: String) { self.name = name }

  /// The run is there now.
  mutating func tell(_ state: RunLine.State) {
    guard state != self.state else { return }
    self.state = state
    log(Self.sentence(state))
  }

  /// Logs that the source is waited for, or reached again.
  mutating func tell(peer outage: String?, remark: String?) {
    note(remark)
    guard outage != peerOutage else { return }
    peerOutage = outage
    log(outage ?? "the wait is over")
  }

  /// Logs that the display daemon is waited for, or reached again.
  mutating func tell(display outage: String?, remark: String?) {
    note(remark)
    guard outage != displayOutage else { return }
    displayOutage = outage
    log(outage ?? "the display daemon is there again")
  }

  /// Tells the service manager, where something has changed.
  mutating func sendStatus() {
    let waits = [peerOutage, displayOutage].compactMap { $0 }
    let text = waits.isEmpty ? Self.sentence(state) : waits.joined(separator: "; ")
    guard text != status else { return }
    // Whatever it waits for, it is up by now.
    if status == nil { notifier.ready(status: text) } else { notifier.status(text) }
    status = text
  }

  /// Says something odd, the same once only.
  private mutating func note(_ remark: String?) {
    guard let remark, !remarks.contains(remark), remarks.count < 100 else { return }
    remarks.append(remark)
    log(remark)
  }

  private mutating func log(_ sentence: String) {
    guard let count = limiter.admit(sentence, at: MonotonicClock.now()) else { return }
    let more = count > 0 ? " (\(count) times more since it was said last)" : ""
    outlet.write(line: "\(name): \(sentence)\(more)") { "\(name): \($0) lines were lost" }
  }

  private static func sentence(_ state: RunLine.State) -> String {
    switch state {
    case .none: "nothing is under way"
    case .running: "a run is under way"
    case .succeeded: "the last run has ended well"
    case .failed: "the last run has failed"
    case .lost: "the source has gone during a run"
    case .ended: "the last run is over, and nothing was said of how it went"
    }
  }
}
