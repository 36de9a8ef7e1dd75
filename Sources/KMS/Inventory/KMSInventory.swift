// SPDX-License-Identifier: Apache-2.0
internal import Geometry

/// The machine's display cards as a technician wants to see them: what is there, what would be used,
/// and what stands in the way.
package struct KMSInventory: Sendable {
  /// One card.
  package struct Card: Sendable {
    /// The device node.
    package var path: String
    /// The kernel driver's name; empty when the node cannot be opened.
    package var driver: String
    /// Owner, group and mode of the node, `root:video 0660`.
    package var access: String
    /// Users whom the node lets in, apart from root.
    package var rights = NodeRights.unknown
    /// Processes that have the node open, `plymouthd (312)`; only those that may be seen.
    package var users: [String]
    /// True if another process is DRM master; `nil` when that could not be found out.
    package var isHeldByOther: Bool?
    /// The card's objects; `nil` when it cannot be opened or has no display.
    package var snapshot: DeviceSnapshot?
    /// The driver's data beside those; `nil` without a snapshot.
    package var description: CardDescription?
    /// The choice that would be made on it.
    package var choice: DisplayChoice?
    /// The reason why it cannot be used; `nil` when it can.
    package var obstacle: String?
    /// True if the kernel said that this process may not open it.
    package var isDenied = false
    /// True if it would be chosen among all cards.
    package var isChosen = false
  }

  /// One line of a diagnosis.
  package struct Finding: Sendable, Hashable {
    /// True if something is wrong.
    package var isProblem: Bool
    /// The fact that was found.
    package var sentence: String
    /// Advice on how to put it right; empty when nothing is wrong.
    package var remedy: String
  }

  /// The display settings of the configuration.
  package var settings: KMSSettings
  /// All cards, lowest number first.
  package var cards: [Card]

  /// Looks at every card of this machine.
  ///
  /// Opens each for a moment, and asks monitors only where no other process shows anything.
  ///
  /// - Parameter settings: The configuration's settings.
  /// - Returns: The inventory.
  package static func read(_ settings: KMSSettings) -> Self {
    let system = DRMCards()
    var settings = settings
    settings.cardPath = settings.cardPath.map { system.node(for: $0) }
    return Self(judging: system.cards().map { DeviceNode($0).card(in: system) }, settings: settings)
  }

  /// An inventory of cards that were looked at, here or on another machine.
  ///
  /// - Parameters:
  ///   - cards: The cards without choices, lowest number first.
  ///   - settings: The configuration's settings; a path to a card without links.
  package init(judging cards: [Card], settings: KMSSettings) {
    self.settings = settings
    self.cards = cards
    for index in cards.indices { self.cards[index].choose(settings) }
    let ranked = self.cards.indices
      .filter { settings.cardPath == nil || cards[$0].path == settings.cardPath }
      .compactMap { index in
        self.cards[index].choice.map {
          (index: index, rank: $0.precedence(on: cards[index].driver))
        }
      }
    // The first of the best, as the daemon does it.
    if let best = ranked.min(by: { ($0.rank, $0.index) < ($1.rank, $1.index) }) {
      self.cards[best.index].isChosen = true
    }
  }

  /// The name of the connector that would be chosen, such as "HDMI-A-1"; empty without one.
  package var connectorName: String {
    cards.first(where: \.isChosen)?.choice?.connector.name ?? ""
  }

  /// The inventory as text, a line each, indented below its card.
  package var lines: [String] {
    guard !cards.isEmpty else { return ["no display card under /dev/dri"] }
    return cards.flatMap(lines(of:))
  }

  private func lines(of card: Card) -> [String] {
    let verdict = card.isChosen ? "used" : (card.obstacle ?? "not used: another card comes first")
    let driver = card.driver.isEmpty ? "" : "  \(card.driver)"
    var lines = ["\(card.path)\(driver)  \(card.access)  \(verdict)"]
    if !card.users.isEmpty {
      lines.append("  open in \(card.users.joined(separator: ", "))")
    }
    guard let snapshot = card.snapshot else { return lines }
    for connector in snapshot.connectors where !connector.isWriteback {
      lines += self.lines(of: connector, on: card, snapshot: snapshot)
    }
    return lines
  }

  private func lines(
    of connector: Connector,
    on card: Card,
    snapshot: DeviceSnapshot
  ) -> [String] {
    let crtc = connector.crtc.flatMap { id in
      snapshot.crtcs.first { $0.id == id && $0.isActive }
    }
    var line = "  \(connector.name)  \(word(for: connector.status))"
    if connector.isPassedOver { line += "  not for desktops" }
    if connector.isUnread { line += "  no EDID could be read" }
    if connector.widthMillimetres > 0, connector.heightMillimetres > 0 {
      line += "  \(connector.widthMillimetres)x\(connector.heightMillimetres) mm"
    } else if connector.status == .connected {
      line += "  size unknown"
    }
    if connector.panelRotation != .none {
      line += "  mounted sideways: rotation \(connector.panelRotation.rawValue)"
    }
    if let mode = crtc?.mode { line += "  shows \(mode.label)" }
    guard let choice = card.choice, choice.connector.id == connector.id else {
      return [line] + modeLines(connector, chosen: nil)
    }
    let mode = choice.modes.first
    let prefix = card.isChosen ? "chosen" : "would be chosen"
    line += "  \(prefix) in \(mode?.label ?? "no mode"): \(choice.reason)"
    return [line] + modeLines(connector, chosen: mode)
  }

  private func word(for status: Connector.Status) -> String {
    switch status {
    case .connected: "connected"
    case .disconnected: "disconnected"
    case .unknown: "unknown"
    }
  }

  private func modeLines(_ connector: Connector, chosen: DisplayMode?) -> [String] {
    guard !connector.modes.isEmpty else { return [] }
    let labels = connector.modes.map { mode in
      var label = mode.label
      if mode.isPreferred { label += " (preferred)" }
      if let chosen, chosen.hasSameTimings(as: mode) { label += " (chosen)" }
      return label
    }
    return ["    " + labels.joined(separator: ", ")]
  }
}

extension KMSInventory.Card {
  /// A card of which only the node is known.
  package init(path: String, driver: String, access: String, users: [String] = []) {
    self.init(
      path: path,
      driver: driver,
      access: access,
      rights: .unknown,
      users: users,
      isHeldByOther: nil
    )
  }

  /// Chooses among what it has.
  fileprivate mutating func choose(_ settings: KMSSettings) {
    guard let snapshot, let description else { return }
    do throws(DisplayChoice.Obstacle) {
      choice = try DisplayChoice.choose(
        from: snapshot,
        capabilities: description.capabilities,
        settings: settings
      )
    } catch {
      switch error {
      case .noMonitor(let sentence), .noRoute(let sentence): obstacle = sentence
      }
    }
  }
}
