// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The commands of docs/design-desk.md and of the README's part for designers and newcomers, as they are
/// printed, at a real X server.
@Suite("What the pages tell a designer to type", .endsWhenHung)
struct DesignerPageTests {
  private let page: DocumentPage
  private let readme: DocumentPage

  init() throws {
    page = try DocumentPage("docs/design-desk.md")
    readme = try DocumentPage("README.md")
  }

  @Test("From nothing to a scene, step by step")
  func fromNothing() throws {
    let heading = "From nothing to a scene"
    let (blocks, files) = (page.blocks(heading), page.blocks(heading, "toml"))
    try #require(blocks.count == 2 && files.count == 1)
    let user = try TypingUser()
    let log = try user.start(blocks[0], hasPrograms: false)
    let window = try user.window(log, "hello.toml")
    // Step 1: what is saved is there.
    _ = try user.place.write(files[0], to: "hello.toml")
    let isShown = try user.wait {
      try user.run("swellctl status").contains { $0.contains("start") }
    }
    #expect(isShown)
    // Step 2: each of the looks is one, and all of them together.
    let looks = page.words(ofStep: 2).filter { $0.contains(" = ") }
    #expect(looks.count >= 3)
    let label = "label = \"Hello\""
    let dressed = files[0].replacing(label, with: ([label] + looks).joined(separator: "\n"))
    _ = try user.place.write(dressed, to: "hello.toml")
    #expect(try user.run("swelld --check --config hello.toml") == ["ended well"])
    // The colour is in the window.
    let color = try #require(
      looks.first { $0.hasPrefix("color") }?.split(separator: "\"")[1].dropFirst()
    )
    let pixel = try #require(UInt32(color, radix: 16))
    let isColored = try user.wait {
      let shot = try user.desktop.run("xwd", ["-silent", "-id", window])
      return WindowPicture(xwd: shot)?.pixels.contains { $0 & 0xFF_FFFF == pixel } ?? false
    }
    #expect(isColored)
    // Step 6: the last command goes on for ever.
    let commands = blocks[1].split(separator: "\n").map(String.init)
    #expect(commands.last == "swellctl watch")
    let output = Pipe()
    _ = try user.start(commands.last ?? "", output: output)
    #expect(try user.run(commands.dropLast().joined(separator: "\n")).last == "ended well")
    // Subscribed or not when those were run: sooner or later one is told.
    let events = LineReader(output)
    let press = try user.start("while :; do swellctl press start || true; sleep 0.1; done")
    #expect(events.wait(for: "\"trigger\"") != nil)
    #expect(try user.run("swellctl status").contains { $0.contains("42") })
    withExtendedLifetime(press) {}
  }

  @Test("Pictures and films")
  func films() throws {
    let blocks = page.blocks("Pictures and films of a scene")
    let lines = blocks.flatMap { $0.split(separator: "\n").map(String.init) }
    try #require(lines.count == 5 && lines[4].hasPrefix("swellctl screenshot shot.png"))
    for line in lines[...1] {
      let user = try TypingUser()
      _ = try user.place.write(scene, to: "scene.toml")
      let log = try user.start(line)
      _ = try user.window(log, "scene.toml")
      #expect(try user.run(lines[4]).last == "ended well")
      try user.close(log)
      #expect(user.byteCount("shot.png") > 100)
      #expect(user.byteCount(line.contains("frames/") ? "frames/000001.png" : "demo.apng") > 100)
    }
    let user = try TypingUser()
    _ = try user.place.write(scene, to: "scene.toml")
    #expect(try user.run(lines[2]).last == "ended well")
    #expect(user.byteCount("sheet.png") > 1000)
    let log = try user.start(lines[3])
    _ = try user.window(log, "scene.toml")
    try user.close(log)
  }

  @Test("The README's two commands for designers")
  func readMe() throws {
    let lines = readme.blocks("Design it").flatMap { $0.split(separator: "\n").map(String.init) }
    #expect(lines.count == 2)
    for line in lines {
      let user = try TypingUser()
      _ = try user.place.write(scene, to: "scene.toml")
      let log = try user.start(line)
      _ = try user.window(log, "scene.toml")
      try user.close(log)
      if line.contains("--record demo.apng") { #expect(user.byteCount("demo.apng") > 100) }
    }
  }

  @Test("make run opens the window on a desktop, and what it prints to be typed works")
  func makeRun() throws {
    #expect(readme.blocks("Try it").first?.hasPrefix("make run ") == true)
    let user = try TypingUser()
    // The target's recipe is this one line.
    let log = try user.start("scripts/run.sh 2>&1")
    var commands: [String] = []
    while let line = log.next(), !line.contains("save config/swell.toml") {
      if line.hasPrefix("  ") { commands.append(line) }
    }
    #expect(commands.count == 6)
    _ = try user.window(log, "swell.toml")
    #expect(try user.run(commands.joined(separator: "\n")).last == "ended well")
    #expect(user.byteCount("swell.png") > 100)
    try user.close(log)
  }
}

/// The commands in the first lines of config/examples.
@Suite("What examples tell to type", .endsWhenHung)
struct ExampleCommandTests {
  /// The commands of an example, one after the other; of those of several lines each line.
  private static func commands(_ name: String) throws -> [String] {
    let path = DocumentPage.root.appendingPathComponent("config/examples/\(name)")
    return try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
      .prefix { $0.hasPrefix("#") }.filter { $0.hasPrefix("#   ") }.map { String($0.dropFirst(4)) }
  }

  /// An example in its window, opened by the first of its commands.
  private func opened(_ name: String) throws -> (user: TypingUser, more: [String]) {
    let commands = try Self.commands(name)
    let user = try TypingUser()
    _ = try user.window(user.start(commands[0]), name)
    return (user, Array(commands.dropFirst()))
  }

  @Test("Each is opened by one command", arguments: ExampleTests.names)
  func opens(name: String) throws {
    let command = try #require(try Self.commands(name).first)
    #expect(command.hasPrefix("swell-preview ") && command.hasSuffix("config/examples/\(name)"))
    let user = try opened(name).user
    // A busy machine may take longer than swellctl waits.
    let isThere = try user.wait { try user.run("swellctl status").last == "ended well" }
    #expect(isThere)
    // The README leads there, and shows it.
    let page = try DocumentPage("README.md").text
    let picture = name.replacing(".toml", with: ".png")
    #expect(
      page.contains("(config/examples/\(name))") && page.contains("(docs/pictures/\(picture))")
    )
  }

  @Test("The check-in's program answers a scan, the dashboard takes a stream, the splash rises")
  func more() throws {
    let checkIn = try opened("check-in.toml")
    try #require(checkIn.more.count == 4)
    let answering = try checkIn.user.start(checkIn.more[..<3].joined(separator: "\n"))
    // Whoever waits for tickets may not be there yet.
    let isWelcome = try checkIn.user.wait {
      let hasScanned = try checkIn.user.run(checkIn.more[3]).last == "ended well"
      return try hasScanned && checkIn.user.run("swellctl label status").first == "Welcome! Gate 7"
    }
    #expect(isWelcome)
    withExtendedLifetime(answering) {}
    let dashboard = try opened("dashboard.toml")
    try #require(dashboard.more.count == 3)
    #expect(try dashboard.user.run(dashboard.more[0]).last == "ended well")
    #expect(try dashboard.user.run(dashboard.more[2]).last == "ended well")
    #expect(try dashboard.user.run("swellctl chart --id load").joined().contains("12,15,11,18"))
    let stream = try dashboard.user.start(dashboard.more[1].components(separatedBy: "#")[0])
    let isStreaming = try dashboard.user.wait {
      try !dashboard.user.run("swellctl chart --id load").joined().contains("11,18]")
    }
    #expect(isStreaming)
    withExtendedLifetime(stream) {}
    let splash = try opened("splash.toml")
    #expect(splash.more.count == 1)
    #expect(try splash.user.run(splash.more[0]).last == "ended well")
  }
}
