// SPDX-License-Identifier: Apache-2.0
import JSON
import Testing
import Touch
import VirtualKiosk
import Widgets

@testable import DisplayServer

/// Where a field's text stands on the screen, as `align`, `direction` and `inset` say.
///
/// The text's room is (500, 283) … (780, 317) unless the inset is another one.
@Suite("Where the text of a field stands")
struct TextFieldPlacesTests {
  /// Of "Ab" in 17 pixels.
  private static let advance = 22.42

  /// The columns with ink of `text` in a field without the focus.
  private func ink(_ text: String, _ keys: String) throws -> [Int] {
    var stage = try FieldStage(FieldStage.field(keys))
    try stage.ask(.set(id: nil, text: text, caret: nil))
    stage.look(1)
    return stage.inkColumns
  }

  @Test(
    "Latin text begins at the left unless it is aligned, Hebrew text at the right",
    arguments: [
      ("start", 0.0, 1.0), ("left", 0, 0), ("center", 0.5, 0.5), ("right", 1, 1), ("end", 1, 0),
    ]
  )
  func align(name: String, latin: Double, hebrew: Double) throws {
    // As far as it moves when all that is left of the room's 280 pixels lies in front of it.
    let left = try ink("Ab", "align = \"left\"")
    #expect(left.first == 500)
    let moved = try ink("Ab", "align = \"\(name)\"")
    let way = ((280 - Self.advance) * latin).rounded()
    #expect(moved == left.map { $0 + Int(way) })
    let word = "שלום"
    let rightmost = try ink(word, "align = \"right\"")
    #expect((775...779).contains(try #require(rightmost.last)))
    let leftmost = try ink(word, "align = \"left\"")
    #expect((500...503).contains(try #require(leftmost.first)))
    let way2 = Double(rightmost[0] - leftmost[0]) * hebrew
    let middle = try ink(word, "align = \"\(name)\"")
    #expect(abs(Double(middle[0] - leftmost[0]) - way2) <= 1)
  }

  @Test(
    "The caret stands where the text is, in an empty field where it would begin",
    arguments: [("start", 0.0), ("center", 0.5), ("end", 1.0)]
  )
  func caret(name: String, share: Double) throws {
    var stage = try FieldStage(FieldStage.field("align = \"\(name)\"").withoutPlaceholder)
    stage.focus()
    stage.look(1)
    // Two pixels around the place, within the room.
    let empty = min(max(500 + 280 * share - 1, 500), 778)
    #expect(stage.caretColumns == [Int(empty), Int(empty) + 1])
    stage.type("Ab", at: 1)
    stage.look(2)
    let behind = min(500 + (280 - Self.advance) * share + Self.advance - 1, 778)
    let caret = try #require(stage.caretColumns.first)
    #expect(stage.caretColumns.count == 2)
    #expect(abs(Double(caret) - behind) <= 1, "\(caret)")
    stage.press(.home, at: 3)
    stage.look(3)
    let before = max(500 + (280 - Self.advance) * share - 1, 500)
    #expect(abs(Double(try #require(stage.caretColumns.first)) - before) <= 1)
    // Text without room is scrolled however it is aligned.
    stage.press(.end, at: 4)
    stage.type(String(repeating: "W", count: 60), at: 4)
    stage.look(4)
    #expect(stage.caretColumns == [778, 779])
  }

  @Test("A finger finds the character that is under it, wherever the text stands")
  func finger() throws {
    for (name, start) in [("start", 500.0), ("center", 616.7), ("end", 733.5)] {
      var stage = try FieldStage(FieldStage.field("align = \"\(name)\""))
      // Four letters of 11.63 pixels.
      try stage.ask(.set(id: nil, text: "AAAA", caret: nil))
      for boundary in 0...4 {
        stage.tap(start + 11.63 * Double(boundary), 300, at: Double(boundary) + 1)
        #expect(stage.answer()["caret"]?.int == boundary, "\(name)")
      }
    }
  }

  @Test("A given direction is that of the line, whatever its first letter's would be")
  func direction() throws {
    // A dot behind the text: five rows of ink at most, at the end where the reading ends.
    func isDot(_ column: Int, _ stage: FieldStage) -> Bool {
      (283...316).count { stage.color(column, $0) != 0xFFFFFF } <= 5
    }
    for (direction, dotIsLeft) in [("ltr", false), ("auto", false), ("rtl", true)] {
      var stage = try FieldStage(FieldStage.field("direction = \"\(direction)\""))
      try stage.ask(.set(id: nil, text: "HH.", caret: nil))
      stage.look(1)
      let ink = stage.inkColumns
      let (first, last) = (try #require(ink.first), try #require(ink.last))
      #expect(isDot(first, stage) == dotIsLeft && isDot(last, stage) != dotIsLeft, "\(direction)")
      // From right to left it begins at the right.
      #expect(dotIsLeft ? last > 770 : first < 504)
    }
    // Hebrew in a line from left to right begins at the left, its dot at the right.
    var stage = try FieldStage(FieldStage.field("direction = \"ltr\""))
    try stage.ask(.set(id: nil, text: "שלום.", caret: nil))
    stage.look(1)
    let ink = stage.inkColumns
    let (first, last) = (try #require(ink.first), try #require(ink.last))
    #expect((500...503).contains(first))
    #expect(isDot(last, stage) && !isDot(first, stage))
    // The arrows lead as they point in the line's direction: right is on.
    stage.focus()
    stage.press(.home, at: 2)
    stage.press(.right, at: 2)
    #expect(stage.answer()["caret"] == 1)
    // An empty field has its caret where the text will begin.
    stage = try FieldStage(FieldStage.field("direction = \"rtl\"").withoutPlaceholder)
    stage.focus()
    stage.look(1)
    #expect(stage.caretColumns == [778, 779])
  }

  @Test("`inset` is from the frame to the text, and what lies outside of that has no ink")
  func inset() throws {
    // A room of (530, 293) … (750, 307).
    var stage = try FieldStage(FieldStage.field("inset = [40, 15]"))
    stage.focus()
    stage.type(String(repeating: "Ůg", count: 30), at: 1)
    stage.look(1)
    func hasInk(_ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>) -> Bool {
      !stage.isAll(0xFFFFFF, columns, rows)
    }
    #expect(!hasInk(490...529, 278...321) && !hasInk(750...789, 278...321))
    #expect(!hasInk(490...789, 278...292) && !hasInk(490...789, 307...321))
    // Rings above and tails below are cut there.
    #expect(hasInk(530...749, 293...293) && hasInk(530...749, 306...306))
    // The caret is as high as the room, no higher.
    #expect(stage.isAll(0x2F7CF6, 748...749, 293...306))
    stage.press(.empty, at: 2)
    stage.type("Ab", at: 2)
    stage.press(.selectAll, at: 2)
    stage.look(2)
    // A quarter of #2F7CF6 over white behind the text and nowhere else.
    #expect(stage.color(531, 293) == 0xCBDEFD && stage.color(529, 293) == 0xFFFFFF)
    #expect(stage.color(531, 292) == 0xFFFFFF && stage.color(545, 307) == 0xFFFFFF)
    // Without an inset the text begins at the frame.
    stage = try FieldStage(FieldStage.field("inset = [0, 0]").withoutPlaceholder)
    stage.focus()
    stage.look(1)
    #expect(stage.isAll(0x2F7CF6, 490...491, 290...309))
  }
}

extension String {
  /// The text with an empty placeholder.
  fileprivate var withoutPlaceholder: String {
    replacing("placeholder = \"Name\"", with: "placeholder = \"\"")
  }
}
