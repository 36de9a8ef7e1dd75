// SPDX-License-Identifier: Apache-2.0
import Evdev
import Geometry
import MonotonicTime
import Testing
import Touch

@Suite("Contact tracker's state")
struct ContactTrackerStateTests {
  @Test("Calibration is applied to the panel's fractions")
  func calibration() throws {
    var device = try FakeDevice(.slots(2), calibration: AffineTransform(0, -1, 1, 1, 0, 0))
    #expect(
      device.play([.id(1), .at(0, 0), .report, .at(250, 0), .report]) == [
        Output(0, .down, 999, 0), Output(0, .move, 999, 250),
      ]
    )
  }

  @Test("A contact carries the device's number and the time of its report")
  func identity() throws {
    var device = try FakeDevice(.slots(2))
    _ = device.play([.report, .report])
    for input: Input in [.slot(1), .id(1), .at(1, 1), .report] {
      for (type, code, value) in input.records {
        device.tracker.handle(
          InputRecord(type: type, code: code, value: value, time: device.now),
          into: &device.queue
        )
      }
    }
    guard case .contact(let contact) = device.queue.next() else {
      Issue.record("no contact")
      return
    }
    #expect(contact.contact == ContactID(device: 7, slot: 1))
    #expect(contact.time == MonotonicInstant(nanoseconds: 2_000_000))
  }

  @Test("What is cancelled from outside is cancelled once and ignored until it ends")
  func cancelAll() throws {
    var device = try FakeDevice(.slots(3))
    _ = device.play([.id(1), .at(10, 10), .slot(2), .id(2), .at(20, 20), .report])
    device.tracker.cancelAll(at: device.now, into: &device.queue)
    device.tracker.cancelAll(at: device.now, into: &device.queue)
    #expect(device.taken() == [Output(0, .cancel, 10, 10), Output(2, .cancel, 20, 20)])
    #expect(device.play([.at(30, 30), .slot(0), .id(-1), .report]).isEmpty)
    #expect(device.play([.id(3), .report]) == [Output(0, .down, 10, 10)])
    #expect(
      device.play([.slot(2), .id(-1), .report, .id(4), .report]) == [
        Output(2, .down, 30, 30)
      ]
    )
  }

  @Test("Fingers that were down before anybody listened count after they were lifted")
  func adoptedSlot() throws {
    var device = try FakeDevice(.slots(3))
    device.tracker.adopt(slot: 1, state: SlotState(trackingID: 5, x: 100, y: 100))
    device.tracker.adopt(slot: 9, state: SlotState(trackingID: 5, x: 100, y: 100))
    device.tracker.adopt(currentSlot: 1)
    #expect(device.play([.at(120, 100), .report, .id(-1), .report]).isEmpty)
    #expect(device.play([.id(6), .report]) == [Output(1, .down, 120, 100)])
  }

  @Test("A slot remembers where the kernel saw its last finger")
  func adoptedPosition() throws {
    var device = try FakeDevice(.slots(3))
    device.tracker.adopt(slot: 0, state: SlotState(trackingID: -1, x: 100, y: 200))
    #expect(device.play([.id(6), .report]) == [Output(0, .down, 100, 200)])
  }

  @Test("A slot's state after lost events tells where its finger was lifted and the next one is")
  func resynchronizedSlot() throws {
    var device = try FakeDevice(.slots(3))
    _ = device.play([.id(1), .at(100, 100), .report])
    device.tracker.resynchronize(slot: 0, state: SlotState(trackingID: -1, x: 999, y: 999))
    #expect(device.play([.report]).isEmpty)
    _ = device.play([.dropped, .id(-1), .report])
    device.tracker.resynchronize(slot: 0, state: SlotState(trackingID: -1, x: 300, y: 400))
    device.tracker.resynchronize(slot: 2, state: SlotState(trackingID: 7, x: 500, y: 600))
    device.tracker.resynchronize(slot: 3, state: SlotState(trackingID: 8, x: 0, y: 0))
    #expect(device.play([.synced]) == [Output(0, .up, 300, 400), Output(2, .down, 500, 600)])
    #expect(device.play([.slot(0), .id(9), .report]) == [Output(0, .down, 300, 400)])
  }

  @Test(
    "A key that was down before anybody listened counts after it was released",
    arguments: [TouchProtocol.single, .pointer]
  )
  func adoptedKey(_ touchProtocol: TouchProtocol) throws {
    var device = try FakeDevice(touchProtocol)
    device.tracker.adopt(slot: 0, state: SlotState(trackingID: -1, x: 100, y: 100))
    device.tracker.adopt(pressedKey: 0x14a)
    #expect(device.play([.single(110, 110), .report, .touch(0), .report, .pause(25)]).isEmpty)
    #expect(device.play([.touch(1), .report]) == [Output(0, .down, 110, 110)])
  }

  @Test("Nameless fingers that were down before anybody listened count after they were lifted")
  func adoptedAnonymous() throws {
    var device = try FakeDevice(.anonymous)
    device.tracker.adopt(pressedKey: 0x14a)
    #expect(
      device.play([.at(1, 1), .contactEnd, .report, .at(5, 5), .contactEnd, .report]).isEmpty
    )
    #expect(device.play([.touch(0), .report]).isEmpty)
    #expect(
      device.play([.touch(1), .at(5, 5), .contactEnd, .report]) == [Output(0, .down, 5, 5)]
    )
  }

  @Test("A silent contact is cancelled when its time is up, and only that one")
  func silence() throws {
    var device = try FakeDevice(.slots(2))
    #expect(device.tracker.oldestReport == nil)
    _ = device.play([.id(1), .at(1, 1), .report, .slot(1), .id(2), .at(2, 2), .report])
    let (first, second) = (
      MonotonicInstant(nanoseconds: 0), MonotonicInstant(nanoseconds: 1_000_000)
    )
    #expect(device.tracker.oldestReport == first)
    // No position has changed, but the panel still speaks of the second finger.
    _ = device.play([.pressure(3), .report])
    let hasCancelled = device.tracker.cancelContacts(
      silentSince: second,
      at: device.now,
      into: &device.queue
    )
    #expect(hasCancelled)
    #expect(device.taken() == [Output(0, .cancel, 1, 1)])
    #expect(device.tracker.oldestReport == MonotonicInstant(nanoseconds: 2_000_000))
    let hasCancelledAgain = device.tracker.cancelContacts(
      silentSince: second,
      at: device.now,
      into: &device.queue
    )
    #expect(!hasCancelledAgain)
  }

  @Test("More fingers than there are slots for are left out")
  func crowd() throws {
    var device = try FakeDevice(.anonymous)
    var inputs: [Input] = []
    for finger in 0..<40 as Range<Int32> { inputs += [.at(finger * 20, 1), .contactEnd] }
    #expect(device.play(inputs + [.report]).count == 32)
    #expect(device.play([.contactEnd, .report]).count == 32)
  }
}
