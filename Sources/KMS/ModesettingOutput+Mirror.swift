// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Notices
internal import Presentation

/// The same picture on a second monitor of the card.
///
/// Its CRTC scans out the same buffers: it needs a mode of the same size, and no frame is drawn for it. Both
/// are flipped by one request, and the next frame waits for both, so that neither shows a buffer that is
/// drawn into. Whatever stands in the way of the mirror costs the mirror, never the picture.
extension ModesettingOutput {
  /// The reason why there is no mirror, a sentence without its full stop.
  private struct Obstacle: Error {
    let sentence: String
  }

  /// Begins, ends or goes on with the mirror, as settings and monitors are now; no flip may be pending.
  func updateMirror(on shown: Shown) {
    shown.mirrorIsDue = false
    guard settings.mirror != .none || shown.mirror != nil,
      let snapshot = mirrorSnapshot(of: shown)
    else { return }
    if let mirror = shown.mirror {
      let isWanted = settings.mirror.allows(mirror.connector.name)
      let state = snapshot.connectors.first { $0.id == mirror.connector.id }
      let isThere = state.map { $0.status != .disconnected } ?? false
      if isWanted, isThere, mirror.fits(snapshot) { return }
      endMirror(of: shown)
      if !isThere {
        notice(
          .notice,
          recovery: "hotplug",
          "the monitor on \(mirror.connector.name), which mirrors the picture, has gone"
        )
      }
    }
    do throws(Obstacle) {
      guard let mirror = try chooseMirror(of: shown, in: snapshot) else { return }
      try begin(mirror, on: shown)
      toldMirrorObstacle = ""
    } catch {
      guard error.sentence != toldMirrorObstacle else { return }
      toldMirrorObstacle = error.sentence
      notice(.warning, error.sentence)
    }
  }

  /// Switches the mirror's monitor off and lets go of it.
  func endMirror(of shown: Shown) {
    guard let mirror = shown.mirror else { return }
    shown.mirror = nil
    do throws(KMSError) {
      mirror.writeOff(&request, isReleasing: true)
      try shown.device.commit(request, flags: .allowModeset, cookie: 0)
    } catch {
      notice(.debug, "\(mirror.connector.name) stays on: \(error)")
    }
  }

  /// Goes on without the mirror, for the reason `error`, until monitors or settings change.
  func dropMirror(of shown: Shown, error: KMSError) {
    guard let mirror = shown.mirror else { return }
    endMirror(of: shown)
    notice(
      .warning,
      recovery: "mirror-dropped",
      "\(mirror.connector.name) cannot mirror the picture any more (\(error)); going on without"
    )
  }

  // MARK: - Beginning

  /// The device as it is now; `nil` while monitors that were never asked for their modes are being asked.
  private func mirrorSnapshot(of shown: Shown) -> DeviceSnapshot? {
    guard let snapshot = try? shown.device.snapshot(probing: .none) else { return nil }
    let isUnknown = snapshot.connectors.contains { connector in
      connector.id != shown.pipeline.connector.id && settings.mirror.allows(connector.name)
        && !connector.isWriteback && connector.status != .disconnected && connector.modes.isEmpty
    }
    guard isUnknown, shown.asksMonitors else { return snapshot }
    // Once a hotplug: there are monitors that never say anything.
    shown.asksMonitors = false
    return system.ask(shown.device, probe: .all) ? nil : try? shown.device.snapshot(probing: .all)
  }

  /// The way to a monitor that can show the same picture; `nil` where there is none to be had.
  private func chooseMirror(
    of shown: Shown,
    in snapshot: DeviceSnapshot
  ) throws(Obstacle) -> DisplayPipeline? {
    let main = shown.pipeline
    let candidates = snapshot.connectors.filter { connector in
      connector.id != main.connector.id && !connector.isWriteback && !connector.isNonDesktop
        && settings.mirror.allows(connector.name) && connector.status == .connected
    }
    guard !candidates.isEmpty else { return nil }
    guard main.isAtomic else {
      throw Obstacle(
        sentence: "the picture cannot be mirrored: \(shown.device.driver) takes no atomic requests"
      )
    }
    var sentence = ""
    for connector in candidates {
      let name = connector.name
      guard let mode = Self.mirrorMode(of: connector, like: main.mode) else {
        let size = "\(main.size.width)x\(main.size.height)"
        sentence = "\(name) has no mode of \(size), so it mirrors nothing"
        continue
      }
      guard
        let route = mirrorRoute(to: connector, besides: main, in: snapshot, device: shown.device)
      else {
        sentence = "no free CRTC with a plane reaches \(name), so it mirrors nothing"
        continue
      }
      var choice = main.choice
      choice.connector = connector
      choice.modes = [mode]
      choice.wantedProperties = []
      choice.routes = [route]
      return DisplayPipeline(
        choice,
        route: route,
        mode: mode,
        format: main.format,
        in: snapshot,
        isAtomic: true
      )
    }
    throw Obstacle(sentence: sentence)
  }

  /// The mode of the same extent whose rate is nearest; `nil` where there is none.
  private static func mirrorMode(of connector: Connector, like mode: DisplayMode) -> DisplayMode? {
    func distance(_ other: DisplayMode) -> Int {
      abs(Int(other.refreshMilliHertz) - Int(mode.refreshMilliHertz))
        + (other.isInterlaced == mode.isInterlaced ? 0 : 1_000_000)
    }
    return connector.modes.filter { $0.width == mode.width && $0.height == mode.height }
      .min { distance($0) < distance($1) }
  }

  private func mirrorRoute(
    to connector: Connector,
    besides main: DisplayPipeline,
    in snapshot: DeviceSnapshot,
    device: Device
  ) -> DisplayChoice.Route? {
    let routes = DisplayChoice.routes(
      to: connector,
      in: snapshot,
      capabilities: device.capabilities,
      wanted: main.format
    )
    return routes.first { route in
      let isTaken = snapshot.connectors.contains {
        $0.id != connector.id && $0.crtc == route.crtc.id && $0.status != .disconnected
      }
      return route.crtc.id != main.crtc && route.plane != nil && route.plane?.id != main.plane
        && route.formats.contains(main.format) && !isTaken
    }
  }

  /// Lights the mirror with the picture that is on the screen.
  private func begin(_ chosen: DisplayPipeline, on shown: Shown) throws(Obstacle) {
    guard let current = shown.swapchain.current else { return }
    var mirror = chosen
    mirror.source = shown.pipeline.source
    let device = shown.device
    let framebuffer = shown.swapchain.framebuffer(current)
    do throws(KMSError) {
      let blob = try device.makeBlob(mirror.mode)
      defer { device.destroyBlob(blob) }
      mirror.write(&request, showing: framebuffer, setup: .modeset, modeBlob: blob)
      do throws(KMSError) {
        try device.commit(request, flags: .allowModeset, cookie: 0)
      } catch {
        guard error.kind == .refused else { throw error }
        mirror.write(&request, showing: framebuffer, setup: .modeset, modeBlob: blob, isBare: true)
        try device.commit(request, flags: .allowModeset, cookie: 0)
      }
    } catch {
      throw Obstacle(
        sentence: "\(mirror.connector.name) cannot mirror the picture: \(error)"
      )
    }
    mirror.settle()
    shown.mirror = mirror
    notice(.notice, "\(mirror.connector.name) mirrors the picture in \(mirror.mode.label)")
  }
}
