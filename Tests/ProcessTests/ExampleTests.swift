// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("Examples")
struct ExampleTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let folder = root.appendingPathComponent("config/examples").path

  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()

  @Test("What the documents name is there")
  func present() {
    let documented = [
      "check-in", "dashboard", "fountain", "keyboard", "pin-pad", "splash", "tickets", "updater",
      "wall-panel",
    ]
    for name in documented.map({ $0 + ".toml" }) {
      #expect(Self.names.contains(name), "\(name)")
    }
  }

  @Test("swelld --check has nothing to say about any of them", arguments: names)
  func checked(name: String) throws {
    let outcome = try run("swelld", ["--check", "--config", Self.folder + "/" + name])
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test(
    "They lie well on every panel, and so does the default scene",
    arguments: names + ["../swell.toml"]
  )
  func panels(name: String) throws {
    let path = Self.folder + "/" + name
    let outcome = try run("swelld", ["--check", "--panel", "all", "--config", path])
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test("swelld --check has nothing to say about the tables of the widgets' page")
  func tables() throws {
    let page = try DocumentPage("docs/widgets.md")
    let widgets = """
      [[button]]
      id = "back"
      look = "key"
      [[text]]
      id = "name"
      [[text]]
      id = "mail"

      """
    let blocks = page.blocks("Looks", "toml") + page.blocks("One file for every panel", "toml")
    #expect(blocks.count == 3)
    let place = try Workplace()
    let file = try place.write(blocks.joined(separator: "\n") + "\n" + widgets, to: "scene.toml")
    let outcome = try run("swelld", ["--check", "--config", file])
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test(
    "swelld --check has nothing to say about the charts, lists, pages, icons there",
    arguments: [
      "Charts", "Time axes", "Values from programs", "Lists", "Pages", "Languages",
      "A keyboard on the screen", "Icons", "Borders", "Shadows",
    ]
  )
  func pages(section: String) throws {
    let blocks = try DocumentPage("docs/widgets.md").blocks(section, "toml")
    #expect(blocks.count == 1)
    let place = try Workplace()
    // The image that a button there has.
    try FileManager.default.createDirectory(
      atPath: place.path("icons"),
      withIntermediateDirectories: false
    )
    try FileManager.default.copyItem(
      at: Self.root.appendingPathComponent("docs/pictures/water.png"),
      to: place.folder.appendingPathComponent("icons/card.png")
    )
    let file = try place.write(blocks.joined(), to: "scene.toml")
    let outcome = try run("swelld", ["--check", "--config", file])
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test(
    "They are as short as README says",
    arguments: [
      ("tickets", 42), ("wall-panel", 50), ("updater", 19), ("check-in", 68), ("dashboard", 60),
    ]
  )
  func lengths(name: String, lines: Int) throws {
    let text = try String(contentsOfFile: Self.folder + "/\(name).toml", encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 == lines)
    let readme = try String(
      contentsOf: Self.root.appendingPathComponent("README.md"),
      encoding: .utf8
    )
    #expect(readme.contains("| \(lines) |\n"))
  }

  @Test("The ticket machine sells a ticket")
  func tickets() throws {
    let text = try String(contentsOfFile: Self.folder + "/tickets.toml", encoding: .utf8)
    let daemon = try RunningDaemon(text)
    let page = { try daemon.control("page").output }
    #expect(try page() == "choose\n")
    for button in ["adult", "cancel", "child"] {
      #expect(try daemon.control("press", button).status == 0)
      let next = button == "cancel" ? "choose\n" : "pay\n"
      #expect(try eventually { try page() == next })
    }
    #expect(try daemon.control("press", "card").status == 0)
    #expect(try eventually { try page() == "thanks\n" })
    #expect(try daemon.control("page", "home").status == 0)
    #expect(try page() == "choose\n")
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

  @Test("Their pictures in the documents are what the daemon's code draws today")
  func pictures() throws {
    let place = try Workplace()
    let script = Process()
    script.executableURL = Self.root.appendingPathComponent("scripts/pictures.py")
    script.arguments = [
      programFolder.appendingPathComponent("swell-probe").path, place.folder.path,
    ]
    script.standardOutput = FileHandle.nullDevice
    try script.run()
    script.waitUntilExit()
    #expect(script.terminationStatus == 0)
    let drawn = try FileManager.default.contentsOfDirectory(atPath: place.folder.path).sorted()
    let names = drawn.filter { $0.hasSuffix(".png") }
    #expect(names.count >= 22)
    for name in names {
      let documented = Self.root.appendingPathComponent("docs/pictures/\(name)").path
      let today = try WindowPicture(png: place.path(name))
      #expect(try WindowPicture(png: documented) == today, "\(name): make pictures")
      #expect(Set(today.pixels).count > (name.hasPrefix("widget-") ? 2 : 10), "\(name)")
    }
  }
}
