// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSON
import Testing

@Suite("What is typed is forgotten")
struct TypedMemoryTests {
  private static let scene = """
    [display]
    scale = 1
    [[text]]
    id = "name"
    max_length = 64
    frame = { x = 10, y = 10, width = 140, height = 50, anchor = "top-left" }
    """

  /// What is typed; no part of it stands in any program or font.
  private static let typed = "Qz7Kw9Xv2Jh5Yf8Gb3Nd6Ls4"

  /// Every part of ``typed`` that is searched for, in letters of one, two and four bytes.
  private static let parts: [Data] = {
    let letters = Array(typed.utf8)
    return stride(from: 0, through: letters.count - 8, by: 4).flatMap { start in
      [1, 2, 4].map { width in
        Data(
          letters[start..<start + 8].flatMap { [$0] + [UInt8](repeating: 0, count: width - 1) }
        )
      }
    }
  }()

  /// Where ``parts`` stand in the memory that a process can write to.
  private func places(in process: Int32) throws -> [String] {
    let maps = try String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8)
    let memory = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/\(process)/mem"))
    var places: [String] = []
    for line in maps.split(separator: "\n") {
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      let ends = words[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      guard words[1].hasPrefix("rw"), words.last != "[vvar]", ends.count == 2 else { continue }
      try memory.seek(toOffset: ends[0])
      // Pages that nobody has made yet cannot be read in some mappings.
      guard let pages = try? memory.read(upToCount: Int(ends[1] - ends[0])) else { continue }
      for part in Self.parts where pages.range(of: part) != nil {
        places.append("\(words.last ?? ""): \(part.count) bytes")
      }
    }
    return places
  }

  @Test("Once a field is emptied, no part of what was typed is in the daemon's memory")
  func memory() throws {
    let daemon = try RunningDaemon(Self.scene)
    func text() throws -> String? {
      try JSONValue(parsing: Array(daemon.control("text", "name").output.utf8))["text"]?.string
    }
    #expect(try daemon.control("focus", "name").status == 0)
    // The first word is what fields open their fonts for.
    for word in ["a", Self.typed] {
      #expect(try daemon.control("type", word).status == 0)
    }
    #expect(try text() == "a" + Self.typed)
    // The search finds what is there.
    #expect(try !places(in: daemon.process.processIdentifier).isEmpty)
    // What has been typed outlives a reload of another scene, in one place.
    _ = try daemon.place.write(Self.scene.replacing("140", with: "130"), to: "swell.toml")
    #expect(try daemon.control("reload").status == 0)
    #expect(try text() == "a" + Self.typed)
    #expect(try daemon.control("text", "name", "").status == 0)
    #expect(try text() == "")
    #expect(try places(in: daemon.process.processIdentifier) == [])
  }
}
