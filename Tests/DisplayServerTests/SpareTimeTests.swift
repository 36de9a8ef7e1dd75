// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import LinuxSystem
import MonotonicTime
import Presentation
import TestSupport
import Testing
import Touch
import VirtualKiosk

@testable import DisplayServer

@Suite("Work for clients beside a frame that is due")
struct SpareTimeTests {
  private let folder = TemporaryFolder()
  private let begin = MonotonicInstant(nanoseconds: 0)

  /// A server whose waves move, so that one frame follows the other.
  private func server() throws -> Server<VirtualOutput, NoTouchSource> {
    let toml = plainScene + "\npercent = 50"
    folder.write(Array(toml.utf8), to: "swell.toml")
    return try startedServer(toml, of: folder, at: begin)
  }

  /// When the next frame has to be begun, as soon as that is known.
  private func nextFrame(
    of server: Server<VirtualOutput, NoTouchSource>
  ) throws -> MonotonicInstant {
    for _ in 0..<100 {
      if case .scheduled(let deadline, _) = server.frames.clock.state { return deadline }
      server.advance(to: try #require(server.deadline))
    }
    Issue.record("no frame follows")
    return begin
  }

  /// Microseconds before a frame, and whether there is time for more than the frame.
  static let moments: [(Int64, Bool)] = [(5000, true), (1501, true), (1500, false), (1, false)]

  @Test("A picture is painted until 1.5 ms before a frame, and again after it", arguments: moments)
  func picture(microseconds: Int64, hasTime: Bool) throws {
    let server = try server()
    let due = try nextFrame(of: server)
    let unfinished = UnfinishedRequest()
    let early = try server.answer(
      .screenshot,
      unfinished: unfinished,
      at: due - .microseconds(microseconds)
    )
    if case .later = early { #expect(!hasTime) } else { #expect(hasTime) }
    #expect((unfinished.picture != nil) == hasTime)
    server.advance(to: due)
    for _ in 0..<100 {
      if case .result = try server.answer(.screenshot, unfinished: unfinished, at: due) { return }
    }
    Issue.record("the picture is never done")
  }

  @Test("What a turn has taken so far counts, too")
  func lateInTheTurn() throws {
    let server = try server()
    let due = try nextFrame(of: server)
    server.host.readClock = { due - .microseconds(1500) }
    let unfinished = UnfinishedRequest()
    guard
      case .later = try server.answer(
        .screenshot,
        unfinished: unfinished,
        at: due - .microseconds(5000)
      )
    else {
      Issue.record("the turn began early enough, but that was long ago")
      return
    }
  }

  @Test("What was made beside the loop is taken over where there is time", arguments: moments)
  func made(microseconds: Int64, hasTime: Bool) throws {
    let server = try server()
    let bell = try server.openWorkshop()
    #expect(server.requestReload(at: begin) == 1)
    _ = DescriptorPoll.wait([DescriptorPoll.Interest(bell, readiness: .readable)], timeout: nil)
    let due = try nextFrame(of: server)
    let isTaken = server.workIsReady(at: due - .microseconds(microseconds))
    #expect(isTaken == hasTime && server.reloadsDone == (hasTime ? 1 : 0))
    server.advance(to: due)
    let isTakenLater = server.workIsReady(at: due)
    #expect(isTakenLater != hasTime && server.reloadsDone == 1)
  }
}
