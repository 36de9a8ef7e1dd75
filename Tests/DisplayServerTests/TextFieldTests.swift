// SPDX-License-Identifier: Apache-2.0
import Configuration
import Geometry
import JSON
import MonotonicTime
import Raster
import TestSupport
import Testing
import Touch
import VirtualKiosk
import Widgets

@testable import DisplayServer

@Suite("Elastic text fields on the screen")
struct TextFieldTests {
  @Test("At rest it is its rectangle, with the placeholder in the text's room alone")
  func rest() throws {
    var stage = try FieldStage()
    stage.look(0)
    #expect(stage.isAll(0x101418, 480...489, 270...330))
    #expect(stage.isAll(0x101418, 490...789, 270...277))
    #expect(stage.isAll(0x101418, 490...789, 322...330))
    #expect(stage.isAll(0xFFFFFF, 490...499, 278...321))
    #expect(stage.isAll(0xFFFFFF, 780...789, 278...321))
    #expect(stage.isAll(0xFFFFFF, 490...789, 278...282))
    #expect(stage.isAll(0xFFFFFF, 490...789, 317...321))
    // "N" has 1.67 pixels in front of its stem.
    let ink = stage.columns { $0 != 0xFFFFFF }
    #expect([501, 502].contains(try #require(ink.first)))
    #expect(stage.caretColumns.isEmpty)
    #expect(!stage.scene.isMoving(at: FieldStage.instant(0)))
  }

  /// The offset of an elastic button's edges in the style that swells and wobbles by itself.
  static let offsets: [(Double, Double)] = [
    (0.05, 5.484), (0.1, 9.010), (0.2, 10), (0.25, 10), (0.3, -1.064), (0.3377, -6.290),
    (0.4, 1.772), (0.5, -1.668), (1.15, 0),
  ]

  @Test("A finger makes it swell and wobble by itself, however long it stays", arguments: offsets)
  func swells(t: Double, offset: Double) throws {
    for isHeld in [true, false] {
      var stage = try FieldStage(FieldStage.field("placeholder = \"\"").withoutFirstPlaceholder)
      stage.finger(.down, 640, 300, at: 0)
      // Lifted outside: that it bounces is all.
      if !isHeld { stage.finger(.up, 640, 700, at: 0.04) }
      stage.look(t)
      let growth = stage.area - 300 * 44
      // Four parabolas of two thirds of the offset in the middle, half as far as the control points.
      let expected = 2.0 * (300 + 44) / 3 * offset
      #expect(abs(growth - expected) <= max(0.005 * abs(expected), 1.5), "\(growth) \(expected)")
      for (x, y) in [(490, 278), (789, 278), (490, 321), (789, 321)] where offset > 0 {
        #expect(stage.color(x, y) == 0xFFFFFF)
      }
    }
  }

  @Test("A tap gives it the focus and a caret; lifted outside it has bounced, and nothing more")
  func tap() throws {
    var stage = try FieldStage()
    stage.tap(640, 300, at: 1)
    #expect(stage.told() == ["focus"])
    stage.look(3)
    #expect(stage.caretColumns == [500, 501])
    #expect(stage.isAll(0x2F7CF6, 500...501, 290...309))
    #expect(stage.columns(500...501, rows: 283...289) { $0 == 0x2F7CF6 }.isEmpty)
    #expect(stage.columns(500...501, rows: 310...316) { $0 == 0x2F7CF6 }.isEmpty)

    stage = try FieldStage()
    stage.finger(.down, 640, 300, at: 1)
    stage.finger(.up, 640, 400, at: 1.1)
    #expect(stage.told().isEmpty)
    #expect(stage.scene.isMoving(at: FieldStage.instant(1.2)))
    stage.look(3)
    #expect(stage.caretColumns.isEmpty)
  }

  @Test(
    "The caret stands where the pen is: behind Ab, behind a space, and in front of what it is led to"
  )
  func caret() throws {
    var stage = try FieldStage()
    stage.focus()
    stage.type("Ab", at: 1)
    stage.look(1)
    // The advance of "Ab" is 22.42 pixels; two columns around that.
    #expect(stage.caretColumns == [521, 522])
    #expect(stage.answer()["length"] == .number(2) && stage.answer()["caret"] == .number(2))
    // "A" is 11.63 wide and a space 5.40.
    stage.press(.empty, at: 1)
    stage.type("A", at: 1)
    stage.look(1)
    #expect(stage.caretColumns == [511, 512])
    stage.type(" ", at: 1)
    stage.look(1)
    #expect(stage.caretColumns == [516, 517])
    stage.press(.left, at: 1)
    stage.press(.left, at: 1)
    stage.look(1)
    #expect(stage.caretColumns == [500, 501])
  }

  @Test(
    "Text that is too long is scrolled by the least that shows the caret, and cut without the focus"
  )
  func scrolls() throws {
    var stage = try FieldStage()
    stage.focus()
    stage.type(String(repeating: "W", count: 60), at: 1)
    stage.look(1)
    #expect(stage.caretColumns == [778, 779])
    #expect(stage.isAll(0xFFFFFF, 490...499, 290...309))
    #expect(stage.isAll(0xFFFFFF, 780...789, 290...309))
    // A step back within what is seen moves the caret alone.
    stage.press(.left, at: 1)
    stage.look(1)
    let (second, before) = (stage.caretColumns, stage.inkColumns)
    #expect(second.first.map { $0 < 765 } ?? false)
    stage.press(.right, at: 1)
    stage.look(1)
    #expect(stage.caretColumns == [778, 779])
    #expect(before.contains(500))
    stage.press(.home, at: 1)
    stage.look(1)
    #expect(stage.caretColumns.first == 500)
    let home = stage.inkColumns
    #expect(home.first.map { $0 <= 502 } ?? false)
    stage.focus(nil, at: 2)
    stage.look(3)
    let cut = stage.inkColumns
    #expect(cut.first.map { $0 <= 501 } ?? false)
    // "…" is 17 pixels wide, three dots that stand apart.
    #expect(cut.last.map { $0 < 780 && $0 > 740 } ?? false)
    #expect(stage.caretColumns.isEmpty)
  }

  @Test("Passwords of equal length look equal, are told by nobody, and submitted as they are")
  func passwords() throws {
    var pictures: [[UInt8]] = []
    for word in ["secret", "abcdef", "日本語日本語"] {
      var stage = try FieldStage(FieldStage.field("mode = \"password\""))
      stage.focus()
      stage.type(word, at: 1)
      #expect(stage.told().allSatisfy { !$0.contains(word) && !$0.contains(word.prefix(1) + "\"") })
      stage.look(1)
      pictures.append(stage.pixels)
      #expect(stage.answer()["text"] == nil && stage.answer()["length"] == .number(6))
      // Six dots: ink and gaps take turns.
      let ink = stage.inkColumns
      let starts = ink.filter { !ink.contains($0 - 1) }
      #expect(starts.count == 6)
      stage.press(.enter, at: 1)
      #expect(stage.told().last == "submit \(word)")
      stage.scene.sleep(at: FieldStage.instant(2), telling: &stage.events)
      #expect(stage.answer()["length"] == .number(0))
    }
    #expect(pictures[0] == pictures[1] && pictures[1] == pictures[2])
  }

  @Test("The newest character of a password shows as long as it says")
  func reveal() throws {
    var stage = try FieldStage(FieldStage.field("mode = \"password\"\nreveal = 1"))
    stage.focus()
    stage.type("WW", at: 1)
    stage.look(1.5)
    let open = stage.inkColumns.count
    stage.advance(2.1)
    stage.look(2.1)
    #expect(stage.inkColumns.count < open)
    stage.press(.backspace, at: 3)
    stage.look(3)
    let one = stage.inkColumns
    stage.type("i", at: 3)
    stage.press(.enter, at: 3.1)
    stage.focus(nil, at: 3.2)
    stage.look(3.3)
    #expect(stage.inkColumns.count == 2 * one.count)
  }

  @Test("A picture that leaves the screen has dots alone, whatever the screen shows of a password")
  func concealed() throws {
    var stage = try FieldStage(FieldStage.field("mode = \"password\"\nreveal = 1"))
    stage.focus()
    stage.type("MW", at: 1)
    stage.look(1.1)
    let shown = stage.pixels
    stage.lookAtCopy(1.1)
    let handedOver = stage.pixels
    #expect(handedOver != shown)
    // The screen goes on as it was.
    stage.look(1.2)
    #expect(stage.pixels == shown)
    stage.advance(2.1)
    stage.look(2.1)
    #expect(stage.pixels == handedOver)
    stage.lookAtCopy(2.1)
    #expect(stage.pixels == handedOver)
  }

  @Test("A text that anybody may read is handed over as it is shown")
  func handedOver() throws {
    var stage = try FieldStage(FieldStage.field("reveal = 1"))
    stage.focus()
    stage.type("MW", at: 1)
    stage.look(1.1)
    let shown = stage.pixels
    stage.lookAtCopy(1.1)
    #expect(stage.pixels == shown)
  }

  @Test(
    "The caret of an empty field is where the first character will be, whatever the placeholder takes",
    arguments: [
      ("start", 500...501), ("left", 500...501), ("center", 639...640), ("end", 778...779),
      ("right", 778...779),
    ]
  )
  func emptyCaret(align: String, columns: ClosedRange<Int>) throws {
    var stage = try FieldStage(FieldStage.field("align = \"\(align)\""))
    stage.focus()
    stage.look(1)
    #expect(stage.caretColumns == Array(columns))
  }

  @Test("A finger on a cut text from right to left puts the caret where it points")
  func cutRightToLeft() throws {
    let word = String(repeating: "שלום ", count: 20)
    var stage = try FieldStage(FieldStage.field("max_length = 200"))
    try stage.ask(.set(id: nil, text: word, caret: nil))
    stage.look(0)
    // The text begins at the right, and its end is cut off at the left.
    stage.tap(779, 300, at: 1)
    #expect(stage.answer()["caret"] == .number(0))
    stage.focus(nil, at: 2)
    stage.look(2)
    stage.tap(700, 300, at: 3)
    let caret = try #require(stage.answer()["caret"]?.double)
    // Hebrew letters of this size are 8 to 13 pixels wide, a space 5.
    #expect(caret >= 6 && caret <= 12)
    stage.look(3)
    let seen = try #require(stage.caretColumns.first)
    #expect(abs(seen - 700) <= 8)
  }

  @Test(
    "The button takes its square of the text's room besides what the inset leaves free beyond 10"
  )
  func buttonBesideInset() throws {
    let keys = FieldStage.field("inset = [20, 5]").replacing(
      "clear_button = false",
      with: "clear_button = true"
    )
    var stage = try FieldStage(keys)
    stage.focus()
    stage.type(String(repeating: "W", count: 30), at: 1)
    stage.look(1)
    // 790 − 20 − (44 − 10) = 736.
    #expect(stage.caretColumns == [734, 735])
  }

  @Test("Text from right to left stands at the right, and its arrows lead as they point")
  func rightToLeft() throws {
    var stage = try FieldStage()
    stage.focus()
    stage.type("שלום", at: 1)
    stage.look(1)
    let ink = stage.inkColumns
    #expect((775...779).contains(try #require(ink.last)))
    #expect(stage.caretColumns.last.map { $0 <= (ink.first ?? 0) } ?? false)
    let before = try #require(stage.caretColumns.first)
    stage.press(.right, at: 1)
    stage.look(1)
    #expect(stage.caretColumns.first.map { $0 > before } ?? false)
    stage.press(.home, at: 1)
    stage.look(1)
    #expect(stage.caretColumns == [778, 779])
  }

  @Test("A finger puts the caret at the nearest place, twice selects all, and typing replaces that")
  func touches() throws {
    var stage = try FieldStage()
    try stage.ask(.set(id: nil, text: "AAAA", caret: nil))
    // Boundaries lie 11.63 pixels apart from 500 on.
    stage.tap(524, 300, at: 1)
    #expect(stage.answer()["caret"] == .number(2))
    stage.tap(700, 300, at: 2)
    #expect(stage.answer()["caret"] == .number(4))
    stage.tap(510, 300, at: 3)
    stage.tap(520, 300, at: 3.3)
    stage.look(5)
    #expect(stage.caretColumns.isEmpty)
    // A quarter of #2F7CF6 over white.
    #expect(stage.isAll(0xCBDEFD, 500...545, 283...285))
    #expect(stage.color(548, 284) == 0xFFFFFF)
    stage.type("b", at: 6)
    #expect(stage.text == "b")
    // Too late or too far for a double tap.
    stage.tap(505, 300, at: 8)
    stage.tap(505, 300, at: 8.4)
    stage.tap(530, 300, at: 8.6)
    stage.type("c", at: 9)
    #expect(stage.text == "bc")
  }

  @Test("The button at the text's end empties it, and is there only while there is something")
  func clearButton() throws {
    let keys = FieldStage.field().replacing("clear_button = false", with: "clear_button = true")
    var stage = try FieldStage(keys)
    stage.tap(768, 300, at: 1)
    stage.look(3)
    #expect(stage.isAll(0xFFFFFF, 746...789, 278...321))
    stage.type("abc", at: 4)
    stage.look(4)
    // A disc of 16 pixels around (768, 300), and a cross of 6 on it.
    #expect(stage.color(762, 300) == 0x9AA0A6 && stage.color(774, 300) == 0x9AA0A6)
    #expect(stage.color(758, 300) == 0xFFFFFF && stage.color(777, 300) == 0xFFFFFF)
    #expect(stage.color(768, 306) == 0x9AA0A6 && stage.color(768, 308) == 0xFFFFFF)
    #expect(stage.color(767, 299) == 0xFFFFFF)
    stage.type(String(repeating: "W", count: 30), at: 5)
    stage.look(5)
    // The text's room ends where the button's square begins.
    #expect(stage.caretColumns == [744, 745])
    _ = stage.told()
    stage.tap(768, 300, at: 6)
    #expect(stage.text == "")
    stage.look(6.05)
    stage.advance(6.1)
    #expect(stage.told().first == "change 0 0 ")
  }

  @Test("In text from right to left the button stands at the left, where that ends")
  func clearButtonAtTheLeft() throws {
    let keys = FieldStage.field().replacing("clear_button = false", with: "clear_button = true")
    var stage = try FieldStage(keys)
    stage.focus()
    stage.type("שלום", at: 1)
    stage.look(1)
    // A square of the field's height at its left end, with a disc of 16 pixels around (512, 300).
    #expect(stage.color(506, 300) == 0x9AA0A6 && stage.color(518, 300) == 0x9AA0A6)
    #expect(stage.color(502, 300) == 0xFFFFFF && stage.color(521, 300) == 0xFFFFFF)
    stage.tap(536, 300, at: 2)
    #expect(stage.text == "שלום", "beside the square")
    stage.tap(532, 280, at: 4)
    #expect(stage.text == "")
  }

  @Test(
    "Text stands where it is aligned, by its width",
    arguments: [
      ("left", 500), ("center", 629), ("right", 758), ("start", 500), ("end", 758),
    ]
  )
  func aligned(align: String, left: Int) throws {
    var stage = try FieldStage(FieldStage.field("align = \"\(align)\""))
    try stage.ask(.set(id: nil, text: "Ab", caret: nil))
    stage.look(1)
    // The advance of "Ab" is 22.42 pixels of the 280 there are; "A" begins with the first of them.
    let ink = stage.inkColumns
    #expect((left...left + 1).contains(try #require(ink.first)))
    #expect((left + 20...left + 22).contains(try #require(ink.last)))
  }
}

extension String {
  /// The text without the first line that begins with `placeholder`, where a later one counts.
  fileprivate var withoutFirstPlaceholder: String {
    var lines = split(separator: "\n", omittingEmptySubsequences: false)
    if let index = lines.firstIndex(where: { $0.hasPrefix("placeholder") }) {
      lines.remove(at: index)
    }
    return lines.joined(separator: "\n")
  }
}
