// SPDX-License-Identifier: Apache-2.0
import KMS
import MonotonicTime
import Presentation
import Testing

@Suite("Other programs on the screen while nothing moves")
struct ScanoutTests {
  private func makeStage(_ card: ScriptedHardware) throws -> Stage {
    let stage = try Stage(ScriptedMachine(card))
    stage.start()
    stage.run(.milliseconds(100))
    stage.animates = false
    stage.run(.milliseconds(100))
    // Frames have been sent since the look before this one.
    stage.output.checkScanout(at: stage.now)
    return stage
  }

  /// Another program becomes master and shows its own picture, or takes ours away.
  private func paint(_ card: ScriptedHardware, _ picture: FramebufferID?) -> ScriptedFile {
    let other = ScriptedFile(card)
    card.master = other
    card.shown = picture
    if card.state.planes.isEmpty {
      card.state.crtcs[0].framebuffer = picture
    } else {
      card.state.planes[0].framebuffer = picture
    }
    return other
  }

  @Test(
    "A picture that another program has left is replaced at the next look",
    arguments: [true, false],
    [FramebufferID(9), nil]
  )
  func leftPicture(isAtomic: Bool, picture: FramebufferID?) throws {
    let card = ScriptedHardware(isAtomic: isAtomic)
    let stage = try makeStage(card)
    let other = paint(card, picture)
    other.close()
    stage.run(.milliseconds(1000))
    #expect(!stage.showsNewestFrame(card), "nothing tells of it")
    stage.output.checkScanout(at: stage.now)
    stage.run(.milliseconds(100))
    #expect(stage.showsNewestFrame(card))
    #expect(stage.recoveries == ["scanout-lost"])
    #expect(card.violations.isEmpty)
    #expect(card.files.count == 1)
  }

  @Test(
    "A mode and a CRTC that another program has changed are set again",
    arguments: [true, false]
  )
  func otherMode(isActive: Bool) throws {
    let card = ScriptedHardware()
    let stage = try makeStage(card)
    let other = paint(card, FramebufferID(9))
    card.state.crtcs[0].mode = .scripted(32, 16)
    card.state.crtcs[0].isActive = isActive
    other.close()
    stage.output.checkScanout(at: stage.now)
    stage.run(.milliseconds(100))
    #expect(stage.showsNewestFrame(card))
    #expect(card.state.crtcs[0].mode == .scripted())
    #expect(card.state.crtcs[0].isActive)
  }

  @Test(
    "A frame that is not on the screen when the picture comes to rest is drawn anew at once",
    arguments: [true, false],
    [true, false]
  )
  func atRest(isAtomic: Bool, isActive: Bool) throws {
    let card = ScriptedHardware(isAtomic: isAtomic)
    let stage = try makeStage(card)
    stage.needFrame()
    stage.run(.milliseconds(100))
    stage.output.pictureRests(at: stage.now)
    let commits = card.commits
    stage.run(.milliseconds(1000))
    #expect(card.commits == commits, "as it should be")
    if isActive {
      paint(card, nil).close()
    } else {
      card.state.crtcs[0].isActive = false
      card.state.crtcs[0].mode = nil
      card.shown = nil
    }
    card.master = card.files.first
    stage.output.pictureRests(at: stage.now)
    stage.run(.milliseconds(100))
    #expect(stage.showsNewestFrame(card))
    #expect(card.state.crtcs[0].isActive)
    #expect(stage.recoveries == ["scanout-lost"])
  }

  @Test("A driver that tells nonsense of what it shows does not keep the picture from resting")
  func nonsense() throws {
    let card = ScriptedHardware()
    let stage = try makeStage(card)
    stage.output.pictureRests(at: stage.now)
    card.hidesScanout = true
    let commits = card.commits
    for _ in 0..<10 {
      stage.output.pictureRests(at: stage.now)
      stage.run(.milliseconds(100))
    }
    #expect(card.commits == commits + 1)
    card.hidesScanout = false
    stage.output.pictureRests(at: stage.now)
    paint(card, nil).close()
    card.master = card.files.first
    stage.output.pictureRests(at: stage.now)
    stage.run(.milliseconds(100))
    #expect(stage.showsNewestFrame(card))
  }

  @Test("While the other program stays master it is waited for")
  func stays() throws {
    let card = ScriptedHardware()
    let stage = try makeStage(card)
    let other = paint(card, FramebufferID(9))
    stage.output.checkScanout(at: stage.now)
    stage.run(.milliseconds(5000))
    #expect(stage.output.mode == nil)
    #expect(stage.output.description.state.hasPrefix("waiting for DRM master"))
    other.close()
    stage.run(.milliseconds(1500))
    #expect(stage.showsNewestFrame(card))
  }

  @Test("A master that leaves our picture alone is left alone; mastery is ours again afterwards")
  func silentMaster() throws {
    let card = ScriptedHardware()
    let stage = try makeStage(card)
    let (commits, other) = (card.commits, ScriptedFile(card))
    card.master = other
    stage.output.checkScanout(at: stage.now)
    stage.run(.milliseconds(100))
    #expect(stage.output.mode != nil)
    other.close()
    stage.output.checkScanout(at: stage.now)
    stage.run(.milliseconds(100))
    #expect(card.master != nil)
    #expect(card.commits == commits)
    #expect(stage.recoveries.isEmpty)
  }

  @Test("A look finds nothing to do at rest, in motion, asleep or without a display")
  func nothing() throws {
    let card = ScriptedHardware()
    let stage = try makeStage(card)
    let commits = card.commits
    for _ in 0..<10 {
      stage.output.checkScanout(at: stage.now)
      stage.run(.milliseconds(5000))
    }
    #expect(card.commits == commits)
    stage.output.setPower(false, at: stage.now)
    stage.output.checkScanout(at: stage.now)
    stage.run(.milliseconds(100))
    #expect(!card.state.crtcs[0].isActive)
    card.plug("HDMI-A-1", nil)
    stage.machine.hotplug(card.path)
    stage.run(.milliseconds(100))
    stage.output.checkScanout(at: stage.now)
    #expect(stage.output.mode == nil)
    #expect(stage.recoveries == ["hotplug"])
  }
}
