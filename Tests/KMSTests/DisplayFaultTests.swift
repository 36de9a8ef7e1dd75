// SPDX-License-Identifier: Apache-2.0
import Geometry
import Glibc
import KMS
import MonotonicTime
import Presentation
import Testing

@Suite("Display faults on a scripted card")
struct DisplayFaultTests {
  private func makeStage(
    _ card: ScriptedHardware,
    _ settings: KMSSettings = KMSSettings()
  ) throws -> Stage {
    let stage = try Stage(ScriptedMachine(card), settings)
    stage.start()
    stage.run(.milliseconds(100))
    return stage
  }

  /// What has to be true after every fault: frames come, the newest one is seen, nothing has leaked.
  private func expectHealthy(_ stage: Stage, _ card: ScriptedHardware) {
    stage.animates = true
    stage.needFrame()
    let before = stage.feedback.count
    stage.run(.milliseconds(200))
    #expect(stage.feedback.count >= before + 10)
    stage.animates = false
    stage.run(.milliseconds(100))
    #expect(stage.showsNewestFrame(card))
    #expect(card.violations.isEmpty)
    #expect(card.blobs.isEmpty)
    #expect(card.files.count == 1)
    #expect(card.files.first?.framebuffers.count == 2)
  }

  @Test("A modeset that takes a second is waited for, and nothing waits with it")
  func slowModeset() throws {
    let card = ScriptedHardware()
    card.light()
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(500))
    #expect(card.modesets == 0, "it was lit already")
    stage.output.setPower(false, at: stage.now)
    stage.run(.milliseconds(500))
    card.modesetTime = .milliseconds(1200)
    stage.output.setPower(true, at: stage.now)
    stage.run(.milliseconds(3000))
    #expect(stage.recoveries.isEmpty)
    #expect(card.stalls == 0)
    stage.animates = false
    stage.run(.milliseconds(100))
    #expect(stage.showsNewestFrame(card))
    #expect(card.violations.isEmpty)
  }

  @Test("A storm of a hundred EBUSY loses no damage and needs no recovery")
  func busyStorm() throws {
    let card = ScriptedHardware()
    let stage = try makeStage(card)
    card.damage = []
    let count = stage.feedback.count
    card.faults = [.init(operation: .commit, number: EBUSY, count: 100)]
    stage.run(.milliseconds(250))
    #expect(stage.outcomes.filter { $0 == .busy }.count == 100)
    #expect(stage.feedback.count > count)
    #expect(stage.recoveries.isEmpty)
    // The frame drawn a hundred times over carries the damage of every attempt.
    let first = try #require(card.damage.first)
    #expect(!first.isEmpty)
    expectHealthy(stage, card)
  }

  @Test("A frame that was refused keeps the damage of those drawn over it")
  func damageAddsUp() throws {
    let card = ScriptedHardware()
    let stage = try makeStage(card)
    stage.animates = false
    stage.run(.milliseconds(50))
    let rects = [
      PixelRect(left: 0, top: 0, right: 4, bottom: 4),
      PixelRect(left: 40, top: 20, right: 50, bottom: 30),
    ]
    card.faults = [.init(operation: .commit, number: EBUSY, count: 1)]
    card.damage = []
    for rect in rects {
      #expect(stage.output.withBackBuffer { _ in PixelRegion(rect) })
      _ = stage.output.commit(at: stage.now)
    }
    #expect(card.damage == [rects])
  }

  @Test("A display that is busy without end is set up anew")
  func endlessBusy() throws {
    let card = ScriptedHardware()
    let stage = try makeStage(card)
    let modesets = card.modesets
    card.faults = [.init(operation: .commit, number: EBUSY, count: 400)]
    stage.run(.milliseconds(1000))
    #expect(card.modesets > modesets)
    #expect(stage.recoveries.first == "flip-modeset")
    expectHealthy(stage, card)
  }

  @Test("A lost flip is found and overcome within half a second")
  func lostFlip() throws {
    let card = ScriptedHardware()
    let stage = try makeStage(card)
    card.flipsToLose = 1
    let before = try #require(stage.feedback.last)
    stage.run(.milliseconds(500))
    let after = try #require(stage.feedback.first { $0.time > before.time })
    #expect(after.time - before.time < .milliseconds(500))
    #expect(after.isInterrupted)
    #expect(stage.feedback.last?.isInterrupted == false)
    #expect(stage.recoveries == ["flip-retry"])
    expectHealthy(stage, card)
  }

  @Test("A process that was held up itself finds the event waiting and blames nobody")
  func heldUp() throws {
    let card = ScriptedHardware()
    let stage = try makeStage(card)
    stage.animates = false
    stage.run(.milliseconds(100))
    stage.needFrame()
    // The frame is shown in time, but nobody looks for two seconds, and then at the deadline first.
    stage.now = stage.now + .milliseconds(2000)
    card.advance(to: stage.now)
    stage.output.processDeadline(at: stage.now)
    stage.settle()
    #expect(stage.recoveries.isEmpty)
    #expect(stage.showsNewestFrame(card))
    expectHealthy(stage, card)
  }

  @Test("A hundred lost flips in a row are survived", arguments: [true, false])
  func manyLostFlips(isAtomic: Bool) throws {
    let card = ScriptedHardware(isAtomic: isAtomic)
    let stage = try makeStage(card)
    card.flipsToLose = 100
    let end = stage.now + .milliseconds(600_000)
    while card.flipsToLose > 0, stage.now < end { stage.run(.milliseconds(1000)) }
    #expect(card.flipsToLose == 0)
    stage.run(.milliseconds(6000))
    let names = ["flip-retry", "flip-modeset", "flip-power-cycle", "flip-reopen", "watchdog"]
    // Each rung is noted once, however long it takes.
    #expect(stage.recoveries.filter(names.contains) == names)
    expectHealthy(stage, card)
  }

  @Test("Rungs are climbed one by one", arguments: 1...4)
  func rungs(lost: Int) throws {
    let card = ScriptedHardware()
    let stage = try makeStage(card)
    card.flipsToLose = lost
    let (modesets, offs, opened) = (card.modesets, card.offs, stage.machine.opened)
    // A modeset has two seconds.
    stage.run(.milliseconds(6000))
    #expect(stage.recoveries.count == lost)
    #expect((card.modesets > modesets) == (lost >= 2))
    #expect((card.offs > offs) == (lost >= 3))
    #expect((stage.machine.opened > opened) == (lost >= 4))
    expectHealthy(stage, card)
  }

  @Test("A refused damage property is dropped and named, and the frame is shown")
  func refusedDamage() throws {
    let card = ScriptedHardware()
    card.refusedProperties = ["FB_DAMAGE_CLIPS"]
    let stage = try makeStage(card)
    #expect(stage.recoveries == ["property-dropped"])
    #expect(stage.messages.contains { $0.contains("FB_DAMAGE_CLIPS") })
    #expect(card.modesets == 1)
    expectHealthy(stage, card)
  }

  @Test(
    "A refused optional property is found, dropped and named",
    arguments: ["rotation", "alpha"]
  )
  func refusedOptional(name: String) throws {
    let card = ScriptedHardware()
    card.state.planes[0].properties["rotation"]?.value = 4
    let alpha = ScriptedHardware.properties(["alpha": 10, "GAMMA_LUT": 77])
    card.state.planes[0].properties["alpha"] = alpha["alpha"]
    card.state.crtcs[0].properties["GAMMA_LUT"] = alpha["GAMMA_LUT"]
    card.refusedProperties = [name]
    let stage = try makeStage(card)
    #expect(stage.recoveries == ["property-dropped"])
    #expect(stage.messages.filter { $0.contains("refuses \(name) ") }.count == 1)
    // The others have been set.
    #expect(card.state.planes[0].properties["rotation"]?.value == (name == "rotation" ? 4 : 1))
    #expect(card.state.planes[0].properties["alpha"]?.value == (name == "alpha" ? 10 : 0xFFFF))
    #expect(card.state.crtcs[0].properties["GAMMA_LUT"]?.value == 0)
    expectHealthy(stage, card)
  }

  @Test("Two refused optional properties are both dropped")
  func refusedPair() throws {
    let card = ScriptedHardware()
    card.state.planes[0].properties["rotation"]?.value = 4
    let values = ScriptedHardware.properties(["alpha": 10])
    card.state.planes[0].properties["alpha"] = values["alpha"]
    card.refusedProperties = ["rotation", "alpha"]
    let stage = try makeStage(card)
    #expect(stage.recoveries == ["property-dropped"])
    expectHealthy(stage, card)
  }

  @Test("EINVAL in the middle of work leads to a modeset with the same frame")
  func refusedFrame() throws {
    let card = ScriptedHardware()
    let stage = try makeStage(card)
    // With and without damage.
    card.faults = [.init(operation: .commit, number: EINVAL, count: 2)]
    stage.run(.milliseconds(100))
    #expect(stage.recoveries == ["modeset"])
    #expect(card.modesets == 2)
    #expect(!stage.outcomes.contains(.unavailable))
    expectHealthy(stage, card)
  }

  @Test("A driver that refuses everything for a while is asked again until it agrees")
  func refusedLong() throws {
    let card = ScriptedHardware()
    let stage = try makeStage(card)
    card.faults = [
      .init(operation: .commit, number: EINVAL, count: 2),
      .init(operation: .modeset, number: EINVAL, count: 20),
      .init(operation: .testCommit, number: EINVAL, count: 20),
    ]
    stage.run(.milliseconds(60_000))
    expectHealthy(stage, card)
  }

  @Test(
    "Without memory the frame waits and is noted once",
    arguments: [KMSError.Operation.commit, .makeBlob]
  )
  func outOfMemory(operation: KMSError.Operation) throws {
    let card = ScriptedHardware()
    let stage = try makeStage(card)
    card.faults = [.init(operation: operation, number: ENOMEM, count: 50)]
    stage.run(.milliseconds(200))
    #expect(stage.recoveries == (operation == .commit ? ["out-of-memory"] : []))
    stage.run(.milliseconds(1000))
    expectHealthy(stage, card)
  }

  @Test("Without memory for buffers it waits and tries again")
  func outOfBufferMemory() throws {
    let card = ScriptedHardware()
    card.faults = [.init(operation: .makeBuffer, number: ENOMEM, count: 5)]
    let stage = try makeStage(card)
    #expect(stage.output.mode == nil)
    #expect(stage.output.description.state.contains("memory"))
    stage.run(.milliseconds(20_000))
    expectHealthy(stage, card)
  }

  /// A monitor that prefers 64×32, 8,192 bytes in 32 bits a pixel, and offers ten more.
  private func makeLargeCard() -> ScriptedHardware {
    let card = ScriptedHardware()
    let others = (0..<9).map { DisplayMode.scripted(62 - $0, 32, isPreferred: false) }
    card.plug("HDMI-A-1", [.scripted()] + others + [.scripted(32, 16, isPreferred: false)])
    return card
  }

  @Test(
    "A card with little memory shows in 16 bits a pixel, and then in a smaller mode",
    arguments: [
      // Two buffers of 8,192 bytes fit; of 4,096; of 62 × 32 in 16 bits; only of 32 × 16.
      (16_384, 64, PixelFormat.xrgb8888), (16_383, 64, .rgb565), (8191, 62, .rgb565),
      (4096, 32, .xrgb8888), (2048, 32, .rgb565),
    ]
  )
  func littleMemory(bytes: Int, width: Int, format: PixelFormat) throws {
    let card = makeLargeCard()
    card.memoryBytes = bytes
    let stage = try makeStage(card)
    #expect(stage.output.mode?.size.width == width)
    #expect(stage.output.mode?.format == format)
    #expect(stage.recoveries == (bytes < 16_384 ? ["out-of-memory"] : []))
    expectHealthy(stage, card)
  }

  @Test("A buffer that cannot be put on the screen for want of memory is replaced by a smaller one")
  func littleMemoryToShow() throws {
    let card = ScriptedHardware()
    card.largestShownBytes = 4096
    let stage = try makeStage(card)
    stage.run(.milliseconds(1000))
    #expect(stage.output.mode?.format == .rgb565)
    expectHealthy(stage, card)
  }

  @Test("Another master is waited for, and the picture comes back by a full modeset")
  func notMaster() throws {
    let card = ScriptedHardware()
    let stage = try makeStage(card)
    let other = ScriptedFile(card)
    card.master = other
    stage.run(.milliseconds(500))
    #expect(stage.outcomes.last == .unavailable)
    #expect(stage.output.description.state.hasPrefix("waiting for DRM master"))
    #expect(stage.output.mode == nil)
    stage.run(.milliseconds(600_000))
    let modesets = card.modesets
    other.close()
    stage.run(.milliseconds(1500))
    #expect(card.modesets == modesets + 1)
    #expect(stage.recoveries == ["master-lost"])
    expectHealthy(stage, card)
  }

  @Test("A splash that holds the display at the start is waited for")
  func splash() throws {
    let card = ScriptedHardware()
    card.light()
    let splash = ScriptedFile(card)
    let stage = try makeStage(card)
    #expect(stage.output.mode == nil)
    let sentence = "waiting for DRM master on /dev/dri/card0, which another process holds"
    #expect(stage.output.description.state == sentence)
    #expect(stage.messages.filter { $0 == sentence }.count == 1)
    card.master = nil
    splash.close()
    card.light()
    stage.run(.milliseconds(1500))
    #expect(card.modesets == 0)
    expectHealthy(stage, card)
  }

  @Test("A node that may not be opened is tried again until it may")
  func permission() throws {
    let card = ScriptedHardware()
    let machine = ScriptedMachine(card)
    machine.refusals[card.path] = EACCES
    let stage = try Stage(machine)
    stage.start()
    stage.run(.milliseconds(10_000))
    #expect(stage.output.description.state.contains("Permission denied"))
    #expect(stage.output.description.state.contains("video"))
    machine.refusals = [:]
    stage.run(.milliseconds(3000))
    expectHealthy(stage, card)
  }

  @Test(
    "Nonsense time stamps are replaced by the present time",
    arguments: [-1_000_000_000, 3_000_000_000]
  )
  func nonsenseTime(offset: Int64) throws {
    let card = ScriptedHardware()
    card.timestampOffset = offset
    let stage = try makeStage(card)
    let feedback = stage.feedback
    #expect(feedback.count > 3)
    for one in feedback {
      #expect(one.time <= stage.now)
      #expect(stage.now - one.time <= .milliseconds(120))
      #expect(!one.isVblank)
    }
  }

  @Test("A picture that a modeset has cleared is drawn anew")
  func clearedPicture() throws {
    let card = ScriptedHardware()
    card.driver = "bochs-drm"
    let stage = try Stage(ScriptedMachine(card))
    stage.animates = false
    stage.start()
    stage.run(.milliseconds(200))
    #expect(card.shown.flatMap { card.buffer($0) }?.mark == stage.mark)
  }
}
