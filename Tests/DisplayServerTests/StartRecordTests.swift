// SPDX-License-Identifier: Apache-2.0
import LinuxSystem
import MonotonicTime
import TestSupport
import Testing

@testable import DisplayServer

@Suite("The record of starts")
struct StartRecordTests {
  private let folder = TemporaryFolder()

  private func start(
    at seconds: Double,
    _ configuration: String = "a",
    state: String? = nil
  ) -> (record: StartRecord, isAdmitted: Bool?) {
    let record = StartRecord(
      folder: folder.path,
      configuration: Array(configuration.utf8),
      at: MonotonicInstant(seconds: seconds)
    )
    // It dies of itself.
    folder.write([], to: "died")
    return (record, state.map { record.admit(Array($0.utf8)) })
  }

  @Test("The same state is read twice, and put aside after the second death")
  func sameState() throws {
    for attempt in 0..<2 {
      let (record, isAdmitted) = start(at: Double(attempt), state: "s")
      #expect(isAdmitted == true && !record.isWithoutConfiguration)
    }
    #expect(start(at: 2, state: "s").isAdmitted == false)
    #expect(try FileReader.read(folder["state-set-aside.json"], limit: 9) == Array("s".utf8))
    // What is set afterwards is another state, but the third death in a row is one of the configuration.
    let (record, isAdmitted) = start(at: 3, state: "t")
    #expect(record.isWithoutConfiguration && isAdmitted == false && !record.isHurried)
    #expect(start(at: 4).record.isHurried)
  }

  @Test("States that change all the time are put aside after the third death")
  func changingStates() {
    for attempt in 0..<3 {
      #expect(start(at: Double(attempt), state: "\(attempt)").isAdmitted == true)
    }
    let fourth = start(at: 3, state: "3")
    #expect(!fourth.record.isWithoutConfiguration && fourth.isAdmitted == false)
    #expect(start(at: 4, state: "4").record.isWithoutConfiguration)
  }

  @Test("Without a state the third death leaves the configuration")
  func noState() {
    let starts = (0..<4).map { start(at: Double($0)).record.isWithoutConfiguration }
    #expect(starts == [false, false, false, true])
  }

  @Test("A minute of life, another file, an end in order or another boot forget all deaths")
  func forgotten() {
    func dieThreeTimes() { for attempt in 0..<3 { _ = start(at: Double(attempt)) } }
    dieThreeTimes()
    #expect(start(at: 61.9).record.isWithoutConfiguration)
    #expect(!start(at: 121.9).record.isWithoutConfiguration)
    dieThreeTimes()
    #expect(!start(at: 3, "b").record.isWithoutConfiguration)
    dieThreeTimes()
    start(at: 3).record.end()
    #expect(start(at: 3).record.deaths == 0)
    dieThreeTimes()
    #expect(start(at: 0).record.deaths == 0)
  }

  @Test("A process that was killed says nothing against what it has read")
  func killed() {
    for attempt in 0..<5 {
      let (record, isAdmitted) = start(at: Double(attempt), state: "s")
      #expect(isAdmitted == true && record.deaths == 0)
      FileSystem.remove(StartRecord.mark(in: folder.path))
    }
  }

  @Test(
    "A record that makes no sense is none",
    arguments: ["", "x", "swell-start 1 2 3", "swell-start 0 af63dc4c8601ec8c -1 - 0", "\u{0}"]
  )
  func nonsense(text: String) {
    folder.write(Array(text.utf8), to: "starts")
    folder.write([], to: "died")
    #expect(start(at: 1).record.deaths == 0)
  }

  @Test("Without a folder nothing is counted")
  func noFolder() {
    for _ in 0..<5 {
      let record = StartRecord(folder: nil, configuration: [], at: MonotonicInstant(seconds: 1))
      #expect(record.admit([1]) && !record.isWithoutConfiguration)
    }
  }
}
