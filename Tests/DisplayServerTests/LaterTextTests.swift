// SPDX-License-Identifier: Apache-2.0
import Configuration
import Geometry
import LinuxSystem
import MonotonicTime
import Presentation
import Raster
import Synchronization
import TestSupport
import Testing
import Touch
import VirtualKiosk

@testable import DisplayServer
@testable import Widgets

/// Makes lines as the daemon does, what can wait when it is told to.
private final class HeldLines: LineMaker, @unchecked Sendable {
  private let lines = LineWorkshop()
  /// What waits.
  var orders: [@Sendable () -> Void] = []
  /// How many lines and blocks have been made.
  var count = 0
  /// What lines were made of.
  var asked: [String] = []
  /// Whether fonts are open for every text.
  var hasFonts = true

  /// Whether nobody takes the fonts between a look at them and their use.
  var takesTurns = true

  func isAtHand(_ text: String, font: String) -> Bool { hasFonts }

  func atOnce(_ text: String, font: String, make: (any LineMaker) -> Void) -> Bool {
    guard hasFonts, takesTurns else { return false }
    make(self)
    return true
  }

  func line(
    _ text: String,
    font: String,
    pixelSize: Double,
    direction: TextDirection
  ) throws(MaterialFault) -> TextLine {
    count += 1
    asked.append(text)
    return try lines.line(text, font: font, pixelSize: pixelSize, direction: direction)
  }

  func block(
    _ text: String,
    font: String,
    pixelSize: Double,
    width: Int,
    lines most: Int
  ) throws(MaterialFault) -> TextBlock {
    count += 1
    return try lines.block(text, font: font, pixelSize: pixelSize, width: width, lines: most)
  }

  func makeLater(_ make: @escaping @Sendable () -> Void) -> Bool {
    orders.append(make)
    return true
  }

  func complain(_ sentence: String) {}

  /// Makes what waits.
  func makeAll() {
    let making = orders
    orders = []
    for order in making { order() }
  }
}

@Suite("Text that is made beside the loop")
struct LaterTextTests {
  private static let file = """
    [[text]]
    id = "name"
    max_length = 256
    frame = { x = 10, y = 10, width = 200, height = 50, anchor = "top-left" }
    [[label]]
    id = "words"
    text = "first"
    frame = { x = 10, y = 80, width = 300, height = 50, anchor = "top-left" }
    [[label]]
    id = "big"
    text = "1"
    font_size = 100
    frame = { x = 10, y = 130, width = 300, height = 60, anchor = "top-left" }
    """

  private static func scene(_ lines: any LineMaker) throws -> Scene {
    Scene(
      try settings(file).widgets,
      transform: OutputTransform(
        bufferSize: PixelSize(width: 400, height: 200),
        rotation: .none,
        scale: 1
      ),
      background: Color(rgb: 0x101418),
      bufferCount: 2,
      materials: SceneMaterials(lines: lines),
      at: now
    )
  }

  private static let now = MonotonicInstant(seconds: 1)

  /// A text of at least `count` bytes.
  private static func words(_ word: String, _ count: Int) -> String {
    String(repeating: word, count: (count + word.utf8.count - 1) / word.utf8.count)
  }

  @Test("Letters that no font has are told once, by their writing system alone")
  func missingLetters() throws {
    let lines = LineWorkshop()
    func complaints() throws -> [String] {
      _ = try lines.line("a\u{10FFFD}", font: "", pixelSize: 20, direction: .leftToRight)
      return lines.takeComplaints()
    }
    #expect(
      try complaints() == ["no installed font has some letters of signs; fonts-symbola has them"]
    )
    #expect(try complaints().isEmpty)
    lines.fonts.release()
    #expect(try complaints().isEmpty)
  }

  @Test("Short texts are seen with the next frame: nothing of them waits")
  func short() throws {
    let lines = HeldLines()
    var (held, plain) = (try Self.scene(lines), try Self.scene(LineWorkshop()))
    var events = WidgetEvents()
    for index in 0..<2 {
      for text in [Self.words("a", 64), "Grace"] {
        let call = TextCall.set(id: nil, text: text, caret: nil)
        let label = LabelCall.set(id: nil, text: text, over: 0, ease: nil)
        if index == 0 {
          try held.perform(.text(call), by: 0, at: Self.now, telling: &events)
          try held.perform(.label(label), by: 1, at: Self.now, telling: &events)
          held.show(at: Self.now)
        } else {
          try plain.perform(.text(call), by: 0, at: Self.now, telling: &events)
          try plain.perform(.label(label), by: 1, at: Self.now, telling: &events)
          plain.show(at: Self.now)
        }
      }
    }
    held.advance(to: Self.now, telling: &events)
    plain.advance(to: Self.now, telling: &events)
    #expect(lines.orders.isEmpty)
    #expect(held.picture(at: Self.now) == plain.picture(at: Self.now))
  }

  @Test("However short, a text waits whose font would have to be opened, or is in use")
  func fonts() throws {
    let lines = HeldLines()
    var (held, plain) = (try Self.scene(lines), try Self.scene(LineWorkshop()))
    var events = WidgetEvents()
    held.show(at: Self.now)
    let (made, first) = (lines.count, held.picture(at: Self.now))
    lines.hasFonts = false
    let text = TextCall.set(id: nil, text: "b", caret: nil)
    let label = LabelCall.set(id: nil, text: "c", over: 0, ease: nil)
    try held.perform(.text(text), by: 0, at: Self.now, telling: &events)
    try held.perform(.label(label), by: 1, at: Self.now, telling: &events)
    #expect(lines.count == made)
    #expect(lines.orders.count == 2)
    #expect(held.isTextComing(of: 1))
    #expect(held.picture(at: Self.now) == first)
    lines.makeAll()
    held.advance(to: Self.now, telling: &events)
    #expect(!held.isTextComing(of: 1))
    try plain.perform(.text(text), by: 0, at: Self.now, telling: &events)
    try plain.perform(.label(label), by: 1, at: Self.now, telling: &events)
    #expect(held.picture(at: Self.now) == plain.picture(at: Self.now))
  }

  @Test("A letter whose finger is down while other keys are made is typed before they come")
  func heldLetter() throws {
    let lines = HeldLines()
    let settings = try settings(ScreenKiosk.scene("show = \"always\"\nlayouts = [\"us\", \"ru\"]"))
    var scene = Scene(
      settings.widgets,
      transform: OutputTransform(
        bufferSize: PixelSize(width: 320, height: 240),
        rotation: .none,
        scale: 1
      ),
      background: Color(rgb: 0x101418),
      keyboard: settings.screenKeyboard,
      bufferCount: 2,
      materials: SceneMaterials(lines: lines),
      at: Self.now
    )
    var events = WidgetEvents()
    func finger(_ phase: TouchPhase, on isKey: (KeyFace) -> Bool) throws {
      let keys = try #require(scene.keyboard?.sheet?.keys)
      let key = try #require(keys.first { $0.planned.faces[0].map(isKey) ?? false })
      scene.handle(
        TouchEvent(
          contact: ContactID(device: 1, slot: 0),
          phase: phase,
          position: key.frame.center,
          time: Self.now
        ),
        telling: &events
      )
    }
    lines.makeAll()
    scene.advance(to: Self.now, telling: &events)
    try finger(.down) { $0.act == .layout }
    try finger(.up) { $0.act == .layout }
    try finger(.down) { $0.label == .text("a") }
    #expect(scene.keyboard?.held != nil && events.typed.isEmpty)
    lines.makeAll()
    scene.advance(to: Self.now, telling: &events)
    #expect(scene.keyboard?.held == nil && scene.keyboard?.sheet?.layout == 1)
    #expect(events.typed.map(\.layout) == [0])
  }

  @Test("Where another thread has taken the fonts since they were looked at, a text waits too")
  func takenFonts() throws {
    let lines = HeldLines()
    var scene = try Self.scene(lines)
    var events = WidgetEvents()
    scene.show(at: Self.now)
    let made = lines.count
    lines.takesTurns = false
    try scene.perform(
      .text(.set(id: nil, text: "b", caret: nil)),
      by: 0,
      at: Self.now,
      telling: &events
    )
    let label = LabelCall.set(id: nil, text: "c", over: 0, ease: nil)
    try scene.perform(.label(label), by: 1, at: Self.now, telling: &events)
    #expect(lines.count == made)
    #expect(lines.orders.count == 2)
  }

  @Test("What is made at once has the fonts to itself, and is the same as what is made later")
  func heldFonts() throws {
    let workshop = LineWorkshop()
    _ = try workshop.open()
    defer { workshop.close() }
    #expect(!workshop.atOnce("ab", font: "") { _ in Issue.record("no font is open yet") })
    let line = try workshop.line("ab", font: "", pixelSize: 20, direction: .automatic)
    let block = try workshop.block("ab", font: "", pixelSize: 20, width: 100, lines: 2)
    workshop.releaseFonts()
    _ = try workshop.line("a b", font: "", pixelSize: 20, direction: .automatic)
    var (heldLine, heldBlock): (TextLine?, TextBlock?)
    let isMade = workshop.atOnce("ab", font: "") { maker in
      #expect(!workshop.atOnce("ab", font: "") { _ in Issue.record("the fonts are in use") })
      heldLine = try? maker.line("ab", font: "", pixelSize: 20, direction: .automatic)
      heldBlock = try? maker.block("ab", font: "", pixelSize: 20, width: 100, lines: 2)
    }
    #expect(isMade)
    #expect(heldLine == line)
    #expect(heldBlock == block)
  }

  @Test("A field that gets the focus has the fonts for what will be typed opened beside the loop")
  func focus() throws {
    let lines = HeldLines()
    var scene = try Self.scene(lines)
    var events = WidgetEvents()
    scene.show(at: Self.now)
    let made = lines.count
    try scene.setFocus(to: 0, isQuiet: true, at: Self.now, telling: &events)
    #expect(lines.orders.isEmpty)
    try scene.setFocus(to: nil, isQuiet: true, at: Self.now, telling: &events)
    lines.hasFonts = false
    try scene.setFocus(to: 0, isQuiet: true, at: Self.now, telling: &events)
    #expect(lines.orders.count == 1)
    #expect(lines.count == made)
    lines.makeAll()
    #expect(lines.count == made + 1)
    #expect(lines.asked.last?.contains("0") == true)
  }

  @Test("Large glyphs cost as many small ones: what is made at once goes by both")
  func sizes() throws {
    let lines = HeldLines()
    var scene = try Self.scene(lines)
    var events = WidgetEvents()
    for (count, orders) in [(5, 0), (40, 1)] {
      let label = LabelCall.set(id: "big", text: Self.words("i", count), over: 0, ease: nil)
      try scene.perform(.label(label), by: 2, at: Self.now, telling: &events)
      #expect(lines.orders.count == orders)
    }
  }

  @Test("Fonts are at hand once they are open and while nobody uses them, without threads always")
  func workshop() throws {
    let lines = LineWorkshop()
    #expect(lines.isAtHand("a", font: ""))
    _ = try lines.open()
    #expect(!lines.isAtHand("a", font: ""))
    _ = try lines.block("a", font: "", pixelSize: 20, width: 100, lines: 1)
    #expect(lines.isAtHand("ab\n c", font: ""))
    #expect(!lines.isAtHand("a", font: "DejaVu Sans:bold"))
    // None has it until somebody has looked.
    #expect(!lines.isAtHand("\u{10FFFD}", font: ""))
    _ = try lines.block("\u{10FFFD}", font: "", pixelSize: 20, width: 100, lines: 1)
    #expect(lines.isAtHand("\u{10FFFD}", font: ""))
    lines.releaseFonts()
    #expect(!lines.isAtHand("a", font: ""))
    lines.close()
  }

  @Test("A scene is whole as soon as it is made: nothing in it waits")
  func whole() throws {
    let lines = HeldLines()
    var (held, plain) = (try Self.scene(lines), try Self.scene(LineWorkshop()))
    #expect(lines.orders.isEmpty)
    #expect(held.picture(at: Self.now) == plain.picture(at: Self.now))
  }

  @Test("Other texts are not made by the loop; they show once they are, and the newest last")
  func texts() throws {
    let lines = HeldLines()
    var (held, plain) = (try Self.scene(lines), try Self.scene(LineWorkshop()))
    var events = WidgetEvents()
    let first = held.picture(at: Self.now)
    held.show(at: Self.now)
    plain.show(at: Self.now)
    let made = lines.count
    func set(_ name: String, _ words: String, in scene: inout Scene) throws {
      let text = TextCall.set(id: nil, text: name, caret: nil)
      try scene.perform(.text(text), by: 0, at: Self.now, telling: &events)
      let label = LabelCall.set(id: nil, text: words, over: 0, ease: nil)
      try scene.perform(.label(label), by: 1, at: Self.now, telling: &events)
      scene.show(at: Self.now)
    }
    let (long, longer) = (Self.words("Grace Hopper ", 130), Self.words("third ", 260))
    for (name, words) in [(Self.words("a", 129), Self.words("b", 257)), (long, longer)] {
      try set(name, words, in: &held)
      try set(name, words, in: &plain)
    }
    held.advance(to: Self.now, telling: &events)
    #expect(lines.count == made)
    // One for each widget, whatever was asked for meanwhile.
    #expect(lines.orders.count == 2)
    #expect(held.deadline == nil)
    #expect(held.picture(at: Self.now) == first)
    for _ in 0..<2 {
      lines.makeAll()
      #expect(held.deadline == MonotonicInstant(nanoseconds: 0))
      events.needsFrame = false
      held.advance(to: Self.now, telling: &events)
      #expect(events.needsFrame)
      held.show(at: Self.now)
    }
    #expect(lines.orders.isEmpty)
    #expect(held.deadline == nil)
    #expect(held.picture(at: Self.now) == plain.picture(at: Self.now))
  }

  @Test("What is typed outlives the scene without being shaped again")
  func takenOver() throws {
    let lines = HeldLines()
    var old = try Self.scene(lines)
    var events = WidgetEvents()
    old.show(at: Self.now)
    let call = TextCall.set(id: nil, text: Self.words("Grace Hopper ", 130), caret: nil)
    try old.perform(.text(call), by: 0, at: Self.now, telling: &events)
    lines.makeAll()
    old.advance(to: Self.now, telling: &events)
    var new = try Self.scene(lines)
    let made = lines.count
    _ = new.takeOver(from: old)
    #expect(lines.orders.isEmpty)
    #expect(lines.count == made)
    #expect(new.picture(at: Self.now) == old.picture(at: Self.now))
  }
}
