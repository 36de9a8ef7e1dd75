// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSON
import LinuxSystem
import Testing

@Suite("Programs that get a form")
struct FormTests {
  /// A form whose button has its fields saved in `place`, with what else the program can see.
  private func form(_ place: Workplace, _ more: String = "") -> String {
    let script = "cat > form.new; tr '\\\\0' '\\\\n' < /proc/$$/environ > seen; echo $0 $@ >> seen"
    return """
      [[text]]
      id = "name"
      text = "Ann"
      [[text]]
      id = "secret"
      mode = "password"
      max_length = 256
      [[text]]
      id = "other"
      [[button]]
      id = "send"
      exec = ["/bin/sh", "-c", "cd \(place.folder.path) && { \(script); mv form.new form; }"]
      input = ["name", "secret"]
      \(more)
      """
  }

  private func expect(
    _ name: String,
    _ secret: String,
    in place: Workplace,
    _ wait: (() throws -> Bool) throws -> Bool
  )
    throws
  {
    #expect(try wait { !place.text("form").isEmpty })
    let form = place.text("form")
    #expect(form.filter { $0 == "\n" }.count == 1)
    let object = try JSONValue(parsing: Array(form.utf8))
    #expect(object == ["name": .string(name), "secret": .string(secret)])
    #expect(!place.text("seen").contains(secret))
  }

  @Test(
    "It finds the fields' texts as one JSON object on its input, and nowhere else",
    arguments: ["", "job = { }"]
  )
  func byHand(job: String) throws {
    let place = try Workplace()
    let daemon = try RunningDaemon(form(place, job))
    // Shown in no log and taken by no shell.
    #expect(try daemon.control("text", "name", "Eve \"é\\").status == 0)
    #expect(try daemon.control("text", "secret", "hunter2 '$PATH'").status == 0)
    #expect(try daemon.control("press", "send").status == 0)
    try expect("Eve \"é\\", "hunter2 '$PATH'", in: place) { try daemon.wait(until: $0) }
    #expect(try daemon.waitForChildrenToEnd())
  }

  @Test("The service manager's runner hands it on; what a client starts gets it too")
  func byService() throws {
    let place = try Workplace()
    let manager = try ServiceStandIn(form(place, "job = { }"))
    try manager.startDaemon()
    let longest = String(repeating: "\"", count: 256)
    _ = try manager.control("text", "secret", longest)
    _ = try manager.control("job", "start", "send")
    try expect("Ann", longest, in: place) { try manager.wait(until: $0) }
    #expect(try manager.wait { manager.runners.allSatisfy { !$0.isRunning } })
  }

  @Test(
    "A program that is started by hand is told the socket and the button",
    arguments: ["", "job = { }"]
  )
  func isTold(job: String) throws {
    let place = try Workplace()
    let client = programFolder.appendingPathComponent("swellctl").path
    let script = "\(client) progress 42 --over 0 && echo $SWELL_BUTTON > \(place.path("done"))"
    let daemon = try RunningDaemon(
      scene.replacing(
        "id = \"start\"",
        with: "id = \"start\"\nexec = [\"/bin/sh\", \"-c\", '''\(script)''']\n\(job)"
      )
    )
    #expect(try daemon.control("press", "start").status == 0)
    #expect(try daemon.wait { place.text("done") == "start\n" })
    #expect(try daemon.member("percent", of: "main") == 42)
  }
}
