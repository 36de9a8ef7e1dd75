// SPDX-License-Identifier: Apache-2.0
@testable import Configuration
import Testing
import Widgets

@Suite("The table [[list]]")
struct ListSettingsTests {
  @Test(
    "What is wrong with rows is told with its place",
    arguments: [
      (
        "rows = [\n{ id = \"a\" },\n{ label = \"b\", id = \"a\" }]",
        "5:16: error: 'id' must be another one than that of other rows"
      ),
      ("rows = [{ label = \"a\" }]", "3:9: error: 'id' is missing"),
      ("rows = [{ id = \"\" }]", "3:16: error: 'id' must be a string of 1 to 256 bytes"),
      ("rows = [{ id = 3 }]", "3:16: error: 'id' must be a string of 1 to 256 bytes"),
      ("rows = 3", "3:8: error: 'rows' must be a list of tables, not a number"),
      (
        "select = \"one\"\nselected = [\"a\", \"b\"]",
        "4:1: error: 'selected' must be at most one row"
      ),
      (
        "selected = [\"a\"]",
        "3:1: error: 'selected' must be left out where 'select' is \"none\""
      ),
      ("rows = [{ id = \"a\", to = \"b\" }]", "3:1: error: 'to' must name a [[page]], not 'b'"),
      ("row_height = 2", "3:14: error: 'row_height' must be a number from 16 to 1000, not 2"),
    ]
  )
  func wrong(keys: String, sentence: String) {
    let file = "[[list]]\nid = \"a\"\n\(keys)\n"
    #expect(throws: (any Error).self) { try settings(file) }
    #expect(errors(file) == ["swell.toml:" + sentence])
  }

  @Test("Ten thousand rows are read, and one more is refused")
  func most() throws {
    func file(_ count: Int) -> String {
      let rows = (0..<count).map { "{id=\"\($0)\"}" }
      return "[[list]]\nid = \"a\"\nrows = [\(rows.joined(separator: ",\n"))]\n"
    }
    let found = try settings(file(10_000)).widgets
    guard case .list(let list) = found.first else {
      Issue.record("no list")
      return
    }
    #expect(list.rows.count == 10_000 && list.rows.row("9999") == 9999)
    #expect(
      errors(file(10_001)) == ["swell.toml:10003:1: error: 'rows' must be at most 10000 tables"]
    )
  }
}
