// SPDX-License-Identifier: Apache-2.0
import TOMLReading
import Widgets
import Raster
import Geometry
import Motion
import Presentation
import Testing

@testable import Configuration

@Suite("Settings from a file")
struct SettingsTests {
  private func settings(_ text: String, fileName: String = "swell.toml") throws -> Settings {
    try Settings(parsing: Array(text.utf8), fileName: fileName)
  }

  private func button(_ text: String) throws -> ButtonSettings {
    try #require(try settings("[[button]]\nid = \"b\"\n" + text).buttons.first)
  }

  private func progress(_ text: String, fileName: String = "swell.toml") throws -> ProgressSettings
  {
    let text = "[[progress]]\nid = \"p\"\n" + text
    return try #require(try settings(text, fileName: fileName).progresses.first)
  }

  @Test("An empty file is a scene without widgets", arguments: ["", "\n# nothing\n", "[display]"])
  func emptyFile(text: String) throws {
    #expect(try settings(text) == Settings())
  }

  @Test("A widget with nothing but its id has the contract's defaults")
  func widgetDefaults() throws {
    let found = try settings("[[button]]\nid = \"b\"\n[[progress]]\nid = \"p\"")
    #expect(found.buttons == [ButtonSettings(id: "b")])
    #expect(found.progresses == [ProgressSettings(id: "p")])
    #expect(found.buttons.first?.label == "b")
  }

  @Test("An id has any of the characters that one may have")
  func ids() throws {
    let id = "azAZ09_.-"
    #expect(try settings("[[button]]\nid = \"\(id)\"").widgets.first?.id == id)
  }

  @Test("Everything in [display] and [touch] can be set")
  func displayAndTouch() throws {
    let found = try settings(
      """
      [display]
      connector = "HDMI-A-1"
      mode = "1920x1080@59.94"
      format = "RGB565"
      rotation = 270
      scale = 1.25
      background = "#abc"
      api = "legacy"
      others = "off"
      properties = { "Broadcast RGB" = "Full", "max bpc" = 8 }
      blank_after = 90
      [touch]
      devices = ["/dev/input/event1"]
      calibration = [0, -1, 1.0, 1, 0, 0]
      grab = false
      release_timeout = 2.5
      least = 0.02
      """
    )
    #expect(found.display.connector == .named("HDMI-A-1"))
    #expect(found.display.mode == .named(NamedMode(width: 1920, height: 1080, refreshHertz: 59.94)))
    #expect(found.display.format == .rgb565)
    #expect(found.display.rotation == .threeQuarters)
    #expect(found.display.scale == .fixed(1.25))
    #expect(found.display.background == Color(rgb: 0xAABBCC))
    #expect(found.display.interface == .legacy)
    let properties: [PropertyRequest] = [
      .init("Broadcast RGB", value: .choice("Full")), .init("max bpc", value: .number(8)),
    ]
    #expect(found.display.properties == properties)
    #expect(found.display.switchesOthersOff)
    #expect(found.display.blankAfter == 90)
    #expect(found.touch.devices == .paths(["/dev/input/event1"]))
    #expect(found.touch.calibration == .matrix(AffineTransform(0, -1, 1, 1, 0, 0)))
    #expect(!found.touch.isGrabbed)
    #expect(found.touch.releaseTimeout == 2.5)
    #expect(found.touch.leastDuration == 0.02)
  }

  @Test(
    "Any other monitor mirrors the picture, or the one that is named",
    arguments: [
      ("true", .any), ("false", .none), ("\"HDMI-A-2\"", .named("HDMI-A-2")),
    ] as [(String, MirrorRequest)]
  )
  func mirrors(text: String, expected: MirrorRequest) throws {
    #expect(try settings("[display]\nmirror = \(text)").display.mirror == expected)
  }

  @Test(
    "A rotation is a number, or that of the panel",
    arguments: [
      ("0", Rotation.none), ("90", .quarter), ("180", .half), ("\"auto\"", nil),
    ] as [(String, Rotation?)]
  )
  func rotations(text: String, expected: Rotation?) throws {
    #expect(try settings("[display]\nrotation = \(text)").display.rotation == expected)
    #expect(try settings("").display.rotation == nil)
  }

  @Test(
    "Modes are read",
    arguments: [
      ("preferred", .preferred), ("current", .current),
      ("800x480", .named(NamedMode(width: 800, height: 480))),
      ("16384x1@1000", .named(NamedMode(width: 16384, height: 1, refreshHertz: 1000))),
    ] as [(String, ModeRequest)]
  )
  func modes(text: String, mode: ModeRequest) throws {
    #expect(try settings("[display]\nmode = \"\(text)\"").display.mode == mode)
  }

  @Test("Connectors have letters, digits and hyphens", arguments: ["HDMI-A-90", "eDP-1", "VGA"])
  func connectors(name: String) throws {
    let display = try settings("[display]\nconnector = \"\(name)\"").display
    #expect(display.connector == .named(name))
  }

  @Test("A modeline is read as cvt prints it, and a connector can be forced")
  func modeline() throws {
    let display = try settings(
      """
      [display]
      connector = "DPI-1"
      force = true
      mode = 'Modeline "800x480_60" 29.50 800 824 896 992 480 483 493 500 -hsync +vsync'
      """
    ).display
    #expect(display.isForced)
    let modeline = try Modeline(parsing: "29.5 800 824 896 992 480 483 493 500 +vsync -hsync")
    #expect(display.mode == .timings(modeline))
  }

  @Test(
    "A button is touched as far as it swells, unless the file says how far",
    arguments: [
      ("", 15), ("style = \"tap\"", 10), ("amplitude = 24.5", 24.5), ("amplitude = -8", 0),
      ("amplitude = 24\nhit_outset = 0", 0), ("hit_outset = 40", 40),
    ]
  )
  func hitOutset(text: String, expected: Double) throws {
    #expect(try button(text).hitOutset == expected)
  }

  @Test("Everything in [[button]] can be set")
  func buttonKeys() throws {
    let found = try button(
      """
      label = "确定"
      frame = { x = 10, y = "100%", width = "50.5%", height = 30.5, anchor = "bottom-left" }
      style = "tap"
      amplitude = -8
      corner_radius = 12.5
      hit_outset = 12.5
      color = "#01020304"
      label_color = "#FFFFFF80"
      press = { duration = 1 }
      release = { damping = 1, velocity = -2 }
      exec = ["/bin/echo", "a b", ""]
      while_running = "restart"
      visible = false
      enabled = false
      """
    )
    var expected = ButtonSettings(id: "b", style: .tap)
    expected.label = "确定"
    expected.frame = FrameSettings(
      x: .points(10),
      y: .percent(100),
      width: .percent(50.5),
      height: .points(30.5),
      anchor: .bottomLeft
    )
    expected.amplitude = -8
    expected.cornerRadius = 12.5
    expected.hitOutset = 12.5
    expected.color = Color(rgb: 0x010203, alpha: 4)
    expected.labelColor = Color(rgb: 0xFFFFFF, alpha: 0x80)
    expected.press = .init(duration: 1, damping: 0.9, velocity: 1.5)
    expected.release = .init(duration: 0.45, damping: 1, velocity: -2)
    expected.command = ["/bin/echo", "a b", ""]
    expected.whileRunning = .restart
    expected.isVisible = false
    expected.isEnabled = false
    #expect(found == expected)
  }

  @Test("A tap button has its own defaults for swelling, a hold button the article's")
  func styleDefaults() throws {
    let tap = try button("style = \"tap\"")
    #expect(tap.amplitude == 10)
    #expect(tap.press == .init(duration: 0.25, damping: 0.9, velocity: 1.5))
    let hold = try button("style = \"hold\"")
    #expect(hold.amplitude == 15)
    #expect(hold.press == .init(duration: 0.5, damping: 0.9, velocity: 1.5))
    #expect(tap.release == hold.release)
  }

  @Test("An attract animation spreads its values evenly unless told otherwise")
  func attract() throws {
    let found = try #require(
      try button("attract = { values = [0, 4, -2, 4, 0], delay = 3 }").attract
    )
    #expect(found.keyTimes == [0, 0.25, 0.5, 0.75, 1])
    #expect(found.curves == [Curve](repeating: .easeInEaseOut, count: 4))
    #expect(found.delay == 3)
    let own = try #require(
      try button(
        """
        attract = { key_times = [0, 0.9, 1], curves = ["easeOutBounce", [0, 0, 1, 1]], \
        repeat = 2.5, autoreverse = true, interval = 0, delay = 0, duration = 2 }
        """
      ).attract
    )
    #expect(own.keyTimes == [0, 0.9, 1])
    #expect(own.curves == [.easing(.easeOutBounce), .linear])
    #expect(own.repeatCount == 2.5)
    #expect(own.autoreverses)
    #expect(own.interval == 0 && own.delay == 0)
    #expect(own.duration == 2)
  }

  @Test(
    "The wave behind has the colour of the one in front, half transparent, unless told otherwise",
    arguments: [
      ("", 0xF25A5A, 0x80), ("front_color = \"#123456\"", 0x123456, 0x80),
      ("front_color = \"#12345640\"", 0x123456, 0x40),
      ("front_color = \"#123456\"\nback_color = \"#ABC\"", 0xAABBCC, 0xFF),
    ] as [(String, UInt32, UInt8)]
  )
  func backColor(keys: String, rgb: UInt32, alpha: UInt8) throws {
    #expect(try progress(keys).backColor == Color(rgb: rgb, alpha: alpha))
  }

  @Test("Everything in [[progress]] can be set")
  func progressKeys() throws {
    let found = try progress(
      """
      mask = { text = "Größe", font = "serif:bold" }
      corner_radius = 7.5
      percent = 42.5
      fill = "area"
      amplitude = 0
      frequency = 2
      speed = -90
      front_color = "#111"
      back_color = "#222"
      front_image = "/srv/water.png"
      back_image = "deep.svg"
      outline_color = "#33333333"
      show_percent = false
      over = 1
      ease = [0.1, -1, 0.9, 2]
      visible = false
      frame = { width = 100 }
      """
    )
    var expected = ProgressSettings(id: "p")
    expected.mask = .text("Größe", font: "serif:bold")
    expected.cornerRadius = 7.5
    expected.percent = 42.5
    expected.fill = .area
    expected.amplitude = 0
    expected.frequency = 2
    expected.speed = -90
    expected.frontColor = Color(rgb: 0x111111)
    expected.backColor = Color(rgb: 0x222222)
    expected.frontImage = "/srv/water.png"
    expected.backImage = "deep.svg"
    expected.outlineColor = Color(rgb: 0x333333, alpha: 0x33)
    expected.showsPercent = false
    expected.changeDuration = 1
    expected.ease = .bezier(TimingFunction(0.1, -1, 0.9, 2))
    expected.isVisible = false
    expected.frame.width = .points(100)
    #expect(found == expected)
  }

  @Test(
    "What stands behind the figure is what its format says",
    arguments: [
      ("", "%"), ("format = \"%d %%\"", " %"), ("format = \"%d\"", ""),
      ("format = \"%d of 100\"", " of 100"), ("format = \"%.0f\u{202F}%%\"", "\u{202F}%"),
    ]
  )
  func figureFormat(key: String, tail: String) throws {
    #expect(try progress(key).figureTail == tail)
  }

  @Test(
    "A relative image path counts from the file's folder",
    arguments: [
      ("/etc/swell/swell.toml", "logo.png", "/etc/swell/logo.png"),
      ("swell.toml", "logo.png", "logo.png"), ("a/b.toml", "../x.png", "a/../x.png"),
      ("/etc/swell/swell.toml", "/srv/logo.png", "/srv/logo.png"),
    ]
  )
  func imagePaths(file: String, image: String, path: String) throws {
    let found = try progress("mask = { image = \"\(image)\" }", fileName: file)
    #expect(found.mask == .image(path: path))
    #expect(try progress("front_image = \"\(image)\"", fileName: file).frontImage == path)
    #expect(try progress("back_image = \"\(image)\"", fileName: file).backImage == path)
  }

  @Test("Shapes are masks", arguments: ProgressSettings.Shape.allCases)
  func shapes(shape: ProgressSettings.Shape) throws {
    #expect(try progress("mask = { shape = \"\(shape.rawValue)\" }").mask == .shape(shape))
  }

  @Test("Widgets keep the order of the file, whatever their kinds")
  func order() throws {
    let text = ["progress", "button", "button", "progress", "button"].enumerated()
      .map { "[[\($0.element)]]\nid = \"w\($0.offset)\"" }
      .joined(separator: "\n")
    #expect(try settings(text).widgets.map(\.id) == ["w0", "w1", "w2", "w3", "w4"])
  }

  @Test(
    "Ids of all allowed characters and lengths are taken",
    arguments: ["a", "A-Z_0.9", "-", "."]
  )
  func ids(id: String) throws {
    #expect(try settings("[[button]]\nid = \"\(id)\"").buttons.first?.id == id)
    let long = String(repeating: "x", count: 64)
    #expect(try settings("[[progress]]\nid = \"\(long)\"").progresses.first?.id == long)
  }
}
