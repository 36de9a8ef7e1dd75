// SPDX-License-Identifier: Apache-2.0
import Widgets
import JSON
import Control
import Foundation
import Testing

@Suite("Manual pages and what they are about")
struct ManualTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A page's source, with what comes from elsewhere in place.
  private func page(_ name: String) throws -> String {
    let place = try Workplace()
    let script = Process()
    script.executableURL = Self.root.appendingPathComponent("scripts/manuals.py")
    script.arguments = [place.folder.path]
    try script.run()
    script.waitUntilExit()
    #expect(script.terminationStatus == 0)
    return place.text(name + ".scd")
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
  }

  /// All that `pattern` finds in `text`, its first group.
  private func words(_ pattern: String, in text: String) throws -> Set<String> {
    let expression = try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
    let range = NSRange(text.startIndex..., in: text)
    return Set(
      expression.matches(in: text, range: range).compactMap { match in
        Range(match.range(at: 1), in: text).map { String(text[$0]) }
      }
    )
  }

  @Test("swelld(8) has every option")
  func daemonOptions() throws {
    let options = try words("(--[a-z][a-z-]*)", in: run("swelld", ["--help"]).output)
    #expect(options.count >= 8)
    let page = try page("swelld.8")
    for option in options { #expect(page.contains("*\(option)*"), "\(option)") }
  }

  @Test("swell-preview(1) has every option, and so have its completions")
  func previewOptions() throws {
    let options = try words("(--[a-z][a-z-]*)", in: run("swell-preview", ["--help"]).output)
    #expect(options.count >= 6)
    let page = try page("swell-preview.1")
    for option in options {
      #expect(page.contains("*\(option)*"), "\(option)")
      for shell in ["swell-preview.bash", "_swell-preview"] {
        #expect(try text("packaging/completions/\(shell)").contains(option), "\(shell) \(option)")
      }
      let fish = try text("packaging/completions/swell-preview.fish")
      #expect(fish.contains(" -l \(option.dropFirst(2)) "), "\(option)")
    }
  }

  @Test("swellctl(1) has every command, and every option of each")
  func clientOptions() throws {
    let help = try run("swellctl", ["--help"]).output
    let commands = try words("^  ([a-z]+)  ", in: help)
    #expect(commands.count >= 12)
    let page = try page("swellctl.1")
    for command in commands {
      let entries = entries(of: command, in: page)
      #expect(!entries.isEmpty, "\(command)")
      let usage = try run("swellctl", ["help", command]).output
      for option in try words("(--[a-z][a-z-]*)", in: usage) {
        let place =
          ["--socket", "--timeout", "--help", "--version"].contains(option) ? page : entries
        #expect(place.contains("*\(option)*"), "\(command) \(option)")
      }
    }
  }

  /// What a page says of a command: the paragraphs whose head has its name.
  private func entries(of command: String, in page: String) -> String {
    page.split(separator: "\n\n").filter { paragraph in
      let head = paragraph.prefix { $0 != "\n" }
      return head.hasPrefix("*")
        && (head.contains("*\(command)*") || head.contains("*\(command) -*"))
    }.joined(separator: "\n\n")
  }

  @Test("swell.toml(5) has every key")
  func keys() throws {
    let file = try text("config/swell.toml")
    let keys = try words("([a-z_]+) =", in: file)
    #expect(keys.count >= 40)
    let page = try page("swell.toml.5")
    for key in keys { #expect(page.contains("\(key) ="), "\(key)") }
  }

  @Test("swell.toml(5) names every kind of widget, and the grid")
  func kinds() throws {
    let page = try page("swell.toml.5")
    let description = page.components(separatedBy: "# KEYS")[0]
    for kind in WidgetKind.allCases.map(\.name) + ["grid"] {
      #expect(description.contains("_[[\(kind)]]_"), "\(kind)")
    }
  }

  @Test(
    "No emphasis begins within a word: its underscores would be printed",
    arguments: ["swelld.8", "swellctl.1", "swell.toml.5", "swell-control.7", "swell-preview.1"]
  )
  func emphasis(name: String) throws {
    #expect(try words(#"([A-Za-z0-9]\*_[A-Za-z]+_)"#, in: page(name)).isEmpty)
  }

  @Test("swell-control(7) has every method and every event")
  func methods() throws {
    let methods = ControlRequest.methods
    #expect(methods.count >= 9)
    let page = try page("swell-control.7")
    for method in methods { #expect(page.contains("*\(method)*"), "\(method)") }
    for event in ControlEventType.allCases { #expect(page.contains("*\(event.name)*")) }
  }

  @Test("Completions for every shell know the commands", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) throws {
    let outcome = try run("swellctl", ["--generate-completion-script", shell])
    #expect(outcome.status == 0)
    for command in ["progress", "doctor", "screenshot"] {
      #expect(outcome.output.contains(command))
    }
  }
}
