// SPDX-License-Identifier: Apache-2.0
import Geometry
import KMS
import MonotonicTime
import Presentation
import Testing

@Suite("Showing frames on a scripted card")
struct ModesettingOutputTests {
  @Test("A dark monitor is lit by the first finished frame, in one modeset")
  func firstFrame() throws {
    let card = ScriptedHardware()
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    #expect(card.modesets == 1)
    #expect(card.tests >= 1)
    #expect(stage.output.mode?.size == PixelSize(width: 64, height: 32))
    #expect(stage.output.mode?.widthMillimetres == 160)
    stage.animates = false
    stage.run(.milliseconds(100))
    #expect(stage.feedback.count == 1)
    #expect(stage.showsNewestFrame(card))
    #expect(stage.output.description.state == "active")
    #expect(stage.output.description.mode == "64x32@60")
  }

  @Test("A monitor that the firmware has lit in the right mode is taken over without a modeset")
  func takeover() throws {
    let card = ScriptedHardware()
    card.light()
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(100))
    #expect(card.modesets == 0)
    #expect(stage.feedback.count > 3)
    #expect(card.state.planes[0].properties["SRC_W"]?.value == 64 << 16)
  }

  @Test("Frames come at each vblank, with the kernel's time and count")
  func pace() throws {
    let card = ScriptedHardware()
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(1000))
    let feedback = stage.feedback
    #expect((58...61).contains(feedback.count))
    #expect(feedback.allSatisfy { $0.isVblank })
    for (earlier, later) in zip(feedback, feedback.dropFirst()) {
      // Event times have whole microseconds.
      let gap = (later.time - earlier.time).nanoseconds
      #expect((16_665_000...16_668_000).contains(gap))
      #expect(later.sequence == earlier.sequence.map { $0 + 1 })
    }
    #expect(card.violations.isEmpty)
  }

  @Test("Each flip carries the damage of its frame, a modeset none, and no blob is left")
  func damage() throws {
    let card = ScriptedHardware()
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(100))
    let expected = (2...card.damage.count + 1).map { mark in
      [PixelRect(left: mark, top: 0, right: mark + 8, bottom: 4)]
    }
    #expect(card.damage == expected)
    #expect(card.damage.count >= 4)
    #expect(card.blobs.isEmpty)
  }

  @Test("A plane without damage property gets frames without damage")
  func noDamageProperty() throws {
    let card = ScriptedHardware(hasDamage: false)
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(100))
    #expect(stage.feedback.count > 3)
    #expect(card.damage.isEmpty)
  }

  @Test("At rest there are no commits, no deadline and no events")
  func rest() throws {
    let card = ScriptedHardware()
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.animates = false
    stage.run(.milliseconds(100))
    let (commits, events) = (card.commits, stage.events.count)
    #expect(stage.output.deadline == nil)
    stage.run(.milliseconds(60_000))
    #expect(card.commits == commits)
    #expect(stage.events.count == events)
  }

  @Test("Hardware that completes flips at once is not taken for one with vblanks")
  func immediateFlips() throws {
    let card = ScriptedHardware()
    card.completesAtOnce = true
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    for _ in 0..<20 { stage.settle() }
    #expect(stage.feedback.count >= 20)
    #expect(stage.feedback.allSatisfy { !$0.isVblank && $0.sequence == nil })
  }

  @Test(
    "Without atomic requests the CRTC is set once and pages are flipped",
    arguments: [true, false]
  )
  func calls(hasPageFlips: Bool) throws {
    let card = ScriptedHardware(isAtomic: false)
    card.hasPageFlips = hasPageFlips
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(200))
    #expect(stage.feedback.count >= 10)
    #expect(stage.feedback.count <= 13)
    #expect(card.dirtyCalls >= 10)
    #expect(hasPageFlips ? card.modesets == 1 : card.modesets >= 10)
    stage.animates = false
    stage.run(.milliseconds(100))
    #expect(stage.showsNewestFrame(card))
  }

  @Test("A driver that sets modes only while the caller waits is waited for")
  func blockingModeset() throws {
    let card = ScriptedHardware()
    card.refusesNonblockingModesets = true
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(100))
    #expect(card.modesets == 1)
    #expect(stage.feedback.count > 3)
  }

  @Test("A format the plane does not show is replaced by one it does")
  func format() throws {
    let card = ScriptedHardware()
    card.refusedFormats = [.xrgb8888]
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    #expect(stage.output.mode?.format == .rgb565)
    stage.run(.milliseconds(100))
    #expect(stage.feedback.count > 3)
  }

  @Test("A mode the driver refuses is replaced by the next it offers")
  func refusedMode() throws {
    let card = ScriptedHardware()
    card.state.connectors[0].modes.append(.scripted(48, 24, isPreferred: false))
    card.refusedModes = ["64x32@60"]
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    #expect(stage.output.description.mode == "48x24@60")
    stage.run(.milliseconds(100))
    #expect(stage.feedback.count > 3)
  }

  @Test(
    "A panel mounted sideways says how the picture has to be turned",
    arguments: [(0, Rotation.none), (1, .half), (2, .threeQuarters), (3, .quarter), (9, .none)]
      as [(UInt64, Rotation)]
  )
  func panelOrientation(value: UInt64, expected: Rotation) throws {
    let card = ScriptedHardware(connectors: ["DSI-1"])
    let orientation = ScriptedHardware.properties(["panel orientation": value])
    card.state.connectors[0].properties.merge(orientation) { $1 }
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    #expect(stage.output.mode?.panelRotation == expected)
  }

  @Test(
    "Rows are whole lines of 64 bytes, unless the driver takes only rows without a gap",
    arguments: [
      // 1,366 × 4 = 5,464 = 85.4 × 64; 1,280 × 4 = 80 × 64
      (1366, ScriptedHardware.GapRefusal.never, 86 * 64), (1366, .whenMade, 5464),
      (1366, .whenTested, 5464), (1280, .whenTested, 5120), (1280, .never, 5120),
    ]
  )
  func pitch(width: Int, refusal: ScriptedHardware.GapRefusal, expected: Int) throws {
    let card = ScriptedHardware()
    card.plug("HDMI-A-1", [.scripted(width, 32)])
    card.refusesGaps = refusal
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(100))
    #expect(stage.feedback.count > 3)
    #expect(stage.output.mode?.format == .xrgb8888)
    let gap = refusal == .never ? 64 : 0
    let strides = card.files.flatMap(\.framebuffers.values).map { $0.strideBytes - gap }
    #expect(strides == [expected, expected])
  }

  @Test(
    "A driver that shows nothing of atomic flips is asked call by call",
    arguments: [
      ("vmwgfx", ModesettingInterface.automatic, true), ("vmwgfx", .atomic, false),
      ("other", .automatic, false), ("other", .legacy, true),
    ]
  )
  func frozen(driver: String, interface: ModesettingInterface, isSeen: Bool) throws {
    let card = ScriptedHardware()
    card.driver = driver
    card.freezesWithAtomicFlips = true
    let stage = try Stage(ScriptedMachine(card), KMSSettings(interface: interface))
    stage.start()
    stage.animates = false
    stage.run(.milliseconds(100))
    stage.needFrame()
    stage.run(.milliseconds(100))
    #expect(stage.feedback.count == 2)
    #expect(stage.showsNewestFrame(card) == isSeen)
    // Reloaded with another interface, the picture is there.
    stage.output.apply(KMSSettings(interface: .legacy), at: stage.now)
    stage.run(.milliseconds(100))
    #expect(stage.showsNewestFrame(card))
  }

  @Test("Atomic requests that are asked for and cannot be had are waited for, in a sentence")
  func noAtomic() throws {
    let stage = try Stage(
      ScriptedMachine(ScriptedHardware(isAtomic: false)),
      KMSSettings(interface: .atomic)
    )
    stage.start()
    stage.run(.milliseconds(100))
    let sentence = "/dev/dri/card0 (scripted) takes no atomic requests, as 'api' asks for"
    #expect(stage.output.description.state == sentence)
  }

  @Test("What an earlier program has left set is put right")
  func leftovers() throws {
    let card = ScriptedHardware()
    card.light()
    card.state.planes[0].properties["rotation"]?.value = 4
    card.state.planes[1].crtc = card.state.crtcs[0].id
    card.state.planes[1].framebuffer = FramebufferID(9)
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(100))
    #expect(card.state.planes[0].properties["rotation"]?.value == 1)
    #expect(card.state.planes[1].framebuffer == nil)
    #expect(card.modesets == 0)
  }

  @Test(
    "Without atomic requests cursor, overlays and colours of an earlier program are taken away",
    arguments: [
      // 65,535 = 255 × 257
      (256, (0..<256).map { UInt16($0 * 257) }), (4, [0, 21_845, 43_690, 65_535]), (1, [9]),
      (0, []),
    ] as [(Int, [UInt16])]
  )
  func leftoversByCalls(gammaSize: Int, expected: [UInt16]) throws {
    let card = ScriptedHardware(connectors: ["HDMI-A-1", "HDMI-A-2"], crtcs: 2)
    for index in 0...1 {
      card.light(connector: index, crtc: index)
      let crtc = card.state.crtcs[index].id
      card.state.planes[2 * index + 1].role = .overlay
      card.state.planes[2 * index + 1].crtc = crtc
      card.state.planes[2 * index + 1].framebuffer = FramebufferID(9)
      card.cursors.insert(crtc)
      card.gamma[crtc] = Array(repeating: 9, count: gammaSize)
    }
    let others = card.state.planes[2...]
    let crtcs = card.state.crtcs.map(\.id)
    let settings = KMSSettings(connector: "HDMI-A-1", interface: .legacy)
    let stage = try Stage(ScriptedMachine(card), settings)
    stage.start()
    stage.run(.milliseconds(100))
    #expect(stage.feedback.count > 3)
    #expect(card.state.planes[0].crtc == crtcs[0])
    #expect(card.state.planes[1].framebuffer == nil)
    #expect(card.gamma[crtcs[0]] == expected)
    #expect(card.gammaCalls == (gammaSize > 1 ? 1 : 0))
    // What the other monitor shows is not ours.
    #expect(card.cursors == [crtcs[1]])
    #expect(card.state.planes[2...] == others)
    #expect(card.gamma[crtcs[1]] == Array(repeating: 9, count: gammaSize))
  }

  @Test("Sleep switches the monitor off, waking shows a frame again", arguments: [true, false])
  func sleep(isAtomic: Bool) throws {
    let card = ScriptedHardware(isAtomic: isAtomic)
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(100))
    stage.output.setPower(false, at: stage.now)
    stage.run(.milliseconds(100))
    let commits = card.commits
    #expect(stage.output.description.state == "asleep")
    #expect(isAtomic ? !card.state.crtcs[0].isActive : card.power == 3)
    stage.run(.milliseconds(5000))
    #expect(card.commits == commits)
    let before = stage.feedback.count
    stage.output.setPower(true, at: stage.now)
    stage.run(.milliseconds(100))
    #expect(stage.feedback.count > before + 1)
    // The clock is told which frame has woken the monitor.
    #expect(stage.feedback[before].isInterrupted)
    #expect(stage.feedback[(before + 1)...].allSatisfy { !$0.isInterrupted })
    #expect(card.state.crtcs[0].isActive)
    if !isAtomic { #expect(card.power == 0) }
    #expect(stage.recoveries.isEmpty)
    #expect(card.violations.isEmpty)
  }

  @Test("Stopping leaves the last frame on the screen and every other buffer free")
  func stop() throws {
    let card = ScriptedHardware()
    let machine = ScriptedMachine(card)
    let stage = try Stage(machine)
    stage.start()
    stage.run(.milliseconds(100))
    let file = try #require(card.files.first)
    let shown = card.shown
    // Something else, the service manager as a rule, keeps the file open.
    stage.keepOpenFile()
    stage.output.stop()
    // The last duplicate is closed when the test is over.
    defer { file.close() }
    #expect(card.shown == shown)
    #expect(shown != nil)
    #expect(file.framebuffers.count <= 2)
    #expect(card.offs == 0)
    #expect(stage.output.deadline == nil)
  }
}
