// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Testing

@testable import KMS

@Suite("Displays as they are listed and diagnosed")
struct InventoryTests {
  /// What is found of a card that is used as far as it can be.
  private func inventory(_ card: ScriptedHardware) -> KMSInventory {
    var entry = KMSInventory.Card(
      path: card.path,
      driver: card.driver,
      access: "root:video 0660"
    )
    entry.snapshot = card.state
    entry.description = CardDescription(capabilities: card.capabilities)
    return KMSInventory(judging: [entry], settings: KMSSettings())
  }

  @Test(
    "A panel that is mounted sideways is listed with the rotation that its picture gets",
    arguments: [(0, nil), (1, 180), (2, 270), (3, 90)] as [(UInt64, Int?)]
  )
  func panelOrientation(value: UInt64, degrees: Int?) {
    let card = ScriptedHardware(connectors: ["DSI-1"])
    let orientation = ScriptedHardware.properties(["panel orientation": value])
    card.state.connectors[0].properties.merge(orientation) { $1 }
    let said = degrees.map { "  mounted sideways: rotation \($0)" } ?? ""
    let line = "  DSI-1  connected  160x80 mm\(said)  chosen in 64x32@60: a built-in panel"
    #expect(inventory(card).lines.contains(line))
  }

  @Test(
    "A monitor that does not say what it can is listed as such, and the doctor knows a remedy",
    arguments: [true, false]
  )
  func unread(isRead: Bool) throws {
    let card = ScriptedHardware()
    card.unreadUntil["HDMI-A-1"] = MonotonicInstant(nanoseconds: isRead ? 0 : .max)
    card.probe(.all)
    let found = inventory(card)
    #expect(found.lines.contains { $0.contains("no EDID could be read") } == !isRead)
    let problems = found.findings().filter(\.isProblem)
    guard !isRead else { return #expect(problems.isEmpty) }
    let problem = try #require(problems.first)
    #expect(problem.sentence.hasPrefix("the monitor on HDMI-A-1 does not say what it can"))
    #expect(problem.remedy.contains("display.mode"))
  }

  @Test("A monitor that is not for desktops is listed as such, beside another one and alone")
  func headset() {
    let card = ScriptedHardware(connectors: ["HDMI-A-1", "HDMI-A-2"])
    card.headsets = ["HDMI-A-1"]
    card.probe(.all)
    let beside = inventory(card)
    let isListed = beside.lines.contains { $0.hasPrefix("  HDMI-A-1  connected  not for desktops") }
    #expect(isListed)
    #expect(beside.findings().allSatisfy { !$0.isProblem })
    let isTold = beside.findings().contains {
      $0.sentence.hasPrefix("the monitor on HDMI-A-1 is not for desktops")
    }
    #expect(isTold)
    card.plug("HDMI-A-2", nil)
    card.probe(.all)
    let remedies = inventory(card).findings().filter(\.isProblem).map(\.remedy)
    #expect(remedies == ["connect another, or name it: display.connector = \"HDMI-A-1\""])
  }
}
