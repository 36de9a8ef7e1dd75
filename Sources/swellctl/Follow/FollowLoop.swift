// SPDX-License-Identifier: Apache-2.0
internal import Following
internal import LinuxSystem
internal import MonotonicTime

/// Follows one peer for ever, and shows what it says.
struct FollowLoop<Peer: FollowedPeer & ~Copyable>: ~Copyable {
  private var peer: Peer
  private var line: RunLine
  private var display: DisplayLink
  private var journal: FollowJournal

  init(
    _ peer: consuming Peer,
    name: String,
    line: RunLine,
    display: consuming DisplayLink
  ) {
    self.peer = peer
    self.line = line
    self.display = display
    journal = FollowJournal(name: name)
  }

  /// Follows until there is nothing more to come, and that has been shown.
  mutating func run() {
    while true {
      let now = MonotonicClock.now()
      for event in peer.work(at: now) {
        line.take(event, at: now)
        journal.tell(line.state)
      }
      line.advance(to: now)
      display.show(line.shown, isUnderWay: line.state == .running)
      display.work(at: now)
      journal.tell(peer: peer.outage, remark: peer.remark)
      journal.tell(display: display.outage, remark: display.remark)
      journal.sendStatus()
      if peer.isOver, display.hasDelivered(at: now) { return }
      wait(since: now)
    }
  }

  private func wait(since now: MonotonicInstant) {
    var interests = peer.interests
    if let descriptor = display.descriptor {
      interests.append(.init(descriptor, readiness: .readable))
    }
    let deadline = [peer.deadline, line.deadline, display.deadline].compactMap { $0 }.min()
    _ = DescriptorPoll.wait(interests, timeout: deadline.map { max(.zero, $0 - now) })
  }
}
