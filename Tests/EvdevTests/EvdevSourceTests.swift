// SPDX-License-Identifier: Apache-2.0
import Evdev
import LinuxSystem
import MonotonicTime
import Notices
import Testing
import Touch

@Suite("Evdev source without devices")
struct EvdevSourceTests {
  @Test("A device that the configuration names and that is not there is waited for")
  func missingDevice() throws {
    let path = "/dev/input/by-path/nothing-of-this-name"
    let listener = try Listener(.paths([path]))
    #expect(listener.source.devices.isEmpty)
    #expect(listener.source.deadline == nil)
    #expect(listener.notices.contains { $0.message.contains(path) && $0.severity == .notice })
    let inventory = EvdevInventory.devices(EvdevSettings(devices: .paths([path])))
    #expect(inventory.last?.path == path)
    #expect(inventory.last?.isUsed == false)
  }

  @Test("A named file that is no input device is not used, and nothing is lost by it")
  func noDevice() throws {
    let listener = try Listener(.paths(["/dev/null"]))
    #expect(listener.source.devices.isEmpty)
    listener.source.suspend(at: MonotonicClock.now())
    listener.source.resume(at: MonotonicClock.now())
    listener.source.stop()
    #expect(listener.source.nextEvent() == nil)
  }

  @Test("New settings are looked into, the same ones are not")
  func apply() throws {
    let listener = try Listener(.paths(["/nowhere/a"]))
    let count = listener.notices.count
    listener.source.apply(listener.source.settings, at: MonotonicClock.now())
    listener.take()
    #expect(listener.notices.count == count)
    listener.source.apply(
      EvdevSettings(devices: .paths(["/nowhere/b"])),
      at: MonotonicClock.now()
    )
    listener.take()
    #expect(listener.notices.last?.message.contains("/nowhere/b") == true)
  }
}

/// Needs `/dev/uinput`, as root has it on real machines and in the kiosk machine.
@Suite(
  "Evdev source on the kernel's devices",
  .enabled(if: VirtualInputDevice.isPossible, "/dev/uinput cannot be opened here"),
  .serialized
)
struct VirtualDeviceTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let touchProtocol: TouchProtocol
    let down: [Input]
    let move: [Input]
    let up: [Input]
  }

  static let kinds = [
    Kind(
      testDescription: "slots",
      touchProtocol: .slots(5),
      down: [.slot(0), .id(1), .at(100, 200), .touch(1), .report],
      move: [.at(300, 400), .report],
      up: [.id(-1), .touch(0), .report]
    ),
    Kind(
      testDescription: "nameless contacts",
      touchProtocol: .anonymous,
      down: [.touch(1), .at(100, 200), .contactEnd, .report],
      move: [.at(250, 300), .contactEnd, .report, .at(300, 400), .contactEnd, .report],
      up: [.touch(0), .contactEnd, .report]
    ),
    Kind(
      testDescription: "one finger",
      touchProtocol: .single,
      down: [.single(100, 200), .touch(1), .report],
      // Of three positions the one in the middle counts, and none is far from the one before.
      move: [140, 180, 220, 260, 300, 301, 300].flatMap { [.single($0, $0 + 100), .report] },
      up: [.touch(0), .report]
    ),
    Kind(
      testDescription: "absolute pointer",
      touchProtocol: .pointer,
      // What has moved with its button up is no panel.
      down: [97, 98, 99].flatMap { [.single($0, 200), .report] }
        + [.single(100, 200), .left(1), .report],
      move: [.single(300, 400), .report],
      up: [.left(0), .report]
    ),
  ]

  @Test("A press, a move and a lift arrive with the kernel's time", arguments: kinds)
  func gesture(_ kind: Kind) throws {
    let panel = try VirtualPanel.make(kind.touchProtocol)
    let listener = try Listener(.paths([panel.path]))
    try listener.wait(for: "the device") { !$0.added.isEmpty }
    let before = MonotonicClock.now()
    try panel.play(kind.down)
    try listener.wait(for: "down") { $0.contacts.count == 1 }
    try panel.play(kind.move)
    try listener.wait(for: "move") { $0.contacts.last?.x ?? 0 > 0.3 }
    try panel.play(kind.up)
    try listener.wait(for: "up") { $0.contacts.last?.phase == .up }
    let after = MonotonicClock.now()
    #expect(listener.outputs.first == Output(0, .down, 100, 200))
    #expect(listener.outputs.last == Output(0, .up, 300, 400))
    #expect(listener.outputs.dropFirst().dropLast().allSatisfy { $0.phase == .move })
    // The kernel's stamps are whole microseconds.
    #expect(listener.contacts.allSatisfy { $0.time >= before - .microseconds(1) })
    #expect(listener.contacts.allSatisfy { $0.time <= after })
  }

  @Test("A device that vanishes while pressed cancels, and one that comes back is used again")
  func hotplug() throws {
    // Automatic choice, started before there is anything.
    let listener = try Listener(.automatic)
    func number(of path: String) -> Int? { listener.added.last { $0.path == path }?.number }
    var first: Int?
    do {
      let panel = try VirtualPanel.make(.slots(5))
      try listener.wait(for: "the device") { _ in number(of: panel.path) != nil }
      first = number(of: panel.path)
      try panel.play([.id(1), .at(100, 200), .report, .slot(1), .id(2), .at(9, 9), .report])
      try listener.wait(for: "two fingers") { $0.contacts.count == 2 }
    }
    try listener.wait(for: "the end") { $0.removed.contains { $0.number == first } }
    #expect(
      listener.outputs.dropFirst(2) == [Output(0, .cancel, 100, 200), Output(1, .cancel, 9, 9)]
    )
    let again = try VirtualPanel.make(.slots(5))
    try listener.wait(for: "the device again") { listener in
      listener.added.contains { $0.path == again.path && ($0.number ?? 0) > (first ?? 0) }
    }
    try again.play([.id(1), .at(100, 200), .report])
    try listener.wait(for: "a finger") { $0.contacts.count == 5 }
    #expect(listener.contacts.last?.contact.device == number(of: again.path))
  }

  @Test("A buffer that overflowed leaves no finger down, and a later touch works")
  func overflow() throws {
    let panel = try VirtualPanel.make(.slots(5))
    let listener = try Listener(.paths([panel.path]))
    try listener.wait(for: "the device") { !$0.added.isEmpty }
    try panel.play([.slot(0), .id(1), .at(1, 1), .report, .slot(1), .id(2), .at(2, 2), .report])
    try listener.wait(for: "two fingers") { $0.contacts.count == 2 }
    // Nobody reads meanwhile: the kernel's buffer holds some hundred events.
    for step in 0..<2000 as Range<Int32> {
      try panel.play([.slot(0), .at(step % 900, 5), .slot(1), .at(5, step % 900), .report])
    }
    try panel.play([.slot(0), .id(-1), .slot(1), .at(700, 700), .report])
    try listener.wait(for: "the lift") { $0.contacts.contains { $0.phase == .up } }
    let lifts = listener.outputs.filter { $0.phase == .up || $0.phase == .cancel }
    #expect(lifts == [Output(0, .up, (1999 % 900), 5)])
    #expect(listener.outputs.last { $0.slot == 1 } == Output(1, .move, 700, 700))
    try panel.play([.slot(1), .id(-1), .report, .slot(1), .id(3), .at(8, 8), .report])
    try listener.wait(for: "a new finger") { $0.outputs.last == Output(1, .down, 8, 8) }
  }

  @Test("A finger exchanged for another while events were lost is cancelled")
  func exchangeDuringOverflow() throws {
    let panel = try VirtualPanel.make(.slots(5))
    let listener = try Listener(.paths([panel.path]))
    try listener.wait(for: "the device") { !$0.added.isEmpty }
    try panel.play([.slot(0), .id(1), .at(1, 1), .report])
    try listener.wait(for: "a finger") { $0.contacts.count == 1 }
    for step in 0..<2000 as Range<Int32> { try panel.play([.at(step % 900, 5), .report]) }
    try panel.play([.id(-1), .report, .id(2), .at(500, 500), .report])
    try listener.wait(for: "the new finger") { $0.outputs.last == Output(0, .down, 500, 500) }
    #expect(listener.outputs.map(\.phase) == [.down, .cancel, .down])
  }

  @Test("A thousand reports between two frames are one move")
  func noise() throws {
    let panel = try VirtualPanel.make(.slots(5))
    let listener = try Listener(.paths([panel.path]))
    try listener.wait(for: "the device") { !$0.added.isEmpty }
    try panel.play([.id(1), .at(1, 1), .report])
    for step in 2...15 as ClosedRange<Int32> { try panel.play([.at(step, step), .report]) }
    listener.processAll()
    try listener.wait(for: "the newest position") {
      $0.outputs.last == Output(0, .move, 15, 15)
    }
    #expect(listener.outputs == [Output(0, .down, 1, 1), Output(0, .move, 15, 15)])
  }

  @Test("A grabbed device is nobody else's, until the source is suspended")
  func grab() throws {
    let panel = try VirtualPanel.make(.slots(5))
    let owner = try Listener(.paths([panel.path]))
    try owner.wait(for: "the device") { !$0.added.isEmpty }
    let other = try Listener(.paths([panel.path]))
    try other.wait(for: "the device") { !$0.added.isEmpty }
    #expect(other.notices.contains { $0.severity == .notice && $0.message.contains("grabbed") })
    try panel.play([.id(1), .at(1, 1), .report])
    try owner.wait(for: "down") { $0.contacts.count == 1 }
    other.processAll()
    #expect(other.contacts.isEmpty)

    owner.source.suspend(at: MonotonicClock.now())
    owner.take()
    #expect(owner.outputs.last == Output(0, .cancel, 1, 1))
    // A whole touch and the beginning of another, while somebody else owns the screen.
    try panel.play([.id(-1), .report, .id(2), .at(2, 2), .report, .id(-1), .report])
    try panel.play([.id(3), .at(3, 3), .report])
    try other.wait(for: "the touches") { $0.contacts.count == 3 }
    owner.processAll()
    owner.source.resume(at: MonotonicClock.now())
    try panel.play([.at(4, 4), .report, .id(-1), .report, .id(4), .at(5, 5), .report])
    try owner.wait(for: "a new touch") { $0.contacts.count == 3 }
    #expect(owner.outputs.dropFirst(2) == [Output(0, .down, 5, 5)])
  }

  @Test(
    "A source that is suspended when it starts leaves the devices to others until it is resumed"
  )
  func startSuspended() throws {
    let panel = try VirtualPanel.make(.slots(5))
    let settings = EvdevSettings(devices: .paths([panel.path]), leastDuration: .zero)
    let waiting = try EvdevSource.open(settings)
    waiting.suspend(at: MonotonicClock.now())
    waiting.start(at: MonotonicClock.now())
    let owner = try Listener(.paths([panel.path]))
    try owner.wait(for: "the device") { !$0.added.isEmpty }
    #expect(!owner.notices.contains { $0.message.contains("grabbed") })
    try panel.play([.id(1), .at(1, 1), .report, .id(-1), .report])
    try owner.wait(for: "a touch") { $0.contacts.count == 2 }
    owner.source.stop()
    waiting.resume(at: MonotonicClock.now())
    let late = try Listener(.paths([panel.path]))
    try late.wait(for: "the device") { !$0.added.isEmpty }
    #expect(late.notices.contains { $0.message.contains("grabbed") })
  }

  @Test("A finger that is down when the source starts counts after it was lifted")
  func startWhileTouched() throws {
    let panel = try VirtualPanel.make(.slots(5))
    try panel.play([.id(1), .at(1, 1), .touch(1), .report])
    let listener = try Listener(.paths([panel.path]))
    try listener.wait(for: "the device") { !$0.added.isEmpty }
    try panel.play([.at(2, 2), .report, .id(-1), .report, .id(2), .at(3, 3), .report])
    try listener.wait(for: "a touch") { !$0.contacts.isEmpty }
    #expect(listener.outputs == [Output(0, .down, 3, 3)])
  }

  @Test("Two devices at once are told apart, and the end of one leaves the other's fingers down")
  func twoDevices() throws {
    let panel = try VirtualPanel.make(.slots(5))
    let listener: Listener
    do {
      let other = try VirtualPanel.make(.single)
      listener = try Listener(.paths([panel.path, other.path]))
      try listener.wait(for: "both devices") { $0.added.count == 2 }
      try panel.play([.slot(0), .id(1), .at(1, 1), .report])
      try other.play([.single(2, 2), .touch(1), .report])
      try listener.wait(for: "both fingers") { $0.contacts.count == 2 }
    }
    try listener.wait(for: "the end of one") { $0.removed.count == 1 }
    try panel.play([.id(-1), .report])
    try listener.wait(for: "the lift") { $0.contacts.count == 4 }
    let devices = Set(listener.contacts.map(\.contact.device))
    #expect(devices.count == 2)
    #expect(listener.contacts.filter { $0.phase == .cancel }.count == 1)
    #expect(listener.outputs.last == Output(0, .up, 1, 1))
  }

  @Test("What a broken panel reports neither leaves a finger down nor makes one up")
  func brokenPanel() throws {
    let panel = try VirtualPanel.make(.slots(2))
    let listener = try Listener(.paths([panel.path]))
    try listener.wait(for: "the device") { !$0.added.isEmpty }
    // A ghost far outside, then a finger that only the key releases.
    try panel.play([.slot(0), .id(1), .at(499, -3616), .touch(1), .report])
    try panel.play([.id(-1), .touch(0), .report])
    try panel.play([.id(2), .at(100, 100), .touch(1), .report])
    try listener.wait(for: "the finger") { !$0.contacts.isEmpty }
    try panel.play([.at(0, 0), .touch(0), .report])
    try listener.wait(for: "the release") { $0.contacts.count == 2 }
    // The tracking id is used again, and a slot is named that there is not.
    try panel.play([.id(-1), .report, .slot(7), .id(9), .report, .slot(0), .id(-1), .report])
    try panel.play([.id(2), .at(300, 300), .touch(1), .report])
    try listener.wait(for: "the last finger") { $0.outputs.last == Output(0, .down, 300, 300) }
    var fingers = 0
    for output in listener.outputs {
      fingers += output.phase == .down ? 1 : output.phase == .move ? 0 : -1
      #expect((0...1).contains(fingers))
    }
    #expect(listener.outputs.prefix(2) == [Output(0, .down, 100, 100), Output(0, .up, 100, 100)])
  }

  @Test("A release that never comes is given up when its time is over")
  func stuckTouch() throws {
    let panel = try VirtualPanel.make(.slots(2))
    let settings = EvdevSettings(
      devices: .paths([panel.path]),
      stuckTouch: StuckTouchPolicy(releaseTimeout: 30),
      leastDuration: .zero
    )
    let listener = try Listener(settings)
    try listener.wait(for: "the device") { !$0.added.isEmpty }
    #expect(listener.source.deadline == nil)
    try panel.play([.slot(0), .id(1), .at(1, 1), .report])
    try listener.wait(for: "the finger") { $0.contacts.count == 1 }
    let deadline = try #require(listener.source.deadline)
    #expect(deadline == listener.contacts[0].time + .milliseconds(30_000))
    listener.source.processDeadline(at: deadline - .milliseconds(1))
    listener.take()
    #expect(listener.contacts.count == 1)
    listener.source.processDeadline(at: deadline)
    listener.take()
    #expect(listener.outputs.last == Output(0, .cancel, 1, 1))
    #expect(listener.notices.contains { $0.recovery == "stuck-touch" })
    #expect(listener.source.deadline == nil)
    try panel.play([.id(-1), .report, .id(2), .at(2, 2), .report])
    try listener.wait(for: "the next finger") { $0.outputs.last == Output(0, .down, 2, 2) }
  }

  @Test("The inventory says of each device whether it is used and why")
  func inventory() throws {
    let panel = try VirtualPanel.make(.slots(5))
    let used = EvdevInventory.devices().first { $0.path == panel.path }
    #expect(used?.isUsed == true)
    #expect(used?.name == "Swell test panel")
    #expect(used?.kind == "touchscreen")
    let named = EvdevInventory.devices(EvdevSettings(devices: .paths(["/dev/null"])))
      .first { $0.path == panel.path }
    #expect(named?.isUsed == false)
    #expect(named?.reason.isEmpty == false)
  }
}
