// SPDX-License-Identifier: Apache-2.0
import JSON
import Testing

@testable import Widgets

@Suite("The rows of a list")
struct ListRowsTests {
  private func rows(_ count: Int, from first: Int = 0) -> ListRows {
    var rows = ListRows()
    for number in first..<first + count {
      var row = ListRow(id: "r\(number)")
      row.label = "Row \(number)"
      row.detail = number % 3 == 0 ? "" : "\(number) m"
      row.target = number % 5 == 0 ? "page\(number % 2)" : ""
      let isAdded = rows.append(row)
      #expect(isAdded)
    }
    return rows
  }

  @Test(
    "Ten thousand rows are found by their ids and say what they said",
    arguments: [0, 1, 17, 10_000]
  )
  func found(count: Int) {
    let rows = rows(count)
    #expect(rows.count == count)
    for number in stride(from: 0, to: count, by: max(1, count / 97)) {
      #expect(rows.row("r\(number)") == number)
      #expect(rows.id(number) == "r\(number)" && rows.label(number) == "Row \(number)")
      #expect(rows.detail(number) == (number % 3 == 0 ? "" : "\(number) m"))
      #expect(rows.target(number) == (number % 5 == 0 ? "page\(number % 2)" : nil))
    }
    #expect(rows.row("r\(count)") == nil && rows.row("") == nil)
  }

  @Test("An id that is taken is refused, alone and among others")
  func taken() {
    var rows = rows(40)
    var twin = ListRow(id: "r7")
    twin.label = "another"
    let isTwinAdded = rows.append(twin)
    #expect(!isTwinAdded && rows.count == 40 && rows.label(7) == "Row 7")
    var joined = rows
    let areAdded = joined.append(self.rows(60, from: 40))
    #expect(areAdded)
    #expect(joined == self.rows(100) && joined.row("r99") == 99)
    let isAnyTaken = !joined.append(self.rows(2, from: 99))
    #expect(isAnyTaken)
  }

  @Test("What a state keeps is read as the same rows")
  func state() throws {
    let rows = rows(30)
    let json = try JSONValue(parsing: rows.json.serialized)
    #expect(ListRows(state: json) == rows)
    #expect(ListRows(state: .array([.object(JSONObject([("id", .number(1))]))])) == nil)
    var change = WidgetChange()
    change.rows = rows
    #expect(try WidgetChange(change.kept) == change)
    change.rows = self.rows(4000)
    #expect(change.kept.members.isEmpty)
  }

  @Test(
    "Rows that are none are refused by a sentence about them",
    arguments: [
      #"[1]"#, #"[{"label": "a"}]"#, #"[{"id": ""}]"#, #"[{"id": "a", "x": "b"}]"#,
      #"[{"id": "a"}, {"id": "a"}]"#, #"[{"id": "a", "label": 3}]"#,
    ]
  )
  func refused(text: String) throws {
    let call = try ListCall(
      method: "list.set",
      params: JSONValue(parsing: #"{"rows": \#(text)}"#)
    )
    let fault = #expect(throws: WidgetFault.self) { while try !call.readOn() {} }
    guard case .badParameter(let name, _) = fault else {
      Issue.record("another fault: \(String(describing: fault))")
      return
    }
    #expect(name == "rows")
  }

  @Test("Rows of a request are read in portions, each of which does as little")
  func portions() throws {
    let call = try ListCall(
      method: "list.set",
      params: .object(JSONObject([("rows", rows(10_000).json)]))
    )
    var portions = 1
    while try !call.readOn() { portions += 1 }
    #expect(portions == (10_000 + 127) / 128)
    let change = try call.change(of: ListSettings(id: "a"))
    #expect(change.rows == rows(10_000) && change.members.members.isEmpty)
    let more = try ListCall(
      method: "list.append",
      params: .object(JSONObject([("rows", rows(1, from: 10_000).json)]))
    )
    #expect(try more.readOn())
    var settings = ListSettings(id: "a")
    settings.rows = rows(10_000)
    #expect(throws: WidgetFault.self) { try more.change(of: settings) }
  }

  @Test("A finger chooses none, one or many, as 'select' says")
  func choosing() {
    var settings = ListSettings(id: "a")
    settings.rows = rows(300)
    #expect(settings.selection(touching: 3) == nil)
    settings.selection = .one
    settings.selected = ["r4", "nobody", "r3"]
    #expect(settings.selectedIDs == ["r3"])
    #expect(settings.selection(touching: 3) == nil && settings.selection(touching: 5) == ["r5"])
    settings.selection = .many
    #expect(settings.selectedIDs == ["r3", "r4"])
    #expect(settings.selection(touching: 3) == ["r4"])
    #expect(settings.selection(touching: 9) == ["r3", "r4", "r9"])
    settings.selected = (0..<256).map { "r\($0)" }
    #expect(settings.selection(touching: 299) == nil)
    #expect(settings.selection(touching: 0)?.count == 255)
  }
}
