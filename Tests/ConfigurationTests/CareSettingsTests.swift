// SPDX-License-Identifier: Apache-2.0
import Configuration
import TOMLReading
import Testing
import Widgets

@Suite("Keys against burning in")
struct CareSettingsTests {
  private func care(_ text: String) throws -> DisplaySettings.Care? {
    try Settings(parsing: Array("[display]\n\(text)".utf8), fileName: "x").display.care
  }

  @Test("All of them are read, and each can be left out")
  func all() throws {
    let care = try #require(try care("care = { orbit = 120, range = 16, refresh = \"03:05\" }"))
    #expect(care.orbit == 120 && care.range == 16 && care.refresh == 185)
    #expect(try self.care("") == nil)
    let least = try #require(try self.care("care = {}"))
    #expect(least.orbit == nil && least.range == 4 && least.refresh == nil)
    #expect(try self.care("care = { refresh = \"23:59\" }")?.refresh == 1439)
  }

  @Test(
    "What cannot be is an error",
    arguments: [
      ("orbit = 9", "'orbit' must be a number from 10 to 86400, not 9"),
      ("orbit = 86401", "'orbit' must be a number from 10 to 86400, not 86401"),
      ("range = 0", "'range' must be"), ("range = 17", "'range' must be"),
      ("range = 1.5", "'range' must be"),
      ("refresh = \"24:00\"", "'refresh' must be a time of day such as \"03:00\", not \"24:00\""),
      ("refresh = \"3:00\"", "'refresh' must be a time of day"),
      ("refresh = 3", "'refresh' must be a time of day"),
    ]
  )
  func errors(text: String, sentence: String) {
    do {
      _ = try care("care = { \(text) }")
      Issue.record("\(text) is taken")
    } catch let error as ConfigurationError {
      #expect(error.lines.count == 1 && error.lines[0].contains(sentence), "\(error.lines)")
    } catch {
      Issue.record(error)
    }
  }
}
