// SPDX-License-Identifier: Apache-2.0
import Evdev
import Glibc
import LinuxSystem
import MonotonicTime
import Testing
import Touch

/// The traces once more, through the kernel: needs `/dev/uinput`, as the kiosk machine has it.
@Suite(
  "Traces on the kernel's devices",
  .enabled(if: VirtualInputDevice.isPossible, "/dev/uinput cannot be opened here"),
  .serialized
)
struct TraceReplayTests {
  @Test(
    "A trace comes out as its file says, through the kernel and what the device declares",
    arguments: try Trace.all()
  )
  func replay(_ trace: Trace) throws {
    let device = try VirtualInputDevice.make(like: try trace.model())
    let path = device.path
    if unsafe access("/run/udev/control", F_OK) == 0 { unsafe system("udevadm settle") }
    let listener = try Listener(.paths([path]))
    try listener.wait(for: "the device") { !$0.added.isEmpty }
    try trace.replay(on: device, listener)
    // How many moves are told depends on how many reports are read at once.
    let expected = trace.expected.filter { !$0.contains(" move ") }
    func decided(_ listener: Listener) -> [PanelContact] {
      listener.contacts.filter { $0.phase != .move }
    }
    // What comes down after all that ends the wait for what must not come.
    try listener.wait(for: "the last touch") { decided($0).count > expected.count }
    #expect(decided(listener).prefix(expected.count).map(trace.text(of:)) == expected)
    #expect(decided(listener)[expected.count].phase == .down)
    #expect(listener.notices.isEmpty == (trace.mismatch == nil), "\(listener.notices)")
  }
}

extension Trace {
  /// A device that can report what is in the trace, and what its file says it has.
  fileprivate func model() throws -> LibevdevContext {
    guard let model = LibevdevContext.blank() else { throw VirtualPanel.Failure.noMemory }
    model.setName("Swell test panel")
    for record in records where record.type == 1 { model.enable(1, record.code) }
    for record in records where record.type == 2 { model.enable(2, record.code) }
    for code in Set(records.filter { $0.type == 3 }.map(\.code)) {
      let range = try range(of: code)
      model.enableAxis(code, minimum: range.minimum, maximum: range.maximum)
    }
    if case .slots(let count) = touchProtocol {
      model.enableAxis(0x2f, minimum: 0, maximum: Int32(count - 1))
    }
    if touchProtocol != .pointer { model.enableProperty(1) }
    for (kind, number) in parts {
      switch kind {
      case "key": model.enable(1, number)
      case "relative": model.enable(2, number)
      case "property": model.enableProperty(UInt32(number))
      default: throw Unreadable(description: "\(testDescription): \(kind)")
      }
    }
    return model
  }

  private func range(of code: UInt16) throws -> AxisRange {
    let any = AxisRange(minimum: 0, maximum: code == 0x39 ? 65535 : 255)
    return switch code {
    case 0, 0x35: try #require(ranges["x:"] ?? any)
    case 1, 0x36: try #require(ranges["y:"] ?? any)
    case 0x2f: try #require(AxisRange(minimum: 0, maximum: 1))
    default: try #require(any)
    }
  }

  /// Reports the trace on `device`, and a touch at the middle after it.
  ///
  /// Pauses that tell a new touch from a bouncing contact are waited for; what comes sooner than that is
  /// reported at once, however slow the machine is.
  fileprivate func replay(
    on device: borrowing VirtualInputDevice,
    _ listener: Listener
  ) throws {
    let pause = MonotonicInterval.milliseconds(40)
    var last = records.first?.time
    for record in records {
      if let last, record.time - last >= pause { listener.listen(for: record.time - last) }
      last = record.time
      try device.send(record.type, record.code, record.value)
    }
    listener.listen(for: pause + pause)
    let (x, y) = (middle(ranges["x:"]), middle(ranges["y:"]))
    switch touchProtocol {
    case .slots:
      let records: [(UInt16, UInt16, Int32)] = [
        (3, 0x2f, 0), (3, 0x39, 999), (3, 0x35, x), (3, 0x36, y), (0, 0, 0),
      ]
      try device.send(3, 0x2f, 0)
      // A slot keeps its tool and its distance for the next contact.
      for code: UInt16 in [0x37, 0x3b] where self.records.contains(where: { $0.code == code }) {
        try device.send(3, code, 0)
      }
      for (type, code, value) in records { try device.send(type, code, value) }
    case .single, .anonymous, .pointer:
      try device.send(1, touchProtocol == .pointer ? 0x110 : 0x14a, 1)
      // Of several positions one is believed.
      for step: Int32 in 0..<4 {
        try device.send(3, 0, x + step)
        try device.send(3, 1, y)
        try device.send(0, 0, 0)
      }
    }
  }

  private func middle(_ range: AxisRange?) -> Int32 {
    range.map { ($0.minimum + $0.maximum) / 2 } ?? 0
  }

  /// A contact as the file writes it.
  fileprivate func text(of contact: PanelContact) -> String {
    guard let horizontal = ranges["x:"], let vertical = ranges["y:"] else { return "" }
    let x = Self.value(contact.x, in: horizontal)
    let y = Self.value(contact.y, in: vertical)
    return "\(contact.contact.slot) \(contact.phase) \(x) \(y)"
  }
}
