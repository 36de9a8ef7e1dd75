// SPDX-License-Identifier: Apache-2.0
import Testing

/// The figures by which an independent reference accepts the widgets, at frames that the probe draws.
@Suite("Frames that the probe draws")
struct FrameTests {
  // MARK: - Circles

  private static let circle = """
    [[circle]]
    id = "pull"
    resting = 100
    """

  /// A finger at (200, 200) that pulls to 160 and lets go 2 s after the start.
  private static let pull = """
    {"t":1,"touch":{"slot":0,"phase":"down","x":200,"y":200}},
    {"t":1.1,"touch":{"slot":0,"phase":"move","x":360,"y":200}},
    {"t":2,"touch":{"slot":0,"phase":"up","x":360,"y":200}}
    """

  @Test(
    "A circle is as large as it was pulled, and swings to rest by its formula",
    arguments: ProbedPanel.pairs
  )
  func circle(panel: ProbedPanel) throws {
    func view(_ t: Double) throws -> ProbedView {
      try panel.view(Self.circle, 400, 400, Self.pull, at: t)
    }
    let empty = try view(1)
    #expect(empty.isAll([0x10, 0x14, 0x18], 0...400, 0...400), "at 0 there is no pixel")
    for (t, radius) in [
      (1.5, 160.0), (2, 160), (2.05, 121.213), (2.15, 78.787), (3, 100),
    ] {
      let view = try view(t)
      // Blue is 255 in the disc and 24 around it.
      let area = view.growth(since: empty, channel: 2, full: 255 - 24)
      let expected = Double.pi * radius * radius * panel.scale * panel.scale
      #expect(abs(area / expected - 1) <= 0.002, "\(t): \(area) \(expected)")
      #expect(view.isColor([0x66, 0x66, 0xFF], at: 200 + radius - 1.5, 200.5), "\(t)")
      #expect(view.isColor([0x66, 0x66, 0xFF], at: 200.5, 200 - radius + 1.5), "\(t)")
      #expect(view.isColor([0x10, 0x14, 0x18], at: 200 + radius + 1.5, 200.5), "\(t)")
      #expect(view.isColor([0x10, 0x14, 0x18], at: 200.5, 200 + radius + 1.5), "\(t)")
    }
  }

  // MARK: - Charts

  private static let chart = """
    [[chart]]
    id = "week"
    frame = { x = 35, y = 4, width = 340, height = 170, anchor = "top-left" }
    labels = ["08-09", "08-10", "08-11", "08-12", "08-13", "08-14", "08-15"]
    """

  private static let values = #"{"t":1,"chart":{"values":[12,28,20,36,31,44,20]}}"#

  private static let ground: [Double] = [0xF3, 0xF3, 0xF3]

  /// Whether the pixel at a point is of the line, its discs or the bubble: warm, where all else is grey.
  private func isWarm(_ view: ProbedView, _ x: Double, _ y: Double) -> Bool {
    let color = view.color(at: x, y)
    return color[0] > color[2] + 40
  }

  @Test("A chart is its grid, then its line as far as it is drawn", arguments: ProbedPanel.pairs)
  func chart(panel: ProbedPanel) throws {
    let before = try panel.view(Self.chart, 420, 180, Self.values, at: 0.9)
    // The upper edge of a line's pixel is the nearest to its middle.
    for y in [149, 124.833, 100.667, 76.5, 52.333, 28.167] {
      let row = Int((y * panel.scale - panel.scale / 2 + 0.5).rounded(.down))
      for x in before.columns(60...375) {
        let distance = zip(before.color(x, row), [231, 231, 231] as [Double]).map { abs($0 - $1) }
        #expect(distance.max() ?? 0 <= panel.dither, "(\(x), \(row))")
      }
      #expect(before.isAll(Self.ground, 60...375, y - 8...y - 1.5), "above \(y)")
    }
    // The tip, on its way between two values, at a quarter, at half and at four fifths of the length.
    for (t, tip, direction) in [
      (1.5, (135.93, 84.96), (0.9188, 0.3947)), (2.25, (221.0, 62.94), (0.9658, 0.2594)),
      (3, (310.51, 46.54), (0.6131, 0.7900)),
    ] {
      let view = try panel.view(Self.chart, 420, 180, Self.values, at: t)
      func isDrawn(_ length: Double) -> Bool {
        isWarm(view, tip.0 + direction.0 * length, tip.1 + direction.1 * length)
      }
      // Its cap is round, 2 around the tip.
      #expect(isDrawn(-6) && isDrawn(0) && isDrawn(0.8), "\(t)")
      #expect(!isDrawn(3.5) && !isDrawn(8), "\(t)")
      #expect(isWarm(view, 82.5, 120) && !isWarm(view, 350.5, 80), "\(t)")
    }
    let half = try panel.view(Self.chart, 420, 180, Self.values, at: 2.25)
    #expect(half.isColor([252, 100, 26], at: 217.5, 62.3))
    #expect(half.isColor(Self.ground, at: 226.5, 64.5, by: 0))
  }

  @Test(
    "Drawn to its end it has its second disc, and then its bubble",
    arguments: ProbedPanel.pairs
  )
  func drawnChart(panel: ProbedPanel) throws {
    let drawn = try panel.view(Self.chart, 420, 180, Self.values, at: 3.55)
    for (x, y, color) in [
      (82.5, 120.0, [253.0, 155, 11]), (217.5, 62.3, [252, 100, 26]),
      (352.5, 100.7, [251, 46, 42]),
    ] { #expect(drawn.isColor(color, at: x, y), "\(x)") }
    // The disc's radius is 4.
    #expect(isWarm(drawn, 355.3, 100.7) && !isWarm(drawn, 357.6, 100.7))
    let shown = try panel.view(Self.chart, 420, 180, Self.values, at: 4)
    // 30 × 30 at (335.5, 66.67): a body of 24, and the tip, whose end is 4 above the point.
    #expect(shown.isColor([251, 46, 42], at: 350.5, 69))
    #expect(isWarm(shown, 363.5, 80) && !isWarm(shown, 367, 80))
    #expect(isWarm(shown, 337.5, 87) && !isWarm(shown, 333.5, 87))
    #expect(isWarm(shown, 350.5, 68) && !isWarm(shown, 350.5, 65))
    #expect(isWarm(shown, 352.5, 94) && !isWarm(shown, 362, 94))
  }

  // MARK: - Text fields

  private static func field(_ keys: String = "") -> String {
    """
    [[text]]
    id = "name"
    frame = { x = 172, y = 40, width = 300, height = 44, anchor = "center" }
    clear_button = false
    caret_blink = 0
    font = "DejaVu Sans"
    \(keys)
    """
  }

  private static let white: [Double] = [255, 255, 255]

  private func field(
    _ panel: ProbedPanel,
    _ script: String,
    at t: Double,
    _ keys: String = ""
  ) throws -> ProbedView {
    try panel.view(Self.field(keys), 344, 80, script, at: t)
  }

  /// The columns in which a row's worth of pixels have the caret's colour, in pixels.
  private func caret(_ view: ProbedView) -> [Int] {
    view.columns(20...324).filter { x in
      view.rows(32...48).allSatisfy { y in
        zip(view.color(x, y), [0x2F, 0x7C, 0xF6] as [Double]).allSatisfy {
          abs($0 - $1) <= view.panel.dither
        }
      }
    }
  }

  /// The columns of the text's room with ink, in pixels: grey, where the caret is blue.
  private func ink(_ view: ProbedView) -> [Int] {
    view.columns(32...312).filter { x in
      view.rows(23...57).contains { y in
        let color = view.color(x, y)
        return color[1] < 215 && abs(color[2] - color[0]) < 24 + view.panel.dither
      }
    }
  }

  @Test(
    "A field swells by itself under a finger, inward as far as its spring goes",
    arguments: ProbedPanel.pairs
  )
  func swells(panel: ProbedPanel) throws {
    let rest = try field(panel, "", at: 1)
    #expect(rest.isAll(Self.white, 22...322, 18...62))
    #expect(rest.isAll([0x10, 0x14, 0x18], 0...22, 0...80))
    #expect(rest.isAll([0x10, 0x14, 0x18], 322...344, 0...80))
    #expect(rest.isAll([0x10, 0x14, 0x18], 0...344, 0...18))
    #expect(rest.isAll([0x10, 0x14, 0x18], 0...344, 62...80))
    for (begin, t, offset) in [
      (1.0, 1.1, 9.010), (1, 1.2, 10), (1.0123, 1.35, -6.290), (1, 1.4, 1.772), (1, 2.5, 0),
    ] {
      let script =
        "{\"t\":\(begin),\"touch\":{\"slot\":0,\"phase\":\"down\",\"x\":172,\"y\":40}}"
      let view = try field(panel, script, at: t)
      // Red is 255 in the field and 16 around it. Four parabolas of two thirds of half the offset.
      let growth = view.growth(since: rest, channel: 0, full: 255 - 16)
      let expected = 2.0 * (300 + 44) / 3 * offset * panel.scale * panel.scale
      let bound = panel.dither > 0 ? 0.02 : 0.005
      #expect(abs(growth - expected) <= max(bound * abs(expected), 2), "\(t): \(growth)")
      // Corners do not move.
      for (x, y) in [(23.0, 19.0), (321, 19), (23, 61), (321, 61)] where offset > 0 {
        #expect(view.isColor(Self.white, at: x, y, by: 0))
      }
    }
  }

  @Test(
    "Lifted inside it has a caret, which goes with what is typed and stays in its room",
    arguments: ProbedPanel.pairs
  )
  func types(panel: ProbedPanel) throws {
    let tap = """
      {"t":1,"touch":{"slot":0,"phase":"down","x":172,"y":40}},
      {"t":1.1,"touch":{"slot":0,"phase":"up","x":172,"y":40}}
      """
    let outside = tap.replacing("\"up\",\"x\":172,\"y\":40", with: "\"up\",\"x\":172,\"y\":5")
    #expect(caret(try field(panel, outside, at: 3)).isEmpty)
    // Two points wide, 1.2 em high.
    let width = (2 * panel.scale).rounded(.down)
    func middle(_ columns: [Int]) -> Double {
      Double((columns.first ?? 0) + (columns.last ?? 0) + 1) / 2 / panel.scale
    }
    let empty = try field(panel, tap, at: 3)
    #expect(caret(empty).first == Int(32 * panel.scale))
    #expect([width, width + 1].contains(Double(caret(empty).count)))
    #expect(empty.isColor(Self.white, at: 33, 28.5) && empty.isColor(Self.white, at: 33, 51.5))
    // The advance of "Ab" is 22.42.
    let typed = try field(panel, tap + ",{\"t\":1.2,\"key\":{\"text\":\"Ab\"}}", at: 3)
    #expect(abs(middle(caret(typed)) - 54.42) <= 1 / panel.scale)
    #expect(ink(typed).first.map { $0 <= Int(34 * panel.scale) } ?? false)
    // Sixty letters: scrolled by the least that shows the caret, and cut at the room.
    let long = String(repeating: "W", count: 60)
    let full = try field(panel, tap + ",{\"t\":1.2,\"key\":{\"text\":\"\(long)\"}}", at: 3)
    #expect(caret(full).last == Int(312 * panel.scale) - 1)
    #expect(full.isAll(Self.white, 22...32, 18...62))
    #expect(full.isAll(Self.white, 312...322, 18...62))
    #expect(ink(full).count > 150)
    let home =
      tap + ",{\"t\":1.2,\"key\":{\"text\":\"\(long)\"}},{\"t\":1.4,\"key\":{\"key\":\"Home\"}}"
    #expect(caret(try field(panel, home, at: 3)).first == Int(32 * panel.scale))
  }

  @Test(
    "Passwords of a length look alike, and Hebrew begins at the right",
    arguments: ProbedPanel.pairs
  )
  func words(panel: ProbedPanel) throws {
    func view(_ text: String, _ keys: String) throws -> ProbedView {
      let script = """
        {"t":0.5,"focus.set":{"id":"name","quiet":true}},
        {"t":1,"text":{"id":"name","text":"\(text)"}}
        """
      return try field(panel, script, at: 2, keys)
    }
    let password = "mode = \"password\""
    let one = try view("secret", password)
    let other = try view("abcdef", password)
    #expect(one.growth(since: other, channel: 1, full: 1) == 0)
    let dots = ink(one)
    #expect(dots == ink(other))
    #expect(dots.filter { !dots.contains($0 - 1) }.count == 6)
    let hebrew = try view("שלום", "")
    let columns = ink(hebrew)
    let last = Double(try #require(columns.last)) / panel.scale
    #expect((306...312).contains(last))
    let first = try #require(columns.first)
    #expect(caret(hebrew).last.map { $0 <= first } ?? false)
  }
}
