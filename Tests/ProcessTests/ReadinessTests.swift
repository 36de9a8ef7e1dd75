// SPDX-License-Identifier: Apache-2.0
import Foundation
import LinuxSystem
import Testing

@Suite("What a service manager is told")
struct ReadinessTests {
  private func messages(_ receiver: borrowing UnixStream) -> [String] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var messages: [String] = []
    while case .bytes(let count) = receiver.receive(into: &buffer) {
      messages.append(String(decoding: buffer[..<count], as: UTF8.self))
    }
    return messages
  }

  @Test(
    "It is ready once it serves, whatever it waits for, and a reload is told from then on",
    arguments: [false, true]
  )
  func readiness(hasDisplay: Bool) throws {
    let place = try Workplace()
    let receiver = try notificationSocket(at: place.path("notify"))
    let daemon = try RunningDaemon(
      scene,
      output: hasDisplay ? "virtual:160x120@60" : "kms:/dev/dri/no-such-card",
      environment: ["NOTIFY_SOCKET": place.path("notify")]
    )
    kill(daemon.process.processIdentifier, SIGHUP)
    var told: [String] = []
    func position(of state: String) -> Int? { told.firstIndex { $0.hasPrefix(state) } }
    #expect(
      try daemon.wait {
        told += messages(receiver)
        return position(of: "READY=1") != nil
      }
    )
    let readiness = told.first { $0.hasPrefix("READY=1") } ?? ""
    #expect(hasDisplay || readiness.contains("STATUS=waiting for"), "\(readiness)")
    #expect(daemon.log.wait(for: "configuration loaded") != nil)
    // The turn that told of the reload is over when another one has an answer.
    #expect(try daemon.control("status").status == 0)
    #expect(daemon.stop() == 0)
    told += messages(receiver)
    #expect(position(of: "STOPPING=1") != nil)
    // Once, and again when the reload has ended.
    #expect(told.filter { $0.hasPrefix("READY=1") }.count <= 2)
    // One that came before it was ready is no reload of a service.
    if let reload = position(of: "RELOADING=1") {
      #expect(position(of: "READY=1") ?? reload < reload)
      #expect(told[reload...].contains { $0.hasPrefix("READY=1") })
    }
  }

  @Test("Its watchdog is fed while it waits for a display")
  func fedWhileWaiting() throws {
    let place = try Workplace()
    let receiver = try notificationSocket(at: place.path("notify"))
    let daemon = try RunningDaemon(
      scene,
      output: "kms:/dev/dri/no-such-card",
      environment: ["NOTIFY_SOCKET": place.path("notify"), "WATCHDOG_USEC": "200000"]
    )
    var count = 0
    #expect(
      try daemon.wait {
        count += messages(receiver).filter { $0 == "WATCHDOG=1" }.count
        return count >= 3
      }
    )
    #expect(daemon.stop() == 0)
  }

  @Test("A state that takes long to put into words is stored whole, and again when it has changed")
  func longState() throws {
    let place = try Workplace()
    let receiver = try notificationSocket(at: place.path("notify"))
    let charts = (0..<8).map { number in
      """
      [[chart]]
      id = "c\(number)"
      window = 512
      frame = { x = 0, y = 0, width = 100, height = 50, anchor = "top-left" }
      """
    }
    let daemon = try RunningDaemon(
      charts.joined(separator: "\n"),
      environment: ["NOTIFY_SOCKET": place.path("notify")]
    )
    var buffer = [UInt8](repeating: 0, count: 4096)
    var memory: StateMemory?
    // Until this is in the state that the service manager has.
    func waitFor(_ text: String) throws -> Bool {
      try daemon.wait {
        var found: CInt = -1
        while case .bytes(let count) = receiver.receive(into: &buffer, descriptor: &found) {
          guard found >= 0 else { continue }
          let file = OwnedFileDescriptor(adopting: found)
          let message = String(decoding: buffer[..<count], as: UTF8.self)
          if message.contains("FDNAME=state") { memory = StateMemory(adopting: file) }
          found = -1
        }
        return String(decoding: memory?.contents ?? [], as: UTF8.self).contains(text)
      }
    }
    let values = (0..<511).map { String(Double($0 % 45) + 1 / 3.0) }
    for last in ["8.5", "0.75"] {
      for chart in 0..<8 {
        let outcome = try run(
          "swellctl",
          ["chart", "--socket", daemon.socket, "--id", "c\(chart)"] + values + [last]
        )
        #expect(outcome.status == 0, "\(outcome.errors)")
      }
      #expect(try waitFor("\(last)]"))
    }
    #expect(daemon.stop() == 0)
    let state = String(decoding: memory?.contents ?? [], as: UTF8.self)
    #expect(state.utf8.count > 60_000)
    #expect(state.components(separatedBy: "0.75]").count == 9)
  }
}
