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

@Suite("The keyboard on the screen")
struct ScreenKeyboardTests {
  // MARK: - Up and down

  @Test("It rises for a field that is touched, to its height, and falls when nothing has the focus")
  func risesAndFalls() throws {
    let kiosk = try ScreenKiosk()
    #expect(kiosk.view == ScreenKeyboardView())
    try kiosk.open("name")
    #expect(kiosk.view?.rise == 101)  // 42 % of 240
    #expect(kiosk.view?.lift == 0)
    kiosk.expectPicture()
    kiosk.tap(Point(x: 5, y: 120))
    kiosk.run.pass(1)
    #expect(kiosk.focus == nil && kiosk.view == ScreenKeyboardView())
    kiosk.expectPicture()
    kiosk.run.pass(20)
    #expect(kiosk.run.isAtRest)
  }

  @Test(
    "Its way up is that of a critically damped spring, which is never beyond and never goes back"
  )
  func spring() throws {
    let kiosk = try ScreenKiosk()
    kiosk.tap(try kiosk.place(ofField: "name"))
    var last = -1
    for _ in 0..<40 {
      kiosk.run.pass(1.0 / 60)
      let rise = try #require(kiosk.view?.rise)
      #expect(rise >= last && rise <= 101)
      last = rise
    }
    #expect(last == 101)
  }

  @Test(
    "The page moves up by what the field lacks to the keyboard, and never so far that its top is gone",
    arguments: [
      // Screen − keyboard − margin = 240 − 101 − 12 = 127 is the lowest that a field may reach, its lower edge being
      // half its height below y. The margin above counts too: 12 is the least for the upper edge.
      ("y = 100, height = 30", 0), ("y = 112, height = 30", 0), ("y = 120, height = 30", 8),
      ("y = 215, height = 30", 101), ("y = 60, height = 116", 0), ("y = 90, height = 100", 13),
      ("y = 100, height = 160", 8),
    ]
  )
  func lift(frame: String, lift: Int) throws {
    let kiosk = try ScreenKiosk(
      """
      [display]
      scale = 1
      [[text]]
      id = "field"
      frame = { x = 160, width = 200, \(frame) }
      [keyboard.screen]
      """
    )
    try kiosk.open("field")
    #expect(kiosk.view?.lift == lift)
    kiosk.expectPicture()
    kiosk.tap(Point(x: 5, y: 5))
    kiosk.run.pass(1)
    #expect(kiosk.view == ScreenKeyboardView())
    kiosk.expectPicture()
  }

  @Test("A finger on a page that is moved up touches what it sees")
  func touchesMovedPage() throws {
    let kiosk = try ScreenKiosk()
    try kiosk.open("mail")
    #expect(kiosk.view?.lift == 101)
    // Of the fields above, the one at 80 is at −21, and the one at 215 at 114.
    kiosk.tap(Point(x: 160, y: 40))
    kiosk.run.pass(1)
    #expect(kiosk.focus == nil)
    try kiosk.open("mail")
    try kiosk.type("a@b")
    #expect(kiosk.text("mail") == "a@b")
    kiosk.tap(try kiosk.place(ofField: "mail"))
    kiosk.run.pass(1)
    #expect(kiosk.focus == "mail" && kiosk.view?.rise == 101)
  }

  @Test(
    "Each frame of its way is the scene painted anew, in both formats and however the panel is turned",
    arguments: [0, 90, 180, 270],
    [PixelFormat.xrgb8888, .rgb565]
  )
  func frames(rotation: Int, format: PixelFormat) throws {
    let scene = ScreenKiosk.scene(
      keys: "rotation = \(rotation)",
      more: """
        [[progress]]
        id = "main"
        frame = { x = 60, y = 150, width = 60, height = 60 }
        mask = { shape = "circle" }
        amplitude = 4
        percent = 60
        """
    )
    let run = try VirtualRun(scene, mode: smallMode(320, 256, format: format))
    run.pass(0.5)
    let fields = try #require(run.scene?.shelves.texts)
    for field in [fields[2], fields[0]] {
      let lift = run.scene?.keyboard?.liftInPoints ?? 0
      let center = Point(x: field.place.frame.center.x, y: field.place.frame.center.y - lift)
      run.finger(.down, center)
      run.finger(.up, center)
      for frame in 0..<30 { #expect(Self.isRight(run, format), "frame \(frame)") }
    }
    run.finger(.down, Point(x: 2, y: 2))
    run.finger(.up, Point(x: 2, y: 2))
    for frame in 0..<30 { #expect(Self.isRight(run, format), "frame \(frame)") }
    #expect(run.scene?.keyboard?.view == ScreenKeyboardView())
  }

  /// Whether the next frame is the scene painted anew; one more may be on its way.
  private static func isRight(_ run: VirtualRun, _ format: PixelFormat) -> Bool {
    let before = run.shownInstant
    run.pass(1.0 / 60)
    guard format == .xrgb8888 else { return true }
    let pixels = run.presentedPixels()
    var scene = run.scene
    return pixels == run.picture() || pixels == scene?.picture(at: before)
  }

  @Test("It is there at any time, or at no time, where the file says so")
  func show() throws {
    let always = try ScreenKiosk(ScreenKiosk.scene("show = \"always\""))
    #expect(always.view?.rise == 101)
    #expect(always.keyboard?.sheet?.keys.contains { $0.planned.faces[0]?.act == .hide } == false)
    try always.type("a")
    #expect(always.focus == nil)
    let never = try ScreenKiosk(ScreenKiosk.scene("show = \"never\""))
    try never.open("name")
    #expect(never.focus == "name" && never.keyboard == nil)
    let none = try ScreenKiosk(
      ScreenKiosk.scene().replacing("[keyboard.screen]", with: "[keyboard]")
    )
    try none.open("name")
    #expect(none.keyboard == nil)
  }

  @Test("It stays away while a keyboard is plugged in, and goes when one is")
  func plugged() throws {
    let kiosk = try ScreenKiosk()
    try kiosk.open("name")
    kiosk.run.setKeyboard(isPlugged: true)
    kiosk.run.pass(1)
    #expect(kiosk.view?.rise == 0 && kiosk.focus == "name")
    try kiosk.open("pin")
    #expect(kiosk.view?.rise == 0 && kiosk.focus == "pin")
    kiosk.run.setKeyboard(isPlugged: false)
    try kiosk.open("name")
    #expect(kiosk.view?.rise == 101)
  }

  @Test("A key puts it away, and a touch of the field brings it back")
  func hides() throws {
    let kiosk = try ScreenKiosk()
    try kiosk.open("mail")
    try kiosk.tap(.hide)
    kiosk.run.pass(1)
    #expect(kiosk.view == ScreenKeyboardView() && kiosk.focus == "mail")
    try kiosk.open("mail")
    #expect(kiosk.view?.rise == 101)
  }

  @Test("A focus that a request gives does not raise it")
  func focusByRequest() throws {
    let kiosk = try ScreenKiosk()
    try kiosk.run.perform(.setFocus(id: "name", isQuiet: false))
    kiosk.run.pass(1)
    #expect(kiosk.view?.rise == 0)
  }

  // MARK: - What else happens meanwhile

  @Test(
    "Pictures that leave the screen show no key pressed and no accents while a password is typed",
    arguments: ["pin", "name"],
    [0.2, 0.5]
  )
  func secrets(field: String, held: Double) throws {
    let kiosk = try ScreenKiosk()
    try kiosk.open(field)
    kiosk.run.pass(11)
    kiosk.run.finger(.down, try kiosk.place(.text("g")))
    kiosk.run.pass(held)
    #expect((kiosk.keyboard?.held?.strip != nil) == (held > 0.45))
    let (shown, concealed, unpressed) = try Self.pictures(kiosk)
    #expect(shown != unpressed)
    #expect((concealed == unpressed) == (field == "pin"))
    #expect((concealed == shown) == (field == "name"))
  }

  @Test(
    "Nor do they show the keys of a password that swing on after Return",
    arguments: ["next = \"name\"", "submit = \"blur\""]
  )
  func secretsAfterReturn(key: String) throws {
    let scene = ScreenKiosk.scene("show = \"always\"")
      .replacing("id = \"pin\"", with: "id = \"pin\"\n\(key)")
    let kiosk = try ScreenKiosk(scene)
    try kiosk.open("pin")
    kiosk.run.pass(11)
    try kiosk.type("g")
    try kiosk.tap(.enter)
    kiosk.run.pass(0.02)
    #expect(kiosk.focus != "pin")
    let (shown, concealed, unpressed) = try Self.pictures(kiosk)
    #expect(shown != unpressed && concealed == unpressed)
    // A key that types no secret is one no more.
    kiosk.run.pass(11)
    try kiosk.open("name")
    kiosk.run.pass(11)
    kiosk.run.finger(.down, try kiosk.place(.text("g")))
    kiosk.run.pass(0.2)
    let later = try Self.pictures(kiosk)
    #expect(later.shown != later.unpressed && later.concealed == later.shown)
  }

  /// The keys as they are shown, as they are in pictures that leave the screen, and all unpressed.
  private static func pictures(
    _ kiosk: ScreenKiosk
  ) throws -> (shown: [UInt8], concealed: [UInt8], unpressed: [UInt8]) {
    let scene = try #require(kiosk.run.scene)
    func picture(_ change: (inout Scene) -> Void) -> [UInt8] {
      var copy = scene
      copy.show(at: kiosk.run.shownInstant)
      change(&copy)
      var bytes = [UInt8](repeating: 0, count: 320 * 240 * 4)
      var span = bytes.mutableSpan
      var canvas = unsafe Canvas(
        span.mutableBytes,
        strideBytes: 1280,
        format: .xrgb8888,
        size: PixelSize(width: 320, height: 240)
      )
      copy.paint(rows: 0..<240, into: &canvas)
      // The field shows how many characters it has; the keys are below.
      return Array(bytes[(139 * 1280)...])
    }
    return (
      picture { _ in }, picture { $0.concealPasswords(at: kiosk.run.shownInstant) },
      picture {
        $0.keyboard?.isSecret = true
        $0.keyboard?.conceal()
      }
    )
  }

  @Test("It goes with the page that leaves, when a page turns under it")
  func pageTurn() throws {
    let kiosk = try ScreenKiosk(
      """
      [display]
      scale = 1
      [[page]]
      id = "a"
      [[page.text]]
      id = "field"
      to = "b"
      frame = { x = 160, y = 215, width = 200, height = 30 }
      [[page]]
      id = "b"
      turn = { kind = "slide", duration = 0.5 }
      [[page.button]]
      id = "there"
      label = ""
      [keyboard.screen]
      """
    )
    try kiosk.open("field")
    try kiosk.tap(.enter)
    for _ in 0..<80 { kiosk.run.pass(1.0 / 60) }
    #expect(kiosk.view == ScreenKeyboardView() && kiosk.focus == nil)
    kiosk.expectPicture()
  }

  @Test("A reload leaves it up, with the field and what was typed; without its table it is gone")
  func reload() throws {
    let folder = TemporaryFolder()
    func write(_ text: String) -> String { folder.write(Array(text.utf8), to: "scene.toml") }
    let kiosk = try ScreenKiosk(
      ScreenKiosk.scene(),
      configuration: ConfigurationSource(path: write(ScreenKiosk.scene()))
    )
    try kiosk.open("mail")
    try kiosk.type("ab")
    _ = write(ScreenKiosk.scene("height = \"50%\"", keys: "# another"))
    try kiosk.run.perform(.reload)
    kiosk.run.pass(1)
    #expect(kiosk.view?.rise == 120 && kiosk.text("mail") == "ab")
    try kiosk.type("c")
    #expect(kiosk.text("mail") == "abc")
    kiosk.expectPicture()
    _ = write(ScreenKiosk.scene().replacing("[keyboard.screen]", with: ""))
    try kiosk.run.perform(.reload)
    kiosk.run.pass(1)
    #expect(kiosk.keyboard == nil && kiosk.text("mail") == "abc")
    kiosk.expectPicture()
  }

  @Test(
    "What is wrong is said in a sentence with its place",
    arguments: [
      ("layouts = [\"us\", \"xyzzy\"]", "there is no keyboard layout 'xyzzy'"),
      ("layouts = \"us\"", "'layouts' must be \"auto\" or a list of layouts"),
      ("layouts = []", "'layouts' must be a list of 1 to 8 layouts"),
      ("look = \"none\"", "'look' must name a [[look]], not 'none'"),
      ("show = \"maybe\"", "'show' must be"), ("height = 1", "'height' must be"),
      ("sho = \"auto\"", "unknown key 'sho'"),
    ]
  )
  func refusals(line: String, message: String) {
    do {
      _ = try settings(ScreenKiosk.scene(line))
      Issue.record("it was taken")
    } catch {
      let text = "\(error)"
      #expect(text.contains(message), "\(text)")
      #expect(text.contains("test.toml:"))
    }
  }

  @Test("Its keys look as the look that it names says, and as one named key without being asked")
  func looks() throws {
    let look =
      "[[look]]\nname = \"key\"\ncolor = \"#112233\"\ntext_color = \"#FF0000\"\namplitude = 3"
    let plain = try settings(ScreenKiosk.scene()).screenKeyboard?.key
    #expect(plain?.color == Color(rgb: 0x2B3440) && plain?.amplitude == 5)
    let key = try settings(ScreenKiosk.scene(more: look)).screenKeyboard?.key
    #expect(key?.color == Color(rgb: 0x112233) && key?.labelColor == Color(rgb: 0xFF0000))
    #expect(key?.amplitude == 3 && key?.style == .tap && key?.cornerRadius == 8)
  }
}
