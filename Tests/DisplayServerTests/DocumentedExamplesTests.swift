// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import VirtualKiosk

/// The conversation that `docs/control.md` shows, held with a daemon.
@Suite("Examples of the control socket's page")
struct DocumentedExamplesTests {
  private static let scene = """
    [display]
    scale = 1
    [[button]]
    id = "start"
    label = ""
    [[progress]]
    id = "main"
    show_percent = false
    """

  /// The lines that are sent, each with the line that comes back.
  private static func examples() throws -> [(sent: String, answer: String)] {
    let page = try #require(TestFile.text(TestFile.path("../../docs/control.md")))
    let lines = page.split(separator: "\n").map(String.init)
    return zip(lines, lines.dropFirst()).compactMap { line, next in
      guard line.hasPrefix("> "), next.hasPrefix("< ") else { return nil }
      return (String(line.dropFirst(2)), String(next.dropFirst(2)))
    }
  }

  @Test("every line gets the answer that is printed, byte for byte")
  func replay() throws {
    let examples = try Self.examples()
    #expect(examples.count == 11)
    let kiosk = try SocketKiosk(Self.scene)
    let client = try kiosk.connect()
    for (sent, answer) in examples {
      client.send(sent)
      var line: String?
      let isAnswered = kiosk.serve {
        client.receive()
        line = client.takeLine()
        return line != nil || client.isClosed
      }
      #expect(isAnswered)
      #expect(line == answer, "\(sent)")
      // Enough for what was set to be shown; a busy indicator would never rest.
      kiosk.run.pass(5)
    }
  }
}
