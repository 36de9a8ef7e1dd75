// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Glibc
internal import MonotonicTime
internal import Notices
internal import Presentation

/// Lighting what has been found.
extension ModesettingOutput {
  /// Tries routes, modes and formats until the driver accepts one.
  func activate(_ candidate: Candidate, at now: MonotonicInstant) throws(KMSError) {
    let (device, choice) = (candidate.device, candidate.choice)
    let isTooLarge = past.leastRefusedBytes < .max
    var refusal = KMSError(.testCommit, device: device.path, number: isTooLarge ? ENOMEM : EINVAL)
    var refusals = 0
    for mode in choice.modes where refusals < 8 {
      defer { if refusal.kind == .refused { refusals += 1 } }
      for route in choice.routes {
        for format in route.formats {
          do throws(KMSError) {
            guard try activate(candidate, route: route, mode: mode, format: format) else {
              continue
            }
            noteReading(of: choice.connector, at: now)
            return
          } catch {
            switch error.kind {
            case .refused: break
            case .outOfMemory: past.noteTooLarge(mode, format: format)
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

  /// Tries one way to show a picture.
  ///
  /// - Returns: True if it was tried; otherwise it is known to need too much memory.
  private func activate(
    _ candidate: Candidate,
    route: DisplayChoice.Route,
    mode: DisplayMode,
    format: PixelFormat
  ) throws(KMSError) -> Bool {
    guard past.fitsMemory(mode, format: format) else { return false }
    let device = candidate.device
    let pipeline = DisplayPipeline(
      candidate.choice,
      route: route,
      mode: mode,
      format: format,
      in: candidate.snapshot,
      isAtomic: usesAtomicRequests(on: device)
    )
    let paddings = Swapchain<Device>.paddings(of: pipeline.size, format: format)
    for padsRows in paddings {
      do throws(KMSError) {
        let size = pipeline.size
        let swapchain = try Swapchain(on: device, size: size, format: format, padsRows: padsRows)
        try adopt(pipeline, swapchain: swapchain, candidate: candidate)
        return true
      } catch {
        guard error.kind == .refused, padsRows != paddings.last else { throw error }
      }
    }
    return false
  }

  /// Tests the pipeline with a buffer of its own and, if the driver agrees, uses it.
  private func adopt(
    _ tested: DisplayPipeline,
    swapchain: Swapchain<Device>,
    candidate: Candidate
  ) throws(KMSError) {
    var pipeline = tested
    let device = candidate.device
    var setup = DisplayPipeline.Setup.modeset
    let fits = !past.distrustsPicture && pipeline.canTakeOver(candidate.snapshot)
    if fits { setup = .takeover }
    if pipeline.isAtomic {
      do {
        try test(&pipeline, setup: setup, framebuffer: swapchain.framebuffer(0), on: device)
      } catch {
        guard error.kind == .refused else { throw error }
        if setup == .takeover {
          setup = .modeset
          try test(&pipeline, setup: setup, framebuffer: swapchain.framebuffer(0), on: device)
        } else {
          try makeWay(
            for: &pipeline,
            in: candidate.snapshot,
            framebuffer: swapchain.framebuffer(0),
            on: device
          )
        }
      }
    }
    use(device)
    let present = candidate.snapshot.connectors.filter { $0.status == .connected }
    activate(
      Shown(
        pipeline,
        swapchain: swapchain,
        on: device,
        setup: setup,
        neighbours: Set(present.map(\.id))
      )
    )
    announce(pipeline, setup: setup, choice: candidate.choice)
  }

  /// Tests a modeset that was refused once more, without what may have stood in its way.
  ///
  /// First another connector that the CRTC feeds; then CRTCs that feed connectors without a monitor, which are
  /// switched off.
  private func makeWay(
    for pipeline: inout DisplayPipeline,
    in snapshot: DeviceSnapshot,
    framebuffer: FramebufferID,
    on device: Device
  ) throws(KMSError) {
    if pipeline.takeCRTC(in: snapshot) {
      do {
        return try test(&pipeline, setup: .modeset, framebuffer: framebuffer, on: device)
      } catch {
        guard error.kind == .refused else { throw error }
      }
    }
    try switchOffOthers(snapshot, except: pipeline, on: device)
    try test(&pipeline, setup: .modeset, framebuffer: framebuffer, on: device)
  }

  private func announce(
    _ pipeline: DisplayPipeline,
    setup: DisplayPipeline.Setup,
    choice: DisplayChoice
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
    for complaint in pipeline.complaints { notice(.warning, complaint) }
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

  private func usesAtomicRequests(on device: Device) -> Bool {
    switch settings.interface {
    case .atomic: true
    case .legacy: false
    case .automatic:
      device.capabilities.isAtomic && !DriverTraits(device.driver).freezesWithAtomicFlips
    }
  }
}

extension ModesettingOutput.Past {
  private func byteCount(_ mode: DisplayMode, format: PixelFormat) -> Int {
    Int(mode.width) * Int(mode.height) * format.bytesPerPixel
  }

  /// Tells if a picture is smaller than all that the card had no memory for.
  func fitsMemory(_ mode: DisplayMode, format: PixelFormat) -> Bool {
    byteCount(mode, format: format) < leastRefusedBytes
  }

  /// The card has no memory for such a picture.
  mutating func noteTooLarge(_ mode: DisplayMode, format: PixelFormat) {
    leastRefusedBytes = min(leastRefusedBytes, byteCount(mode, format: format))
  }
}
