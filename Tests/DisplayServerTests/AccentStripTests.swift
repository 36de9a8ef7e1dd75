// SPDX-License-Identifier: Apache-2.0
import Control
import Geometry
import MonotonicTime
import PlainText
import RequestWords
import Testing
import Touch
import VirtualKiosk
import VirtualTime

@testable import DisplayServer
@testable import Widgets

@Suite("Letters that are held")
struct AccentStripTests {
  private func kiosk(_ layouts: String = "\"us\"", field: String = "") throws -> ScreenKiosk {
    let scene = ScreenKiosk.scene("layouts = [\(layouts)]")
      .replacing("id = \"name\"", with: "id = \"name\"\n\(field)")
    let kiosk = try ScreenKiosk(scene)
    try kiosk.open("name")
    return kiosk
  }

  /// Holds a letter until its strip is there.
  private func hold(_ letter: String, on kiosk: ScreenKiosk, slot: Int = 0) throws -> AccentStrip {
    kiosk.run.finger(.down, try kiosk.place(.text(letter)), slot: slot)
    kiosk.run.pass(0.5)
    return try #require(kiosk.keyboard?.held?.strip)
  }

  private func cell(_ letter: String, of strip: AccentStrip) throws -> Point {
    strip.cells[try #require(strip.texts.firstIndex(where: letter.hasSameBytes))].center
  }

  @Test("Nothing is typed while the finger is down, and the accents come after 0.45 s")
  func time() throws {
    let kiosk = try kiosk()
    let place = try kiosk.place(.text("a"))
    kiosk.run.finger(.down, place)
    kiosk.run.pass(0.44)
    #expect(kiosk.keyboard?.held?.strip == nil && kiosk.text("name") == "")
    kiosk.run.pass(0.02)
    #expect(kiosk.keyboard?.held?.strip?.texts == "àáâäãåæąăā".map { String($0) })
    #expect(kiosk.text("name") == "")
    kiosk.run.finger(.up, place)
    #expect(kiosk.text("name") == "a" && kiosk.keyboard?.held == nil)
  }

  @Test("The finger slides to one and lets go, which types that; the strip is painted and gone")
  func slide() throws {
    let kiosk = try kiosk()
    kiosk.run.pass(11)
    let before = kiosk.run.presentedPixels()
    let strip = try hold("a", on: kiosk)
    kiosk.expectPicture()
    let shown = kiosk.run.presentedPixels()
    #expect(shown != before)
    for letter in ["à", "ä"] {
      kiosk.run.finger(.move, try cell(letter, of: strip))
      kiosk.run.pass(0.1)
    }
    kiosk.expectPicture()
    #expect(kiosk.run.presentedPixels() != shown)
    // A cell's colour, beside its letter: that of the one under the finger is another one.
    func ground(_ letter: String) throws -> UInt32 {
      let middle = try cell(letter, of: strip)
      return kiosk.run.color(Int(middle.x - strip.cells[0].size.width / 2) + 4, Int(middle.y))
    }
    #expect(try ground("à") == ground("ã") && ground("à") != ground("ä"))
    kiosk.run.finger(.up, try cell("ä", of: strip))
    #expect(kiosk.text("name") == "ä")
    try kiosk.tap(.backspace)
    kiosk.run.pass(11)
    #expect(kiosk.run.presentedPixels() == before)
  }

  @Test("A finger that has slid back, or beside the strip, types the letter itself")
  func slideBack() throws {
    let kiosk = try kiosk()
    let strip = try hold("a", on: kiosk)
    kiosk.run.finger(.move, try cell("ä", of: strip))
    kiosk.run.finger(.up, Point(x: 160, y: 230))
    #expect(kiosk.text("name") == "a")
    kiosk.run.finger(.down, try kiosk.place(.text("e")))
    kiosk.run.finger(.cancel, try kiosk.place(.text("e")))
    #expect(kiosk.text("name") == "a" && kiosk.keyboard?.held == nil)
  }

  @Test("A finger that slides to one draws in no page")
  func swipe() throws {
    let kiosk = try ScreenKiosk(
      """
      [display]
      scale = 1
      [[page]]
      id = "a"
      swipe = true
      [[page.text]]
      id = "name"
      frame = { x = 160, y = 30, width = 200, height = 30 }
      [[page]]
      id = "b"
      [keyboard.screen]
      layouts = ["us"]
      """
    )
    try kiosk.open("name")
    let strip = try hold("a", on: kiosk)
    for letter in ["ä", "ā"] {
      kiosk.run.finger(.move, try cell(letter, of: strip))
      kiosk.run.pass(0.1)
    }
    kiosk.run.finger(.up, try cell("ā", of: strip))
    #expect(kiosk.text("name") == "ā" && kiosk.focus == "name")
  }

  @Test("With shift they are capitals, of which one ends it")
  func capitals() throws {
    let kiosk = try kiosk()
    try kiosk.tap(.shift)
    let strip = try hold("S", on: kiosk)
    kiosk.run.finger(.up, try cell("ẞ", of: strip))
    #expect(kiosk.text("name") == "ẞ")
    try kiosk.type("s")
    #expect(kiosk.text("name") == "ẞs")
  }

  @Test("Another finger types what is held first, so that letters come in the order of fingers")
  func secondFinger() throws {
    let kiosk = try kiosk()
    let strip = try hold("a", on: kiosk)
    kiosk.run.finger(.move, try cell("ä", of: strip))
    kiosk.run.finger(.down, try kiosk.place(.text("b")), slot: 1)
    #expect(kiosk.text("name") == "äb" && kiosk.keyboard?.held == nil)
    kiosk.run.finger(.up, try cell("à", of: strip))
    kiosk.run.finger(.up, try kiosk.place(.text("b")), slot: 1)
    #expect(kiosk.text("name") == "äb")
    kiosk.expectPicture()
  }

  @Test("A letter that is held when another layout comes is typed first")
  func otherLayout() throws {
    let kiosk = try kiosk("\"us\", \"ru\"")
    let key = try kiosk.place(.text("US"))
    kiosk.run.finger(.down, key)
    let strip = try hold("a", on: kiosk, slot: 1)
    kiosk.run.finger(.move, try cell("ä", of: strip), slot: 1)
    kiosk.run.finger(.up, key)
    kiosk.run.finger(.up, try cell("ä", of: strip), slot: 1)
    try kiosk.type("я")
    #expect(kiosk.text("name") == "äя" && kiosk.keyboard?.held == nil)
    kiosk.expectPicture()
  }

  @Test("A letter that is held when the keys are those of another kind of field is typed there")
  func otherKind() throws {
    let kiosk = try kiosk()
    kiosk.run.finger(.down, try kiosk.place(.text("a")))
    try kiosk.run.perform(.setFocus(id: "mail", isQuiet: true))
    kiosk.run.pass(1)
    #expect(kiosk.text("mail") == "a" && kiosk.keyboard?.held == nil)
  }

  @Test("A Vietnamese letter that has a mark already gets its tones")
  func tones() throws {
    let kiosk = try kiosk("\"vn\"")
    let strip = try hold("ê", on: kiosk)
    #expect(Set(strip.texts) == ["ế", "ề", "ể", "ễ", "ệ"])
    kiosk.run.finger(.up, try cell("ệ", of: strip))
    #expect(kiosk.text("name") == "ệ")
  }

  @Test("The letters of the other layouts are nearest to the finger")
  func likely() throws {
    let strip = try hold("a", on: try kiosk("\"us\", \"de\""))
    #expect(strip.texts.first == "ä")
  }

  @Test(
    "The strip lies within the keyboard, above its key or below one of the first row",
    arguments: ["e", "u", "o", "a", "s", "l", "z", "n"]
  )
  func places(letter: String) throws {
    let kiosk = try kiosk()
    let key = try #require(
      kiosk.keyboard?.sheet?.keys.first { $0.planned.faces[0]?.label == .text(letter) }
    )
    let strip = try hold(letter, on: kiosk)
    // The keyboard is 101 of 240 rows high.
    for cell in strip.cells {
      #expect(cell.minX >= 0 && cell.maxX <= 320 && cell.minY >= 139 && cell.maxY <= 240)
      #expect(key.planned.row == 0 ? cell.minY > key.frame.maxY : cell.maxY < key.frame.minY)
    }
    let first = String(try #require(LetterAccents.of(letter).first))
    let distance = abs(try cell(first, of: strip).x - key.frame.center.x)
    #expect(strip.cells.allSatisfy { abs($0.center.x - key.frame.center.x) >= distance })
  }

  @Test(
    "A letter of which the field takes no accents is typed when the finger comes down",
    arguments: ["ascii", "email", "[a-z]"]
  )
  func plainFields(allow: String) throws {
    let kiosk = try kiosk(field: "allow = \"\(allow)\"")
    kiosk.run.finger(.down, try kiosk.place(.text("a")))
    #expect(kiosk.text("name") == "a")
    kiosk.run.pass(1)
    #expect(kiosk.keyboard?.held == nil)
  }
}
