// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// All commands of README.md, CONTRIBUTING.md and docs: each block belongs to a test that runs it, and what is named
/// in a line is there.
@Suite("Commands in the documents")
struct DocumentedCommandsTests {
  /// Who runs the commands of a section: a file below Tests, and its function.
  private static let runners: [String: [String]] = [
    "README.md#Try it": ["ProcessTests/DesignerPageTests.swift makeRun"],
    "README.md#Design it": ["ProcessTests/DesignerPageTests.swift readMe"],
    "README.md#Install it": ["Kiosk/test_readme.py test_integrator"],
    "README.md#Set the progress": ["Kiosk/test_readme.py progress"],
    "README.md#Run a program": ["Kiosk/test_readme.py program"],
    "README.md#Follow an updater": ["Kiosk/test_readme.py follow"],
    // The same two as the README's, of which the second is run there.
    "docs/design-desk.md#From nothing to a scene": [
      "ProcessTests/DesignerPageTests.swift fromNothing"
    ],
    "docs/design-desk.md#Pictures and films of a scene": [
      "ProcessTests/DesignerPageTests.swift films"
    ],
    "docs/motion.md#Asking for numbers": ["ProcessTests/DocumentedCommandsTests.swift numbers"],
    "docs/report.md#Making one": ["Kiosk/test_doctor.py test_report"],
    "docs/touch.md#Calibration": ["ProcessTests/CalibrateTests.swift writes"],
    "docs/widgets.md#Charts": ["ProcessTests/ExampleTests.swift pages"],
    "docs/widgets.md#Time axes": ["ProcessTests/ExampleTests.swift pages"],
    "docs/widgets.md#Values from programs": ["ProcessTests/ExampleTests.swift pages"],
    "docs/widgets.md#A keyboard on the screen": ["ProcessTests/ExampleTests.swift pages"],
    "docs/widgets.md#Languages": ["ProcessTests/ExampleTests.swift pages"],
    "docs/widgets.md#Icons": ["ProcessTests/ExampleTests.swift pages"],
    "docs/widgets.md#Borders": ["ProcessTests/ExampleTests.swift pages"],
    "docs/widgets.md#Shadows": ["ProcessTests/ExampleTests.swift pages"],
    "docs/widgets.md#Lists": ["ProcessTests/ExampleTests.swift pages"],
    "docs/widgets.md#Pages": ["ProcessTests/ExampleTests.swift pages"],
    "docs/widgets.md#Looks": ["ProcessTests/ExampleTests.swift tables"],
    "docs/widgets.md#Another look": ["ProcessTests/ExampleTests.swift tables"],
    "docs/widgets.md#One file for every panel": ["ProcessTests/ExampleTests.swift tables"],
    "docs/updaters.md#What people see": ["Kiosk/test_follow.py test_script"],
    "docs/updaters.md#A script": ["Kiosk/test_follow.py test_script"],
    "docs/updaters.md#psplash": ["Kiosk/test_follow.py test_psplash"],
    "docs/updaters.md#SWUpdate": ["Kiosk/test_follow.py test_swupdate"],
    "docs/updaters.md#RAUC": ["Kiosk/test_follow.py test_rauc"],
    "docs/updaters.md#Offline updates that know Plymouth": ["Kiosk/test_follow.py test_plymouth"],
    "docs/updaters.md#The boot": ["Kiosk/test_follow.py test_boot"],
  ]

  static let pages: [String] = {
    let docs = DocumentPage.root.appendingPathComponent("docs").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: docs)) ?? []
    let pages = names.filter { $0.hasSuffix(".md") }.sorted()
    return ["README.md", "CONTRIBUTING.md"] + pages.map { "docs/\($0)" }
  }()

  @Test("Each block of commands belongs to a test, and the test is there")
  func blocks() throws {
    var sections: Set<String> = []
    for name in Self.pages {
      var heading = ""
      for line in try DocumentPage(name).text.split(separator: "\n") {
        if line.hasPrefix("#"), let space = line.firstIndex(of: " ") {
          heading = String(line[line.index(after: space)...])
        }
        let fence = line.trimmingPrefix { $0 == " " }
        if ["```sh", "```bash", "```console", "```python", "```toml"].contains(String(fence)) {
          sections.insert("\(name)#\(heading)")
        }
      }
    }
    #expect(sections == Set(Self.runners.keys))
    for runner in Set(Self.runners.values.joined()) {
      let parts = runner.split(separator: " ").map(String.init)
      let text = try DocumentPage("Tests/\(parts[0])").text
      #expect(text.contains("func \(parts[1])(") || text.contains("def \(parts[1])("), "\(runner)")
    }
  }

  @Test(
    "What is named in a page is there: targets, scripts, programs' commands and options",
    arguments: pages
  )
  func names(page: String) throws {
    let makefile = try DocumentPage("Makefile").text
    for command in try commands(on: page) {
      let words = command.split(separator: " ").map(String.init)
      switch words[0] {
      case "make":
        let target = words.dropFirst().first { !$0.contains("=") }
        #expect(target.map { makefile.contains("\n\($0):") } ?? true, "\(page): \(command)")
      case "swellctl", "swelld", "swell-preview":
        let help = try self.help(words)
        for option in words.dropFirst() where option.hasPrefix("--") {
          #expect(help.contains(option.prefix { $0 != "=" }), "\(page): \(command)")
        }
      case let path where path.hasPrefix("scripts/"):
        let file = DocumentPage.root.appendingPathComponent(path).path
        let manager = FileManager.default
        // What is read beside the scripts is no command.
        let isThere =
          path.hasSuffix(".txt")
          ? manager.isReadableFile(atPath: file) : manager.isExecutableFile(atPath: file)
        #expect(isThere, "\(page): \(command)")
      default: break
      }
    }
  }

  /// What a page says in blocks and between backquotes, cut into commands.
  private func commands(on page: String) throws -> [String] {
    let text = try DocumentPage(page).text
    let lines = text.components(separatedBy: "\n")
    var written: [String] = []
    for line in lines {
      let parts = line.components(separatedBy: "`").enumerated()
      written += parts.filter { $0.offset % 2 == 1 }.map(\.element)
    }
    for heading in lines where heading.hasPrefix("## ") {
      for block in try DocumentPage(page).blocks(String(heading.dropFirst(3))) {
        written += block.components(separatedBy: "\n")
      }
    }
    var commands: [String] = []
    for text in written {
      let words = text.components(separatedBy: "  #")[0].replacing("&&", with: "|")
      for command in words.split(separator: "|") {
        let rest = command.split(separator: " ").drop { $0 == "sudo" }
        if !rest.isEmpty { commands.append(rest.joined(separator: " ")) }
      }
    }
    return commands
  }

  /// What a program says of the command that the words call.
  private func help(_ words: [String]) throws -> String {
    guard words[0] == "swellctl" else { return try run(words[0], ["--help"]).output }
    let command = words.dropFirst().first { !$0.hasPrefix("-") } ?? ""
    guard !command.isEmpty, command.allSatisfy(\.isLetter) else {
      return "--help --version --socket --timeout"
    }
    let outcome = try run("swellctl", ["help", command])
    #expect(outcome.output.contains("USAGE: swellctl \(command)"), "\(words)")
    return outcome.output
  }

  @Test("The question in docs/motion.md has the answer that is printed")
  func numbers() throws {
    let lines = try DocumentPage("docs/motion.md").blocks("Asking for numbers")
      .flatMap { $0.split(separator: "\n").map(String.init) }
    try #require(lines.count == 2)
    let question = lines[0].split(separator: "'")[1]
    #expect(lines[0] == "$ echo '\(question)' | swell-probe")
    #expect(try run("swell-probe", [], input: question + "\n").output == lines[1] + "\n")
  }
}
