// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Testing

@testable import DisplayServer

@Suite("When connections are accepted, and clients heard")
struct AcceptGateTests {
  private func at(_ milliseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
  }

  @Test("Without a descriptor nothing is accepted for 250 ms, and clients are heard")
  func failure() {
    var gate = AcceptGate()
    gate.fail(at: at(0))
    #expect(!gate.isOpen && !gate.isHeld && gate.deadline == at(250))
    _ = gate.advance(to: at(249), isFull: false)
    #expect(!gate.isOpen)
    _ = gate.advance(to: at(250), isFull: false)
    #expect(gate.isOpen && gate.deadline == nil)
  }

  @Test(
    "Descriptors that wait to be closed have nobody heard for pauses that double from 1 ms to 250 ms"
  )
  func hold() {
    var gate = AcceptGate()
    gate.hold(at: at(0))
    var ends: [MonotonicInstant] = []
    var isLong: [Bool] = []
    while isLong.last != true, let due = gate.deadline {
      gate.hold(at: due)
      ends.append(due)
      isLong.append(gate.advance(to: due, isFull: true))
    }
    #expect(ends == [1, 3, 7, 15, 31, 63, 127, 255, 505].map(at))
    #expect(gate.isHeld && !gate.isOpen)
    _ = gate.advance(to: at(755), isFull: false)
    #expect(!gate.isHeld && gate.isOpen)
    gate.hold(at: at(1000))
    #expect(gate.deadline == at(1001))
  }

  @Test("A crowd of clients that have gone closes it too, and neither pause ends with the other")
  func crowd() {
    var gate = AcceptGate()
    gate.isCrowded = true
    gate.fail(at: at(0))
    _ = gate.advance(to: at(250), isFull: false)
    #expect(!gate.isOpen && gate.deadline == nil)
    gate.fail(at: at(300))
    gate.isCrowded = false
    #expect(!gate.isOpen)
    _ = gate.advance(to: at(550), isFull: false)
    #expect(gate.isOpen)
  }
}
