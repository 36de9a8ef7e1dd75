// SPDX-License-Identifier: Apache-2.0
import Geometry
import KMS
import Testing

@Suite("Choosing a display")
struct DisplayChoiceTests {
  private func choose(
    _ card: ScriptedHardware,
    _ settings: KMSSettings = KMSSettings(),
    keeping: ConnectorID? = nil
  ) throws -> DisplayChoice {
    try DisplayChoice.choose(from: card.state, card.capabilities, settings, keeping: keeping)
  }

  @Test(
    "Connectors rank: named, panel, lit, first",
    arguments: [
      (["HDMI-A-1", "HDMI-A-2"], nil, "auto", "HDMI-A-1"),
      (["HDMI-A-1", "HDMI-A-2"], 1, "auto", "HDMI-A-2"),
      (["HDMI-A-1", "DSI-1"], 0, "auto", "DSI-1"),
      (["Writeback-1", "HDMI-A-1"], nil, "auto", "HDMI-A-1"),
      (["DSI-1", "HDMI-A-1"], 0, "HDMI-A-1", "HDMI-A-1"),
      (["HDMI-A-1", "eDP-1", "DSI-1"], nil, "auto", "eDP-1"),
    ] as [([String], Int?, String, String)]
  )
  func ranks(names: [String], lit: Int?, wanted: String, expected: String) throws {
    let card = ScriptedHardware(connectors: names)
    if let lit { card.light(connector: lit) }
    let choice = try choose(card, KMSSettings(connector: wanted))
    #expect(choice.connector.name == expected)
  }

  @Test("A connector in use stays while its monitor does, panels or not")
  func keeping() throws {
    let card = ScriptedHardware(connectors: ["HDMI-A-1", "DSI-1"])
    #expect(try choose(card, keeping: ConnectorID(40)).connector.name == "HDMI-A-1")
    card.plug("HDMI-A-1", nil)
    #expect(try choose(card, keeping: ConnectorID(40)).connector.name == "DSI-1")
  }

  @Test("A connector that cannot tell comes after all that can")
  func unknown() throws {
    let card = ScriptedHardware(connectors: ["DSI-1", "HDMI-A-1"])
    card.state.connectors[0].status = .unknown
    #expect(try choose(card).connector.name == "HDMI-A-1")
    card.plug("HDMI-A-1", nil)
    #expect(try choose(card).connector.name == "DSI-1")
  }

  @Test("A headset is not a display, unless it is named")
  func headset() throws {
    let card = ScriptedHardware()
    card.state.connectors[0].properties["non-desktop"]?.value = 1
    #expect(throws: DisplayChoice.Obstacle.noMonitor("waiting for a monitor")) {
      try choose(card)
    }
    #expect(try choose(card, KMSSettings(connector: "HDMI-A-1")).rank == 0)
  }

  @Test("A named connector is waited for, and one that does not exist is said to be missing")
  func named() {
    let card = ScriptedHardware(connectors: ["HDMI-A-1", "HDMI-A-2"])
    card.plug("HDMI-A-2", nil)
    #expect(throws: DisplayChoice.Obstacle.noMonitor("waiting for a monitor on HDMI-A-2")) {
      try choose(card, KMSSettings(connector: "HDMI-A-2"))
    }
    let missing = "waiting for connector DP-9, which is not among HDMI-A-1, HDMI-A-2"
    #expect(throws: DisplayChoice.Obstacle.noMonitor(missing)) {
      try choose(card, KMSSettings(connector: "DP-9"))
    }
  }

  @Test("The CRTC in use comes first, then free ones, then those that feed others")
  func crtcs() throws {
    let card = ScriptedHardware(connectors: ["HDMI-A-1", "HDMI-A-2"], crtcs: 3)
    card.state.connectors[0].crtc = CRTCID(62)
    card.state.connectors[1].crtc = CRTCID(60)
    let ids = try choose(card).routes.map(\.crtc.id.rawValue)
    #expect(ids == [62, 61, 60])
  }

  @Test("A wanted format comes first, and only where the plane has it")
  func wantedFormat() throws {
    let card = ScriptedHardware()
    let settings = KMSSettings(format: .rgb565)
    #expect(try choose(card, settings).routes.first?.formats == [.rgb565, .xrgb8888])
    card.state.planes[0].formats = [0x3432_5258]
    #expect(try choose(card, settings).routes.first?.formats == [.xrgb8888])
  }

  @Test("A CRTC whose plane has no format of ours is no route")
  func formats() throws {
    let card = ScriptedHardware(crtcs: 2)
    card.state.planes[0].formats = [0x3432_5241]
    card.state.planes[2].formats = [0x3631_4752]
    let choice = try choose(card)
    #expect(choice.routes.map(\.crtc.id.rawValue) == [61])
    #expect(choice.routes.first?.formats == [.rgb565])
    card.state.planes[2].formats = []
    #expect(throws: DisplayChoice.Obstacle.self) { try choose(card) }
  }

  @Test("Drivers without planes are asked in the depth they like", arguments: [true, false])
  func depth(prefers16Bit: Bool) throws {
    let card = ScriptedHardware(isAtomic: false)
    card.capabilities.prefers16Bit = prefers16Bit
    let formats = try choose(card).routes.first?.formats
    #expect(formats?.first == (prefers16Bit ? .rgb565 : .xrgb8888))
  }
}
