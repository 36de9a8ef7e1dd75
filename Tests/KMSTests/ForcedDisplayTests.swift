// SPDX-License-Identifier: Apache-2.0
import KMS
import MonotonicTime
import Presentation
import Testing

/// Panels that do not say what they are, or that they are there.
@Suite("Forced connectors and given timings")
struct ForcedDisplayTests {
  private static let modeline = ModeRequest.timings(
    Modeline(
      clockKiloHertz: 1200,
      horizontal: Modeline.Axis(visible: 48, syncStart: 50, syncEnd: 52, total: 200),
      vertical: Modeline.Axis(visible: 24, syncStart: 25, syncEnd: 26, total: 100),
      flags: [.negativeHorizontalSync, .positiveVerticalSync]
    )
  )

  @Test(
    "A connector without monitor is used when it is forced, and only then",
    arguments: [true, false]
  )
  func force(isForced: Bool) throws {
    let card = ScriptedHardware()
    card.plug("HDMI-A-1", nil)
    card.refusesAbsentMonitors = false
    let settings = KMSSettings(connector: "HDMI-A-1", isForced: isForced, mode: Self.modeline)
    let stage = try Stage(ScriptedMachine(card), settings)
    stage.start()
    stage.run(.milliseconds(100))
    #expect((stage.feedback.count > 3) == isForced)
    guard isForced else { return }
    #expect(stage.messages.contains { $0.contains("forced by the configuration") })
    #expect(stage.output.description.mode == "48x24@60")
    #expect(card.state.crtcs[0].mode?.hsyncEnd == 52)
    // DRM_MODE_FLAG_NHSYNC and DRM_MODE_FLAG_PVSYNC
    #expect(card.state.crtcs[0].mode?.flags == 0b110)
    #expect(card.violations.isEmpty)
    // A monitor that comes to a forced connector does not change what was given.
    card.plug("HDMI-A-1", [.scripted()])
    stage.machine.hotplug(card.path)
    let modesets = card.modesets
    stage.run(.milliseconds(100))
    #expect(card.modesets == modesets)
    #expect(stage.output.description.mode == "48x24@60")
  }

  @Test("Another connector is not used in place of a forced one that does not exist")
  func unknownName() throws {
    let card = ScriptedHardware()
    let settings = KMSSettings(connector: "DPI-1", isForced: true)
    let stage = try Stage(ScriptedMachine(card), settings)
    stage.start()
    stage.run(.milliseconds(100))
    #expect(stage.feedback.isEmpty)
    #expect(stage.output.description.state.contains("which is not among HDMI-A-1"))
  }

  @Test(
    "The modes on offer are logged, with the one that is used and why",
    arguments: [
      (.preferred, "64x32@60: preferred by the monitor"),
      (.named(NamedMode(width: 32, height: 16)), "32x16@60: named in the configuration"),
      (modeline, "48x24@60: the configuration's modeline"),
      (
        .named(NamedMode(width: 999, height: 999, refreshHertz: 60)),
        "64x32@60: preferred by the monitor"
      ),
    ] as [(ModeRequest, String)]
  )
  func log(mode: ModeRequest, expected: String) throws {
    let card = ScriptedHardware()
    card.plug("HDMI-A-1", [.scripted(), .scripted(32, 16, isPreferred: false)])
    let stage = try Stage(ScriptedMachine(card), KMSSettings(mode: mode))
    stage.start()
    stage.run(.milliseconds(100))
    let line = "HDMI-A-1 offers 64x32@60 (preferred), 32x16@60; chosen is \(expected)"
    #expect(stage.messages.contains(line), "\(stage.messages)")
    let complaint = "HDMI-A-1 has no mode 999x999@60; it offers 64x32@60 (preferred), 32x16@60"
    #expect(stage.messages.contains(complaint) == ("\(mode)" == "999x999@60"))
  }
}
