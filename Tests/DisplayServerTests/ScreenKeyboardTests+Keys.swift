// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import Geometry
import JSON
import MonotonicTime
import Motion
import Presentation
import Raster
import RequestWords
import TestSupport
import Testing
import Touch
import VirtualKiosk
import VirtualTime

@testable import DisplayServer
@testable import Widgets

// The keys, one by one.
extension ScreenKeyboardTests {
  @Test("Shift is for one letter, twice at once for all, and once more for none")
  func shift() throws {
    let kiosk = try ScreenKiosk()
    try kiosk.open("name")
    try kiosk.type("a")
    try kiosk.tap(.shift)
    kiosk.run.pass(0.6)
    try kiosk.type("B")
    try kiosk.type("c")
    try kiosk.tap(.shift)
    try kiosk.tap(.shifted)
    #expect(kiosk.keyboard?.shift == .locked)
    try kiosk.type("DE")
    try kiosk.tap(.shifted)
    try kiosk.type("f")
    #expect(kiosk.text("name") == "aBcDEf")
  }

  @Test("Shift that is held is for all letters that are typed meanwhile")
  func heldShift() throws {
    let kiosk = try ScreenKiosk()
    try kiosk.open("name")
    let shift = try kiosk.place(.glyph(.shift))
    kiosk.run.finger(.down, shift, slot: 0)
    kiosk.run.pass(0.1)
    for letter in ["A", "B"] { kiosk.tap(try kiosk.place(.text(letter)), slot: 1) }
    kiosk.run.finger(.up, shift, slot: 0)
    try kiosk.type("c")
    #expect(kiosk.text("name") == "ABc")
  }

  @Test("A second finger may be down before the first is up; letters come as fingers do")
  func rollover() throws {
    let kiosk = try ScreenKiosk()
    try kiosk.open("name")
    let letters = ["s", "w", "e", "l", "l"]
    var down: [(Int, Point)] = []
    for (place, letter) in letters.enumerated() {
      let point = try kiosk.place(.text(letter))
      kiosk.run.finger(.down, point, slot: place)
      kiosk.run.pass(0.02)
      down.append((place, point))
      if down.count > 1 {
        let (slot, point) = down.removeFirst()
        kiosk.run.finger(.up, point, slot: slot)
      }
    }
    for (slot, point) in down { kiosk.run.finger(.up, point, slot: slot) }
    #expect(kiosk.text("name") == "swell")
    kiosk.run.pass(2)
    #expect(kiosk.keyboard?.moving.isEmpty == true)
  }

  @Test("Backspace and arrows repeat after half a second, thirty times a second; letters do not")
  func repetition() throws {
    let kiosk = try ScreenKiosk()
    try kiosk.open("name")
    try kiosk.run.perform(.sendKeys(.text("0123456789")))
    let backspace = try kiosk.place(.glyph(.backspace))
    kiosk.run.finger(.down, backspace)
    kiosk.run.pass(0.49)
    #expect(kiosk.text("name") == "012345678")
    // At 0.5, 0.533 and 0.566 s.
    kiosk.run.pass(0.09)
    #expect(kiosk.text("name") == "012345")
    kiosk.run.finger(.up, backspace)
    kiosk.run.pass(1)
    #expect(kiosk.text("name") == "012345")
    let left = try kiosk.place(.glyph(.left))
    kiosk.run.finger(.down, left)
    kiosk.run.pass(0.54)
    kiosk.run.finger(.up, left)
    #expect(kiosk.run.scene?.shelves.texts[0].edit.caret == 3)
    let letter = try kiosk.place(.text("a"))
    kiosk.run.finger(.down, letter)
    kiosk.run.pass(2)
    kiosk.run.finger(.up, letter)
    #expect(kiosk.text("name") == "012a345")
  }

  @Test("They repeat as the keys of keyboards do, where the file says how")
  func ownRepetition() throws {
    let scene = ScreenKiosk.scene().replacing(
      "[keyboard.screen]",
      with: "[keyboard]\nrepeat = { delay = 1, interval = 0.2 }\n[keyboard.screen]"
    )
    let kiosk = try ScreenKiosk(scene)
    try kiosk.open("name")
    try kiosk.run.perform(.sendKeys(.text("0123456789")))
    let backspace = try kiosk.place(.glyph(.backspace))
    kiosk.run.finger(.down, backspace)
    kiosk.run.pass(0.95)
    #expect(kiosk.text("name") == "012345678")
    // At 1, 1.2 and 1.4 s.
    kiosk.run.pass(0.55)
    #expect(kiosk.text("name") == "012345")
    kiosk.run.finger(.up, backspace)
  }

  @Test("Return submits, or leads to the next field where the file names it")
  func enter() throws {
    let scene = ScreenKiosk.scene().replacing(
      "id = \"name\"",
      with: "id = \"name\"\nnext = \"mail\""
    )
    .replacing("allow = \"email\"", with: "allow = \"email\"\nsubmit = \"clear+blur\"")
    let kiosk = try ScreenKiosk(scene)
    try kiosk.open("name")
    try kiosk.type("a")
    try kiosk.tap(.enter)
    kiosk.run.pass(1)
    #expect(kiosk.focus == "mail" && kiosk.text("name") == "a")
    // It serves the next field: other keys, and the page moves up for it.
    #expect(kiosk.view?.lift == 101 && kiosk.keyboard?.kind == .email)
    try kiosk.type("b")
    try kiosk.tap(.enter)
    kiosk.run.pass(1)
    #expect(kiosk.focus == nil && kiosk.text("mail") == "")
    #expect(kiosk.view == ScreenKeyboardView())
  }

  @Test(
    "Return shows that it leads on only while it does",
    arguments: ["enabled", "visible"]
  )
  func nextSign(member: String) throws {
    let scene = ScreenKiosk.scene().replacing(
      "id = \"name\"",
      with: "id = \"name\"\nsubmit = \"clear\"\nnext = \"mail\""
    )
    let kiosk = try ScreenKiosk(scene)
    func set(_ value: Bool) throws {
      let change = try WidgetChange(JSONObject([(member, .bool(value))]))
      try kiosk.run.perform(.setWidgets(ids: ["mail"], change))
      kiosk.run.pass(0.5)
    }
    func expectSign(leadsOn: Bool, _ place: SourceLocation = #_sourceLocation) throws {
      let sheet = try #require(kiosk.keyboard?.sheet)
      let (key, inks) = try (#require(sheet.enter), #require(sheet.enterInks))
      let ink = leadsOn ? inks.next : inks.submit
      #expect(sheet.keys[key].shownInk == ink, sourceLocation: place)
      kiosk.expectPicture()
    }
    try kiosk.open("name")
    try expectSign(leadsOn: true)
    try set(false)
    try expectSign(leadsOn: false)
    try kiosk.type("a")
    try kiosk.tap(.enter)
    #expect(kiosk.focus == "name" && kiosk.text("name") == "")
    try set(true)
    try expectSign(leadsOn: true)
    try kiosk.tap(.enter)
    kiosk.run.pass(1)
    #expect(kiosk.focus == "mail")
    try expectSign(leadsOn: false)
  }

  @Test("Return of a field whose next one is on another page submits, and shows that")
  func nextElsewhere() throws {
    let kiosk = try ScreenKiosk(
      """
      [display]
      scale = 1
      [[page]]
      id = "a"
      [[page.text]]
      id = "name"
      next = "mail"
      submit = "clear"
      frame = { x = 160, y = 30, width = 200, height = 30 }
      [[page]]
      id = "b"
      [[page.text]]
      id = "mail"
      frame = { x = 160, y = 30, width = 200, height = 30 }
      [keyboard.screen]
      """
    )
    try kiosk.open("name")
    let sheet = try #require(kiosk.keyboard?.sheet)
    #expect(sheet.keys[try #require(sheet.enter)].shownInk == sheet.enterInks?.submit)
    try kiosk.type("a")
    try kiosk.tap(.enter)
    #expect(kiosk.focus == "name" && kiosk.text("name") == "")
  }

  @Test(
    "Fields of digits have a pad of them with each layout",
    arguments: [
      ("digits", "de", "1234567890", "1234567890"), ("decimal", "de", "−1,5", "-1,5"),
      ("decimal", "us", "−1.5", "-1.5"), ("hex", "th", "09AF", "09AF"),
      ("[0-9]", "th", "42", "42"),
    ]
  )
  func pads(allow: String, layout: String, keys: String, text: String) throws {
    let scene = ScreenKiosk.scene("layouts = [\"\(layout)\"]")
      .replacing("id = \"name\"", with: "id = \"name\"\nallow = \"\(allow)\"")
    let kiosk = try ScreenKiosk(scene)
    try kiosk.open("name")
    try kiosk.type(keys)
    #expect(kiosk.text("name") == text)
    try kiosk.tap(.backspace)
    #expect(kiosk.text("name") == String(text.dropLast()))
  }

  @Test("Symbols are on pages of their own, and letters come back")
  func symbols() throws {
    let kiosk = try ScreenKiosk(ScreenKiosk.scene("layouts = [\"de\"]"))
    try kiosk.open("name")
    try kiosk.type("ü")
    kiosk.tap(try kiosk.place(.text("?123")))
    try kiosk.type("€%")
    kiosk.tap(try kiosk.place(.text("ABC")))
    try kiosk.type("ß")
    #expect(kiosk.text("name") == "ü€%ß")
  }

  @Test("A dead key and a letter are one character, as on a keyboard that is plugged in")
  func deadKeys() throws {
    let kiosk = try ScreenKiosk(ScreenKiosk.scene("layouts = [\"es\"]"))
    try kiosk.open("name")
    try kiosk.type("´a´")
    try kiosk.tap(.backspace)
    try kiosk.type("e")
    #expect(kiosk.text("name") == "e")
  }

  @Test("One key changes among the layouts, and a language begins with its own")
  func layouts() throws {
    let display = "languages = [\"en\", \"de\", \"ru\"]"
    let kiosk = try ScreenKiosk(ScreenKiosk.scene(keys: display))
    try kiosk.open("name")
    try kiosk.type("y")
    for (name, key) in [("US", "y"), ("DE", "ü"), ("RU", "ы")] {
      try kiosk.type(key)
      kiosk.tap(try kiosk.place(.text(name)))
      kiosk.run.pass(0.2)
    }
    #expect(kiosk.text("name") == "yyüы")
    try kiosk.run.perform(.setLanguage("ru"))
    kiosk.run.pass(1)
    // It is up as it was.
    #expect(kiosk.view?.rise == 101 && kiosk.focus == "name")
    try kiosk.type("я")
    #expect(kiosk.text("name") == "yyüыя")
  }

  @Test("Keys swell and come to rest; a finger on a gap has the nearest key")
  func swells() throws {
    let kiosk = try ScreenKiosk()
    try kiosk.open("name")
    kiosk.run.pass(11)
    let key = try #require(
      kiosk.keyboard?.sheet?.keys.first { $0.planned.faces[0]?.label == .text("v") }
    )
    let before = kiosk.run.presentedPixels()
    kiosk.run.finger(.down, Point(x: key.frame.minX - 0.2, y: key.frame.minY - 0.2))
    kiosk.run.pass(0.12)
    #expect(kiosk.text("name") == "v")
    let offset = kiosk.keyboard?.sheet?.keys.first { $0.planned == key.planned }?.model.offset(
      at: kiosk.run.shownInstant
    )
    #expect(try #require(offset) > 2)
    kiosk.run.finger(.up, key.frame.center)
    kiosk.expectPicture()
    try kiosk.tap(.backspace)
    kiosk.run.pass(11)
    #expect(kiosk.run.presentedPixels() == before)
  }
}
