// SPDX-License-Identifier: Apache-2.0
import KMS
import MonotonicTime
import Presentation
import Testing

@Suite("Properties of connector and CRTC")
struct PropertyTests {
  /// A card whose lit monitor has the properties of an HDMI connector.
  private func makeCard(isAtomic: Bool = true) -> ScriptedHardware {
    let card = ScriptedHardware(isAtomic: isAtomic)
    card.light()
    let properties: ObjectProperties = [
      "Broadcast RGB": ObjectProperty(
        id: ScriptedHardware.property("Broadcast RGB"),
        value: 0,
        choices: ["Automatic": 0, "Full": 1, "Limited 16:235": 2]
      ),
      "max bpc": ObjectProperty(
        id: ScriptedHardware.property("max bpc"),
        value: 12,
        range: 8...12
      ),
      "EDID": ObjectProperty(id: ScriptedHardware.property("EDID"), value: 33, isReadOnly: true),
    ]
    card.state.connectors[0].properties.merge(properties) { $1 }
    return card
  }

  private func value(_ name: String, _ card: ScriptedHardware) -> UInt64? {
    card.state.connectors[0].properties[name]?.value
  }

  private func makeStage(
    _ card: ScriptedHardware,
    _ requests: [PropertyRequest]
  ) throws -> Stage {
    let stage = try Stage(ScriptedMachine(card), KMSSettings(properties: requests))
    stage.start()
    stage.run(.milliseconds(100))
    #expect(stage.feedback.count > 3)
    return stage
  }

  @Test("What is asked for is set, by a modeset if need be", arguments: [true, false])
  func set(isAtomic: Bool) throws {
    let card = makeCard(isAtomic: isAtomic)
    let requests = [
      PropertyRequest("Broadcast RGB", value: .choice("Full")),
      PropertyRequest("max bpc", value: .number(8)),
    ]
    let stage = try makeStage(card, requests)
    #expect(value("Broadcast RGB", card) == 1)
    #expect(value("max bpc", card) == 8)
    #expect(stage.recoveries.isEmpty)
    if isAtomic { #expect(card.modesets == 1) }
  }

  @Test("What is set already needs no modeset")
  func setAlready() throws {
    let card = makeCard()
    let stage = try makeStage(card, [PropertyRequest("Broadcast RGB", value: .choice("Automatic"))])
    #expect(card.modesets == 0)
    // Asked for later, it is set at once.
    let settings = KMSSettings(properties: [PropertyRequest("Broadcast RGB", value: .number(2))])
    stage.output.apply(settings, at: stage.now)
    stage.run(.milliseconds(100))
    #expect(value("Broadcast RGB", card) == 2)
    #expect(stage.output.mode != nil)
  }

  @Test("What the driver refuses is left out and named", arguments: [true, false])
  func refused(isAtomic: Bool) throws {
    let card = makeCard(isAtomic: isAtomic)
    card.refusedProperties = ["Broadcast RGB"]
    let stage = try makeStage(
      card,
      [
        PropertyRequest("Broadcast RGB", value: .choice("Full")),
        PropertyRequest("max bpc", value: .number(8)),
      ]
    )
    #expect(stage.recoveries == ["property-dropped"])
    #expect(stage.messages.contains { $0.contains("scripted refuses Broadcast RGB ") })
    #expect(value("Broadcast RGB", card) == 0)
    #expect(value("max bpc", card) == 8)
  }

  @Test(
    "What cannot be set is said in a sentence, and the picture is shown all the same",
    arguments: [
      (
        PropertyRequest("Broadcast RGB", value: .choice("Ful")),
        "'Broadcast RGB' of HDMI-A-1 takes one of 'Automatic', 'Full', 'Limited 16:235', not 'Ful'"
      ),
      (
        PropertyRequest("Broadcast RGB", value: .number(3)),
        "'Broadcast RGB' of HDMI-A-1 takes one of 'Automatic', 'Full', 'Limited 16:235', not 3"
      ),
      (
        PropertyRequest("max bpc", value: .number(16)),
        "'max bpc' of HDMI-A-1 takes 8 to 12, not 16"
      ),
      (
        PropertyRequest("max bpc", value: .choice("8")),
        "'max bpc' of HDMI-A-1 takes a number, not '8'"
      ),
      (
        PropertyRequest("EDID", value: .number(0)),
        "'EDID' of HDMI-A-1 only tells something and cannot be set"
      ),
      (
        PropertyRequest("Brightness", value: .number(0)),
        "HDMI-A-1 has no property 'Brightness'; it has Broadcast RGB, CRTC_ID, DPMS, link-status, "
          + "max bpc, non-desktop"
      ),
    ]
  )
  func impossible(request: PropertyRequest, sentence: String) throws {
    let stage = try makeStage(makeCard(), [request])
    #expect(stage.messages.contains(sentence), "\(stage.messages)")
    #expect(stage.recoveries.isEmpty)
  }

  @Test(
    "Colours and rate of an earlier program are put right at a takeover",
    arguments: ["CTM", "GAMMA_LUT", "DEGAMMA_LUT", "VRR_ENABLED"]
  )
  func leftoversOfCRTC(name: String) throws {
    let card = makeCard()
    card.state.crtcs[0].properties.merge(ScriptedHardware.properties([name: 5])) { $1 }
    _ = try makeStage(card, [])
    #expect(card.state.crtcs[0].properties[name]?.value == 0)
    #expect(card.modesets == 0)
  }

  @Test(
    "What an earlier program has told the monitor is taken back by a modeset",
    arguments: ["Colorspace", "HDR_OUTPUT_METADATA"]
  )
  func leftoversOfConnector(name: String) throws {
    let card = makeCard()
    card.state.connectors[0].properties.merge(ScriptedHardware.properties([name: 5])) { $1 }
    _ = try makeStage(card, [])
    #expect(value(name, card) == 0)
    #expect(card.modesets == 1)
  }
}
