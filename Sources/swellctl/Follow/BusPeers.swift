// SPDX-License-Identifier: Apache-2.0
internal import Following
internal import LinuxSystem
internal import MonotonicTime

/// `rauc`: RAUC on the system bus.
struct RAUCPeer: FollowedPeer, ~Copyable {
  private(set) var outage: String?
  private var bus: SystemBus?
  private var installation = RAUCInstallation()
  private var retry = RetryPause()

  var interests: [DescriptorPoll.Interest] {
    switch bus {
    case .some(let bus): [bus.interest]
    case nil: []
    }
  }

  var deadline: MonotonicInstant? {
    switch bus {
    case .some(let bus): bus.deadline
    case nil: retry.instant
    }
  }

  mutating func work(at now: MonotonicInstant) -> [PeerEvent] {
    var events: [PeerEvent] = []
    do throws(SystemError) {
      if bus == nil {
        guard now >= retry.instant else { return [] }
        let opened = try SystemBus.open(isPrivate: false)
        guard opened.followRAUC() else {
          throw SystemError("ask", subject: "the system bus", number: 107)
        }
        bus = consume opened
      }
      while case .installation(let news)? = try bus?.next() {
        retry.succeed()
        events += installation.take(news)
        if case .owner(let isThere) = news { outage = isThere ? nil : "waiting for RAUC" }
      }
    } catch {
      bus = nil
      retry.fail(at: now)
      outage = "waiting for the system bus (\(error.reason))"
      events.append(.left("the system bus has gone"))
    }
    return events
  }
}

/// `boot`: how far systemd is with the machine's boot.
struct BootPeer: FollowedPeer, ~Copyable {
  private static var interval: MonotonicInterval { .milliseconds(500) }

  private(set) var outage: String?
  private var bus: SystemBus?
  private var boot = BootProgress()
  private var next = MonotonicClock.now()
  /// systemd's own socket is there before the bus is, but for root only.
  private var isPrivate = true

  var isOver: Bool { boot.isOver }

  var interests: [DescriptorPoll.Interest] {
    switch bus {
    case .some(let bus): [bus.interest]
    case nil: []
    }
  }

  var deadline: MonotonicInstant? {
    switch bus {
    case .some(let bus): bus.deadline.map { min($0, next) } ?? next
    case nil: next
    }
  }

  mutating func work(at now: MonotonicInstant) -> [PeerEvent] {
    guard !isOver else { return [] }
    var events: [PeerEvent] = []
    do throws(SystemError) {
      if now >= next {
        next = now + Self.interval
        if bus == nil { bus = try SystemBus.open(isPrivate: isPrivate) }
        guard bus?.askBoot() ?? false else {
          throw SystemError("ask", subject: "systemd", number: 107)
        }
      }
      while let news = try bus?.next() {
        outage = nil
        switch news {
        case .progress(let share): events += boot.take(progress: share)
        case .state(let state): events += boot.take(state: state)
        case .installation: break
        }
      }
    } catch {
      bus = nil
      isPrivate.toggle()
      outage = outage ?? "waiting for systemd to answer (\(error.reason))"
    }
    return events
  }
}
