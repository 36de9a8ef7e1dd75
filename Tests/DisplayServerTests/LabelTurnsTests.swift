// SPDX-License-Identifier: Apache-2.0
import Control
import JSON
import MonotonicTime
import Presentation
import Testing
import Touch
import Widgets

@testable import DisplayServer

@Suite("Labels in turns of the loop")
struct LabelTurnsTests {
  private let instant = MonotonicInstant(seconds: 1)

  /// Sixty labels of ten times of day each.
  private static let scene = (0..<60).map { label in
    let text = (0..<10).map { "{time:%M \(label) \($0)}" }.joined()
    return "[[label]]\nid = \"l\(label)\"\ntext = \"\(text)\"\nover = 0\n"
  }.joined()

  private func shown(_ server: Server<VirtualOutput, NoTouchSource>) -> [String?] {
    server.widgets.inForce.indices.map { index in
      server.widgets.inForce[index].result(
        of: .label(.get(id: nil)),
        in: server.scene,
        at: index,
        at: server.frames.shownInstant
      )["shown"]?.string
    }
  }

  @Test("Where hundreds of times fall due in one instant each turn fills in some, the next at once")
  func portions() throws {
    let server = try loggedServer(Self.scene, LogRecord(), at: instant)
    server.advance(to: instant)
    let before = shown(server)
    #expect(before.allSatisfy { $0?.hasPrefix("00") ?? false })
    let minute = MonotonicInstant(seconds: 60)
    var counts: [Int] = []
    for _ in 0..<20 {
      server.advance(to: minute)
      counts.append(zip(before, shown(server)).count { $0 != $1 })
      guard let due = server.deadline, due <= minute else { break }
    }
    // The thirteenth label is the one with which a turn has filled in more than 128 places.
    #expect(Array(counts.prefix(5)) == [13, 26, 39, 52, 60])
    #expect(shown(server).allSatisfy { $0?.hasPrefix("01") ?? false })
  }
}
