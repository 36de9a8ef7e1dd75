// SPDX-License-Identifier: Apache-2.0
internal import Following
internal import LinuxSystem
internal import MonotonicTime

/// A program whose work is followed: how it is reached, and what it says.
protocol FollowedPeer: ~Copyable {
  /// The reason for waiting, in words; nil while the peer is reached.
  var outage: String? { get }
  /// An oddity of the peer that is worth a line; nil for none.
  var remark: String? { get }
  /// True if it has come to an end after which nothing follows.
  var isOver: Bool { get }
  /// The descriptors to wait for, at most five.
  var interests: [DescriptorPoll.Interest] { get }
  /// Time at which ``work(at:)`` has something to do without one of them.
  var deadline: MonotonicInstant? { get }

  /// Does what can be done without waiting: connects, reads, answers.
  ///
  /// - Returns: The events that it has heard.
  mutating func work(at now: MonotonicInstant) -> [PeerEvent]
}

extension FollowedPeer where Self: ~Copyable {
  var remark: String? { nil }
  var isOver: Bool { false }
}

/// The time of the next attempt after a failure: soon at first, then each two seconds.
struct RetryPause {
  private static var pauses: (first: MonotonicInterval, longest: MonotonicInterval) {
    (.milliseconds(100), .milliseconds(2000))
  }

  /// Time of the next attempt.
  private(set) var instant: MonotonicInstant
  private var pause = RetryPause.pauses.first

  /// A first attempt that is due at once.
  init() { instant = MonotonicClock.now() }

  /// It has failed.
  mutating func fail(at now: MonotonicInstant) {
    instant = now + pause
    pause = min(pause + pause, Self.pauses.longest)
  }

  /// It has gone well.
  mutating func succeed() { pause = Self.pauses.first }
}
