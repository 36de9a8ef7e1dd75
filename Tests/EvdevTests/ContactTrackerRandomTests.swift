// SPDX-License-Identifier: Apache-2.0
import Evdev
import MonotonicTime
import TestSupport
import Testing
import Touch

@Suite("Contact tracker on anything")
struct ContactTrackerRandomTests {
  /// A word of evdev, likely enough to be sensible.
  static func input(_ generator: inout SplitMix) -> Input {
    func coordinate() -> Int32 {
      let value = Int32(truncatingIfNeeded: generator.next() % 1000)
      return generator.next() % 50 == 0 ? value * 9 - 4000 : value
    }
    switch generator.next() % 16 {
    case 0: return .slot(Int32(generator.next() % 7) - 1)
    case 1, 2: return .id(Int32(generator.next() % 5) - 1)
    case 3, 4: return .at(coordinate(), coordinate())
    case 5: return .single(coordinate(), coordinate())
    case 6: return .touch(Int32(generator.next() % 2))
    case 7: return .left(Int32(generator.next() % 2))
    case 8: return .contactEnd
    case 9: return .pressure(Int32(generator.next() % 3))
    case 10: return generator.next() % 8 == 0 ? .dropped : .x(coordinate())
    case 11: return .synced
    case 12:
      return .raw(
        UInt16(truncatingIfNeeded: generator.next() % 6),
        UInt16(truncatingIfNeeded: generator.next() % 0x160),
        Int32(truncatingIfNeeded: generator.next())
      )
    default: return .report
    }
  }

  @Test(
    "Each contact comes down once and ends once, on the panel",
    arguments: [TouchProtocol.slots(4), .anonymous, .single, .pointer],
    0..<25 as Range<UInt64>
  )
  func grammar(touchProtocol: TouchProtocol, seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    var device = try FakeDevice(touchProtocol)
    var down: Set<Int> = []
    func check(_ outputs: [Output]) {
      for output in outputs {
        #expect((0..<1000).contains(output.x) && (0..<1000).contains(output.y))
        switch output.phase {
        case .down: #expect(down.insert(output.slot).inserted)
        case .move: #expect(down.contains(output.slot))
        case .up, .cancel: #expect(down.remove(output.slot) != nil)
        }
      }
    }
    for _ in 0..<1500 {
      let outputs = device.play([Self.input(&generator)])
      #expect(outputs.count <= device.tracker.largestReport)
      check(outputs)
    }
    device.tracker.cancelAll(at: device.now, into: &device.queue)
    check(device.taken())
    #expect(down.isEmpty)
  }

  /// What a panel with four slots knows of itself; a reference that keeps no history.
  struct Panel {
    var fingers: [(id: Int32, x: Int32, y: Int32)?] = Array(repeating: nil, count: 4)
    var nextID: Int32 = 1

    /// Changes a random slot, and says so as the kernel does.
    mutating func change(_ generator: inout SplitMix) -> [Input] {
      let slot = Int(generator.next() % 4)
      let (x, y) = (Int32(generator.next() % 1000), Int32(generator.next() % 1000))
      let word = Input.slot(Int32(slot))
      guard let finger = fingers[slot] else {
        fingers[slot] = (nextID, x, y)
        nextID += 1
        return [word, .id(nextID - 1), .at(x, y), .report]
      }
      if generator.next() % 3 == 0 {
        fingers[slot] = nil
        return [word, .id(-1), .report]
      }
      fingers[slot] = (finger.id, x, y)
      return [word, .at(x, y), .report]
    }

    /// The differences from `other` to this, as libevdev tells them after lost events.
    func deltas(since other: Panel) -> [Input] {
      var inputs: [Input] = []
      for slot in fingers.indices where other.fingers[slot]?.id != fingers[slot]?.id {
        if other.fingers[slot] != nil { inputs += [.slot(Int32(slot)), .id(-1)] }
      }
      inputs.append(.report)
      for slot in fingers.indices {
        guard let finger = fingers[slot] else { continue }
        inputs.append(.slot(Int32(slot)))
        if other.fingers[slot]?.id != finger.id { inputs.append(.id(finger.id)) }
        inputs.append(.at(finger.x, finger.y))
      }
      return inputs + [.report]
    }
  }

  @Test("Lost events leave no trace in who is down and where", arguments: 0..<60 as Range<UInt64>)
  func resync(seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    var panel = Panel()
    var device = try FakeDevice(.slots(4))
    var shown: [Int: Output] = [:]
    for _ in 0..<200 {
      var inputs: [Input] = []
      if generator.next() % 8 == 0 {
        let known = panel
        for _ in 0..<(generator.next() % 12) { _ = panel.change(&generator) }
        inputs = [.dropped] + panel.deltas(since: known) + [.synced]
      } else {
        inputs = panel.change(&generator)
      }
      for output in device.play(inputs) {
        shown[output.slot] = output.phase == .up || output.phase == .cancel ? nil : output
      }
      for (slot, finger) in panel.fingers.enumerated() {
        #expect(shown[slot].map { Int32($0.x) } == finger?.x)
        #expect(shown[slot].map { Int32($0.y) } == finger?.y)
      }
    }
  }
}
