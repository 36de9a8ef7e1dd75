// SPDX-License-Identifier: Apache-2.0
import Geometry
import JSON
import LayerPainting
import MonotonicTime
import Raster
import Testing

@testable import Widgets

@Suite("Labels")
struct LabelTests {
  /// A scene of 200 × 100 pixels with letters that are boxes of 4 × 8 pixels, 5 apart.
  struct Stage {
    var scene: Scene
    var settings: [WidgetSettings]
    var events = WidgetEvents()
    let materials = BoxMaterials()
    private(set) var pixels: [UInt8] = []

    init(_ settings: WidgetSettings...) {
      self.settings = settings
      scene = Scene(
        settings,
        transform: OutputTransform(
          bufferSize: PixelSize(width: 200, height: 100),
          rotation: .none,
          scale: 1
        ),
        background: Color(rgb: 0),
        bufferCount: 2,
        materials: materials,
        at: LabelTests.instant(0)
      )
      look(0)
    }

    mutating func look(_ t: Double) {
      var bytes = [UInt8](repeating: 0, count: 200 * 100 * 4)
      var span = bytes.mutableSpan
      var canvas = unsafe Canvas(
        span.mutableBytes,
        strideBytes: 800,
        format: .xrgb8888,
        size: PixelSize(width: 200, height: 100)
      )
      scene.paintAll(into: &canvas, at: LabelTests.instant(t))
      pixels = bytes
    }

    mutating func ask(_ call: LabelCall, _ index: Int = 0, at t: Double) throws {
      let request = WidgetRequest.label(call)
      try scene.perform(request, by: index, at: LabelTests.instant(t), telling: &events)
      settings[index] = settings[index].applying(call.change)
      show(index, at: t)
    }

    mutating func change(_ index: Int, _ name: String, _ value: JSONValue, at t: Double) {
      var change = WidgetChange()
      change[name] = value
      settings[index] = settings[index].applying(change)
      show(index, at: t)
    }

    /// Has the scene show the settings of a label.
    private mutating func show(_ index: Int, at t: Double) {
      scene.update(
        index,
        to: settings[index],
        from: materials,
        at: LabelTests.instant(t),
        telling: &events
      )
    }

    mutating func advance(_ t: Double) {
      scene.advance(to: LabelTests.instant(t), telling: &events)
    }

    /// What the widget at `index` shows.
    func shown(_ index: Int = 0) -> String? {
      settings[index].result(
        of: .label(.get(id: nil)),
        in: scene,
        at: index,
        at: LabelTests.instant(0)
      )["shown"]?.string
    }

    /// The brightness of a pixel, 0 … 255.
    func light(_ x: Int, _ y: Int) -> Int { Int(pixels[(y * 200 + x) * 4 + 1]) }

    /// The rectangle around all that is not black.
    var ink: PixelRect {
      var rect = PixelRect.empty
      for y in 0..<100 {
        for x in 0..<200 where light(x, y) > 0 {
          rect = rect.union(PixelRect(left: x, top: y, right: x + 1, bottom: y + 1))
        }
      }
      return rect
    }
  }

  static func instant(_ seconds: Double) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: 10_000_000_000 + Int64((seconds * 1e9).rounded()))
  }

  /// A label of 100 × 60 points at (20, 10).
  static func label(_ text: String) -> WidgetSettings { label(text) { _ in } }

  static func label(
    _ text: String,
    _ change: (inout LabelSettings) throws -> Void
  ) rethrows -> WidgetSettings {
    var settings = LabelSettings(id: "status")
    settings.text = text
    settings.frame = FrameSettings(
      x: .points(20),
      y: .points(10),
      width: .points(100),
      height: .points(60),
      anchor: .topLeft
    )
    try change(&settings)
    return .label(settings)
  }

  @Test(
    "Lines stand where the frame and both alignments put them",
    arguments: [
      // Two letters are 10 wide by the pen, and a line is 12 high, of which the ink begins 2 below its top.
      ("start", "top", "ab", 20, 12), ("left", "center", "ab", 20, 36),
      ("end", "bottom", "ab", 110, 60),
      ("right", "top", "ab", 110, 12), ("center", "center", "ab", 65, 36),
      ("start", "top", "<ab", 110, 12), ("end", "top", "<ab", 20, 12),
      ("left", "top", "<ab", 20, 12),
    ]
  )
  func alignment(align: String, vertical: String, text: String, left: Int, top: Int) throws {
    let stage = try Stage(
      Self.label(text) { settings in
        settings.align = try #require(.init(rawValue: align))
        settings.verticalAlign = try #require(.init(rawValue: vertical))
      }
    )
    #expect(stage.ink.left == left && stage.ink.top == top)
    #expect(stage.ink.height == 8)
  }

  @Test("There are as many lines as the frame is high enough for, unless there are to be fewer")
  func lines() {
    let text = "a\nb\nc\nd\ne\nf\ng"
    // Five lines of 12 fit 60.
    for (lines, height) in [(0, 56), (1, 8), (3, 32), (64, 56)] {
      let stage = Stage(Self.label(text) { $0.lines = lines })
      #expect(stage.ink.height == height, "\(lines) lines")
    }
    // A frame that is lower than a line has one all the same.
    let low = Stage(
      Self.label(text) { settings in
        settings.lines = 0
        settings.frame.y = .points(50)
        settings.frame.height = .points(2)
      }
    )
    #expect(low.ink.height == 8 && low.ink.top == 47)
  }

  @Test("A text fades into the next one: what both have stays, the rest is mixed by the curve")
  func fading() throws {
    var stage = Stage(Self.label("ab") { $0.verticalAlign = .top })
    try stage.ask(.set(id: nil, text: "abc", over: 1, ease: .name("easeIn")), at: 1)
    #expect(stage.scene.isMoving(at: Self.instant(1)))
    stage.look(1.5)
    // easeIn at ½ is 0.3153568, a weight of 81 out of 256, a coverage of 81 of 255.
    #expect(stage.light(21, 15) == 255 && stage.light(26, 15) == 255)
    #expect(stage.light(31, 15) == 81)
    stage.look(2)
    #expect(stage.light(21, 15) == 255 && stage.light(31, 15) == 255)
    #expect(!stage.scene.isMoving(at: Self.instant(2)))
    // At once.
    try stage.ask(.set(id: nil, text: "", over: 0, ease: nil), at: 3)
    stage.look(3)
    #expect(stage.ink.isEmpty && !stage.scene.isMoving(at: Self.instant(3)))
  }

  @Test("A label that is hidden fades, and rests when it has")
  func hiding() {
    var stage = Stage(Self.label("abc"))
    #expect(!stage.scene.isMoving(at: Self.instant(1)))
    stage.change(0, "visible", false, at: 1)
    #expect(stage.scene.isMoving(at: Self.instant(1.05)))
    stage.look(1.05)
    #expect((1...254).contains(stage.light(22, 38)))
    #expect(!stage.scene.isMoving(at: Self.instant(5)))
    stage.look(5)
    #expect(stage.ink.isEmpty)
  }

  @Test("A text that was set while nobody saw the label does not begin with the one before")
  func changedWhileHidden() throws {
    var stage = Stage(Self.label("a") { $0.verticalAlign = .top })
    stage.change(0, "visible", false, at: 1)
    stage.look(5)
    try stage.ask(.set(id: nil, text: "aa", over: 10, ease: .name("linear")), at: 5)
    stage.change(0, "visible", true, at: 6)
    stage.look(8)
    #expect(stage.light(21, 15) == 255 && stage.light(26, 15) == 255)
  }

  @Test("Texts that change again within their fade are shown at once, each to be read")
  func interrupted() throws {
    var stage = Stage(Self.label("a") { $0.verticalAlign = .top })
    try stage.ask(.set(id: nil, text: "aa", over: 1, ease: .name("linear")), at: 1)
    stage.look(1.5)
    #expect(stage.light(26, 15) == 128)
    for (time, text) in [(1.5, "aaa"), (2.2, "a"), (3, "aaa")] {
      try stage.ask(.set(id: nil, text: text, over: 1, ease: .name("linear")), at: time)
      stage.look(time)
      let expected = text == "a" ? 0 : 255
      #expect(stage.light(26, 15) == expected && stage.light(31, 15) == expected, "at \(time) s")
      #expect(!stage.scene.isMoving(at: Self.instant(time)))
    }
    // A curve that goes beyond its end does not end the fade before its time.
    try stage.ask(.set(id: nil, text: "a", over: 1, ease: .name("easeOutElastic")), at: 5)
    stage.look(5.1)
    #expect(stage.light(26, 15) == 0)
    #expect(stage.scene.isMoving(at: Self.instant(5.1)))
  }

  private static var indicator: WidgetSettings {
    var settings = ProgressSettings(id: "main")
    settings.mask = .shape(.circle)
    settings.showsPercent = false
    return .progress(settings)
  }

  @Test("An indicator's figure is made when a frame has shown it, never in the frame")
  func percent() throws {
    var stage = Stage(Self.indicator, Self.label("{percent:main} %"))
    #expect(stage.shown(1) == "0 %")
    let made = stage.materials.boxes.count
    let call = ProgressCall.set(id: nil, percent: 40, over: 1, ease: .name("linear"))
    try stage.scene.perform(.progress(call), by: 0, at: Self.instant(1), telling: &stage.events)
    stage.look(1.5)
    #expect(stage.materials.boxes.count == made && stage.shown(1) == "0 %")
    // Due at once when the frame has gone out, which is before it is seen.
    #expect(try #require(stage.scene.deadline) <= Self.instant(0))
    stage.events.removeAll()
    stage.advance(1.49)
    #expect(stage.shown(1) == "20 %" && stage.events.needsFrame)
    #expect(stage.scene.deadline == nil)
    // The end is shown though nothing moves any more then.
    stage.look(2.01)
    stage.advance(1.995)
    #expect(stage.shown(1) == "40 %")
    #expect(stage.materials.boxes.count == made + 2)
  }

  @Test("What a field holds is said, and of a password nothing")
  func fields() throws {
    var (name, pin) = (TextFieldSettings(id: "name"), TextFieldSettings(id: "pin"))
    (name.text, pin.text, pin.mode) = ("Zoë", "1234", .password)
    var stage = Stage(.text(name), .text(pin), Self.label("{text:name} {text:pin}."))
    #expect(stage.shown(2) == "Zoë .")
    try stage.scene.perform(
      .text(.set(id: nil, text: "Ann", caret: nil)),
      by: 0,
      at: Self.instant(1),
      telling: &stage.events
    )
    stage.look(1)
    stage.advance(1)
    #expect(stage.shown(2) == "Ann .")
    // What people type is in no status.
    let report = stage.settings[2].report(in: stage.scene, at: 2, at: Self.instant(1))
    #expect(!JSONValue.object(report).text.contains("Ann"))
  }

  @Test("The time of day wakes the scene when it is another one, and only where it is shown")
  func time() {
    var stage = Stage(Self.label("{time:%H:%M}"), Self.label("{time:100%%}"))
    #expect(stage.shown() == "%H:%M at 10" && stage.shown(1) == "100%% at 10")
    // The next whole minute of a clock that begins with the monotonic one.
    #expect(stage.scene.wakeInstant(after: Self.instant(0)) == Self.instant(50))
    stage.advance(49.9)
    #expect(stage.shown() == "%H:%M at 10")
    stage.advance(50)
    #expect(stage.shown() == "%H:%M at 60")
    #expect(stage.scene.wakeInstant(after: Self.instant(50)) == Self.instant(110))
    // Somebody sets the clock.
    stage.materials.dayClock.ahead = 3
    stage.scene.clockHasJumped()
    stage.advance(51)
    #expect(stage.shown() == "%H:%M at 64")
    #expect(stage.scene.wakeInstant(after: Self.instant(51)) == Self.instant(107))
    // A hidden label wakes nobody, and is right when it is seen again.
    stage.change(0, "visible", false, at: 52)
    #expect(stage.scene.wakeInstant(after: Self.instant(53)) == nil)
    stage.change(0, "visible", true, at: 200)
    #expect(stage.shown() == "%H:%M at 213")
  }

  @Test("What a program says is shown as it is, and then the text again")
  func job() {
    var stage = Stage(Self.indicator, Self.label("{percent:main}"))
    stage.change(1, "job_text", "{percent:main}", at: 1)
    #expect(stage.shown(1) == "{percent:main}")
    stage.change(1, "job_text", .null, at: 2)
    #expect(stage.shown(1) == "0")
  }

  @Test("A font that is missing leaves the text out, and is told without a word of it")
  func fontless() throws {
    var stage = Stage(Self.label("ab"))
    stage.materials.boxes.isBroken = true
    try stage.ask(.set(id: nil, text: "secret", over: 0, ease: nil), at: 1)
    stage.look(1)
    #expect(stage.ink.isEmpty)
    #expect(stage.materials.boxes.complaints == ["the text of \"status\" is left out: broken"])
  }
}

/// Letters that are boxes, 4 × 8 pixels and 5 apart, in lines 12 high; a line that begins with `<` runs to
/// the left.
final class BoxLines: LineMaker, @unchecked Sendable {
  private(set) var count = 0
  private(set) var complaints: [String] = []
  var isBroken = false

  func line(
    _ text: String,
    font: String,
    pixelSize: Double,
    direction: TextDirection
  ) throws(MaterialFault) -> TextLine { throw MaterialFault("there are no lines") }

  func block(
    _ text: String,
    font: String,
    pixelSize: Double,
    width: Int,
    lines: Int
  ) throws(MaterialFault) -> TextBlock {
    if isBroken { throw MaterialFault("broken") }
    count += 1
    let all = text.split(separator: "\n")
    return TextBlock(
      lines: all.prefix(lines).map { line in
        let isRightToLeft = line.hasPrefix("<")
        let letters = line.count - (isRightToLeft ? 1 : 0)
        let size = PixelSize(width: 5 * letters, height: 8)
        let bytes = (0..<8 * size.width).map { UInt8($0 % 5 < 4 ? 255 : 0) }
        return TextBlock.Line(
          mask: PlacedMask(
            mask: CoverageMask(size: size, bytes: bytes),
            origin: PixelPoint(x: 0, y: -8)
          ),
          advance: Double(5 * letters),
          isRightToLeft: isRightToLeft
        )
      },
      ascent: 10,
      descent: 2,
      lineHeight: 12,
      isCut: all.count > lines
    )
  }

  func complain(_ sentence: String) { complaints.append(sentence) }
}

/// Seconds since the beginning, with a fraction cut off.
final class CountingClock: WallClock, @unchecked Sendable {
  var ahead = 0

  func text(_ format: String, in language: String, at instant: MonotonicInstant) -> String {
    "\(format) at \(instant.nanoseconds / 1_000_000_000 + Int64(ahead))"
  }

  func nextChange(every seconds: Int, after instant: MonotonicInstant) -> MonotonicInstant {
    let now = instant.nanoseconds + Int64(ahead) * 1_000_000_000
    let span = Int64(seconds) * 1_000_000_000
    return MonotonicInstant(nanoseconds: (now / span + 1) * span - (now - instant.nanoseconds))
  }
}

/// Labels of ``BoxLines``, and nothing else.
final class BoxMaterials: BareMaterials {
  let boxes = BoxLines()
  let dayClock = CountingClock()
  var lines: any LineMaker { boxes }
  var clock: any WallClock { dayClock }
}
