// SPDX-License-Identifier: Apache-2.0
import Control
import Testing

@testable import DisplayServer

@Suite("What comes in from a client")
struct IncomingMessagesTests {
  private func take(_ text: String, _ incoming: inout IncomingMessages) {
    var buffer = Array(text.utf8)
    incoming.take(buffer.count, of: &buffer)
    #expect(buffer.allSatisfy { $0 == 0 })
  }

  /// What the next line comes to: how many calls it has, 0 where there is none, -1 where it is refused.
  private func next(_ incoming: inout IncomingMessages) -> Int {
    while true {
      switch incoming.next() {
      case .nothing: return 0
      case .part: continue
      case .calls(let calls): return calls.count
      case .refused: return -1
      }
    }
  }

  private let line = #"{"jsonrpc": "2.0", "id": 1, "method": "status"}"#

  @Test("Lines are taken one by one, and nothing is read before the last has been")
  func lines() {
    var incoming = IncomingMessages()
    #expect(incoming.wantsMore)
    take("\(line)\n[\(line), \(line)]\n{", &incoming)
    #expect(!incoming.wantsMore)
    let counts = (0..<2).map { _ in next(&incoming) }
    #expect(counts == [1, 2] && !incoming.wantsMore)
    let rest = next(&incoming)
    #expect(rest == 0 && incoming.wantsMore && !incoming.isOver)
  }

  @Test("What was read before the end is still taken")
  func end() {
    var incoming = IncomingMessages()
    take("\(line)\n", &incoming)
    incoming.end()
    #expect(incoming.isEmptied && !incoming.isOver && !incoming.wantsMore)
    let counts = (0..<2).map { _ in next(&incoming) }
    #expect(counts == [1, 0] && incoming.isOver)
  }

  @Test("A client that has gone is read from 16 times, and what is left is not taken for nothing")
  func gone() {
    var incoming = IncomingMessages()
    for read in 1...IncomingMessages.lastReads {
      #expect(incoming.wantsMore, "read \(read)")
      incoming.noteLastRead()
    }
    #expect(!incoming.wantsMore && incoming.isOver && !incoming.isEmptied)
  }

  @Test("What is no text is refused")
  func refused() {
    var incoming = IncomingMessages()
    var bytes: [UInt8] = [0xFF, 0x0A]
    incoming.take(2, of: &bytes)
    let step = next(&incoming)
    #expect(step == -1)
  }
}
