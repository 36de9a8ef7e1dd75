// SPDX-License-Identifier: Apache-2.0
import Configuration
import Glibc
import LinuxSystem
import TOMLReading
import TestSupport
import Testing
import Widgets

@testable import DisplayServer

@Suite("The last configuration that worked")
struct ConfigurationSourceTests {
  private static let good = "[[button]]\nid = \"good\"\n"
  private let folder = TemporaryFolder()

  private func write(_ text: String) throws {
    try FileSystem.replace(folder["swell.toml"], with: Array(text.utf8), mode: 0o600)
  }

  private var source: ConfigurationSource {
    ConfigurationSource(path: folder["swell.toml"], keepingCopyIn: folder.path)
  }

  @Test(
    "A file that breaks costs nothing at the next start but a sentence with its place",
    arguments: ["[[button]\n", "[[button]]\nid = 5\n", "\u{0}", nil] as [String?]
  )
  func fallsBack(text: String?) throws {
    try write(Self.good)
    #expect(try source.loadOrFallBack().errors.isEmpty)
    if let text { try write(text) } else { _ = unsafe unlink(folder["swell.toml"]) }
    let loaded = try source.loadOrFallBack()
    #expect(loaded.settings.widgets.map(\.id) == ["good"])
    #expect(loaded.isFromFile)
    #expect(loaded.errors.count == 1)
    #expect(loaded.errors.allSatisfy { $0.hasPrefix("\(folder["swell.toml"]):") })
  }

  @Test(
    "Of thousands of errors as many are told as an answer has room for, and a few lines in the log"
  )
  func thousands() throws {
    try write(Self.good)
    _ = try source.load()
    let text = (0..<3000).map { "[[button]]\nid = \($0)\n" }.joined()
    try write(text)
    let told = try source.loadOrFallBack().errors
    #expect((2..<1000).contains(told.count))
    #expect(told.last?.hasPrefix("and ") ?? false)
    do {
      _ = try Settings(parsing: Array(text.utf8), fileName: "a.toml")
      Issue.record("nothing is wrong")
    } catch {
      let refused = RefusedConfiguration(error)
      #expect(refused.logged == Array(error.lines.prefix(20)))
      #expect(refused.unloggedCount == error.lines.count - 20)
      #expect((2..<1000).contains(refused.lines.count))
    }
  }

  @Test("Where there never was a file that worked the errors are all there is")
  func neverWorked() throws {
    try write("[[button]\n")
    #expect(throws: ConfigurationError.self) { try source.loadOrFallBack() }
  }

  @Test("The copy is that of the newest file that worked, and a broken copy is none")
  func newest() throws {
    try write(Self.good)
    _ = try source.load()
    try write("[[button]]\nid = \"newer\"\n")
    _ = try source.load()
    try write("x")
    #expect(try source.loadOrFallBack().settings.widgets.map(\.id) == ["newer"])
    let copy = try #require(source.copyPath)
    try FileSystem.replace(copy, with: Array("also broken".utf8), mode: 0o600)
    #expect(throws: ConfigurationError.self) { try source.loadOrFallBack() }
  }

  @Test("A file that was there and has vanished is an error to those whose scene it is")
  func vanished() throws {
    let optional = ConfigurationSource(path: nil)
    try #require(!FileSystem.isFile(Settings.defaultPath))
    #expect(try !optional.load().isFromFile)
    #expect(throws: ConfigurationError.self) { try optional.load(mustExist: true) }
  }
}
