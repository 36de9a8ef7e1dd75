// SPDX-License-Identifier: Apache-2.0
internal import KMS

/// Judges the machine's display cards, knowing what is known of the daemon.
package struct CardDiagnosis {
  /// The daemon's process and its card, as far as the daemon said.
  private let holder: (process: Int, device: String)?
  /// The unit's main process; `nil` when there is none.
  private let process: Int?
  /// True if the unit is up or about to be, so that a display in its store is its own.
  private let isUnitUp: Bool

  /// A diagnosis that knows what the daemon and its unit said.
  package init(_ answer: DaemonAnswer, unit: UnitState?) {
    holder = answer.holder
    process = unit?.process
    isUnitUp = unit?.isUp ?? false
  }

  /// A line for everything that matters about each card, in their order.
  func findings(_ inventory: KMSInventory) -> [Finding] {
    var inventory = inventory
    for index in inventory.cards.indices {
      let card = inventory.cards[index]
      inventory.cards[index].users = users(
        card.users,
        of: card.path,
        isHeldByOther: card.isHeldByOther ?? false
      )
    }
    return inventory.findings().map { finding in
      finding.isProblem
        ? .problem(finding.sentence, remedy: finding.remedy) : .fine(finding.sentence)
    }
  }

  /// Completes the list of processes that have a card open by what only the daemon and its unit know.
  ///
  /// - Parameters:
  ///   - users: Processes that were seen, `plymouthd (312)`.
  ///   - path: The card.
  ///   - isHeldByOther: True if another process is DRM master.
  /// - Returns: The processes; the daemon's are called swelld.
  package func users(_ users: [String], of path: String, isHeldByOther: Bool) -> [String] {
    var users = users
    // Another user's open files cannot be seen; the daemon's own word stands in for them.
    if let holder {
      let name = "swelld (\(holder.process))"
      if holder.device == path, !users.contains(name) { users.append(name) }
    } else if let process, isHeldByOther, users.isEmpty {
      users.append("swelld (\(process))")
    }
    // Between two processes the service manager keeps the display for the next one.
    if isUnitUp, let stored = users.firstIndex(of: "systemd (1)") {
      users[stored] = "swelld (kept by systemd)"
    }
    return users
  }
}
