// SPDX-License-Identifier: Apache-2.0
import Geometry
import JSON
import Testing
import Touch
import Widgets

@testable import DisplayServer

/// A text in one of the world's scripts, as the characters that a reader sees.
struct ScriptSample: CustomTestStringConvertible {
  let name: String
  let characters: [String]
  var isRightToLeft = false

  var testDescription: String { name }
  var text: String { characters.joined() }

  static let all = [
    Self(name: "Latin", characters: ["A", "m", "e\u{301}", "l", "i", "e", " ", "ß", "ﬁ"]),
    Self(
      name: "Arabic",
      characters: ["س", "ل", "ا", "م", " ", "لَ", "ا"],
      isRightToLeft: true
    ),
    Self(
      name: "Hebrew",
      characters: ["שָׁ", "ל", "וֹ", "ם", " ", "ע", "ד"],
      isRightToLeft: true
    ),
    Self(name: "Devanagari", characters: ["न", "म", "स्ते", " ", "हि", "न्दी"]),
    Self(name: "Thai", characters: ["ส", "วั", "ส", "ดี", "น้ำ"]),
    Self(name: "CJK", characters: ["漢", "字", "か", "な", "한", "글", "。"]),
    Self(name: "emoji", characters: ["👨‍👩‍👧‍👦", "👍🏽", "🇩🇪", "❤️", "a"]),
  ]
}

/// Caret, deletion and selection by what a reader takes for a character, in the daemon's own fonts.
@Suite("Editing in the world's scripts")
struct ScriptEditingTests {
  private func stage(_ sample: ScriptSample) throws -> FieldStage {
    var stage = try FieldStage(
      FieldStage.field("max_length = 256").replacing(
        "font = \"DejaVu Sans\"",
        with: ""
      )
    )
    stage.focus()
    for character in sample.characters { stage.press(.text(character), at: 1) }
    return stage
  }

  private func caret(_ stage: FieldStage) -> Int? {
    if case .number(let caret)? = stage.answer()["caret"] { Int(caret) } else { nil }
  }

  /// The first column of the caret as it is seen.
  private func column(_ stage: inout FieldStage, at t: Double) throws -> Int {
    stage.look(t)
    return try #require(stage.caretColumns.first)
  }

  @Test(
    "The caret steps over one character at a time and stands where a finger finds it again",
    arguments: ScriptSample.all
  )
  func steps(sample: ScriptSample) throws {
    var stage = try stage(sample)
    #expect(stage.text == sample.text)
    #expect(stage.answer()["length"] == .number(Double(sample.characters.count)))
    var columns: [Int] = []
    for place in (0...sample.characters.count).reversed() {
      #expect(caret(stage) == place)
      columns.append(try column(&stage, at: 2))
      stage.press(sample.isRightToLeft ? .right : .left, at: 2)
    }
    #expect(caret(stage) == 0, "it stops at the beginning")
    // From the end to the beginning: to the left, in Arabic and Hebrew to the right.
    let leftmost = sample.isRightToLeft ? columns : columns.reversed()
    #expect(zip(leftmost, leftmost.dropFirst()).allSatisfy { $0 < $1 }, "\(columns)")
    for (index, x) in columns.enumerated() {
      let time = 10 + Double(index)
      stage.tap(Double(x) + 1, 300, at: time)
      #expect(caret(stage) == sample.characters.count - index, "at \(x)")
    }
  }

  @Test(
    "BackSpace and Delete take one character each, wherever the caret is",
    arguments: ScriptSample.all
  )
  func deletes(sample: ScriptSample) throws {
    for place in sample.characters.indices {
      for isForward in [true, false] {
        var stage = try stage(sample)
        stage.press(.home, at: 1)
        for _ in 0..<place + (isForward ? 0 : 1) {
          stage.press(sample.isRightToLeft ? .left : .right, at: 1)
        }
        stage.press(isForward ? .delete : .backspace, at: 1)
        var rest = sample.characters
        rest.remove(at: place)
        // Neighbours may join now: what counts is what is gone.
        #expect(stage.text == rest.joined(), "\(place)")
      }
    }
  }

  @Test(
    "All of it is selected as far as it is wide, and replaced by what is typed",
    arguments: ScriptSample.all
  )
  func selects(sample: ScriptSample) throws {
    var stage = try stage(sample)
    stage.look(2)
    let ends = [try column(&stage, at: 2)]
    stage.press(.home, at: 2)
    let both = (ends + [try column(&stage, at: 2)]).sorted()
    stage.press(.selectAll, at: 3)
    stage.look(3)
    #expect(stage.caretColumns.isEmpty)
    // A quarter of the selection's colour over white.
    let selected = stage.columns(rows: 283...284) { $0 == 0xCBDEFD }
    let (first, last) = (try #require(selected.first), try #require(selected.last))
    #expect(abs(first - both[0]) <= 2 && abs(last - both[1]) <= 2, "\(first) … \(last), \(both)")
    #expect(selected.count == last - first + 1)
    stage.press(.text("x"), at: 4)
    #expect(stage.text == "x")
    #expect(caret(stage) == 1)
  }
}
