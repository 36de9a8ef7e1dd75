// SPDX-License-Identifier: Apache-2.0
import Geometry
import Glibc
import KMS
import LinuxSystem
import MonotonicTime
import Presentation
import Testing

/// A session that does what a test says.
final class ScriptedSession: DisplaySession {
  var isInFront: Bool
  var changes: [SessionChange] = []
  var confirmed = 0
  var isEnded = false

  init(isInFront: Bool) { self.isInFront = isInFront }

  var descriptor: CInt? { nil }

  func nextChange() -> SessionChange? {
    guard !changes.isEmpty else { return nil }
    let change = changes.removeFirst()
    if change == .acquire { isInFront = true }
    return change
  }

  func confirmRelease() {
    isInFront = false
    confirmed += 1
  }

  func end() { isEnded = true }
}

@Suite("Sharing the screen")
struct SessionTests {
  @Test("In the background nothing is shown, held, or looked for; in front it comes back at once")
  func switching() throws {
    let card = ScriptedHardware()
    let session = ScriptedSession(isInFront: true)
    let stage = try Stage(ScriptedMachine(card), session: session)
    stage.start()
    stage.run(.milliseconds(100))
    #expect(stage.feedback.count > 3)

    session.changes = [.release]
    stage.run(.milliseconds(10))
    #expect(session.confirmed == 1)
    #expect(card.master == nil)
    #expect(stage.output.mode == nil)
    #expect(stage.output.description.state == "another virtual terminal is in front")
    let console = ScriptedFile(card)
    #expect(card.master === console)
    let (commits, probes) = (card.commits, card.probes)
    stage.machine.hotplug(card.path)
    stage.run(.milliseconds(60_000))
    #expect(card.commits == commits)
    #expect(card.probes == probes)

    console.close()
    let (count, modesets) = (stage.feedback.count, card.modesets)
    session.changes = [.acquire]
    stage.run(.milliseconds(50))
    #expect(stage.feedback.count > count)
    #expect(card.modesets == modesets + 1)
    #expect(card.violations.isEmpty)
    #expect(card.files.count == 1)
    #expect(card.files.first?.framebuffers.count == 2)
    stage.output.stop()
    #expect(session.isEnded)
  }

  /// An output that has taken over a stored device, and the open file behind it.
  private func restarted(
    on card: ScriptedHardware,
    _ session: ScriptedSession
  ) throws -> (stage: Stage, file: ScriptedFile) {
    let machine = ScriptedMachine(card)
    let file = ScriptedFile(card)
    let ticket = try OwnedFileDescriptor.open("/dev/null", flags: O_RDONLY)
    machine.stored[ticket.rawValue] = file
    let stage = try Stage(machine, session: session, adopting: ticket)
    stage.start()
    stage.run(.milliseconds(100))
    #expect(stage.feedback.count > 3)
    return (stage, file)
  }

  @Test("A device that was taken over is let go; the switch waits for the store's duplicate")
  func switchingAfterRestart() throws {
    let card = ScriptedHardware()
    let session = ScriptedSession(isInFront: true)
    let (stage, file) = try restarted(on: card, session)
    stage.keepOpenFile()
    let generation = stage.output.deviceGeneration
    session.changes = [.release]
    stage.run(.milliseconds(100))
    #expect(stage.output.deviceGeneration == generation + 1)
    #expect(stage.output.descriptorForStore == nil)
    #expect(session.confirmed == 0)
    file.close()
    stage.run(.milliseconds(10))
    #expect(session.confirmed == 1)
    #expect(card.master == nil)
    #expect(card.files.isEmpty)

    stage.animates = false
    session.changes = [.acquire]
    stage.run(.milliseconds(100))
    #expect(stage.showsNewestFrame(card))
    session.changes = [.release]
    stage.run(.milliseconds(10))
    #expect(session.confirmed == 2)
    #expect(card.files.count == 1, "a device of one's own is kept")
  }

  @Test("A duplicate that nobody gives up does not hold up the switch for ever")
  func stuckDuplicate() throws {
    let card = ScriptedHardware()
    let session = ScriptedSession(isInFront: true)
    let (stage, file) = try restarted(on: card, session)
    stage.keepOpenFile()
    session.changes = [.release]
    stage.run(.milliseconds(600))
    #expect(session.confirmed == 1)
    #expect(stage.output.deadline == nil)
    file.close()
  }

  @Test("Started in the background, it waits for its turn")
  func startedBehind() throws {
    let card = ScriptedHardware()
    let session = ScriptedSession(isInFront: false)
    let stage = try Stage(ScriptedMachine(card), session: session)
    stage.start()
    stage.run(.milliseconds(10_000))
    #expect(stage.machine.opened == 0)
    session.changes = [.acquire]
    stage.run(.milliseconds(100))
    #expect(stage.feedback.count > 3)
  }

  @Test("After sleep the frame is shown again, by a modeset", arguments: [true, false])
  func resume(keepsState: Bool) throws {
    let card = ScriptedHardware()
    let session = ScriptedSession(isInFront: true)
    let stage = try Stage(ScriptedMachine(card), session: session)
    stage.start()
    stage.animates = false
    stage.run(.milliseconds(100))
    let (modesets, count) = (card.modesets, stage.feedback.count)
    if !keepsState {
      card.state.crtcs[0].isActive = false
      card.shown = nil
    }
    session.changes = [.resume]
    stage.run(.milliseconds(100))
    #expect(card.modesets == modesets + 1)
    #expect(stage.feedback.count > count)
    #expect(card.state.crtcs[0].isActive)
    #expect(stage.showsNewestFrame(card))
  }

  @Test("A monitor that was taken away during sleep is noticed on waking")
  func resumeWithoutMonitor() throws {
    let card = ScriptedHardware()
    let session = ScriptedSession(isInFront: true)
    let stage = try Stage(ScriptedMachine(card), session: session)
    stage.start()
    stage.run(.milliseconds(100))
    card.plug("HDMI-A-1", nil)
    session.changes = [.resume]
    stage.run(.milliseconds(100))
    #expect(stage.output.mode == nil)
    #expect(stage.output.description.state == "waiting for a monitor")
  }

  @Test("Master lost during sleep is waited for")
  func resumeWithoutMaster() throws {
    let card = ScriptedHardware()
    let session = ScriptedSession(isInFront: true)
    let stage = try Stage(ScriptedMachine(card), session: session)
    stage.start()
    stage.animates = false
    stage.run(.milliseconds(100))
    let other = ScriptedFile(card)
    card.master = other
    session.changes = [.resume]
    stage.run(.milliseconds(100))
    #expect(stage.output.mode == nil)
    other.close()
    stage.run(.milliseconds(2000))
    #expect(stage.showsNewestFrame(card))
  }
}
