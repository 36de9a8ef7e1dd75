// SPDX-License-Identifier: Apache-2.0
import Geometry
import KMS
import MonotonicTime
import Presentation
import Testing

@Suite("Choosing a display")
struct DisplayChoiceTests {
  private func choose(
    _ card: ScriptedHardware,
    _ settings: KMSSettings = KMSSettings(),
    after past: DisplayChoice.Past = DisplayChoice.Past()
  ) throws -> DisplayChoice {
    try DisplayChoice.choose(
      from: card.state,
      capabilities: card.capabilities,
      settings: settings,
      after: past
    )
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

  @Test(
    "A panel that only the firmware knows of does not win over a monitor that is there",
    arguments: [
      // The connectors, which of them have EDID, which one is lit, and the choice.
      (["LVDS-1", "HDMI-A-1"], [1], 1, "HDMI-A-1"),
      (["LVDS-1", "HDMI-A-1"], [1], nil, "LVDS-1"),
      (["LVDS-1", "HDMI-A-1"], [1], 0, "LVDS-1"),
      (["LVDS-1", "HDMI-A-1"], [0, 1], 1, "LVDS-1"),
      (["DSI-1", "HDMI-A-1"], [1], 1, "DSI-1"),
      (["LVDS-1", "VGA-1"], [], 1, "VGA-1"),
      (["LVDS-1", "VGA-1"], [], nil, "LVDS-1"),
      (["HDMI-A-1", "HDMI-A-2"], [1], nil, "HDMI-A-2"),
      (["HDMI-A-1", "HDMI-A-2"], [1], 0, "HDMI-A-1"),
    ] as [([String], [Int], Int?, String)]
  )
  func ghosts(names: [String], known: [Int], lit: Int?, expected: String) throws {
    let card = ScriptedHardware(connectors: names)
    for index in names.indices { card.state.connectors[index].widthMillimetres = 0 }
    for index in known { card.identify(connector: index) }
    if let lit { card.light(connector: lit) }
    #expect(try choose(card).connector.name == expected)
    // A driver that shows no EDID tells a monitor's size, and no panel's that is not there.
    guard lit == 1, names[1] != "VGA-1" || known.isEmpty else { return }
    for index in known where index != 0 {
      card.state.connectors[index].properties["EDID"]?.value = 0
      card.state.connectors[index].widthMillimetres = 510
    }
    #expect(try choose(card).connector.name == expected)
  }

  /// What a connector tells of what hangs on it.
  enum Word { case edid, size, nothing }

  @Test(
    "Where both are lit, a panel that only the firmware knows of gives way to a monitor that is known",
    arguments: [
      ("LVDS-1", Word.nothing, Word.edid, "HDMI-A-1"), ("LVDS-1", .nothing, .size, "HDMI-A-1"),
      ("LVDS-1", .size, .edid, "HDMI-A-1"), ("LVDS-1", .nothing, .nothing, "LVDS-1"),
      ("LVDS-1", .edid, .edid, "LVDS-1"), ("DSI-1", .nothing, .edid, "DSI-1"),
      ("eDP-1", .nothing, .edid, "eDP-1"),
    ]
  )
  func litGhosts(panel: String, ofPanel: Word, ofMonitor: Word, expected: String) throws {
    let card = ScriptedHardware(connectors: [panel, "HDMI-A-1"], crtcs: 2)
    for (index, word) in [ofPanel, ofMonitor].enumerated() {
      card.light(connector: index, crtc: index)
      card.state.connectors[index].widthMillimetres = word == .size ? 510 : 0
      if word == .edid { card.identify(connector: index) }
    }
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(500))
    #expect(stage.output.description.connector == expected)
    #expect(stage.feedback.count > 3)
    #expect(card.state.crtcs.map(\.isActive) == [true, true], "the other one is left alone")
  }

  @Test(
    "A management controller's or the firmware's display comes after every other, unless named",
    arguments: ["ast", "mgag200", "simpledrm", "ofdrm"]
  )
  func lastResort(driver: String) throws {
    let controller = ScriptedHardware("/dev/dri/card0", connectors: ["VGA-1"])
    controller.driver = driver
    controller.light()
    controller.identify(connector: 0)
    // Where a name fits both, it is no more this card's than the other's, and the first one counts.
    let card = ScriptedHardware("/dev/dri/card1", connectors: ["HDMI-A-1", "VGA-1"])
    for (wanted, expected) in [("auto", card.path), ("VGA-1", controller.path)] {
      let stage = try Stage(ScriptedMachine(controller, card), KMSSettings(connector: wanted))
      stage.start()
      #expect(stage.output.description.device == expected)
      stage.output.stop()
    }
    let alone = try Stage(ScriptedMachine(controller))
    alone.start()
    #expect(alone.output.description.device == controller.path)
  }

  @Test(
    "Other monitors stay lit unless the settings say otherwise, or the driver cannot light both",
    arguments: [(false, 2, true), (false, 1, false), (true, 2, false)]
  )
  func others(switchesOthersOff: Bool, mostLit: Int, stays: Bool) throws {
    let card = ScriptedHardware(connectors: ["HDMI-A-1", "HDMI-A-2"], crtcs: 2)
    card.state.crtcs[1].isActive = true
    card.state.crtcs[1].mode = .scripted()
    card.state.connectors[1].crtc = card.state.crtcs[1].id
    card.mostLitCRTCs = mostLit
    let settings = KMSSettings(
      connector: "HDMI-A-1",
      switchesOthersOff: switchesOthersOff
    )
    let stage = try Stage(ScriptedMachine(card), settings)
    stage.start()
    stage.run(.milliseconds(100))
    #expect(stage.feedback.count > 3)
    #expect(card.state.crtcs[1].isActive == stays)
    #expect(card.state.crtcs[0].isActive)
  }

  @Test("A connector in use stays while its monitor does, panels or not")
  func keeping() throws {
    let card = ScriptedHardware(connectors: ["HDMI-A-1", "DSI-1"])
    let past = DisplayChoice.Past(connector: ConnectorID(40))
    #expect(try choose(card, after: past).connector.name == "HDMI-A-1")
    card.plug("HDMI-A-1", nil)
    #expect(try choose(card, after: past).connector.name == "DSI-1")
  }

  /// A card with another plane for its CRTC, whose first primary plane reads tiled memory only.
  private func makeTiledCard(_ role: Plane.Role, saysSo: Bool) -> ScriptedHardware {
    let card = ScriptedHardware()
    var other = card.state.planes[0]
    other.id = PlaneID(85)
    other.role = role
    if saysSo {
      card.state.planes[0].formatsInRows = [0x3432_4142]
      other.formatsInRows = other.formats
    }
    card.state.planes.append(other)
    card.tiledPlanes = [card.state.planes[0].id]
    return card
  }

  @Test(
    "A plane that reads no plain rows is passed over for one that does, told of it or not",
    arguments: [Plane.Role.primary, .overlay],
    [true, false]
  )
  func tiledPlanes(role: Plane.Role, saysSo: Bool) throws {
    let card = makeTiledCard(role, saysSo: saysSo)
    let first = try choose(card).routes.first?.plane?.id
    #expect(first == PlaneID(saysSo ? 85 : 80), "what is known is not tried")
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(100))
    #expect(stage.feedback.count > 3)
    #expect(card.state.planes.last?.framebuffer != nil)
    #expect(card.state.planes[0].framebuffer == nil)
  }

  @Test("Each primary plane is tried before an overlay, in whatever order the kernel lists them")
  func primaryPlanesFirst() throws {
    let card = ScriptedHardware()
    var (overlay, second) = (card.state.planes[0], card.state.planes[0])
    (overlay.id, overlay.role) = (PlaneID(85), .overlay)
    second.id = PlaneID(86)
    card.state.planes.insert(overlay, at: 0)
    card.state.planes.append(second)
    #expect(try choose(card).routes.compactMap(\.plane?.id.rawValue) == [80, 86, 85])
    card.tiledPlanes = [PlaneID(80)]
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(100))
    #expect(stage.feedback.count > 3)
    let shown = card.state.planes.filter { $0.framebuffer != nil }
    #expect(shown.map(\.id.rawValue) == [86])
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
    #expect {
      _ = try choose(card)
    } throws: { error in
      guard case .noMonitor(let sentence)? = error as? DisplayChoice.Obstacle else { return false }
      return sentence.hasPrefix(
        "waiting for a monitor; the monitor on HDMI-A-1 is not for desktops"
      )
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

  @Test(
    "Drivers are asked in the depth they like, unless another format is wanted",
    arguments: [true, false],
    [true, false]
  )
  func depth(prefers16Bit: Bool, isAtomic: Bool) throws {
    let card = ScriptedHardware(isAtomic: isAtomic)
    card.capabilities.prefers16Bit = prefers16Bit
    let formats = try choose(card).routes.first?.formats
    #expect(formats == (prefers16Bit ? [.rgb565, .xrgb8888] : [.xrgb8888, .rgb565]))
    let wanted = try choose(card, KMSSettings(format: .xrgb8888)).routes.first?.formats
    #expect(wanted == [.xrgb8888, .rgb565])
  }
}
