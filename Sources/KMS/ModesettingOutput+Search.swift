// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import MonotonicTime
internal import Notices
internal import Presentation

/// Finding something to show on.
extension ModesettingOutput {
  /// The reason why there is no display, the least telling first.
  private enum Obstacle: Int, Comparable {
    case noCard, noMonitor, noRoute, notReady, refused, outOfMemory, notMaster, notPermitted

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Intervals until the next look, at first and at most.
    ///
    /// Hotplug events come in between.
    var waits: (first: MonotonicInterval, longest: MonotonicInterval) {
      switch self {
      case .noCard: (.milliseconds(500), .milliseconds(5000))
      // For connectors whose hardware does not tell when a monitor comes.
      case .noMonitor, .noRoute: (.milliseconds(5000), .milliseconds(10000))
      case .notReady, .refused, .outOfMemory: (.milliseconds(250), .milliseconds(5000))
      case .notMaster: (.milliseconds(50), .milliseconds(1000))
      case .notPermitted: (.milliseconds(250), .milliseconds(2000))
      }
    }
  }

  struct Candidate {
    let device: Device
    let snapshot: DeviceSnapshot
    let choice: DisplayChoice
    var precedence: Int { choice.precedence(on: device.driver) }
  }

  /// Looks at all cards and begins to show on the best; else arranges to look again.
  func search(at now: MonotonicInstant) {
    guard maySearch(at: now) else { return }
    var obstacle = (kind: Obstacle.noCard, sentence: noCardSentence)
    func meet(_ kind: Obstacle, sentence: String) {
      if kind > obstacle.kind { obstacle = (kind, sentence) }
    }
    var candidates: [Candidate] = []
    var waiting: Device?
    for path in candidatePaths() {
      do {
        let opened = try openCard(path)
        guard opened.acquireMaster() else {
          meet(
            .notMaster,
            sentence: "waiting for DRM master on \(path), which another process holds"
          )
          continue
        }
        if let candidate = try examine(opened, meet: meet) {
          candidates.append(candidate)
        } else {
          waiting = waiting ?? opened
        }
      } catch {
        switch error.kind {
        case .notPermitted:
          let obstacle: Obstacle = error.rights == .unset ? .notReady : .notPermitted
          meet(obstacle, sentence: "waiting for permission: \(error)")
        case .notMaster: meet(.notMaster, sentence: "waiting for DRM master: \(error)")
        case .outOfMemory: meet(.outOfMemory, sentence: "\(error)")
        case .busy: meet(.refused, sentence: "\(error)")
        case .gone, .refused: continue
        }
      }
    }
    // The sort is stable: lower card numbers win between equals.
    for candidate in candidates.sorted(by: { $0.precedence < $1.precedence }) {
      if light(candidate, meet: meet, at: now) { return }
    }
    use(obstacle.kind == .notMaster ? nil : waiting)
    wait(obstacle.kind, sentence: obstacle.sentence, at: now)
  }

  /// Shows on the candidate's connector or, where the driver refuses that, on the next best of its card.
  ///
  /// - Returns: True if one is lit now.
  private func light(
    _ candidate: Candidate,
    meet: (Obstacle, String) -> Void,
    at now: MonotonicInstant
  ) -> Bool {
    var candidate = candidate
    var refused: Set<ConnectorID> = []
    while true {
      do throws(KMSError) {
        try activate(candidate, at: now)
        return true
      } catch {
        let connector = candidate.choice.connector
        let sentence = "\(connector.name) cannot be lit: \(error)"
        switch error.kind {
        case .notMaster: meet(.notMaster, "waiting for DRM master: \(error)")
        case .outOfMemory: meet(.outOfMemory, "\(error)")
        default: meet(.refused, sentence)
        }
        guard error.kind == .refused else { return false }
        refused.insert(connector.id)
        // Tried after CRTCs were switched off, perhaps.
        guard let snapshot = try? candidate.device.snapshot(probing: .none),
          case .success(let next) = choose(
            from: snapshot,
            device: candidate.device,
            besides: refused
          )
        else { return false }
        notice(.warning, "\(sentence); \(next.connector.name) comes next")
        candidate = Candidate(device: candidate.device, snapshot: snapshot, choice: next)
      }
    }
  }

  /// Tells if a display is wanted and the screen is ours to look for one on.
  private func maySearch(at now: MonotonicInstant) -> Bool {
    switch phase {
    case .idle, .showing, .stopped, .away(.some): return false
    case .searching, .away(nil): break
    }
    if session?.isInFront ?? true { return true }
    perform(phase.release(), at: now)
    return false
  }

  private var noCardSentence: String {
    settings.cardPath.map { "waiting for a display at \($0)" } ?? "waiting for a card"
  }

  private func candidatePaths() -> [String] {
    if let path = settings.cardPath { return [system.node(for: path)] }
    var paths = system.cards()
    if let device, !paths.contains(device.path) { paths.insert(device.path, at: 0) }
    return paths
  }

  /// The card at `path`: the one in use if it still answers, else opened anew.
  private func openCard(_ path: String) throws(KMSError) -> Device {
    if let device, device.path == path {
      do {
        _ = try device.snapshot(probing: .none)
        if device.acquireMaster() { return device }
      } catch {
        // Its driver was unbound; the node may belong to another one now.
      }
      use(nil)
    }
    return try system.open(path)
  }

  private func examine(
    _ device: Device,
    meet: (Obstacle, String) -> Void
  ) throws(KMSError) -> Candidate? {
    guard device.capabilities.hasDumbBuffers else {
      meet(.noRoute, "\(device.path) has no buffers that the processor can draw into")
      return nil
    }
    guard device.capabilities.isAtomic || settings.interface != .atomic else {
      let card = "\(device.path) (\(device.driver))"
      meet(.noRoute, "\(card) takes no atomic requests, as 'api' asks for")
      return nil
    }
    var snapshot = try device.snapshot(probing: .none)
    var found = choose(from: snapshot, device: device)
    let isKnown =
      switch found {
      case .success(let choice): !choice.connector.modes.isEmpty
      case .failure(.noMonitor): false
      case .failure(.noRoute): true
      }
    if !isKnown {
      snapshot = try device.snapshot(probing: .all)
      found = choose(from: snapshot, device: device)
    }
    tellOfHeadsets(in: snapshot, on: device)
    switch found {
    case .success(let choice):
      return Candidate(device: device, snapshot: snapshot, choice: choice)
    case .failure(.noMonitor(let sentence)): meet(.noMonitor, sentence)
    case .failure(.noRoute(let sentence)): meet(.noRoute, sentence)
    }
    return nil
  }

  private func choose(
    from snapshot: DeviceSnapshot,
    device: Device,
    besides refused: Set<ConnectorID> = []
  ) -> Result<DisplayChoice, DisplayChoice.Obstacle> {
    Result { () throws(DisplayChoice.Obstacle) in
      try DisplayChoice.choose(
        from: snapshot,
        capabilities: device.capabilities,
        settings: settings,
        after: DisplayChoice.Past(doubted: past.doubted),
        besides: refused
      )
    }
  }

  /// Stays without a display for the reason in `sentence` and looks again later.
  private func wait(_ obstacle: Obstacle, sentence: String, at now: MonotonicInstant) {
    if phase.sentence != sentence {
      past.backoff.reset()
      notice(obstacle >= .refused ? .error : .notice, sentence)
    }
    let waits = obstacle.waits
    let retryAt = now + past.backoff.wait(first: waits.first, longest: waits.longest)
    deactivate(sentence, retryAt: retryAt, at: now)
  }
}
