// SPDX-License-Identifier: Apache-2.0
import Evdev
import Glibc
import Keyboard
import LinuxSystem
import MonotonicTime
import Notices
import Testing
import Touch

/// A keyboard of the kernel's own making, with three lamps.
private struct VirtualKeyboard: ~Copyable {
  static let (key, lamp): (UInt16, UInt16) = (1, 0x11)
  static let (a, shift, capsLock, numLock): (UInt16, UInt16, UInt16, UInt16) = (30, 42, 58, 69)

  private let device: VirtualInputDevice
  let path: String
  /// The node, for asking how its lamps stand.
  private let node: CInt

  init() throws {
    guard let model = LibevdevContext.blank() else { throw VirtualPanel.Failure.noMemory }
    model.setName("Swell test keyboard")
    for code in 1...127 as ClosedRange<UInt16> { model.enable(Self.key, code) }
    for code in 0...2 as ClosedRange<UInt16> { model.enable(Self.lamp, code) }
    device = try VirtualInputDevice.make(like: model)
    path = device.path
    if unsafe access("/run/udev/control", F_OK) == 0 { unsafe system("udevadm settle") }
    node = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  }

  deinit { close(node) }

  func type(_ codes: UInt16...) throws {
    for code in codes {
      for value in [1, 0] as [Int32] {
        try device.send(Self.key, code, value)
        try device.send(0, 0, 0)
      }
    }
  }

  /// Lights a lamp, as another program would.
  func light(_ code: UInt16) throws {
    try device.send(Self.lamp, code, 1)
    try device.send(0, 0, 0)
  }

  /// The codes of the lamps that are lit, as the kernel knows them.
  func lamps() throws -> [UInt16] {
    let context = try LibevdevContext.attached(to: node)
    return (0...2).filter { context.value(Self.lamp, code: $0) != 0 }
  }
}

extension VirtualDeviceTests {
  private func settings(_ path: String, isGrabbed: Bool = true) -> EvdevSettings {
    var settings = EvdevSettings(devices: .paths([]))
    settings.keyboard = EvdevSettings.KeyboardUse(
      devices: .paths([path]),
      isGrabbed: isGrabbed,
      layout: KeyboardLayout(),
      repetition: (delay: 60, interval: 60)
    )
    return settings
  }

  @Test("A keyboard that somebody else has grabbed is told of, and read once they let it go")
  func grabbedKeyboard() throws {
    let keyboard = try VirtualKeyboard()
    let owner = try Listener(settings(keyboard.path))
    try owner.wait(for: "the keyboard") { !$0.added.isEmpty }
    let other = try Listener(settings(keyboard.path))
    try other.wait(for: "the keyboard") { !$0.added.isEmpty }
    #expect(owner.notices.isEmpty)
    let notices = other.notices.filter { $0.message.contains("grabbed") }
    #expect(notices.count == 1 && notices.first?.severity == .notice)
    // Which one, and why.
    #expect(notices.first?.message.contains(keyboard.path) == true)
    #expect(notices.first?.message.contains("busy") == true)
    try keyboard.type(VirtualKeyboard.a)
    try owner.wait(for: "the key") { $0.strokes == [.text("a")] }
    other.processAll()
    #expect(other.typed.isEmpty)

    owner.source.suspend(at: MonotonicClock.now())
    try keyboard.type(VirtualKeyboard.a, VirtualKeyboard.a)
    try other.wait(for: "the keys") { $0.typed.count == 2 }
    owner.processAll()
    #expect(owner.typed.count == 1)
    // Back again, it is the only one that hears it.
    owner.source.resume(at: MonotonicClock.now())
    try keyboard.type(VirtualKeyboard.a)
    try owner.wait(for: "the next key") { $0.typed.count == 2 }
    other.processAll()
    #expect(other.typed.count == 2)
    // Where nothing is to be grabbed nothing is said.
    let third = try Listener(settings(keyboard.path, isGrabbed: false))
    try third.wait(for: "the keyboard") { !$0.added.isEmpty }
    #expect(third.notices.isEmpty)
  }

  @Test("The lamps of a keyboard show what is locked, and again when the source is resumed")
  func lamps() throws {
    let (numLock, capsLock, scrollLock): (UInt16, UInt16, UInt16) = (0, 1, 2)
    let keyboard = try VirtualKeyboard()
    let listener = try Listener(settings(keyboard.path))
    try listener.wait(for: "the keyboard") { !$0.added.isEmpty }
    // Keypads type digits from the start.
    #expect(try keyboard.lamps() == [numLock])
    try keyboard.type(VirtualKeyboard.capsLock, VirtualKeyboard.a)
    try listener.wait(for: "a capital letter") { $0.strokes == [.text("A")] }
    #expect(try keyboard.lamps() == [numLock, capsLock])
    try keyboard.type(VirtualKeyboard.numLock, VirtualKeyboard.a)
    try listener.wait(for: "another one") { $0.typed.count == 2 }
    #expect(try keyboard.lamps() == [capsLock])
    // What was locked is forgotten while somebody else has the screen, and what they have lit goes out.
    for lit in [[], [scrollLock]] {
      listener.source.suspend(at: MonotonicClock.now())
      for lamp in lit { try keyboard.light(lamp) }
      #expect(try keyboard.lamps().contains(scrollLock) == lit.contains(scrollLock))
      listener.source.resume(at: MonotonicClock.now())
      #expect(try keyboard.lamps() == [numLock])
    }
  }
}
