// SPDX-License-Identifier: Apache-2.0
import KMS
import MonotonicTime
import Presentation
import Testing

/// Connectors that want the same CRTC, and those that a driver does not light.
@Suite("Rival connectors")
struct RivalConnectorTests {
  @Test("The only CRTC is taken from the connector that it has fed", arguments: [false, true])
  func onlyCRTC(clonesConnectors: Bool) throws {
    let card = ScriptedHardware(connectors: ["HDMI-A-1", "HDMI-A-2"])
    card.clonesConnectors = clonesConnectors
    card.light(connector: 0)
    let stage = try Stage(ScriptedMachine(card), KMSSettings(connector: "HDMI-A-2"))
    stage.start()
    stage.run(.milliseconds(100))
    #expect(stage.output.description.connector == "HDMI-A-2")
    #expect(stage.feedback.count > 3)
    #expect(card.state.connectors[1].crtc == card.state.crtcs[0].id)
    // Where both can show the picture, the other monitor is left alone.
    #expect((card.state.connectors[0].crtc == nil) == !clonesConnectors)
    #expect(card.violations.isEmpty)
  }

  @Test("A connector that the driver does not light gives way to the next best, which is said")
  func refused() throws {
    let card = ScriptedHardware(connectors: ["DSI-1", "HDMI-A-1"])
    card.refusedConnectors = ["DSI-1"]
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(100))
    #expect(stage.output.description.connector == "HDMI-A-1")
    #expect(stage.feedback.count > 3)
    let sentence =
      "DSI-1 cannot be lit: test of an atomic commit on /dev/dri/card0 failed: "
      + "Invalid argument; HDMI-A-1 comes next"
    #expect(stage.messages.contains(sentence), "\(stage.messages)")
  }

  @Test("A connector that is named is waited for, though another one could be lit")
  func named() throws {
    let card = ScriptedHardware(connectors: ["DSI-1", "HDMI-A-1"])
    card.refusedConnectors = ["DSI-1"]
    let stage = try Stage(ScriptedMachine(card), KMSSettings(connector: "DSI-1"))
    stage.start()
    stage.run(.milliseconds(1000))
    #expect(stage.output.mode == nil)
    card.refusedConnectors = []
    stage.run(.milliseconds(10000))
    #expect(stage.output.description.connector == "DSI-1")
  }
}
