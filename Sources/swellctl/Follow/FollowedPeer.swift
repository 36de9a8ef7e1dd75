// SPDX-License-Identifier: Apache-2.0
internal import Following
internal import LinuxSystem
internal import MonotonicTime

/// A program whose work is followed: how it is reached, and what it says.
protocol FollowedPeer: ~Copyable {
  /// What it waits for, in words; nil while the peer is reached.
  var outage: String? { get }
  /// What is odd about it and worth a line; nil for nothing.
  var remark: String? { get }
  /// Whether it has come to an end after which nothing follows.
  var isOver: Bool { get }
  /// What is waited for, at most five descriptors.
  var interests: [DescriptorPoll.Interest] { get }
  /// When ``work(at:)`` has something to do without one of them.
  var deadline: MonotonicInstant? { get }

  /// Does what can be done without waiting: connects, reads, answers.
  ///
  /// - Returns: What it has heard.
  mutating func work(at now: MonotonicInstant) -> [PeerEvent]
}

extension FollowedPeer where Self: ~Copyable {
  var remark: String? { nil }
  var isOver: Bool { false }
}

/// When something that failed is tried again: soon at first, then each two seconds.
struct RetryPause {
  private static var pauses: (first: MonotonicInterval, longest: MonotonicInterval) {
    (.milliseconds(100), .milliseconds(2000))
  }

  /// When it is tried again.
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
