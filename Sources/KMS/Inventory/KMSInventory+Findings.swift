// SPDX-License-Identifier: Apache-2.0

extension KMSInventory {
  /// The diagnosis: a line for every card, connector and setting that matters.
  ///
  /// - Parameter ownProcess: Name of the process that may hold the display without that being wrong.
  /// - Returns: The findings, in the order of cards.
  package func findings(ownProcess: String = "swelld") -> [Finding] {
    guard !cards.isEmpty else {
      return [
        problem(
          "there is no display card under /dev/dri",
          remedy:
            "load the display's kernel driver; in a virtual machine add -device virtio-gpu-pci"
        )
      ]
    }
    var findings = cards.flatMap { self.findings(of: $0, ownProcess: ownProcess) }
    if let path = settings.cardPath, !cards.contains(where: { $0.path == path }) {
      findings.append(problem("there is no \(path)", remedy: "name one of those above, or none"))
    }
    let isAnyUsable = cards.contains { $0.choice != nil }
    if !isAnyUsable, cards.contains(where: { $0.snapshot != nil }) {
      findings.append(waitingForMonitor)
    }
    return findings
  }

  private func findings(of card: Card, ownProcess: String) -> [Finding] {
    guard let snapshot = card.snapshot else {
      guard card.isDenied, card.driver.isEmpty else {
        let name = card.driver.isEmpty ? card.path : "\(card.path) \(card.driver)"
        return [fine("\(name): \(card.obstacle ?? "not usable")")]
      }
      return [
        problem("\(card.path) (\(card.access)) may not be opened", remedy: remedy(for: card.rights))
      ]
    }
    var findings = [fine("\(card.path) \(card.driver) (\(card.access)) can be opened")]
    let others = card.users.filter { !$0.hasPrefix("\(ownProcess) (") }
    if card.isHeldByOther == true {
      if card.users.contains(where: { $0.hasPrefix("\(ownProcess) (") }) {
        findings.append(fine("\(ownProcess) holds DRM master on \(card.path)"))
      } else {
        findings.append(masterHeld(card, by: others))
      }
    }
    findings += connectorFindings(card, snapshot: snapshot)
    return findings
  }

  private func remedy(for rights: NodeRights) -> String {
    switch rights {
    case .unknown: "add the user to the group video: usermod -aG video USER; the service has it"
    case .group(let name):
      "add the user to the group that owns it: usermod -aG \(name) USER; the service has it"
    case .unset:
      "its rights are not set: let udev do it with udevadm trigger --subsystem-match=drm"
    }
  }

  private func masterHeld(_ card: Card, by others: [String]) -> Finding {
    let names = others.isEmpty ? "another process" : others.joined(separator: ", ")
    let isSplash = others.contains { $0.hasPrefix("plymouthd") }
    return problem(
      "\(names) holds DRM master on \(card.path)",
      remedy: isSplash
        ? "let the splash go: plymouth quit --retain-splash"
        : "stop it; fuser -v \(card.path) as root names it"
    )
  }

  private func connectorFindings(_ card: Card, snapshot: DeviceSnapshot) -> [Finding] {
    var findings: [Finding] = []
    if let choice = card.choice, card.isChosen {
      let mode = choice.modes.first?.label ?? "no mode"
      findings.append(fine("\(choice.connector.name) is chosen in \(mode): \(choice.reason)"))
      if !choice.isModeAsRequested {
        let labels = choice.connector.modes.map(\.label).joined(separator: " ")
        findings.append(
          problem(
            "\(choice.connector.name) has no mode \(settings.mode)",
            remedy: "set display.mode to one of: \(labels)"
          )
        )
      }
    }
    if let connector = card.choice?.connector, card.isChosen, connector.isUnread {
      findings.append(
        problem(
          "the monitor on \(connector.name) does not say what it can: no EDID could be read",
          remedy: "check cable and adapters, or name its mode, as in display.mode = \"1920x1080\""
        )
      )
    }
    for connector in snapshot.connectors
    where connector.isPassedOver && connector.name != settings.connector {
      findings.append(
        fine(
          "the monitor on \(connector.name) is not for desktops, as the kernel knows it, and is passed over"
        )
      )
    }
    for connector in snapshot.connectors where connector.hasBadLink {
      findings.append(
        problem("the link to \(connector.name) has failed", remedy: "check or shorten the cable")
      )
    }
    return findings
  }

  private var waitingForMonitor: Finding {
    let names = cards.flatMap { $0.snapshot?.connectors ?? [] }
      .filter { !$0.isWriteback }.map(\.name)
    let list = names.joined(separator: ", ")
    guard settings.connector != "auto" else {
      let headsets = cards.flatMap { $0.snapshot?.connectors ?? [] }.filter(\.isPassedOver)
      if let headset = headsets.first {
        return problem(
          "no monitor but the one on \(headset.name), which is not for desktops, is connected to \(list)",
          remedy: "connect another, or name it: display.connector = \"\(headset.name)\""
        )
      }
      return problem(
        "no monitor is connected to \(list)",
        remedy:
          "check the cable and the monitor's power; video=\(names.first ?? "HDMI-A-1"):e on the "
          + "kernel's command line forces a connector that cannot tell"
      )
    }
    let isKnown = names.contains(settings.connector)
    return problem(
      isKnown
        ? "no monitor is connected to \(settings.connector)"
        : "there is no connector \(settings.connector)",
      remedy: isKnown
        ? "check its cable, or set display.connector to auto"
        : "set display.connector to auto or one of: \(list)"
    )
  }

  private func problem(_ sentence: String, remedy: String) -> Finding {
    Finding(isProblem: true, sentence: sentence, remedy: remedy)
  }

  private func fine(_ sentence: String) -> Finding {
    Finding(isProblem: false, sentence: sentence, remedy: "")
  }
}
