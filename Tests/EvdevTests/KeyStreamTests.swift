// SPDX-License-Identifier: Apache-2.0
import Keyboard
import MonotonicTime
import Testing
import Touch

@testable import Evdev

@Suite("Event streams of keyboards and scanners")
struct KeyStreamTests {
  private static let (a, shift, enter, one): (UInt16, UInt16, UInt16, UInt16) = (30, 42, 28, 2)

  /// A stream, and what it has said.
  private struct Typist {
    var stream: KeyStream
    var queue = TouchQueue(capacity: 4)
    var now = 0

    init(_ typing: DeviceAssessment.Typing, bound: Set<UInt16> = []) {
      stream = KeyStream(typing, bound: bound, device: "/dev/input/event7", keymaps: Keymaps())
    }

    mutating func send(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      let time = KeyStreamTests.instant(now)
      stream.handle(InputRecord(type: type, code: code, value: value, time: time), into: &queue)
    }

    mutating func tap(_ code: UInt16) {
      for value: Int32 in [1, 0] { send(1, code, value) }
      now += 1
    }

    mutating func pass(to milliseconds: Int) {
      now = milliseconds
      while let due = stream.deadline, due <= KeyStreamTests.instant(now) {
        stream.processDeadline(at: due, into: &queue)
      }
    }

    /// What it has said, without the times.
    mutating func told() -> [TouchSourceEvent] { toldWithTimes().map(\.0) }

    /// What it has said, and when that was in milliseconds.
    mutating func toldWithTimes() -> [(TouchSourceEvent, Int?)] {
      var events: [(TouchSourceEvent, Int?)] = []
      while let event = queue.next() {
        switch event {
        case .key(let stroke, let time):
          events.append(
            (.key(stroke, at: KeyStreamTests.instant(0)), KeyStreamTests.milliseconds(time))
          )
        case .scan(let scan):
          let told = KeyStreamTests.scan(scan.text, isTerminated: scan.isTerminated)
          events.append((told, KeyStreamTests.milliseconds(scan.time)))
        default: events.append((event, nil))
        }
      }
      return events
    }
  }

  private static func milliseconds(_ instant: MonotonicInstant) -> Int {
    Int(instant.nanoseconds / 1_000_000)
  }

  private static func key(_ stroke: KeyStroke) -> TouchSourceEvent {
    .key(stroke, at: instant(0))
  }

  private static func instant(_ milliseconds: Int) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: Int64(milliseconds) * 1_000_000)
  }

  private static let keyboard = DeviceAssessment.Typing.keyboard(
    EvdevSettings.KeyboardUse(
      devices: .automatic,
      isGrabbed: true,
      layout: KeyboardLayout(),
      repetition: (0.5, 0.05)
    )
  )

  private static let scanner = DeviceAssessment.Typing.scanner(
    EvdevSettings.ScannerUse(
      path: "/dev/input/event7",
      layout: KeyboardLayout(),
      terminator: .enter,
      gap: 0.1,
      target: "name"
    )
  )

  private static func scan(_ text: String, isTerminated: Bool = true) -> TouchSourceEvent {
    .scan(
      ScannedText(
        text: text,
        isTerminated: isTerminated,
        device: "/dev/input/event7",
        target: "name",
        time: instant(0)
      )
    )
  }

  @Test("Keys carry the device's time, repetitions when they were due, scans when they were whole")
  func times() {
    var typist = Typist(Self.keyboard)
    typist.now = 40
    typist.send(1, Self.a, 1)
    typist.pass(to: 700)
    // Whoever looks late changes nothing about when it was due.
    typist.stream.processDeadline(at: Self.instant(760), into: &typist.queue)
    #expect(typist.toldWithTimes().map(\.1) == [40, 540, 590, 640, 690, 740])
    var scanner = Typist(Self.scanner)
    scanner.now = 20
    scanner.tap(Self.a)
    scanner.pass(to: 500)
    #expect(scanner.toldWithTimes().map(\.1) == [120])
    scanner.tap(Self.a)
    scanner.tap(Self.enter)
    #expect(scanner.toldWithTimes().map(\.1) == [501])
    // Silence that nobody has looked for ends it when it was over all the same.
    scanner.now = 1000
    scanner.tap(Self.a)
    scanner.now = 2000
    scanner.tap(Self.a)
    #expect(scanner.toldWithTimes().map(\.1) == [1100])
  }

  @Test(
    "A key that is a button on the screen presses that, and types nothing",
    arguments: [keyboard, .buttons]
  )
  func buttons(typing: DeviceAssessment.Typing) {
    let ok: UInt16 = 0x160
    var typist = Typist(typing, bound: [Self.a, ok])
    // It was down before the stream began.
    typist.send(1, Self.a, 0)
    typist.now = 10
    typist.send(1, Self.a, 1)
    typist.send(1, Self.a, 2)
    typist.send(1, ok, 1)
    typist.pass(to: 900)
    typist.send(1, Self.a, 0)
    let begin = Self.instant(10)
    let pressed: [TouchSourceEvent] = [
      .button(Self.a, .down, at: begin), .button(ok, .down, at: begin),
    ]
    #expect(typist.told() == pressed + [.button(Self.a, .up, at: Self.instant(900))])
    // The other keys type, where anything is typed, and its end is not seen.
    typist.tap(Self.one)
    typist.send(0, 3, 0)
    let typed = typing.isKeyboard ? [Self.key(.text("1"))] : []
    #expect(typist.told() == typed + [.button(ok, .cancel, at: Self.instant(901))])
  }

  @Test("A remote control's keys are keys, and what lies beside them is buttons")
  func remoteControl() {
    var typist = Typist(Self.keyboard)
    let (ok, numericNine): (UInt16, UInt16) = (0x160, 0x209)
    // BTN_LEFT, BTN_GEAR_UP, BTN_DPAD_UP and BTN_TRIGGER_HAPPY.
    for code: UInt16 in [0x110, 0x151, 0x220, 0x2c0] { typist.tap(code) }
    #expect(typist.told().isEmpty)
    typist.tap(numericNine)
    typist.send(1, ok, 1)
    typist.send(1, ok, 0)
    let now = Self.instant(typist.now)
    #expect(
      typist.told() == [
        Self.key(.text("9")), .press(.enter, ok, .down, at: now), .press(.enter, ok, .up, at: now),
      ]
    )
  }

  @Test("A held key types again by our own time, whatever the kernel repeats, until it comes up")
  func repeats() {
    var typist = Typist(Self.keyboard)
    typist.send(1, Self.a, 1)
    for _ in 0..<9 { typist.send(1, Self.a, 2) }
    #expect(typist.told() == [Self.key(.text("a"))])
    typist.pass(to: 499)
    #expect(typist.told().isEmpty)
    typist.pass(to: 600)
    #expect(typist.told() == Array(repeating: Self.key(.text("a")), count: 3))
    typist.send(1, Self.a, 0)
    #expect(typist.stream.deadline == nil)
    typist.pass(to: 5000)
    #expect(typist.told().isEmpty)
    // Another key takes over, and keys that submit do so once.
    typist.send(1, Self.a, 1)
    typist.send(1, Self.enter, 1)
    #expect(typist.stream.deadline == nil)
    let down = TouchSourceEvent.press(.enter, Self.enter, .down, at: Self.instant(5000))
    #expect(typist.told() == [Self.key(.text("a")), down])
  }

  @Test("Return, Space and Escape say when they go down and up, and Space types again meanwhile")
  func presses() {
    let (space, escape): (UInt16, UInt16) = (57, 1)
    var typist = Typist(Self.keyboard)
    typist.send(1, space, 1)
    typist.pass(to: 500)
    typist.send(1, Self.enter, 1)
    typist.send(1, space, 0)
    typist.send(1, space, 0)
    typist.send(1, escape, 1)
    typist.send(0, 3, 0)
    let now = Self.instant(500)
    let told = typist.told()
    #expect(
      Array(told.prefix(5)) == [
        .press(.text(" "), space, .down, at: Self.instant(0)), Self.key(.text(" ")),
        .press(.enter, Self.enter, .down, at: now), .press(.text(" "), space, .up, at: now),
        .press(.escape, escape, .down, at: now),
      ]
    )
    let ends: Set<TouchSourceEvent> = [
      .press(.enter, Self.enter, .cancel, at: now), .press(.escape, escape, .cancel, at: now),
    ]
    #expect(Set(told.dropFirst(5)) == ends && told.count == 7)
  }

  @Test("After lost events all keys count as up, and what comes of them is nothing")
  func dropped() {
    var typist = Typist(Self.keyboard)
    typist.send(1, Self.shift, 1)
    typist.tap(Self.a)
    typist.send(1, Self.one, 1)
    #expect(typist.told() == [Self.key(.text("A")), Self.key(.text("!"))])
    typist.send(0, 3, 0)
    #expect(typist.stream.isResynchronizing && typist.stream.deadline == nil)
    typist.send(1, Self.one, 0)
    typist.send(1, Self.enter, 1)
    #expect(typist.told().isEmpty)
    typist.stream.finishResync()
    typist.tap(Self.a)
    #expect(typist.told() == [Self.key(.text("a"))])
  }

  @Test("A keyboard that is unplugged while Shift is held types small letters when it is back")
  func unplugged() {
    for isUnplugged in [true, false] {
      var typist = Typist(Self.keyboard)
      typist.send(1, Self.shift, 1)
      if isUnplugged {
        typist = Typist(Self.keyboard)
      } else {
        typist.stream.forget(into: &typist.queue)
      }
      typist.tap(Self.a)
      #expect(typist.told() == [Self.key(.text("a"))])
    }
  }

  @Test("A scan is told whole: at its terminator, or after silence")
  func scans() {
    var typist = Typist(Self.scanner)
    for code in 2...5 { typist.tap(UInt16(code)) }
    #expect(typist.told().isEmpty)
    typist.tap(Self.enter)
    #expect(typist.told() == [Self.scan("1234")])
    typist.tap(Self.one)
    typist.pass(to: 200)
    #expect(typist.told() == [Self.scan("1", isTerminated: false)])
    #expect(typist.stream.deadline == nil)
    // What is held is not typed again.
    typist.send(1, Self.one, 1)
    typist.pass(to: 5000)
    #expect(typist.told() == [Self.scan("1", isTerminated: false)])
  }

  @Test("Half a scan is none: lost events, another terminal and pulled plugs are told as that")
  func lost() {
    for isDropped in [true, false] {
      var typist = Typist(Self.scanner)
      typist.tap(Self.one)
      if isDropped {
        typist.send(0, 3, 0)
        typist.stream.finishResync()
      } else {
        typist.stream.forget(into: &typist.queue)
      }
      #expect(typist.told() == [.scanLost(target: "name")])
      typist.pass(to: 1000)
      #expect(typist.told().isEmpty)
    }
  }

  @Test("Keyboards are what has Enter and letters, and no positions")
  func keyboards() {
    var device = DeviceCapabilities()
    device.keys = [.any, .letters, .enter]
    #expect(device.isKeyboard)
    // A pad of digits, a power button, volume keys, a remote without Enter.
    for keys: DeviceCapabilities.Keys in [
      [.any, .digits, .enter], [.any], [.any, .enter], [.any, .letters],
    ] {
      device.keys = keys
      #expect(!device.isKeyboard)
    }
    device.keys = [.any, .letters, .enter, .touch]
    device.x = .rangeless
    #expect(!device.isKeyboard)
  }
}

extension DeviceAssessment.Typing {
  fileprivate var isKeyboard: Bool {
    if case .keyboard = self { true } else { false }
  }
}
