// SPDX-License-Identifier: Apache-2.0
import Geometry
import Glibc
import KMS
import LinuxSystem
import MonotonicTime
import Presentation
import Testing

@Suite("Restarts that keep the picture")
struct RestartTests {
  /// A descriptor that stands for the stored device.
  private func ticket(for file: ScriptedFile, in machine: ScriptedMachine) throws
    -> OwnedFileDescriptor
  {
    let descriptor = try OwnedFileDescriptor.open("/dev/null", flags: O_RDONLY)
    machine.stored[descriptor.rawValue] = file
    return descriptor
  }

  /// How the first process ends.
  enum Ending: CaseIterable { case stopped, killed, killedWhileFlipping }

  private func end(_ stage: Stage, _ card: ScriptedHardware, _ ending: Ending) {
    stage.keepOpenFile()
    if ending != .killedWhileFlipping {
      stage.animates = false
      stage.run(.milliseconds(100))
    }
    if ending == .stopped {
      stage.output.stop()
    } else {
      // Nothing of the dead process reaches the kernel any more.
      card.files.first?.isAbandoned = true
    }
  }

  @Test(
    "A stored device shows on, page-flips at once, and keeps no buffer of the process before",
    arguments: Ending.allCases
  )
  func adoption(ending: Ending) throws {
    let card = ScriptedHardware()
    let machine = ScriptedMachine(card)
    var first: Stage? = try Stage(machine)
    first?.start()
    first?.run(.milliseconds(100))
    let file = try #require(card.files.first)
    let mark = try #require(first?.mark)
    if let first { end(first, card, ending) }
    let (modesets, offs) = (card.modesets, card.offs)
    let shown = card.shown
    let time = try #require(first?.now)
    first = nil
    file.isAbandoned = false
    #expect(card.shown == shown && shown != nil)

    let second = try Stage(machine, adopting: try ticket(for: file, in: machine))
    second.now = time + .milliseconds(20)
    second.begin(above: mark)
    second.start()
    #expect(card.shown != nil)
    second.run(.milliseconds(100))
    #expect(second.feedback.count > 3)
    #expect(card.modesets == modesets)
    #expect(card.offs == offs)
    #expect(card.files.count == 1)
    #expect(file.framebuffers.count == 2)
    #expect(card.blobs.isEmpty)
    #expect(card.wentDark == 0)
    #expect(card.violations.isEmpty)
    #expect(second.output.descriptorForStore == nil)
    #expect(second.output.deviceGeneration == 0, "it is in the store already")
  }

  @Test("Fifty restarts keep two buffers")
  func manyRestarts() throws {
    let card = ScriptedHardware()
    let machine = ScriptedMachine(card)
    var stage: Stage? = try Stage(machine)
    stage?.start()
    for _ in 0..<50 {
      stage?.run(.milliseconds(50))
      let time = try #require(stage?.now)
      let file = try #require(card.files.first)
      if let stage { end(stage, card, .killedWhileFlipping) }
      stage = nil
      file.isAbandoned = false
      let next = try Stage(machine, adopting: try ticket(for: file, in: machine))
      next.now = time + .milliseconds(1)
      next.start()
      stage = next
    }
    stage?.run(.milliseconds(100))
    #expect(card.files.first?.framebuffers.count == 2)
    #expect(card.blobs.isEmpty)
    #expect(card.wentDark == 0)
    #expect(card.modesets == 1)
  }

  /// How far each of many processes comes.
  enum Death: CaseIterable { case beforeFirstFrame, onItsWay, byTurns }

  @Test(
    "Deaths at the start leave no more buffers than one process has, and the screen lit",
    arguments: Death.allCases,
    [3, 10, 50]
  )
  func deathsAtStart(death: Death, count: Int) throws {
    let card = ScriptedHardware()
    // What is shown, what was on its way, and those of one process.
    card.memoryBytes = 4 * 64 * 32 * 4
    let machine = ScriptedMachine(card)
    var stage: Stage? = try Stage(machine)
    stage?.start()
    stage?.run(.milliseconds(100))
    var time = try #require(stage?.now)
    let file = try #require(card.files.first)
    if let stage { end(stage, card, .killed) }
    stage = nil
    for index in 0...count {
      file.isAbandoned = false
      let next = try Stage(machine, adopting: try ticket(for: file, in: machine))
      time = time + .milliseconds(100)
      next.now = time
      card.advance(to: time)
      #expect(next.output.deviceGeneration == 0)
      let comesFar = death == .onItsWay || death == .byTurns && index % 2 == 1
      if comesFar || index == count { next.start() } else { next.output.start(at: time) }
      #expect(next.output.deviceGeneration == 0, "it is in the store")
      #expect(next.output.mode != nil)
      stage = next
      guard index < count else { break }
      next.keepOpenFile()
      file.isAbandoned = true
      stage = nil
    }
    stage?.animates = false
    stage?.run(.milliseconds(100))
    #expect(stage?.showsNewestFrame(card) == true)
    #expect(file.framebuffers.count == 2)
    #expect(card.wentDark == 0)
    #expect(card.modesets == 1)
  }

  @Test("A stored device that has left is replaced by one that is there")
  func staleDevice() throws {
    let gone = ScriptedHardware("/dev/dri/card0")
    let card = ScriptedHardware("/dev/dri/card1")
    let machine = ScriptedMachine(card)
    let file = ScriptedFile(gone)
    gone.isPresent = false
    let stage = try Stage(machine, adopting: try ticket(for: file, in: machine))
    stage.start()
    stage.run(.milliseconds(100))
    #expect(stage.output.description.device == "/dev/dri/card1")
    #expect(stage.feedback.count > 3)
    #expect(stage.messages.contains { $0.contains("stored display device") })
    #expect(stage.output.deviceGeneration > 0, "another one is to be stored")
  }

  @Test("A stored device is the one that a link leads to", arguments: [true, false])
  func linkedDevice(isSame: Bool) throws {
    let link = "/dev/dri/by-path/platform-gpu-card"
    let (card, other) = (ScriptedHardware(), ScriptedHardware("/dev/dri/card1"))
    let machine = ScriptedMachine(card, other)
    machine.links[link] = isSame ? card.path : other.path
    let file = ScriptedFile(card)
    let stored = try ticket(for: file, in: machine)
    let stage = try Stage(machine, KMSSettings(cardPath: link), adopting: stored)
    stage.start()
    stage.run(.milliseconds(100))
    #expect(stage.output.description.device == machine.links[link])
    #expect((machine.opened == 0) == isSame)
    #expect(stage.feedback.count > 3)
  }

  @Test("A descriptor of something else is left aside")
  func wrongDescriptor() throws {
    let card = ScriptedHardware()
    let null = try OwnedFileDescriptor.open("/dev/null", flags: O_RDONLY)
    let stage = try Stage(ScriptedMachine(card), adopting: null)
    stage.start()
    stage.run(.milliseconds(100))
    #expect(stage.feedback.count > 3)
  }

  @Test("The generation changes with the device, and only with it")
  func generation() throws {
    let card = ScriptedHardware()
    let stage = try Stage(ScriptedMachine(card))
    #expect(stage.output.deviceGeneration == 0)
    stage.start()
    stage.run(.milliseconds(100))
    #expect(stage.output.deviceGeneration == 1)
    card.plug("HDMI-A-1", nil)
    stage.machine.hotplug(card.path)
    stage.run(.milliseconds(100))
    card.plug("HDMI-A-1", [.scripted()])
    stage.machine.hotplug(card.path)
    stage.run(.milliseconds(100))
    #expect(stage.output.deviceGeneration == 1)
    card.isPresent = false
    stage.run(.milliseconds(100))
    #expect(stage.output.deviceGeneration == 2)
  }
}
