// SPDX-License-Identifier: Apache-2.0
import Configuration
import DisplayServer
import Glibc
import LinuxSystem
import TOMLReading
import TestSupport
import Testing
import Widgets

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
    try #require(!FileSystem.isFile(ConfigurationSource.defaultPath))
    #expect(try !optional.load().isFromFile)
    #expect(throws: ConfigurationError.self) { try optional.load(mustExist: true) }
  }
}
