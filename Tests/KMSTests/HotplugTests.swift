// SPDX-License-Identifier: Apache-2.0
import Geometry
import Glibc
import KMS
import MonotonicTime
import Presentation
import Testing

@Suite("Cards and monitors that come and go")
struct HotplugTests {
  private func expectFrames(_ stage: Stage, _ card: ScriptedHardware) {
    stage.animates = true
    stage.needFrame()
    let before = stage.feedback.count
    stage.run(.milliseconds(200))
    #expect(stage.feedback.count > before)
    stage.animates = false
    stage.run(.milliseconds(100))
    #expect(stage.showsNewestFrame(card))
    #expect(card.violations.isEmpty)
  }

  @Test("A monitor that comes an hour after the start is shown on")
  func lateMonitor() throws {
    let card = ScriptedHardware()
    card.plug("HDMI-A-1", nil)
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    #expect(stage.output.description.state == "waiting for a monitor")
    stage.run(.milliseconds(3_600_000))
    #expect(stage.output.mode == nil)
    card.plug("HDMI-A-1", [.scripted(48, 24)])
    stage.machine.hotplug(card.path)
    stage.run(.milliseconds(100))
    #expect(stage.output.mode?.size == PixelSize(width: 48, height: 24))
    expectFrames(stage, card)
  }

  @Test("A monitor that nobody reports is found all the same")
  func unreportedMonitor() throws {
    let card = ScriptedHardware()
    card.plug("HDMI-A-1", nil)
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(60_000))
    card.plug("HDMI-A-1", [.scripted()])
    stage.run(.milliseconds(11_000))
    expectFrames(stage, card)
  }

  @Test("A card that comes late, and under any number, is used", arguments: [0, 1, 7])
  func lateCard(number: Int) throws {
    let machine = ScriptedMachine()
    let stage = try Stage(machine)
    stage.start()
    #expect(stage.output.description.state == "waiting for a card")
    stage.run(.milliseconds(100_000))
    let card = ScriptedHardware("/dev/dri/card\(number)")
    card.advance(to: stage.now)
    machine.hardware.append(card)
    machine.changes = [.added(path: card.path)]
    stage.run(.milliseconds(100))
    #expect(stage.output.description.device == card.path)
    expectFrames(stage, card)
  }

  @Test("A card without display is passed over")
  func renderOnly() throws {
    let render = ScriptedHardware("/dev/dri/card0", connectors: [], crtcs: 0)
    let card = ScriptedHardware("/dev/dri/card1")
    let stage = try Stage(ScriptedMachine(render, card))
    stage.start()
    stage.run(.milliseconds(100))
    #expect(stage.output.description.device == "/dev/dri/card1")
    expectFrames(stage, card)
  }

  @Test("A card that is named by a link is heard of, and found again when the link leads elsewhere")
  func stablePath() throws {
    let link = "/dev/dri/by-path/platform-gpu-card"
    let other = ScriptedHardware("/dev/dri/card0")
    let card = ScriptedHardware("/dev/dri/card1")
    let machine = ScriptedMachine(other, card)
    let stage = try Stage(machine, KMSSettings(cardPath: link))
    stage.start()
    #expect(stage.output.description.state == "waiting for a display at \(link)")
    machine.links[link] = card.path
    machine.changes = [.added(path: card.path)]
    stage.run(.milliseconds(100))
    #expect(stage.output.description.device == card.path)
    card.plug("HDMI-A-1", nil)
    machine.hotplug(card.path)
    stage.run(.milliseconds(100))
    #expect(stage.output.mode == nil)
    card.plug("HDMI-A-1", [.scripted(48, 24)])
    machine.hotplug(card.path)
    stage.run(.milliseconds(100))
    expectFrames(stage, card)
    card.isPresent = false
    machine.changes = [.removed(path: card.path)]
    stage.run(.milliseconds(100))
    machine.links[link] = other.path
    machine.changes = [.added(path: other.path)]
    stage.run(.milliseconds(100))
    expectFrames(stage, other)
  }

  @Test(
    "A card that leaves and returns under another number is found again",
    arguments: [true, false]
  )
  func cardReturns(isReported: Bool) throws {
    let card = ScriptedHardware()
    let machine = ScriptedMachine(card)
    let stage = try Stage(machine)
    stage.start()
    stage.run(.milliseconds(100))
    card.isPresent = false
    machine.hardware = []
    if isReported { machine.changes = [.removed(path: card.path)] }
    stage.run(.milliseconds(1000))
    #expect(stage.output.mode == nil)
    #expect(stage.output.description.state == "waiting for a card")
    #expect(stage.recoveries == ["device-lost"])
    #expect(card.files.isEmpty)
    let returned = ScriptedHardware("/dev/dri/card1")
    returned.advance(to: stage.now)
    machine.hardware = [returned]
    if isReported { machine.changes = [.added(path: returned.path)] }
    stage.run(.milliseconds(6000))
    #expect(stage.output.description.device == "/dev/dri/card1")
    expectFrames(stage, returned)
  }

  @Test("A card whose node's rights are not set yet is waited for under its true reason")
  func rightsNotSetYet() throws {
    let card = ScriptedHardware()
    let machine = ScriptedMachine(card)
    let stage = try Stage(machine)
    stage.start()
    stage.run(.milliseconds(100))
    // The driver is unbound and bound again: the kernel makes the node, udev sets its rights later.
    card.isPresent = false
    machine.changes = [.removed(path: card.path)]
    stage.run(.milliseconds(100))
    card.isPresent = true
    machine.refusals[card.path] = EACCES
    machine.rights = .unset
    machine.changes = [.added(path: card.path)]
    stage.run(.milliseconds(20))
    let sentence = try #require(stage.messages.last)
    #expect(sentence.contains("its rights are not set yet"))
    #expect(!stage.messages.contains { $0.contains("must be in the group") })
    #expect(stage.output.description.state == sentence)
    machine.refusals = [:]
    machine.changes = [.changed(path: card.path, isProperty: true)]
    stage.run(.milliseconds(100))
    expectFrames(stage, card)
  }

  @Test("Unplugging frees the CRTC; another monitor gets its own mode")
  func otherMonitor() throws {
    let card = ScriptedHardware()
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(100))
    card.plug("HDMI-A-1", nil)
    stage.machine.hotplug(card.path)
    stage.run(.milliseconds(1000))
    #expect(stage.output.mode == nil)
    #expect(!card.state.crtcs[0].isActive)
    #expect(card.state.connectors[0].crtc == nil)
    card.plug("HDMI-A-1", [.scripted(80, 40)])
    stage.machine.hotplug(card.path)
    stage.run(.milliseconds(100))
    #expect(stage.output.mode?.size == PixelSize(width: 80, height: 40))
    #expect(stage.recoveries == ["hotplug"])
    expectFrames(stage, card)
  }

  @Test("A monitor changed between two looks is noticed by its modes")
  func swappedMonitor() throws {
    let card = ScriptedHardware()
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(100))
    card.plug("HDMI-A-1", [.scripted(80, 40)])
    stage.machine.hotplug(card.path)
    stage.run(.milliseconds(100))
    #expect(stage.output.mode?.size == PixelSize(width: 80, height: 40))
    expectFrames(stage, card)
  }

  @Test("Hotplug that changes nothing for us changes nothing", arguments: [true, false])
  func irrelevant(isProperty: Bool) throws {
    let card = ScriptedHardware(connectors: ["HDMI-A-1", "HDMI-A-2"])
    card.plug("HDMI-A-2", nil)
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(100))
    let (modesets, probes) = (card.modesets, card.probes)
    stage.machine.hotplug(card.path, isProperty: isProperty)
    stage.run(.milliseconds(100))
    card.plug("HDMI-A-2", [.scripted(80, 40)])
    stage.machine.hotplug(card.path, isProperty: isProperty)
    stage.run(.milliseconds(100))
    #expect(card.modesets == modesets)
    #expect(card.probes == probes + (isProperty ? 0 : 2))
    #expect(stage.activations == 1)
    expectFrames(stage, card)
  }

  @Test(
    "Only the monitor that a hotplug names is asked; all are where it names none, or several",
    arguments: [
      ([ConnectorID(41)], ["HDMI-A-2"]), ([ConnectorID(41), ConnectorID(41)], ["HDMI-A-2"]),
      ([nil], ["HDMI-A-1", "HDMI-A-2"]),
      ([ConnectorID(40), ConnectorID(41)], ["HDMI-A-1", "HDMI-A-2"]),
      ([ConnectorID(41), nil], ["HDMI-A-1", "HDMI-A-2"]),
    ] as [([ConnectorID?], [String])]
  )
  func namedConnector(changes: [ConnectorID?], expected: [String]) throws {
    let card = ScriptedHardware(connectors: ["HDMI-A-1", "HDMI-A-2"])
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(100))
    card.probed = []
    for connector in changes { stage.machine.hotplug(card.path, connector: connector) }
    stage.run(.milliseconds(100))
    #expect(card.probed == expected)
    expectFrames(stage, card)
  }

  @Test(
    "Frames go on while monitors take their time to answer, and what they say counts then",
    arguments: [true, false]
  )
  func slowMonitors(asksAside: Bool) throws {
    let card = ScriptedHardware(connectors: ["HDMI-A-1", "HDMI-A-2"], crtcs: 2)
    let machine = ScriptedMachine(card)
    machine.answerTime = .milliseconds(250)
    machine.asksAside = asksAside
    // One that nobody has asked yet; with a mirror its modes are wanted.
    card.plug("HDMI-A-2", [.scripted()])
    let stage = try Stage(machine, KMSSettings(mirror: .any))
    stage.start()
    stage.run(.milliseconds(400))
    #expect(stage.output.description.mirror == "HDMI-A-2")
    // Where nothing else can ask, answers are waited for; time stands still then.
    #expect(card.waits == (asksAside ? 0 : 1))
    card.plug("HDMI-A-1", [.scripted(80, 40)])
    for _ in 0..<3 { machine.hotplug(card.path, connector: ConnectorID(40)) }
    let before = stage.feedback.count
    stage.run(.milliseconds(240))
    #expect(card.waits == (asksAside ? 0 : 2))
    if asksAside {
      #expect(stage.feedback.count - before >= 13)
      #expect(stage.activations == 1)
    }
    stage.run(.milliseconds(100))
    #expect(stage.output.mode?.size == PixelSize(width: 80, height: 40))
    expectFrames(stage, card)
  }

  @Test("Cards are asked one after the other, and what is asked meanwhile is asked once more")
  func inquiry() throws {
    let inquiry = try MonitorInquiry()
    // No card: there is nobody to ask, and the answer comes all the same.
    let file = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(file) }
    func answer() -> String? {
      var ready = pollfd(fd: inquiry.descriptor, events: Int16(POLLIN), revents: 0)
      return unsafe poll(&ready, 1, 60_000) == 1 ? inquiry.next() : "no answer"
    }
    #expect(inquiry.next() == nil)
    #expect(inquiry.begin(file, path: "a", probe: .connector(ConnectorID(1))))
    for probe in [Probe.all, .all, .connector(ConnectorID(2))] {
      #expect(inquiry.begin(file, path: "b", probe: probe))
    }
    #expect(answer() == "a")
    #expect(answer() == "b")
    var ready = pollfd(fd: inquiry.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(unsafe poll(&ready, 1, 0) == 0)
    #expect(inquiry.next() == nil)
    #expect(!inquiry.begin(-1, path: "c", probe: .all))
    #expect(inquiry.begin(file, path: "c", probe: .all))
    #expect(answer() == "c")
  }

  @Test("A link that has failed is trained anew by a modeset")
  func badLink() throws {
    let card = ScriptedHardware()
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(100))
    stage.animates = false
    stage.run(.milliseconds(100))
    let modesets = card.modesets
    card.state.connectors[0].properties["link-status"]?.value = 1
    stage.machine.hotplug(card.path)
    stage.run(.milliseconds(100))
    #expect(card.modesets == modesets + 1)
    #expect(card.state.connectors[0].properties["link-status"]?.value == 0)
    #expect(stage.recoveries == ["link-status"])
    #expect(stage.activations == 1)
    expectFrames(stage, card)
  }

  @Test(
    "A monitor without a list of modes gets one made up",
    arguments: [.preferred, .named(NamedMode(width: 800, height: 480))] as [ModeRequest]
  )
  func noModes(mode: ModeRequest) throws {
    let card = ScriptedHardware()
    card.plug("HDMI-A-1", [])
    let stage = try Stage(ScriptedMachine(card), KMSSettings(mode: mode))
    stage.start()
    stage.run(.milliseconds(100))
    let size = stage.output.mode?.size
    #expect(
      size
        == (mode == .preferred
          ? PixelSize(width: 1024, height: 768) : PixelSize(width: 800, height: 480))
    )
    expectFrames(stage, card)
  }

  @Test("Modes of nonsense from a broken EDID are not used")
  func nonsenseModes() throws {
    let card = ScriptedHardware()
    var broken = DisplayMode.scripted()
    (broken.width, broken.height) = (0, 0)
    card.plug("HDMI-A-1", [broken])
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(100))
    #expect(stage.output.mode?.size == PixelSize(width: 1024, height: 768))
    expectFrames(stage, card)
  }

  @Test("A thousand plug cycles leave one open file, two buffers, no blob, and the right picture")
  func manyCycles() throws {
    let card = ScriptedHardware()
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    for cycle in 0..<1000 {
      stage.run(.milliseconds(40))
      card.plug("HDMI-A-1", nil)
      stage.machine.hotplug(card.path)
      stage.run(.milliseconds(40))
      #expect(card.files.count == 1)
      #expect(card.files.first?.framebuffers.isEmpty == true)
      card.plug("HDMI-A-1", [cycle % 2 == 0 ? .scripted(48, 24) : .scripted()])
      stage.machine.hotplug(card.path)
    }
    stage.run(.milliseconds(40))
    #expect(stage.activations == 1001)
    #expect(stage.output.mode?.size == PixelSize(width: 64, height: 32))
    expectFrames(stage, card)
    #expect(card.files.count == 1)
    #expect(card.files.first?.framebuffers.count == 2)
    #expect(card.blobs.isEmpty)
    #expect(stage.recoveries.allSatisfy { $0 == "hotplug" })
  }

  @Test("Other settings are in force at once, the same ones change nothing")
  func settings() throws {
    let card = ScriptedHardware(connectors: ["HDMI-A-1", "HDMI-A-2"])
    card.state.connectors[0].modes.append(.scripted(48, 24, isPreferred: false))
    card.monitors["HDMI-A-1"] = card.state.connectors[0].modes
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(100))
    stage.output.apply(KMSSettings(), at: stage.now)
    stage.run(.milliseconds(50))
    #expect(stage.activations == 1)
    let small = ModeRequest.named(NamedMode(width: 48, height: 24))
    stage.output.apply(KMSSettings(mode: small), at: stage.now)
    stage.run(.milliseconds(50))
    #expect(stage.output.mode?.size == PixelSize(width: 48, height: 24))
    stage.output.apply(KMSSettings(mode: small, format: .rgb565), at: stage.now)
    stage.run(.milliseconds(50))
    #expect(stage.output.mode?.format == .rgb565)
    stage.output.apply(KMSSettings(connector: "HDMI-A-2"), at: stage.now)
    stage.run(.milliseconds(50))
    #expect(stage.output.mode?.format == .xrgb8888)
    #expect(stage.output.description.connector == "HDMI-A-2")
    #expect(card.state.connectors[0].crtc == nil)
    #expect(stage.recoveries.isEmpty)
    expectFrames(stage, card)
  }

  @Test("Unplugged while asleep, plugged and woken: the picture is there")
  func asleep() throws {
    let card = ScriptedHardware()
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(100))
    stage.output.setPower(false, at: stage.now)
    stage.run(.milliseconds(100))
    card.plug("HDMI-A-1", nil)
    stage.machine.hotplug(card.path)
    stage.run(.milliseconds(100))
    card.plug("HDMI-A-1", [.scripted(48, 24)])
    stage.machine.hotplug(card.path)
    stage.run(.milliseconds(100))
    #expect(!card.state.crtcs[0].isActive)
    stage.output.setPower(true, at: stage.now)
    stage.run(.milliseconds(100))
    expectFrames(stage, card)
  }
}
