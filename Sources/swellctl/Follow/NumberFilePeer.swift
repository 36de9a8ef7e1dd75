// SPDX-License-Identifier: Apache-2.0
internal import Following
internal import LinuxSystem
internal import MonotonicTime

/// `file:PATH`: a file with a percentage, looked at four times a second.
///
/// Files of the kernel's, which are what this is for, cannot be waited for.
struct NumberFilePeer: FollowedPeer, ~Copyable {
  private static var interval: MonotonicInterval { .milliseconds(250) }
  /// More is no percentage.
  private static let limit = 4096

  private(set) var outage: String?
  private(set) var remark: String?
  private let path: String
  private var file = NumberFile()
  private var next: MonotonicInstant

  init(_ path: String) {
    self.path = path
    next = MonotonicClock.now()
  }

  var interests: [DescriptorPoll.Interest] { [] }

  var deadline: MonotonicInstant? { next }

  mutating func work(at now: MonotonicInstant) -> [PeerEvent] {
    guard now >= next else { return [] }
    next = now + Self.interval
    do throws(SystemError) {
      let events = file.read(try FileReader.read(path, limit: Self.limit))
      outage = nil
      if file.isUnreadable { remark = "what \(path) holds is no percentage" }
      return events
    } catch {
      guard outage == nil else { return [] }
      outage = "waiting for \(path) (\(error.reason))"
      file.vanish()
      return [.left("\(path) has gone")]
    }
  }
}
