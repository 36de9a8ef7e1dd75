// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Glibc
internal import MonotonicTime
internal import Notices
internal import Presentation

/// Finding something to show on.
extension ModesettingOutput {
  /// Why there is no display, the least telling first.
  private enum Obstacle: Int, Comparable {
    case noCard, noMonitor, noRoute, notReady, refused, outOfMemory, notMaster, notPermitted

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// How soon to look again, at first and at most.
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

  private struct Candidate {
    let device: Device
    let snapshot: DeviceSnapshot
    let choice: DisplayChoice
    var precedence: Int { choice.precedence(on: device.driver) }
  }

  /// Looks at all cards and begins to show on the best; else arranges to look again.
  func search(at now: MonotonicInstant) {
    guard maySearch(at: now) else { return }
    var obstacle = (kind: Obstacle.noCard, sentence: noCardSentence)
    func meet(_ kind: Obstacle, _ sentence: String) {
      if kind > obstacle.kind { obstacle = (kind, sentence) }
    }
    var candidates: [Candidate] = []
    var waiting: Device?
    for path in candidatePaths() {
      do {
        let opened = try openCard(path)
        guard opened.acquireMaster() else {
          meet(.notMaster, "waiting for DRM master on \(path), which another process holds")
          continue
        }
        if let candidate = try examine(opened, meet) {
          candidates.append(candidate)
        } else {
          waiting = waiting ?? opened
        }
      } catch {
        switch error.kind {
        case .notPermitted:
          let obstacle: Obstacle = error.rights == .unset ? .notReady : .notPermitted
          meet(obstacle, "waiting for permission: \(error)")
        case .notMaster: meet(.notMaster, "waiting for DRM master: \(error)")
        case .outOfMemory: meet(.outOfMemory, "\(error)")
        case .busy: meet(.refused, "\(error)")
        case .gone, .refused: continue
        }
      }
    }
    // The sort is stable: lower card numbers win between equals.
    for candidate in candidates.sorted(by: { $0.precedence < $1.precedence }) {
      do throws(KMSError) {
        try activate(candidate, at: now)
        return
      } catch {
        switch error.kind {
        case .notMaster: meet(.notMaster, "waiting for DRM master: \(error)")
        case .outOfMemory: meet(.outOfMemory, "\(error)")
        default: meet(.refused, "\(candidate.choice.connector.name) cannot be lit: \(error)")
        }
      }
    }
    use(obstacle.kind == .notMaster ? nil : waiting)
    wait(obstacle.kind, obstacle.sentence, at: now)
  }

  /// Whether a display is wanted and the screen is ours to look for one on.
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
        _ = try device.snapshot(probing: false)
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
    _ meet: (Obstacle, String) -> Void
  ) throws(KMSError) -> Candidate? {
    guard device.capabilities.hasDumbBuffers else {
      meet(.noRoute, "\(device.path) has no buffers that the processor can draw into")
      return nil
    }
    var snapshot = try device.snapshot(probing: false)
    let isKnown = snapshot.connectors.contains { $0.status == .connected && !$0.modes.isEmpty }
    if !isKnown { snapshot = try device.snapshot(probing: true) }
    let found = choose(from: snapshot, device)
    if case .failure(.noMonitor) = found, isKnown, settings.connector != "auto" {
      // The named connector may not have been asked yet.
      snapshot = try device.snapshot(probing: true)
    }
    switch choose(from: snapshot, device) {
    case .success(let choice):
      return Candidate(device: device, snapshot: snapshot, choice: choice)
    case .failure(.noMonitor(let sentence)): meet(.noMonitor, sentence)
    case .failure(.noRoute(let sentence)): meet(.noRoute, sentence)
    }
    return nil
  }

  private func choose(
    from snapshot: DeviceSnapshot,
    _ device: Device
  ) -> Result<DisplayChoice, DisplayChoice.Obstacle> {
    Result { () throws(DisplayChoice.Obstacle) in
      try DisplayChoice.choose(from: snapshot, device.capabilities, settings)
    }
  }

  /// Tries routes, modes and formats until the driver accepts one.
  private func activate(_ candidate: Candidate, at now: MonotonicInstant) throws(KMSError) {
    let (device, choice) = (candidate.device, candidate.choice)
    let isTooLarge = past.leastRefusedBytes < .max
    var refusal = KMSError(.testCommit, device.path, number: isTooLarge ? ENOMEM : EINVAL)
    var refusals = 0
    for mode in choice.modes where refusals < 8 {
      defer { if refusal.kind == .refused { refusals += 1 } }
      for route in choice.routes {
        for format in route.formats where past.fitsMemory(mode, format) {
          let pipeline = DisplayPipeline(
            choice,
            route,
            mode,
            format,
            in: candidate.snapshot,
            isAtomic: device.capabilities.isAtomic
          )
          do throws(KMSError) {
            let swapchain = try Swapchain(on: device, pipeline.size, format)
            try adopt(pipeline, swapchain, candidate)
            return
          } catch {
            switch error.kind {
            case .refused: break
            case .outOfMemory: past.noteTooLarge(mode, format)
            case .busy, .gone, .notMaster, .notPermitted: throw error
            }
            refusal = error
          }
        }
      }
    }
    // Memory that is short now may be there at the next attempt.
    past.leastRefusedBytes = .max
    throw refusal
  }

  /// Tests the pipeline with a buffer of its own and, if the driver agrees, uses it.
  private func adopt(
    _ tested: DisplayPipeline,
    _ swapchain: Swapchain<Device>,
    _ candidate: Candidate
  ) throws(KMSError) {
    var pipeline = tested
    let device = candidate.device
    var setup = DisplayPipeline.Setup.modeset
    let fits = !past.distrustsPicture && pipeline.fits(candidate.snapshot)
    if fits { setup = .takeover }
    if pipeline.isAtomic {
      do {
        try test(&pipeline, setup, swapchain.framebuffer(0), on: device)
      } catch {
        guard error.kind == .refused else { throw error }
        if setup == .takeover {
          setup = .modeset
          try test(&pipeline, setup, swapchain.framebuffer(0), on: device)
        } else {
          // A CRTC that still feeds a connector nobody watches can stand in the way.
          try switchOffOthers(candidate.snapshot, except: pipeline, on: device)
          try test(&pipeline, setup, swapchain.framebuffer(0), on: device)
        }
      }
    }
    use(device)
    activate(Shown(pipeline, swapchain, on: device, setup))
    announce(pipeline, setup, candidate.choice)
  }

  private func announce(
    _ pipeline: DisplayPipeline,
    _ setup: DisplayPipeline.Setup,
    _ choice: DisplayChoice
  ) {
    guard let device else { return }
    let name = choice.connector.name
    let labels = choice.connector.modes.map { $0.label + ($0.isPreferred ? " (preferred)" : "") }
    let offer = labels.isEmpty ? "no modes" : labels.joined(separator: ", ")
    if !choice.isModeAsRequested {
      notice(.warning, "\(name) has no mode \(settings.mode); it offers \(offer)")
    }
    let isFirst = choice.modes.first == pipeline.mode
    let reason = isFirst ? choice.modeReason : "the driver refuses \(choice.modes[0].label)"
    notice(.notice, "\(name) offers \(offer); chosen is \(pipeline.mode.label): \(reason)")
    if past.leastRefusedBytes < .max {
      notice(
        .warning,
        recovery: "out-of-memory",
        "the card's memory is too small for more than \(pipeline.mode.label) in "
          + "\(pipeline.format.bytesPerPixel * 8) bits a pixel; a larger CMA area may help"
      )
    }
    let how = setup == .takeover ? "which it shows already" : "which has to be set"
    notice(
      .notice,
      "showing on \(name) (\(choice.reason)) of \(device.path) (\(device.driver)) "
        + "in \(pipeline.mode.label), \(how)"
    )
  }

  /// Stays without a display for the reason in `sentence` and looks again later.
  private func wait(_ obstacle: Obstacle, _ sentence: String, at now: MonotonicInstant) {
    if phase.sentence != sentence {
      past.backoff.reset()
      notice(obstacle >= .refused ? .error : .notice, sentence)
    }
    let waits = obstacle.waits
    let retryAt = now + past.backoff.wait(first: waits.first, longest: waits.longest)
    deactivate(sentence, retryAt: retryAt, at: now)
  }
}

extension ModesettingOutput.Past {
  private func byteCount(_ mode: DisplayMode, _ format: PixelFormat) -> Int {
    Int(mode.width) * Int(mode.height) * format.bytesPerPixel
  }

  /// Whether a picture is smaller than all that the card had no memory for.
  func fitsMemory(_ mode: DisplayMode, _ format: PixelFormat) -> Bool {
    byteCount(mode, format) < leastRefusedBytes
  }

  /// The card has no memory for such a picture.
  mutating func noteTooLarge(_ mode: DisplayMode, _ format: PixelFormat) {
    leastRefusedBytes = min(leastRefusedBytes, byteCount(mode, format))
  }
}
