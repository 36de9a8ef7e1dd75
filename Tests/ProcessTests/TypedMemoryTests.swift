// SPDX-License-Identifier: Apache-2.0
import Foundation
import LinuxSystem
import Testing

/// What was typed is looked for where nothing can hide it: in every page that the daemon can write to.
@Suite("What was typed, in the daemon's memory", .serialized)
struct TypedMemoryTests {
  private static func scene(_ mode: String, _ submit: String) -> String {
    """
    [display]
    scale = 1
    [[text]]
    id = "name"
    frame = { x = 160, y = 60, width = 280, height = 40 }
    mode = "\(mode)"
    submit = "\(submit)"
    caret_blink = 0
    [[label]]
    id = "echo"
    frame = { x = 160, y = 120, width = 280, height = 40 }
    text = "typed: {text:name}"
    """
  }

  /// A word that stands in no program and no configuration.
  private static func word() -> String {
    String((0..<24).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement() ?? "a" })
  }

  /// Parts of a word as text may lie in memory: in bytes, and in numbers of two and four bytes a letter.
  private static func patterns(_ word: String) -> [(name: String, bytes: Data)] {
    let bytes = Array(word.utf8)
    return [1, 2, 4].flatMap { width in
      stride(from: 0, through: bytes.count - 8, by: 4).map { start in
        let padding = [UInt8](repeating: 0, count: width - 1)
        let part = bytes[start..<start + 8].flatMap { [$0] + padding }
        return ("\(start) × \(width)", Data(part))
      }
    }
  }

  /// The C library's search, which Swift's module of it leaves out; a loop of one's own takes minutes.
  private typealias Search =
    @convention(c) (UnsafeRawPointer?, Int, UnsafeRawPointer?, Int) -> UnsafeMutableRawPointer?

  private static func contains(_ part: Data, in bytes: Data) throws -> Bool {
    let symbol = try unsafe #require(dlsym(nil, "memmem"))
    let search = unsafe unsafeBitCast(symbol, to: Search.self)
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe part.withUnsafeBytes { part in
        unsafe search(bytes.baseAddress, bytes.count, part.baseAddress, part.count) != nil
      }
    }
  }

  /// Where parts of `word` lie in what the process can write to, as the mappings' names.
  private static func places(of word: String, in process: Int32) throws -> [String] {
    let maps = try String(
      decoding: FileReader.read("/proc/\(process)/maps", limit: 1 << 22),
      as: UTF8.self
    )
    let memory = try #require(FileHandle(forReadingAtPath: "/proc/\(process)/mem"))
    let patterns = patterns(word)
    var places: [String] = []
    for line in maps.split(separator: "\n") {
      let words = line.split(separator: " ")
      let ends = words[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      guard words[1].hasPrefix("rw"), ends.count == 2, ends[0] < 1 << 62 else { continue }
      try memory.seek(toOffset: ends[0])
      // Of some mappings nothing can be read.
      guard let bytes = try? memory.read(upToCount: Int(ends[1] - ends[0])) else { continue }
      for pattern in patterns where try contains(pattern.bytes, in: bytes) {
        places.append("\(words.count > 5 ? words[5] : "anonymous") \(pattern.name)")
      }
    }
    return places
  }

  @Test(
    "Once it is emptied, however that is done, no part of it is anywhere",
    arguments: [
      ("text", "clear", ["type", "\n"]), ("password", "clear", ["type", "\n"]),
      ("text", "keep", ["text", "name", ""]), ("password", "keep", ["text", "name", ""]),
      ("text", "keep", ["text", "name", "another"]),
    ]
  )
  func emptied(mode: String, submit: String, last: [String]) throws {
    let daemon = try RunningDaemon(
      Self.scene(mode, submit),
      output: "virtual:320x240@60",
      // As swell.service has it.
      environment: ["GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"]
    )
    let watcher = program("swellctl", ["watch", "--socket", daemon.socket])
    let events = Pipe()
    watcher.standardOutput = events
    try watcher.run()
    defer {
      watcher.terminate()
      watcher.waitUntilExit()
    }
    #expect(try daemon.control("focus", "name").status == 0)
    let word = Self.word()
    #expect(try daemon.control("type", word).status == 0)
    let pid = daemon.process.processIdentifier
    #expect(try !Self.places(of: word, in: pid).isEmpty, "it is found while it is there")
    let outcome = try run("swellctl", [last[0], "--socket", daemon.socket] + last.dropFirst())
    #expect(outcome.status == 0, "\(outcome.errors)")
    // Fades of the label, and changes that wait for a frame, are over with the frames.
    let isGone = try daemon.wait(rounds: 100) { try Self.places(of: word, in: pid).isEmpty }
    let rest = try Self.places(of: word, in: pid)
    #expect(isGone, "\(rest)")
  }
}
