// SPDX-License-Identifier: Apache-2.0
import Control
import MonotonicTime
import Testing
import Widgets

@testable import DisplayServer

@Suite("The board of jobs")
struct JobBoardTests {
  private func at(_ seconds: Double) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: 0) + MonotonicInterval(seconds: seconds)
  }

  /// A board that expressions may change.
  private final class Desk {
    private var board = JobBoard()

    var deadline: MonotonicInstant? { board.deadline }
    func status(of id: String) -> JobStatus { board.status(of: id) }
    func takeDismissal(_ id: String) -> Bool { board.takeDismissal(id) }
    func press(_ id: String, isHeld: Bool) -> [JobBoard.Action] { board.press(id, isHeld: isHeld) }
    func trigger(
      _ id: String,
      whileRunning: ProgramSettings.WhileRunning,
      at now: MonotonicInstant
    ) -> [JobBoard.Action] {
      board.trigger(id, whileRunning: whileRunning, at: now)
    }
    func report(
      _ id: String,
      run: String,
      _ status: JobStatus,
      hold: Double,
      at now: MonotonicInstant
    )
      -> (actions: [JobBoard.Action], isCancelled: Bool)?
    {
      board.report(id, run: run, reported: status, hold: hold, at: now)
    }
    func advance(to now: MonotonicInstant) -> [[JobBoard.Action]] {
      board.advance(to: now) { _ in (0, "nothing was heard of it") }.map(\.actions)
    }
    func restore(
      _ id: String,
      _ phase: JobPhase,
      percent: Double,
      hold: Double,
      at now: MonotonicInstant
    ) {
      board.restore(id, phase: phase, percent: percent, hold: hold, at: now)
    }
    func fail(_ id: String, _ reason: String, at now: MonotonicInstant) -> [JobBoard.Action] {
      board.fail(id, reason: reason, at: now, hold: 0)
    }
  }

  /// A board on which the program of "b" runs as run "1".
  private func running(at percent: Double = 0) -> Desk {
    let board = Desk()
    _ = board.trigger("b", whileRunning: .ignore, at: at(0))
    _ = board.report("b", run: "1", JobStatus(.running, percent: percent), hold: 0, at: at(1))
    return board
  }

  @Test("A trigger has the program run, and its first word is its start")
  func begins() throws {
    let board = Desk()
    let begun = board.trigger("b", whileRunning: .ignore, at: at(0))
    #expect(begun == [.show(.running), .rise(0), .launch])
    #expect(board.status(of: "b").state == .starting)
    let status = JobStatus(.running, percent: 3, process: 7)
    let answer = try #require(board.report("b", run: "1", status, hold: 0, at: at(1)))
    #expect(answer.actions == [.show(.running), .tell(.started), .rise(3)])
    #expect(!answer.isCancelled)
    #expect(board.status(of: "b").process == 7)
    #expect(board.deadline == nil)
  }

  @Test("It never goes back, and never beyond 99 before its end")
  func isHonest() {
    let board = running(at: 50)
    func rises(_ percent: Double) -> [JobBoard.Action]? {
      board.report("b", run: "1", JobStatus(.running, percent: percent), hold: 0, at: at(2))?
        .actions
    }
    #expect(rises(40) == [])
    #expect(board.status(of: "b").percent == 50)
    #expect(rises(60) == [.rise(60), .tell(.progress)])
    #expect(rises(100) == [.rise(99), .tell(.progress)])
    #expect(rises(100) == [])
    let end = board.report("b", run: "1", JobStatus(.done, percent: 20), hold: 3, at: at(3))
    #expect(end?.actions == [.rise(100), .show(.done), .tell(.done)])
    #expect(board.status(of: "b").percent == 100)
  }

  @Test("A failure stays where it was, and is shown until it is touched")
  func fails() {
    let board = running(at: 50)
    let status = JobStatus(.failed, percent: 50, exitStatus: 3, text: "no space")
    let end = board.report("b", run: "1", status, hold: 0, at: at(2))
    #expect(end?.actions == [.freeze, .show(.failed), .tell(.failed)])
    #expect(board.status(of: "b") == status)
    #expect(board.deadline == nil)
    #expect(board.press("b", isHeld: true) == [.show(.idle)])
    #expect(board.takeDismissal("b"))
    #expect(!board.takeDismissal("b"))
    #expect(board.status(of: "b").state == .idle)
  }

  @Test("What is shown for a while is put away by itself, and not by a touch")
  func holds() {
    let board = running()
    _ = board.report("b", run: "1", JobStatus(.done), hold: 3, at: at(10))
    #expect(board.press("b", isHeld: false) == [])
    #expect(!board.takeDismissal("b"))
    #expect(board.deadline == at(13))
    #expect(board.advance(to: at(12.9)).isEmpty)
    #expect(board.advance(to: at(13)) == [[.show(.idle)]])
    #expect(board.deadline == nil)
  }

  @Test("A program that is to end and is not heard of for half a minute is nobody's any more")
  func silenceAfterCancel() {
    let board = running()
    #expect(board.deadline == nil)
    _ = board.trigger("b", whileRunning: .cancel, at: at(2))
    #expect(board.deadline == at(32))
    _ = board.report("b", run: "1", JobStatus(.running), hold: 0, at: at(20))
    #expect(board.status(of: "b").state == .cancelling)
    #expect(board.deadline == at(50))
    #expect(board.advance(to: at(50)) == [[.freeze, .show(.failed), .tell(.failed)]])
    let again = board.trigger("b", whileRunning: .ignore, at: at(51))
    #expect(again == [.show(.running), .rise(0), .launch])
  }

  @Test("A program that is never heard of has failed after half a minute")
  func silence() {
    let board = Desk()
    _ = board.trigger("b", whileRunning: .ignore, at: at(0))
    #expect(board.deadline == at(30))
    #expect(board.advance(to: at(29.9)).isEmpty)
    let due = board.advance(to: at(30))
    #expect(due == [[.freeze, .show(.failed), .tell(.failed)]])
    #expect(board.status(of: "b").text == "nothing was heard of it")
  }

  @Test(
    "A run that is given up while another one waits makes room for that, and its program is ended"
  )
  func lostInTurn() throws {
    var board = JobBoard()
    _ = board.trigger("b", whileRunning: .ignore, at: at(0))
    let status = JobStatus(.running, percent: 40, process: 7)
    _ = board.report("b", run: "1", reported: status, through: 3, hold: 0, at: at(1))
    _ = board.trigger("b", whileRunning: .queue, at: at(2))
    board.connectionHasEnded(2, at: at(3))
    #expect(board.deadline == nil)
    board.connectionHasEnded(3, at: at(3))
    #expect(board.deadline == at(8))
    let due = board.advance(to: at(8)) { _ in (0, "gone") }
    #expect(
      due.map(\.actions) == [[.abandon(7), .tell(.failed), .show(.running), .rise(0), .launch]]
    )
    // Its own word comes too late now.
    #expect(board.report("b", run: "1", reported: status, through: 4, hold: 0, at: at(9)) == nil)
    let next = board.report("b", run: "2", reported: status, through: 5, hold: 0, at: at(9))
    #expect(next?.actions.contains(.tell(.started)) == true)
  }

  @Test("A trigger meanwhile does what while_running says")
  func whileRunning() {
    var board = running()
    #expect(board.trigger("b", whileRunning: .ignore, at: at(2)) == [])
    #expect(board.trigger("b", whileRunning: .queue, at: at(2)) == [])
    let ended = board.report("b", run: "1", JobStatus(.done), hold: 3, at: at(3))
    #expect(ended?.actions == [.tell(.done), .show(.running), .rise(0), .launch])

    board = running()
    #expect(board.trigger("b", whileRunning: .cancel, at: at(2)) == [.tell(.cancelling)])
    #expect(board.trigger("b", whileRunning: .cancel, at: at(2)) == [])
    let asked = board.report("b", run: "1", JobStatus(.running), hold: 0, at: at(3))
    #expect(asked?.isCancelled == true)
    let end = board.report("b", run: "1", JobStatus(.cancelled), hold: 0, at: at(4))
    #expect(end?.actions == [.rise(0), .show(.idle), .tell(.cancelled)])

    board = running()
    #expect(board.trigger("b", whileRunning: .restart, at: at(2)) == [.tell(.cancelling)])
    let again = board.report("b", run: "1", JobStatus(.cancelled), hold: 0, at: at(4))
    #expect(again?.actions == [.tell(.cancelled), .show(.running), .rise(0), .launch])
  }

  @Test("Another run's word counts only while none is under way, and an end is told once")
  func runs() {
    let board = running(at: 40)
    let other = JobStatus(.running, percent: 90)
    #expect(board.report("b", run: "2", other, hold: 0, at: at(2)) == nil)
    #expect(board.status(of: "b").percent == 40)
    _ = board.report("b", run: "1", JobStatus(.done), hold: 0, at: at(3))
    #expect(board.report("b", run: "1", JobStatus(.done), hold: 0, at: at(4))?.actions == [])
    #expect(board.report("b", run: "1", JobStatus(.running), hold: 0, at: at(4))?.actions == [])
    #expect(board.status(of: "b").state == .done)
  }

  @Test(
    "The end of a run that is told again after the next one was asked for is not the next one's"
  )
  func repeatedEnd() {
    let board = running(at: 40)
    _ = board.report("b", run: "1", JobStatus(.done, percent: 100), hold: 5, at: at(2))
    _ = board.trigger("b", whileRunning: .ignore, at: at(3))
    #expect(board.report("b", run: "1", JobStatus(.done, percent: 100), hold: 5, at: at(4)) == nil)
    #expect(board.status(of: "b").state == .starting)
    // Nor after one that was never heard of.
    _ = board.advance(to: at(40))
    _ = board.trigger("b", whileRunning: .ignore, at: at(41))
    #expect(board.report("b", run: "1", JobStatus(.done, percent: 100), hold: 5, at: at(42)) == nil)
    let first = board.report("b", run: "2", JobStatus(.running, percent: 0), hold: 5, at: at(43))
    #expect(first?.actions.contains(.tell(.started)) == true)
  }

  @Test("A later process goes on with what ran and what was shown")
  func restores() {
    let board = Desk()
    board.restore("b", .running, percent: 40, hold: 0, at: at(0))
    #expect(board.trigger("b", whileRunning: .ignore, at: at(1)) == [])
    let answer = board.report("b", run: "1", JobStatus(.running, percent: 30), hold: 0, at: at(2))
    #expect(answer?.actions == [.show(.running), .tell(.started), .rise(40)])
    board.restore("c", .failed, percent: 10, hold: 0, at: at(0))
    #expect(board.press("c", isHeld: true) == [.show(.idle)])
    board.restore("d", .done, percent: 100, hold: 3, at: at(5))
    #expect(board.deadline == at(8))
    board.restore("e", .idle, percent: 0, hold: 3, at: at(5))
    #expect(board.status(of: "e").state == .idle)
  }
}

extension JobBoardTests {
  @Test("A job whose widget a reload has taken away is known until its end, and then forgotten")
  func unseen() {
    var board = JobBoard()
    _ = board.trigger("b", whileRunning: .ignore, at: at(0))
    _ = board.trigger("b", whileRunning: .queue, at: at(0))
    #expect(
      board.reportUnseen("b", run: "1", reported: JobStatus(.running, percent: 40), at: at(1))
        == false
    )
    #expect(board.reportUnseen("b", run: "2", reported: JobStatus(.done), at: at(1)) == nil)
    #expect(board.reportUnseen("c", run: "1", reported: JobStatus(.done), at: at(1)) == nil)
    board.forget { $0 == "b" }
    #expect(board.status(of: "b").percent == 40)
    _ = board.cancel("b", at: at(1))
    #expect(
      board.reportUnseen("b", run: "1", reported: JobStatus(.running, percent: 41), at: at(2))
        == true
    )
    // Nothing of it is run once more.
    #expect(board.reportUnseen("b", run: "1", reported: JobStatus(.cancelled), at: at(2)) == false)
    #expect(board.status(of: "b").state == .idle && board.deadline == nil)
    _ = board.fail("b", reason: "no", at: at(3), hold: 0)
    board.forget { $0 != "b" }
    #expect(board.status(of: "b").state == .failed)
    board.forget { $0 == "b" }
    #expect(board.status(of: "b").state == .idle)
  }

  @Test("What could not be asked for has failed with the reason")
  func cannotLaunch() {
    let board = Desk()
    _ = board.trigger("b", whileRunning: .ignore, at: at(0))
    let actions = board.fail("b", "no such file", at: at(0))
    #expect(actions == [.freeze, .show(.failed), .tell(.failed)])
    #expect(board.status(of: "b").text == "no such file")
  }

  @Test("How far it had come is shown, where that is told with the failure")
  func failsAtOnce() {
    let board = Desk()
    _ = board.trigger("b", whileRunning: .ignore, at: at(0))
    let status = JobStatus(.failed, percent: 62, exitStatus: 3)
    let end = board.report("b", run: "1", status, hold: 0, at: at(1))
    #expect(end?.actions == [.rise(62), .show(.failed), .tell(.failed)])
  }
}
