// SPDX-License-Identifier: Apache-2.0
package import KMS

/// Judges the machine's display cards, knowing what is known of the daemon.
package enum CardDiagnosis {
  /// A line for everything that matters about each card.
  ///
  /// - Parameters:
  ///   - inventory: What was found.
  ///   - holder: The daemon's process and its card, as far as the daemon said.
  ///   - process: The unit's main process; `nil` when there is none.
  ///   - isUnitUp: Whether the unit is up or about to be, so that its stored device is its own.
  /// - Returns: The findings, in the order of cards.
  package static func findings(
    _ inventory: KMSInventory,
    holder: (process: Int, device: String)?,
    process: Int?,
    isUnitUp: Bool
  ) -> [Finding] {
    var inventory = inventory
    for index in inventory.cards.indices {
      var card = inventory.cards[index]
      let isDaemons = holder?.device == card.path
      // Another user's open files cannot be seen; the daemon's own word stands in for them.
      if let daemon = holder?.process ?? process,
        isDaemons || (card.isHeldByOther == true && holder == nil && card.users.isEmpty)
      {
        card.users.append("swelld (\(daemon))")
      }
      // Between two processes the service manager keeps the display for the next one.
      if isUnitUp, let stored = card.users.firstIndex(of: "systemd (1)") {
        card.users[stored] = "swelld (kept by systemd)"
      }
      inventory.cards[index] = card
    }
    return inventory.findings().map { finding in
      finding.isProblem
        ? .problem(finding.sentence, finding.remedy) : .fine(finding.sentence)
    }
  }
}
