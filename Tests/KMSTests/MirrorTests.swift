// SPDX-License-Identifier: Apache-2.0
import Geometry
import Glibc
import KMS
import MonotonicTime
import Presentation
import Testing

@Suite("The same picture on a second monitor")
struct MirrorTests {
  /// A card with two connectors and as many CRTCs.
  private func twoMonitors() -> ScriptedHardware {
    ScriptedHardware(connectors: ["HDMI-A-1", "HDMI-A-2"], crtcs: 2)
  }

  private func stage(
    _ card: ScriptedHardware,
    _ mirror: MirrorRequest = .any,
    connector: String = "auto",
    switchesOthersOff: Bool = false
  ) throws -> Stage {
    let stage = try Stage(
      ScriptedMachine(card),
      KMSSettings(connector: connector, switchesOthersOff: switchesOthersOff, mirror: mirror)
    )
    stage.start()
    return stage
  }

  private func second(_ card: ScriptedHardware) -> CRTC { card.state.crtcs[1] }

  /// Whether the second monitor shows the newest frame that was accepted.
  private func isMirrored(_ card: ScriptedHardware, _ stage: Stage) -> Bool {
    guard second(card).isActive, card.state.connectors[1].crtc == second(card).id else {
      return false
    }
    return card.onScreen[second(card).id] == card.shown && stage.showsNewestFrame(card)
  }

  @Test("Both monitors show each frame, and no frame is drawn or committed for the second one")
  func mirrors() throws {
    let card = twoMonitors()
    let stage = try stage(card)
    stage.run(.milliseconds(500))
    #expect(stage.output.description.mirror == "HDMI-A-2")
    stage.animates = false
    stage.run(.milliseconds(100))
    #expect(isMirrored(card, stage))
    let (commits, frames) = (card.commits, stage.feedback.count)
    stage.animates = true
    stage.needFrame()
    stage.run(.milliseconds(500))
    // One may be on its way.
    #expect((0...1).contains(card.commits - commits - (stage.feedback.count - frames)))
    #expect(stage.feedback.count - frames >= 29)
    #expect(card.violations.isEmpty)
    #expect(stage.messages.contains("HDMI-A-2 mirrors the picture in 64x32@60"))
  }

  @Test("Without the key, or for another connector, the second monitor is left alone")
  func notAsked() throws {
    for mirror in [MirrorRequest.none, .named("DP-1"), .named("HDMI-A-1")] {
      let card = twoMonitors()
      let stage = try stage(card, mirror)
      stage.run(.milliseconds(200))
      #expect(!second(card).isActive)
      #expect(stage.output.description.mirror.isEmpty)
    }
  }

  @Test("A monitor without a mode of the size is left alone, with a sentence, once")
  func otherSize() throws {
    let card = twoMonitors()
    card.plug("HDMI-A-2", [.scripted(128, 64)])
    let stage = try stage(card)
    stage.run(.milliseconds(200))
    stage.machine.hotplug(card.path)
    stage.run(.milliseconds(200))
    #expect(!second(card).isActive)
    let sentence = "HDMI-A-2 has no mode of 64x32, so it mirrors nothing"
    #expect(stage.messages.filter { $0 == sentence }.count == 1)
    stage.animates = false
    stage.run(.milliseconds(100))
    #expect(stage.showsNewestFrame(card))
  }

  @Test("Of the modes of the size the one with the nearest rate is set")
  func nearestRate() throws {
    let card = twoMonitors()
    card.plug(
      "HDMI-A-2",
      [
        .scripted(128, 64), .scripted(hertz: 50, isPreferred: false),
        .scripted(hertz: 75, isPreferred: false),
      ]
    )
    let stage = try stage(card)
    stage.run(.milliseconds(200))
    #expect(second(card).mode?.label == "64x32@50")
    #expect(stage.output.description.mirror == "HDMI-A-2")
  }

  @Test("A mirror whose flips come later is waited for: it never shows what is being drawn")
  func lateMirror() throws {
    let card = twoMonitors()
    card.lateCRTC = card.state.crtcs[1].id
    let stage = try stage(card)
    stage.run(.milliseconds(1000))
    #expect(stage.feedback.count >= 28)
    #expect(card.violations.isEmpty)
    #expect(stage.recoveries.isEmpty)
  }

  @Test("A mirror that is unplugged is let go, and taken up when it is back, without a new picture")
  func hotplug() throws {
    let card = twoMonitors()
    let stage = try stage(card)
    stage.run(.milliseconds(200))
    for _ in 0..<20 {
      card.plug("HDMI-A-2", nil)
      stage.machine.hotplug(card.path, connector: card.state.connectors[1].id)
      stage.run(.milliseconds(200))
      #expect(!second(card).isActive)
      #expect(stage.output.description.mirror.isEmpty)
      card.plug("HDMI-A-2", [.scripted()])
      stage.machine.hotplug(card.path, connector: card.state.connectors[1].id)
      stage.run(.milliseconds(200))
      #expect(isMirrored(card, stage) || stage.output.description.mirror == "HDMI-A-2")
    }
    #expect(stage.activations == 1)
    #expect(card.violations.isEmpty)
  }

  @Test("At rest too a mirror that is plugged in gets the picture")
  func hotplugAtRest() throws {
    let card = twoMonitors()
    card.plug("HDMI-A-2", nil)
    let stage = try stage(card)
    stage.animates = false
    stage.run(.milliseconds(500))
    #expect(!second(card).isActive)
    card.plug("HDMI-A-2", [.scripted()])
    stage.machine.hotplug(card.path)
    stage.run(.milliseconds(100))
    #expect(isMirrored(card, stage))
  }

  @Test("When the first monitor goes, the picture moves to the other one")
  func firstGoes() throws {
    let card = twoMonitors()
    let stage = try stage(card)
    stage.run(.milliseconds(200))
    card.plug("HDMI-A-1", nil)
    stage.machine.hotplug(card.path)
    stage.run(.milliseconds(500))
    #expect(stage.output.description.connector == "HDMI-A-2")
    #expect(stage.output.description.mirror.isEmpty)
    stage.animates = false
    stage.run(.milliseconds(100))
    #expect(stage.showsNewestFrame(card))
  }

  @Test("Asleep both are dark, awake both are lit")
  func sleep() throws {
    let card = twoMonitors()
    let stage = try stage(card)
    stage.run(.milliseconds(200))
    stage.output.setPower(false, at: stage.now)
    stage.run(.milliseconds(200))
    #expect(card.state.crtcs.allSatisfy { !$0.isActive })
    stage.output.setPower(true, at: stage.now)
    stage.run(.milliseconds(200))
    stage.animates = false
    stage.run(.milliseconds(100))
    #expect(isMirrored(card, stage))
  }

  @Test("A setting that is changed begins and ends the mirror, and the picture goes on")
  func settings() throws {
    let card = twoMonitors()
    let stage = try stage(card, .none)
    stage.run(.milliseconds(200))
    stage.output.apply(KMSSettings(mirror: .named("HDMI-A-2")), at: stage.now)
    stage.run(.milliseconds(200))
    #expect(second(card).isActive)
    stage.output.apply(KMSSettings(), at: stage.now)
    stage.run(.milliseconds(200))
    #expect(!second(card).isActive)
    #expect(stage.activations == 1)
  }

  @Test("A driver that cannot light both keeps the first, with a sentence")
  func refused() throws {
    let card = twoMonitors()
    card.plug("HDMI-A-2", [.scripted(hertz: 50)])
    card.refusedModes = ["64x32@50"]
    let stage = try stage(card)
    stage.run(.milliseconds(200))
    #expect(!second(card).isActive)
    #expect(stage.messages.contains { $0.hasPrefix("HDMI-A-2 cannot mirror the picture: ") })
    #expect(stage.feedback.count > 8)
  }

  @Test("A mirror whose flip never ends is dropped, and the picture goes on")
  func lostEvent() throws {
    let card = twoMonitors()
    let stage = try stage(card)
    stage.run(.milliseconds(200))
    card.mirrorEventsToLose = 1
    stage.run(.milliseconds(1500))
    #expect(stage.recoveries == ["mirror-dropped"])
    #expect(stage.feedback.count > 60)
    #expect(stage.output.description.mirror.isEmpty)
  }

  @Test("Without atomic requests nothing is mirrored, and it is said")
  func legacy() throws {
    let card = ScriptedHardware(
      connectors: ["HDMI-A-1", "HDMI-A-2"],
      crtcs: 2,
      isAtomic: false
    )
    let stage = try stage(card)
    stage.run(.milliseconds(200))
    #expect(
      stage.messages.contains(
        "the picture cannot be mirrored: scripted takes no atomic requests"
      )
    )
    #expect(stage.feedback.count > 8)
  }

  @Test("Other monitors are switched off, the mirror is not")
  func othersOff() throws {
    let card = ScriptedHardware(connectors: ["HDMI-A-1", "HDMI-A-2", "VGA-1"], crtcs: 3)
    card.state.connectors[2].crtc = card.state.crtcs[2].id
    card.state.crtcs[2].isActive = true
    card.state.crtcs[2].mode = .scripted()
    let stage = try stage(
      card,
      .named("HDMI-A-2"),
      connector: "HDMI-A-1",
      switchesOthersOff: true
    )
    stage.run(.milliseconds(300))
    #expect(card.state.crtcs.map(\.isActive) == [true, true, false])
  }
}
