// SPDX-License-Identifier: Apache-2.0
import Evdev
import Geometry
import MonotonicTime
import Touch

/// Feeds a contact tracker with what a broken or hostile device might report.
///
/// The first byte chooses how the device reports, every three bytes after it are one word: what is
/// said, and a number of 16 bits. Whatever is said, each contact comes down once and ends once, on
/// the panel, and a button under it neither stays pressed nor triggers twice.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard let first = bytes.first else { return 0 }
  var device = FuzzedDevice(kind: first)
  for index in stride(from: 1, to: bytes.count - 2, by: 3) {
    let number = Int16(truncatingIfNeeded: Int(bytes[index + 1]) | Int(bytes[index + 2]) << 8)
    device.say(bytes[index], Int32(number))
  }
  device.end()
  return 0
}

private struct FuzzedDevice {
  private var tracker: ContactTracker
  private var queue = TouchQueue(capacity: 128)
  private var now = MonotonicInstant(nanoseconds: 0)
  private var down: Set<Int> = []
  private var button = PressRecognizer()
  private var isPressed = false

  init(kind: UInt8) {
    let protocols: [TouchProtocol] = [.slots(10), .anonymous, .single, .pointer, .slots(1)]
    guard let range = AxisRange(minimum: 0, maximum: 999) else {
      preconditionFailure("a range of 1000 values is one")
    }
    tracker = ContactTracker(
      device: 1,
      touchProtocol: protocols[Int(kind) % protocols.count],
      mapping: PanelMapping(horizontal: range, vertical: range, calibration: .identity),
      traits: PanelTraits(leastDuration: .milliseconds(Int64(kind >> 4)), palmExtent: 200)
    )
  }

  mutating func say(_ word: UInt8, _ number: Int32) {
    switch word % 23 {
    case 0: send(3, 0x2f, number)
    case 1: send(3, 0x39, number)
    case 2: send(3, 0x35, number)
    case 3: send(3, 0x36, number)
    case 4: send(3, 0, number)
    case 5: send(3, 1, number)
    case 6: send(1, 0x14a, number)
    case 7: send(1, 0x110, number)
    case 8: send(0, 0, 0)
    case 9: send(0, 2, 0)
    case 10: send(0, 3, 0)
    case 11: tracker.finishResync(at: now, into: &queue)
    case 12: send(3, 0x3a, number)
    case 13: send(3, 0x30, number)
    case 14:
      tracker.resynchronize(
        slot: Int(number & 15),
        state: SlotState(
          trackingID: number >> 8,
          x: number,
          y: 5,
          tool: number >> 4 & 3,
          distance: number >> 6 & 1,
          extent: number & 255
        )
      )
    case 15: tracker.cancelAll(at: now, into: &queue)
    case 18: send(3, 0x37, number & 3)
    case 19: send(3, 0x3b, number & 1)
    case 20: send(3, 0x18, number)
    case 21: now = now + .milliseconds(Int64(number & 63))
    case 22:
      // Never earlier than a release has lasted.
      tracker.meetDeadline(at: now, into: &queue)
    case 16: _ = tracker.cancelContacts(silentSince: now, at: now, into: &queue)
    default: send(UInt16(number & 0xff), UInt16(bitPattern: Int16(number)), .min)
    }
    check()
  }

  mutating func end() {
    tracker.cancelAll(at: now, into: &queue)
    check()
    precondition(down.isEmpty && !isPressed)
  }

  private mutating func send(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    now = now + .milliseconds(1)
    tracker.handle(
      InputRecord(type: type, code: code, value: value, time: now),
      into: &queue
    )
  }

  private mutating func check() {
    var count = 0
    while let event = queue.next() {
      guard case .contact(let contact) = event else { preconditionFailure("only contacts") }
      count += 1
      precondition((0..<1).contains(contact.x) && (0..<1).contains(contact.y))
      let slot = contact.contact.slot
      switch contact.phase {
      case .down: precondition(down.insert(slot).inserted)
      case .move: precondition(down.contains(slot))
      case .up, .cancel: precondition(down.remove(slot) != nil)
      }
      press(contact)
    }
    precondition(count <= tracker.largestReport)
  }

  private mutating func press(_ contact: PanelContact) {
    let event = TouchEvent(
      contact: contact.contact,
      phase: contact.phase,
      position: Point(x: contact.x, y: contact.y),
      time: contact.time
    )
    switch button.handle(event, isInside: contact.x < 0.5) {
    case .pressed:
      precondition(!isPressed && contact.phase == .down)
      isPressed = true
    case .released(let triggers):
      precondition(isPressed && contact.phase == .up && triggers == (contact.x < 0.5))
      isPressed = false
    case .cancelled:
      precondition(isPressed && contact.phase == .cancel)
      isPressed = false
    case nil: break
    }
  }
}
