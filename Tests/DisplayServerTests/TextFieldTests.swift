// SPDX-License-Identifier: Apache-2.0
import Configuration
import Geometry
import JSON
import MonotonicTime
import Raster
import TestSupport
import Testing
import Touch
import Widgets

@testable import DisplayServer

@Suite("Elastic text fields on the screen")
struct TextFieldTests {
  // MARK: - Looks

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
      stage.scene.sleep(at: FieldStage.instant(2), &stage.events)
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

  // MARK: - Rules

  @Test(
    "What is too long is refused with an inward twitch of half the amplitude, and leaves no trace"
  )
  func refusal() throws {
    var stage = try FieldStage(FieldStage.field("max_length = 3"))
    stage.focus()
    stage.type("abc", at: 0)
    stage.look(0.5)
    let before = stage.pixels
    _ = stage.told()
    stage.type("d", at: 1)
    #expect(stage.told().contains("reject length"))
    #expect(stage.text == "abc")
    // Rows below the text's room: white above the lower edge, which is 322 at rest.
    var least = 0.0
    for step in 0...80 {
      stage.look(1 + Double(step) / 200)
      least = min(least, stage.area - 13_200)
    }
    stage.look(3)
    #expect(stage.pixels == before)
    // The ink takes the same area at any time.
    stage.look(0.5)
    let ink = stage.area - 13_200
    let deepest = (least - ink) / (2.0 * 344 / 3)
    #expect(abs(deepest / -5 - 1) <= 0.01, "\(deepest)")
  }

  @Test("Keys do to the text what their names say")
  func keys() throws {
    var stage = try FieldStage()
    stage.type("lost", at: 0)
    #expect(stage.text == "", "there is no focus")
    stage.focus()
    stage.type("abc", at: 0)
    stage.press(.home, at: 0)
    stage.press(.delete, at: 0)
    stage.press(.end, at: 0)
    stage.press(.backspace, at: 0)
    #expect(stage.text == "b")
    stage.press(.selectAll, at: 0)
    stage.press(.backspace, at: 0)
    #expect(stage.text == "")
    stage.type("xy", at: 0)
    stage.press(.empty, at: 0)
    #expect(stage.text == "")
    stage.type("xy", at: 0)
    _ = stage.told()
    stage.press(.escape, at: 0)
    #expect(stage.text == "" && stage.scene.focus == 0)
    stage.press(.escape, at: 0)
    #expect(stage.scene.focus == nil)
    #expect(stage.told().last == "blur")
  }

  static let afterSubmit: [(String, text: String, hasFocus: Bool)] = [
    ("keep", "ab", true), ("clear", "", true), ("blur", "ab", false), ("clear+blur", "", false),
  ]

  @Test("Return submits, and then the field does what it says", arguments: afterSubmit)
  func submit(mode: String, text: String, hasFocus: Bool) throws {
    var stage = try FieldStage(FieldStage.field("submit = \"\(mode)\""))
    stage.focus()
    stage.type("ab\n", at: 0)
    let told = stage.told()
    let place = try #require(told.firstIndex(of: "submit ab"))
    #expect(place > 0 && told[place - 1] == "change 2 2 ab")
    #expect(stage.text == text)
    #expect((stage.scene.focus == 0) == hasFocus)
  }

  @Test("Changes are told once a frame, the newest, and before what is submitted")
  func changes() throws {
    var stage = try FieldStage()
    stage.focus()
    stage.look(0)
    stage.advance(0)
    _ = stage.told()
    stage.type("abcd", at: 0.001)
    #expect(stage.told().count == 1)
    stage.advance(0.002)
    #expect(stage.told().isEmpty)
    stage.look(0.016)
    stage.advance(0.016)
    #expect(stage.told().map { String($0.prefix(10)) } == ["change 4 4"])
    stage.type("e", at: 0.017)
    #expect(stage.told().isEmpty)
    stage.press(.enter, at: 0.018)
    #expect(stage.told().map { String($0.prefix(8)) } == ["change 5", "submit a"])
  }

  @Test("A scan is taken whole or not at all: change, then submit; or a refusal")
  func scans() throws {
    var stage = try FieldStage()
    stage.focus()
    _ = stage.told()
    stage.scene.scan(
      "4006381333931",
      isTerminated: true,
      target: nil,
      at: FieldStage.instant(1),
      &stage.events
    )
    #expect(stage.told().map { String($0.prefix(9)) } == ["change 13", "submit 40"])
    #expect(stage.text == "4006381333931")
    stage = try FieldStage(FieldStage.field("allow = \"digits\""))
    stage.scene.scan("40A", isTerminated: true, target: 0, at: FieldStage.instant(1), &stage.events)
    #expect(stage.told() == ["focus", "reject character"])
    #expect(stage.text == "")
    // Nobody has the focus, and the scan is for nobody: nothing happens.
    stage = try FieldStage()
    stage.scene.scan(
      "40",
      isTerminated: true,
      target: nil,
      at: FieldStage.instant(1),
      &stage.events
    )
    #expect(stage.told().isEmpty && stage.text == "")
  }

  static let three =
    FieldStage.field("autofocus = true") + """

      [[text]]
      id = "two"
      enabled = false
      frame = { x = 640, y = 400, width = 300, height = 44 }
      [[text]]
      id = "three"
      frame = { x = 640, y = 500, width = 300, height = 44 }
      [[button]]
      id = "seven"
      label = ""
      types = "7"
      frame = { x = 100, y = 100, width = 80, height = 60 }
      """

  @Test(
    "One field at most has the focus: by Tab in order and round, by touch, and none on the ground"
  )
  func focus() throws {
    var stage = try FieldStage(Self.three)
    stage.scene.autofocus(at: FieldStage.instant(0), &stage.events)
    #expect(stage.told() == ["focus"])
    #expect(stage.scene.isMoving(at: FieldStage.instant(0.1)), "the focus is seen to come")
    stage.press(.nextField, at: 2)
    #expect(stage.scene.focus == 2)
    #expect(stage.told() == ["blur", "focus"])
    stage.press(.nextField, at: 2)
    #expect(stage.scene.focus == 0)
    stage.press(.previousField, at: 2)
    #expect(stage.scene.focus == 2)
    stage.tap(640, 300, at: 3)
    #expect(stage.scene.focus == 0)
    stage.tap(100, 100, at: 4)
    #expect(stage.scene.focus == 0, "a button does not take it")
    #expect(stage.text == "7")
    stage.tap(640, 400, at: 5)
    #expect(stage.scene.focus == nil, "a disabled field is ground")
    _ = stage.told()
    #expect(throws: WidgetFault.self) {
      try stage.scene.setFocus(to: 1, isQuiet: false, at: FieldStage.instant(6), &stage.events)
    }
    stage.focus(0, at: 7)
    stage.widgets[0] = stage.widgets[0].applying(try WidgetChange(JSONObject([("visible", false)])))
    stage.scene.update(
      0,
      to: stage.widgets[0],
      SceneMaterials(),
      at: FieldStage.instant(8),
      &stage.events
    )
    #expect(stage.scene.focus == nil && stage.told() == ["focus", "blur"])
  }

  @Test("A button that types does so again while it is held, after half a second")
  func repetition() throws {
    var stage = try FieldStage(Self.three)
    stage.focus()
    stage.finger(.down, 100, 100, at: 1)
    #expect(stage.text == "7")
    stage.advance(1.49)
    #expect(stage.text == "7")
    for step in 0..<4 { stage.advance(1.5001 + 0.033 * Double(step)) }
    #expect(stage.text == "77777")
    // After a stall it goes on with one.
    stage.advance(9)
    #expect(stage.text == "777777")
    stage.finger(.up, 100, 100, at: 9.01)
    stage.advance(12)
    #expect(stage.text == "777777")
  }

  @Test("Who stays away too long finds an empty field")
  func idleClear() throws {
    var stage = try FieldStage(FieldStage.field("idle_clear = 30"))
    stage.focus()
    stage.type("ab", at: 1)
    stage.type("c", at: 20)
    stage.advance(49.9)
    #expect(stage.text == "abc")
    stage.look(49.9)
    stage.advance(50)
    #expect(stage.text == "" && stage.told().last == "change 0 0 ")
    stage.advance(200)
    #expect(stage.scene.deadline == nil)
  }

  // MARK: - Fonts and formats

  @Test("A field that is smaller than its insets has no ink and takes text all the same")
  func tooSmall() throws {
    let toml = """
      [[text]]
      id = "name"
      frame = { x = 640, y = 300, width = 12, height = 8 }
      placeholder = "Name"
      """
    var stage = try FieldStage(toml)
    stage.focus()
    stage.type("ab", at: 1)
    stage.tap(640, 300, at: 2)
    stage.press(.left, at: 3)
    stage.look(5)
    #expect(stage.text == "ab")
    #expect(stage.isAll(0xFFFFFF, 635...644, 297...302))
  }

  static let cases: [(PixelFormat, Rotation, Double)] = Rotation.allCases.flatMap {
    [(.xrgb8888, $0, 1), (.rgb565, $0, 1), (.xrgb8888, $0, 1.25)]
  }

  @Test(
    "Painting changes leaves the bits of painting everything, whatever is typed",
    arguments: cases
  )
  func incremental(format: PixelFormat, rotation: Rotation, scale: Double) throws {
    var random = SplitMix(seed: rotation.rawValue + Int(scale * 4))
    let toml = """
      [[text]]
      id = "name"
      frame = { x = 90, y = 60, width = 150, height = 40 }
      placeholder = "Name"
      caret_blink = 0.1
      max_length = 30
      reveal = 0.1
      """
    let widgets = try settings(toml).widgets
    let size = rotation.swapsAxes ? (160, 240) : (240, 160)
    let transform = OutputTransform(
      bufferSize: PixelSize(width: size.0, height: size.1),
      rotation: rotation,
      scale: scale
    )
    var scene = Scene(
      widgets,
      transform: transform,
      background: Color(rgb: 0x101418),
      bufferCount: 2,
      materials: SceneMaterials(),
      at: FieldStage.instant(0)
    )
    let row = size.0 * format.bytesPerPixel
    var buffers = Array(repeating: [UInt8](repeating: 0x5A, count: row * size.1), count: 3)
    var events = WidgetEvents()
    let texts = ["a", "W", "ש", "ل", "日", " ", "12"]
    for frame in 0..<60 {
      let now = FieldStage.instant(Double(frame) / 12)
      for _ in 0..<random.below(3) {
        let strokes: [KeyStroke] = [
          .text(texts[random.below(texts.count)]), .text(texts[random.below(texts.count)]),
          .backspace, .left, .right, .home, .end, .selectAll, .empty, .enter, .delete,
        ]
        scene.handle(strokes[random.below(strokes.count)], by: .key, at: now, &events)
      }
      switch random.below(8) {
      case 0:
        try scene.setFocus(to: random.below(2) == 0 ? nil : 0, isQuiet: false, at: now, &events)
      case 1:
        for phase in [TouchPhase.down, .up] {
          scene.handle(
            TouchEvent(
              contact: ContactID(device: 0, slot: 0),
              phase: phase,
              position: Point(x: 20 + Double(random.below(140)), y: 60),
              time: now
            ),
            &events
          )
        }
      default: break
      }
      scene.advance(to: now, &events)
      let buffer = random.below(2)
      for (index, isFull) in [(buffer, false), (2, true)] {
        var bytes = buffers[index].mutableSpan
        var canvas = unsafe Canvas(
          bytes.mutableBytes,
          strideBytes: row,
          format: format,
          size: transform.bufferSize
        )
        if isFull {
          scene.paintAll(into: &canvas, at: now)
        } else {
          _ = scene.paint(into: &canvas, buffer: index, at: now)
        }
      }
      #expect(buffers[buffer] == buffers[2], "frame \(frame)")
    }
  }

  @Test(
    "At 1.25 pixels a point it stands where its points say, however the panel is turned",
    arguments: Rotation.allCases
  )
  func scaled(rotation: Rotation) throws {
    var stage = try FieldStage(rotation: rotation, scale: 1.25)
    stage.look(0)
    // A frame of (490, 278) … (790, 322) points and a room of (500, 283) … (780, 317), times 1.25; where
    // that is within a pixel, the pixels next to it are looked at.
    #expect(stage.isAll(0x101418, 600...611, 340...410))
    #expect(stage.isAll(0x101418, 988...1000, 340...410))
    #expect(stage.isAll(0x101418, 612...988, 340...346))
    #expect(stage.isAll(0x101418, 612...988, 403...410))
    #expect(stage.isAll(0xFFFFFF, 613...624, 348...401))
    #expect(stage.isAll(0xFFFFFF, 976...986, 348...401))
    #expect(stage.isAll(0xFFFFFF, 613...986, 348...353))
    #expect(stage.isAll(0xFFFFFF, 613...986, 397...401))
    // The caret is 2 points wide and 1.2 em of 17 high, in whole pixels, from the room's edge on.
    stage.focus()
    stage.look(1)
    let columns = stage.columns(600...1000, rows: 370...380) { $0 == 0x2F7CF6 }
    #expect(columns.first == 625 && [2, 3].contains(columns.count))
    let rows = (340...410).filter { stage.color(625, $0) == 0x2F7CF6 }
    #expect([25, 26].contains(rows.count))
    let (upper, lower) = (try #require(rows.first), try #require(rows.last))
    #expect([2 * 375 - 2, 2 * 375 - 1, 2 * 375].contains(upper + lower))
    // What is typed moves it by the advance that it has at this size: 22.42 points for "Ab".
    stage.type("Ab", at: 2)
    stage.look(3)
    let moved = stage.columns(600...1000, rows: 370...380) { $0 == 0x2F7CF6 }
    let left = Double(try #require(moved.first))
    let expected: Double = 625 + 22.42 * 1.25 - 1.25
    #expect(abs(left - expected) <= 1.5, "\(moved)")
  }

  @Test("In RGB565 it looks as in XRGB8888, but for what a dithered pixel loses")
  func rgb565() throws {
    var stage = try FieldStage()
    stage.focus()
    stage.type("Abש 12", at: 1)
    stage.look(3)
    let size = stage.transform.bufferSize
    var bytes = [UInt8](repeating: 0, count: size.width * size.height * 2)
    var span = bytes.mutableSpan
    var canvas = unsafe Canvas(
      span.mutableBytes,
      strideBytes: size.width * 2,
      format: .rgb565,
      size: size
    )
    stage.scene.paintAll(into: &canvas, at: FieldStage.instant(3))
    for y in 270..<330 {
      for x in 480..<800 {
        let start = (y * size.width + x) * 2
        let word = Int(bytes[start]) | Int(bytes[start + 1]) << 8
        let (red, green, blue) = (word >> 11, word >> 5 & 63, word & 31)
        let shown = [red * 255 / 31, green * 255 / 63, blue * 255 / 31]
        let color = Int(stage.color(x, y))
        let wanted = [color >> 16, color >> 8 & 255, color & 255]
        for channel in 0..<3 {
          #expect(abs(shown[channel] - wanted[channel]) <= 8, "(\(x), \(y))")
        }
      }
    }
  }

  @Test(
    "Turned it looks as it does upright",
    arguments: Rotation.allCases
  )
  func turned(rotation: Rotation) throws {
    var upright = try FieldStage()
    var turned = try FieldStage(rotation: rotation)
    for index in 0..<2 {
      var stage = index == 0 ? upright : turned
      stage.focus()
      stage.type("Abש 12", at: 1)
      stage.look(3)
      if index == 0 { upright = stage } else { turned = stage }
    }
    for y in 270..<330 {
      for x in 480..<800 { #expect(upright.color(x, y) == turned.color(x, y), "(\(x), \(y))") }
    }
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
