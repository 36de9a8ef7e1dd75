// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSON
import Testing

@Suite("Widgets that show what programs print")
struct SourceTests {
  /// A label that shows what `script` prints.
  private static func label(_ script: String, _ more: String = "") -> String {
    """
    [[label]]
    id = "room"
    text = "…"
    source = ["/bin/sh", "-c", '''
    \(script)
    ''']
    \(more)
    """
  }

  private func text(_ daemon: RunningDaemon) throws -> String {
    try daemon.control("label", "room").output
  }

  private func count(_ file: String, _ place: Workplace) -> Int {
    place.text(file).split(separator: "\n").count
  }

  @Test("A label shows each line as it comes, and what is printed to standard error is logged")
  func lines() throws {
    let place = try Workplace()
    let gate = place.path("gate")
    try #require(unsafe mkfifo(gate, 0o600) == 0)
    let daemon = try RunningDaemon(
      Self.label(
        "echo '20 {percent:x}'; echo a word >&2; read go < \(gate); echo 21; exec sleep 1000"
      ),
      in: place
    )
    #expect(try daemon.wait { try text(daemon) == "20 {percent:x}\n" })
    #expect(daemon.log.wait(for: "room: a word") != nil)
    try FileHandle(forWritingAtPath: gate)?.write(contentsOf: Data("go\n".utf8))
    #expect(try daemon.wait { try text(daemon) == "21\n" })
  }

  @Test("A chart gets each value that is printed, in its order, and a line that is none is named")
  func chart() throws {
    let daemon = try RunningDaemon(
      """
      [[chart]]
      id = "load"
      window = 300
      source = ["/bin/sh", "-c", "seq 200; echo much; echo none; echo 7; exec sleep 1000"]
      """
    )
    func values() throws -> [JSONValue] {
      let answer = try JSONValue(
        parsing: Array(daemon.control("chart", "--id", "load").output.utf8)
      )
      return answer["values"]?.array ?? []
    }
    #expect(try daemon.wait { try values().count == 202 })
    #expect(try values() == (1...200).map { .number(Double($0)) } + [.null, 7])
    #expect(daemon.log.wait(for: "prints what cannot be shown: much") != nil)
  }

  @Test("A program that has ended is started again, and one that runs every second each second")
  func again() throws {
    for more in ["", "every = 1"] {
      let place = try Workplace()
      let runs = place.path("runs")
      let daemon = try RunningDaemon(
        Self.label("echo run >> \(runs); wc -l < \(runs)", more),
        in: place
      )
      #expect(try daemon.wait { try text(daemon).hasPrefix("3") })
    }
  }

  @Test("A reload ends a program that has become another one, and leaves one alone that has not")
  func reload() throws {
    let place = try Workplace()
    let runs = place.path("runs")
    func scene(_ number: Int, _ color: String) -> String {
      Self.label(
        "trap 'echo ended \(number) >> \(runs); exit' TERM; echo begun \(number) >> \(runs); echo \(number)\n"
          + "while :; do sleep 0.1; done",
        "color = \"\(color)\""
      )
    }
    let daemon = try RunningDaemon(scene(1, "#FF0000"), in: place)
    #expect(try daemon.wait { try text(daemon) == "1\n" })
    _ = try place.write(scene(1, "#00FF00"), to: "swell.toml")
    #expect(try daemon.control("reload").status == 0)
    _ = try place.write(scene(2, "#00FF00"), to: "swell.toml")
    #expect(try daemon.control("reload").status == 0)
    #expect(try daemon.wait { try text(daemon) == "2\n" })
    #expect(place.text("runs") == "begun 1\nended 1\nbegun 2\n")
    // Without the widget nothing of it goes on.
    _ = try place.write("[[button]]\nid = \"other\"\n", to: "swell.toml")
    #expect(try daemon.control("reload").status == 0)
    #expect(try daemon.wait { place.text("runs").hasSuffix("ended 2\n") })
  }

  @Test("A program outlives a crash of the daemon, and beside it no second one goes on")
  func crash() throws {
    let place = try Workplace()
    let runs = place.path("runs")
    let scene = Self.label("echo $$ >> \(runs); while :; do date +%N; sleep 0.1; done")
    let first = try RunningDaemon(scene, in: place)
    #expect(try first.wait { try text(first) != "…\n" })
    _ = first.stop(SIGKILL)
    let second = try RunningDaemon(at: first, scene)
    let before = try text(second)
    #expect(try second.wait { try text(second) != before })
    // The first one goes on where it has reported before a second one was due; else it ends.
    func alive() -> [pid_t] {
      place.text("runs").split(separator: "\n").compactMap { pid_t($0) }.filter { kill($0, 0) == 0 }
    }
    #expect(try second.wait { alive().count == 1 })
    let after = try text(second)
    #expect(try second.wait { try text(second) != after })
    #expect(alive().count == 1 && count("runs", place) <= 2)
  }

  @Test("A page's timeout does not wait for a program whose lines are shown")
  func timeout() throws {
    let daemon = try RunningDaemon(
      """
      [[page]]
      id = "first"
      [[page]]
      id = "other"
      timeout = 1
      [[page.label]]
      id = "room"
      source = ["/bin/sh", "-c", "while :; do date +%N; sleep 0.1; done"]
      """
    )
    #expect(try daemon.control("page", "other").status == 0)
    #expect(try daemon.wait { try daemon.control("page").output == "first\n" })
  }
}
