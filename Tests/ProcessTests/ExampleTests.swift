// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite("Examples")
struct ExampleTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("config/examples").path

  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()

  @Test("What the documents name is there")
  func present() {
    for name in ["check-in.toml", "keyboard.toml", "pin-pad.toml"] {
      #expect(Self.names.contains(name), "\(name)")
    }
  }

  @Test("swelld --check has nothing to say about any of them", arguments: names)
  func checked(name: String) throws {
    let outcome = try run("swelld", ["--check", "--config", Self.folder + "/" + name])
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test("The PIN pad types into its field, and its field gives the PIN away to nobody")
  func pinPad() throws {
    let text = try String(contentsOfFile: Self.folder + "/pin-pad.toml", encoding: .utf8)
    let daemon = try RunningDaemon(text)
    for key in ["4", "7", "erase", "2"] {
      #expect(try daemon.control("press", key).status == 0)
    }
    let shown = try daemon.control("text", "pin").output
    #expect(shown.contains("\"length\":2") && !shown.contains("\"text\""))
  }
}
