// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A page of the documents, with the blocks that are to be typed or written into files.
struct DocumentPage {
  /// The whole page.
  let text: String
  private let lines: [String]

  /// Reads a page by its path below the sources.
  init(_ path: String) throws {
    text = try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
    lines = text.components(separatedBy: "\n")
  }

  /// Where the sources are.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The blocks in `language` of the section under `heading`, each without what it is indented by.
  func blocks(_ heading: String, _ language: String = "sh") -> [String] {
    var (blocks, block, isInside): ([String], [String]?, Bool) = ([], nil, false)
    for line in lines {
      let text = line.trimmingPrefix { $0 == " " }
      if var open = block {
        if text == "```" {
          blocks.append(open.joined(separator: "\n"))
          block = nil
        } else {
          open.append(String(text))
          block = open
        }
      } else if line.hasPrefix("## ") {
        isInside = line == "## \(heading)"
      } else if isInside, text == "```\(language)" {
        block = []
      }
    }
    return blocks
  }

  /// What stands between backquotes in the step of a list that begins with `number`.
  func words(ofStep number: Int) -> [String] {
    guard let first = lines.firstIndex(where: { $0.hasPrefix("\(number). ") }) else { return [] }
    let rest = lines[(first + 1)...].prefix { $0.hasPrefix("   ") }
    let text = ([lines[first]] + rest).joined(separator: " ")
    return text.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(
      \.element
    )
  }
}

/// Somebody at a desktop, in a folder like that of the sources, with the programs of these tests.
final class TypingUser {
  let desktop: Desktop
  let place: Workplace
  private var running: [Process] = []

  init() throws {
    desktop = try Desktop()
    place = try Workplace()
    let files = FileManager.default
    for folder in [".build", "scripts", "bin"] {
      try files.createDirectory(atPath: place.path(folder), withIntermediateDirectories: false)
    }
    try files.createSymbolicLink(
      atPath: place.path(".build/release"),
      withDestinationPath: programFolder.path
    )
    for name in ["run.sh", "release-products.sh"] {
      let source = DocumentPage.root.appendingPathComponent("scripts/\(name)").path
      try files.copyItem(atPath: source, toPath: place.path("scripts/\(name)"))
    }
    try files.createSymbolicLink(
      atPath: place.path("config"),
      withDestinationPath: DocumentPage.root.appendingPathComponent("config").path
    )
    // What it would build is there.
    _ = try place.write("#!/bin/sh\n", to: "bin/make")
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place.path("bin/make"))
  }

  deinit {
    for process in running {
      // Its group, so that all of it ends.
      kill(-process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  /// Types commands that go on; with the programs on the path or, as before a build, without.
  func start(_ script: String, hasPrograms: Bool = true, output: Pipe? = nil) throws -> LineReader {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/bash")
    process.arguments = ["-e", "-o", "pipefail", "-c", script]
    process.currentDirectoryURL = place.folder
    let path = "\(place.path("bin")):/usr/bin:/bin" + (hasPrograms ? ":\(programFolder.path)" : "")
    process.environment = [
      "PATH": path, "DISPLAY": desktop.display, "XDG_RUNTIME_DIR": place.folder.path,
      "HOME": place.folder.path,
    ]
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = output ?? errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    running.append(process)
    return LineReader(errors)
  }

  /// Types commands to their end.
  ///
  /// - Returns: All that they print, and as the last line how they have ended.
  func run(_ script: String) throws -> [String] {
    let reader = try start("(\(script)\n) && echo ended well || echo ended badly")
    var lines: [String] = []
    while let line = reader.next() { lines.append(line) }
    return lines
  }

  /// Waits for a window that a preview has opened.
  func window(_ log: LineReader, _ title: String) throws -> String {
    _ = try #require(log.wait(for: "the window is open"))
    let found = try desktop.run("xdotool", ["search", "--sync", "--onlyvisible", "--name", title])
    let window = String(decoding: found, as: UTF8.self).split(separator: "\n").last.map(String.init)
    _ = try desktop.run("xdotool", ["windowfocus", "--sync", window ?? ""])
    return window ?? ""
  }

  /// Ends the window that has the keyboard, and waits until whoever has opened it has ended.
  func close(_ log: LineReader) throws {
    _ = try desktop.run("xdotool", ["key", "ctrl+q"])
    while log.next() != nil {}
  }

  /// Asks until `condition` holds; each question is a round trip.
  func wait(until condition: () throws -> Bool) throws -> Bool {
    for _ in 0..<300 {
      if try condition() { return true }
      _ = try run("swellctl status")
    }
    return false
  }

  /// How many bytes a file has that a command has left.
  func byteCount(_ name: String) -> Int {
    FileManager.default.contents(atPath: place.path(name))?.count ?? 0
  }
}
