// SPDX-License-Identifier: Apache-2.0
internal import CDRM
package import Geometry
package import Presentation

/// The connector, mode, CRTC and plane of a device that are to be used, with the reasons.
package struct DisplayChoice: Sendable, Hashable {
  /// A CRTC that can feed the connector, with a plane for it.
  package struct Route: Sendable, Hashable {
    /// The CRTC.
    package var crtc: CRTC
    /// Its primary plane; `nil` where the device shows no planes.
    package var plane: Plane?
    /// Formats to try, the best first.
    package var formats: [PixelFormat]
  }

  /// The connectors that have been used and doubted so far.
  package struct Past: Sendable, Hashable {
    /// The connector that is in use, which stays while its monitor does; `nil` for none.
    package var connector: ConnectorID?
    /// The connectors that had a monitor when it was chosen.
    package var neighbours: Set<ConnectorID>
    /// A panel that only the firmware knows of and that has given way to a monitor.
    package var doubted: ConnectorID?

    /// A connector with those beside it, and a panel that is doubted.
    package init(
      connector: ConnectorID? = nil,
      neighbours: Set<ConnectorID> = [],
      doubted: ConnectorID? = nil
    ) {
      self.connector = connector
      self.neighbours = neighbours
      self.doubted = doubted
    }
  }

  /// The reason why nothing can be chosen.
  package enum Obstacle: Error, Sendable, Hashable {
    /// No monitor is connected; the sentence says where one is waited for.
    case noMonitor(String)
    /// A monitor is there, but the device cannot feed it.
    case noRoute(String)
  }

  /// The connector.
  package var connector: Connector
  /// Modes to try, the one wanted first; never empty.
  package var modes: [DisplayMode]
  /// True if the first mode is the one that the settings ask for.
  package var isModeAsRequested: Bool
  /// The reason why the first mode comes first, a few words.
  package var modeReason: String
  /// The format that was asked for; `nil` for the best on offer.
  package var wantedFormat: PixelFormat?
  /// The interface of the kernel that was asked for.
  package var wantedInterface: ModesettingInterface
  /// The properties that were to be set.
  package var wantedProperties: [PropertyRequest]
  /// Ways to the connector, the best first; never empty.
  package var routes: [Route]
  /// Rank of the connector among those of its card, 0 best; see ``precedence(on:)`` for comparing devices.
  package var rank: Int
  /// The reason for this connector, a few words.
  package var reason: String

  /// Rank of the choice among those on other cards, 0 best.
  ///
  /// - Parameter driver: The name of the card's driver.
  /// - Returns: The rank, behind all others for a driver of last resort that is not asked for.
  package func precedence(on driver: String) -> Int {
    rank > 0 && DriverTraits(driver).isLastResort ? rank + 100 : rank
  }

  /// Tells if two choices ask for the same picture on the same monitor.
  package func wantsSame(as other: Self) -> Bool {
    connector.id == other.connector.id && connector.name == other.connector.name
      && wantedFormat == other.wantedFormat && wantedInterface == other.wantedInterface
      && wantedProperties == other.wantedProperties
      && modes.first.map { mode in
        other.modes.first.map { $0.hasSameTimings(as: mode) } ?? false
      } ?? false
  }

  /// Chooses for `settings` among what `snapshot` offers.
  ///
  /// Connectors rank: the configured one; the one in use; panels; lit monitors that say what they are;
  /// LVDS panels of firmware's word alone; lit; such panels that are dark beside a lit monitor; connected
  /// and known; connected. One that cannot say whether a monitor is there comes after all that can.
  ///
  /// Firmware of boards without a panel may name one on LVDS, with a mode and without EDID (the kernel
  /// keeps a list of such boards, `intel_no_lvds`); it counts as a panel if it is all that is lit, until a
  /// monitor comes that is known: by its EDID, or by its size where the driver shows no EDID.
  ///
  /// - Parameters:
  ///   - snapshot: The device.
  ///   - capabilities: The capabilities of its driver.
  ///   - settings: The configuration's settings.
  ///   - past: The connectors that have been used so far.
  ///   - refused: Connectors that the driver has just refused to light.
  /// - Returns: The choice.
  /// - Throws: ``Obstacle`` when no monitor can be fed.
  package static func choose(
    from snapshot: DeviceSnapshot,
    capabilities: DeviceCapabilities,
    settings: KMSSettings,
    after past: Past = Past(),
    besides refused: Set<ConnectorID> = []
  ) throws(Obstacle) -> Self {
    let ranked = snapshot.connectors.enumerated()
      .filter { !refused.contains($0.element.id) }
      .compactMap { index, connector in
        rank(connector, in: snapshot, settings: settings, past: past)
          .map { (rank: $0.rank, index: index, connector: connector, reason: $0.reason) }
      }
      .sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
    guard !ranked.isEmpty else { throw .noMonitor(waiting(in: snapshot, settings: settings)) }
    for candidate in ranked {
      let connector = candidate.connector
      let routes = routes(
        to: connector,
        in: snapshot,
        capabilities: capabilities,
        wanted: settings.format
      )
      guard !routes.isEmpty else { continue }
      let current = connector.crtc.flatMap { id in
        snapshot.crtcs.first { $0.id == id && $0.isActive }?.mode
      }
      let candidates = settings.mode.candidates(
        from: connector.modes,
        current: current,
        isRead: !connector.isUnread
      )
      return Self(
        connector: connector,
        modes: candidates.modes,
        isModeAsRequested: candidates.isAsRequested,
        modeReason: candidates.reason,
        wantedFormat: settings.format,
        wantedInterface: settings.interface,
        wantedProperties: settings.properties,
        routes: routes,
        rank: candidate.rank,
        reason: candidate.reason
      )
    }
    let names = ranked.map(\.connector.name).joined(separator: ", ")
    throw .noRoute("no free CRTC with a plane in XRGB8888 or RGB565 reaches \(names)")
  }

  private static func rank(
    _ connector: Connector,
    in snapshot: DeviceSnapshot,
    settings: KMSSettings,
    past: Past
  ) -> (rank: Int, reason: String)? {
    guard !connector.isWriteback else { return nil }
    let isPresent = connector.status != .disconnected
    if settings.connector != "auto" {
      guard connector.name == settings.connector, isPresent || settings.isForced else { return nil }
      return (0, isPresent ? "named in the configuration" : "forced by the configuration")
    }
    guard isPresent else { return nil }
    guard !connector.isNonDesktop else { return nil }
    let isLit = snapshot.isLit(connector)
    if connector.status == .unknown {
      return isLit ? (9, "lit, though it reports no monitor") : (10, "may have a monitor")
    }
    if connector.isFirmwareWord, isDoubtful(connector, in: snapshot, past: past) {
      return (8, "a panel that only the firmware knows of")
    }
    if connector.id == past.connector { return (1, "in use") }
    if connector.isPanel {
      let isOtherLit = snapshot.connectors.contains { $0 != connector && snapshot.isLit($0) }
      let isCertain = !connector.isFirmwareWord || (isLit && !isOtherLit)
      if isCertain { return (2, "a built-in panel") }
      return (isLit || !isOtherLit ? 4 : 6, "a panel that only the firmware knows of")
    }
    switch (isLit, connector.isKnown) {
    case (true, true): return (3, "lit already")
    case (true, false): return (5, "lit already")
    case (false, true): return (7, "the first with a monitor")
    case (false, false): return (8, "the first with a monitor")
    }
  }

  /// Tells if a panel that only the firmware knows of gives way: it has done so before, or a monitor that is known has
  /// come since it was chosen.
  private static func isDoubtful(
    _ panel: Connector,
    in snapshot: DeviceSnapshot,
    past: Past
  ) -> Bool {
    if panel.id == past.doubted { return true }
    guard panel.id == past.connector else { return false }
    return snapshot.connectors.contains { other in
      other.status == .connected && other.isKnown && !other.isNonDesktop && !other.isWriteback
        && !past.neighbours.contains(other.id)
    }
  }

  private static func waiting(in snapshot: DeviceSnapshot, settings: KMSSettings) -> String {
    guard settings.connector != "auto" else {
      let headsets = snapshot.connectors.filter(\.isPassedOver).map(\.passedOverSentence)
      return (["waiting for a monitor"] + headsets).joined(separator: "; ")
    }
    let names = snapshot.connectors.filter { !$0.isWriteback }.map(\.name)
    if names.contains(settings.connector) {
      return "waiting for a monitor on \(settings.connector)"
    }
    return "waiting for connector \(settings.connector), which is not among "
      + names.joined(separator: ", ")
  }

  /// The CRTC in use first, then those that feed nothing, then the rest.
  static func routes(
    to connector: Connector,
    in snapshot: DeviceSnapshot,
    capabilities: DeviceCapabilities,
    wanted: PixelFormat?
  ) -> [Route] {
    let wanted = wanted ?? (capabilities.prefers16Bit ? .rgb565 : nil)
    var ordered: [(cost: Int, route: Route)] = []
    for (index, crtc) in snapshot.crtcs.enumerated() where index < 32 {
      guard connector.possibleCRTCs & (1 << UInt32(index)) != 0 else { continue }
      let isOurs = connector.crtc == crtc.id
      let isTaken = snapshot.connectors.contains { $0.id != connector.id && $0.crtc == crtc.id }
      let cost = isOurs ? 0 : (isTaken ? 2 : 1)
      guard capabilities.isAtomic || !snapshot.planes.isEmpty else {
        let formats: [PixelFormat] = [.xrgb8888, .rgb565].led(by: wanted)
        ordered.append((cost, Route(crtc: crtc, plane: nil, formats: formats)))
        continue
      }
      for plane in planes(for: crtc, at: index, in: snapshot) {
        let formats = formats(of: plane).led(by: wanted)
        guard !formats.isEmpty else { continue }
        ordered.append((cost, Route(crtc: crtc, plane: plane, formats: formats)))
      }
    }
    // The sort is stable, so the kernel's order decides between equals.
    return ordered.sorted { $0.cost < $1.cost }.map(\.route)
  }

  /// The planes that may show the picture on a CRTC: those that are known to read plain rows first, then
  /// primary ones before overlays, then the one that is there before those that are nowhere.
  private static func planes(
    for crtc: CRTC,
    at index: Int,
    in snapshot: DeviceSnapshot
  ) -> [Plane] {
    func cost(_ plane: Plane) -> Int {
      let isTiled = plane.formatsInRows.map { rows in !rows.contains(where: wantedCodes.contains) }
      let place = plane.crtc == crtc.id ? 0 : (plane.crtc == nil ? 1 : 2)
      return (isTiled == true ? 8 : 0) + (plane.role == .primary ? 0 : 4) + place
    }
    let able = snapshot.planes.filter { plane in
      plane.possibleCRTCs & (1 << UInt32(index)) != 0 && plane.role != .cursor
        && (plane.role == .primary || plane.crtc == nil || plane.crtc == crtc.id)
    }
    // The sort is stable, so the kernel's order decides between equals.
    return able.sorted { cost($0) < cost($1) }
  }

  private static var wantedCodes: [UInt32] { [cdrm_format_xrgb8888, cdrm_format_rgb565] }

  private static func formats(of plane: Plane) -> [PixelFormat] {
    let rows = plane.formatsInRows ?? plane.formats
    // A plane that names none may take them all the same; it is tried last.
    let codes = rows.contains(where: wantedCodes.contains) ? rows : plane.formats
    return zip(wantedCodes, [PixelFormat.xrgb8888, .rgb565])
      .filter { codes.contains($0.0) }.map(\.1)
  }
}

extension [PixelFormat] {
  /// The same formats, the wanted one first if it is among them.
  fileprivate func led(by wanted: PixelFormat?) -> Self {
    filter { $0 == wanted } + filter { $0 != wanted }
  }
}
