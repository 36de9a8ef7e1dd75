// SPDX-License-Identifier: Apache-2.0
import Geometry
import KMS
import MonotonicTime
import Presentation
import Testing

@Suite("Monitors that cannot be read")
struct MonitorReadingTests {
  private let hdmi = "HDMI-A-1"

  /// A card whose only monitor can be read after `interval`; plugged in at 1 s, the time of the stage's start.
  private func makeCard(readableAfter interval: MonotonicInterval) -> ScriptedHardware {
    let card = ScriptedHardware()
    card.plug(hdmi, [.scripted(96, 54)])
    card.unreadUntil[hdmi] = MonotonicInstant(nanoseconds: 1_000_000_000) + interval
    return card
  }

  /// The screen shows the frame that was drawn last, and no buffer was written meanwhile.
  private func expectPicture(_ stage: Stage, _ card: ScriptedHardware) {
    stage.animates = false
    stage.run(.milliseconds(100))
    #expect(stage.showsNewestFrame(card))
    #expect(card.violations.isEmpty)
    stage.animates = true
  }

  private func told(_ stage: Stage) -> [String] {
    stage.messages.filter { $0.contains("does not say what it can") }
  }

  @Test(
    "A monitor that answers late is shown in what it says, as soon as it says it",
    arguments: [1, 260, 400, 800, 1800, 3700, 7700],
    [true, false]
  )
  func late(milliseconds: Int64, asksAside: Bool) throws {
    let card = makeCard(readableAfter: .milliseconds(milliseconds))
    let stage = try Stage(ScriptedMachine(card))
    stage.machine.asksAside = asksAside
    stage.start()
    #expect(stage.output.mode?.size == PixelSize(width: 40, height: 30), "a picture comes first")
    // It is asked after 0.25, 0.75, 1.75, 3.75 and 7.75 s.
    let asks: [Int64] = [250, 750, 1750, 3750, 7750]
    let ask = asks.first { $0 >= milliseconds } ?? 0
    stage.run(.milliseconds(ask - 20))
    if milliseconds > 20 { #expect(stage.output.description.mode == "40x30@60") }
    stage.run(.milliseconds(200))
    #expect(stage.output.description.mode == "96x54@60")
    expectPicture(stage, card)
    #expect(told(stage).isEmpty)
    #expect(stage.messages.contains { $0.contains("has said what it is") })
    let probes = card.probes
    stage.run(.milliseconds(60_000))
    #expect(card.probes == probes, "it is not asked for nothing")
    #expect(stage.output.description.warning.isEmpty)
    #expect(card.violations.isEmpty)
  }

  @Test(
    "A monitor that never says what it can is told of once, and asked no more until it is plugged in anew"
  )
  func never() throws {
    let card = makeCard(readableAfter: .milliseconds(3_600_000))
    let stage = try Stage(ScriptedMachine(card))
    stage.animates = false
    stage.start()
    stage.run(.milliseconds(7000))
    #expect(told(stage).isEmpty, "it may still come")
    stage.run(.milliseconds(1000))
    #expect(told(stage).count == 1)
    #expect(stage.output.description.warning.contains("HDMI-A-1"))
    #expect(stage.output.description.state == "active")
    #expect(stage.output.deadline == nil, "nothing is due at rest")
    let probes = card.probes
    stage.run(.milliseconds(600_000))
    #expect(card.probes == probes)
    #expect(told(stage).count == 1)
    // The same cable again, and what hangs on it can be read now.
    card.unreadUntil[hdmi] = stage.now + .milliseconds(400)
    stage.machine.hotplug(card.path)
    stage.run(.milliseconds(1000))
    #expect(stage.output.description.mode == "96x54@60")
    #expect(stage.output.description.warning.isEmpty)
  }

  @Test(
    "A monitor that could be read before keeps its mode while it cannot be",
    arguments: [true, false]
  )
  func pulse(comesBack: Bool) throws {
    let card = makeCard(readableAfter: .zero)
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(500))
    #expect(stage.output.description.mode == "96x54@60")
    card.unreadUntil[hdmi] = stage.now + .milliseconds(comesBack ? 2000 : 3_600_000)
    stage.machine.hotplug(card.path)
    stage.run(.milliseconds(6000))
    #expect(stage.output.description.mode == "96x54@60")
    #expect(stage.activations == 1)
    stage.run(.milliseconds(14_000))
    #expect(stage.output.description.mode == (comesBack ? "96x54@60" : "40x30@60"))
    #expect(told(stage).count == (comesBack ? 0 : 1))
    expectPicture(stage, card)
  }

  @Test(
    "A mode by name is made up where the monitor does not say what it can, and not where it does",
    arguments: [("1920x1080", "1920x1080@59.96"), ("1280x720@50", "1280x720@49.83")]
  )
  func named(name: String, expected: String) throws {
    for isRead in [false, true] {
      let card = makeCard(readableAfter: isRead ? .zero : .milliseconds(3_600_000))
      let mode = try #require(NamedMode(name))
      let stage = try Stage(ScriptedMachine(card), KMSSettings(mode: .named(mode)))
      stage.start()
      stage.run(.milliseconds(500))
      #expect(stage.output.description.mode == (isRead ? "96x54@60" : expected))
      #expect(stage.messages.contains { $0.contains("has no mode") } == isRead)
    }
  }

  @Test(
    "Links that carry no word of what hangs on them are not asked for it",
    arguments: ["DSI-1", "LVDS-1"]
  )
  func panels(name: String) throws {
    let card = ScriptedHardware(connectors: [name])
    card.unreadUntil[name] = MonotonicInstant(nanoseconds: .max)
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(20_000))
    #expect(told(stage).isEmpty)
    #expect(card.probes == 1, "at the start, as all are")
  }

  @Test(
    "All monitors are asked once after the first frame, and another one than the kernel knew is shown"
  )
  func stale() throws {
    let card = ScriptedHardware()
    card.monitors[hdmi] = [.scripted(96, 54)]
    let stage = try Stage(ScriptedMachine(card))
    stage.machine.answerTime = .milliseconds(250)
    stage.start()
    #expect(card.probes == 0, "no frame waits for it")
    #expect(stage.output.description.mode == "64x32@60")
    stage.run(.milliseconds(200))
    #expect(stage.feedback.count > 3)
    #expect(stage.output.description.mode == "64x32@60")
    stage.run(.milliseconds(200))
    #expect(stage.output.description.mode == "96x54@60")
    #expect(card.waits == 0)
    stage.run(.milliseconds(60_000))
    #expect(card.probes == 1)
  }

  @Test(
    "After a monitor that is not for desktops the next one is lit, unplugged in between or not",
    arguments: [true, false],
    [true, false]
  )
  func headset(isUnplugged: Bool, isThereAtStart: Bool) throws {
    let card = ScriptedHardware()
    card.headsets = [hdmi]
    if !isThereAtStart { card.plug(hdmi, nil) }
    let stage = try Stage(ScriptedMachine(card))
    if isThereAtStart { card.probe(.all) }
    stage.start()
    card.plug(hdmi, [.scripted(20, 10)])
    stage.machine.hotplug(card.path)
    stage.run(.milliseconds(30_000))
    #expect(stage.output.mode == nil)
    let sentence = "the monitor on HDMI-A-1 is not for desktops"
    #expect(stage.output.description.state.contains(sentence))
    #expect(stage.messages.filter { $0.hasPrefix(sentence) }.count == 1)
    if isUnplugged {
      card.plug(hdmi, nil)
      stage.machine.hotplug(card.path)
      stage.run(.milliseconds(1000))
      #expect(stage.output.description.state == "waiting for a monitor")
    }
    card.headsets = []
    card.plug(hdmi, [.scripted(96, 54)])
    stage.machine.hotplug(card.path)
    stage.run(.milliseconds(100))
    #expect(stage.output.description.mode == "96x54@60")
    expectPicture(stage, card)
  }

  @Test(
    "A monitor that is not for desktops is lit if its connector is named, and told of beside another"
  )
  func namedHeadset() throws {
    let card = ScriptedHardware(connectors: [hdmi, "HDMI-A-2"])
    card.headsets = [hdmi]
    card.probe(.all)
    let named = try Stage(ScriptedMachine(card), KMSSettings(connector: hdmi))
    named.start()
    #expect(named.output.description.connector == hdmi)
    named.output.stop()
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    #expect(stage.output.description.connector == "HDMI-A-2")
    #expect(stage.messages.contains { $0.contains("HDMI-A-1 is not for desktops") })
  }

  @Test(
    "A panel that only the firmware knows of gives way to a monitor that comes, and no other does"
  )
  func ghost() throws {
    for name in ["LVDS-1", "DSI-1", "VGA-1"] {
      let card = ScriptedHardware(connectors: [name, hdmi])
      card.unreadUntil[hdmi] = MonotonicInstant(nanoseconds: 0)
      card.plug(hdmi, nil)
      card.light()
      let stage = try Stage(ScriptedMachine(card))
      stage.start()
      stage.run(.milliseconds(1000))
      #expect(stage.output.description.connector == name)
      card.plug(hdmi, [.scripted(96, 54)])
      stage.machine.hotplug(card.path)
      stage.run(.milliseconds(1000))
      #expect(stage.output.description.connector == (name == "LVDS-1" ? hdmi : name))
      expectPicture(stage, card)
      // The settings stand above what is guessed.
      stage.output.apply(KMSSettings(connector: name), at: stage.now)
      stage.run(.milliseconds(1000))
      #expect(stage.output.description.connector == name)
    }
  }
}
