// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import DisplayServer
import Geometry
import JSON
import Presentation
import RequestWords
import TestSupport
import Testing
import VirtualKiosk
import VirtualTime
import Widgets

@Suite("Icons in the daemon")
struct IconServerTests {
  private let folder = TemporaryFolder()

  init() throws {
    try folder.writeImage("plain.png", 0x00FF00, size: PixelSize(width: 10, height: 10))
    try folder.writeImage("wide.png", 0x00FF00, size: PixelSize(width: 20, height: 10))
    folder.write(Array("no picture".utf8), to: "text.png")
    // Green at the left, yellow at the right.
    let row =
      [UInt8](repeatElement([0, 255, 0], count: 5).joined())
      + repeatElement([255, 255, 0], count: 5).joined()
    let halves = PNGBuilder(
      width: 10,
      height: 10,
      colourType: 2,
      rows: Array(repeating: row, count: 10)
    )
    folder.write(halves.bytes, to: "halves.png")
  }

  private func button(_ icon: String, _ keys: String = "label = \"\"") -> String {
    """
    [display]
    scale = 1
    languages = ["en", "ar"]
    [[button]]
    id = "go"
    frame = { x = 20, y = 20, width = 120, height = 80, anchor = "top-left" }
    color = "#0000FF"
    label_color = "#FF0000"
    icon = "\(icon.isEmpty ? "" : folder[icon])"
    \(keys)
    """
  }

  private func set(_ members: String) throws -> ControlRequest {
    try ControlRequest(
      JSONRPCRequest(
        method: "widget.set",
        params: JSONValue(parsing: Array(#"{"id":"go",\#(members)}"#.utf8))
      )
    )
  }

  /// Expects a rectangle of one colour on the button: its corners, and the pixels beside them.
  private func expect(_ run: VirtualRun, _ rect: PixelRect, _ wanted: UInt32) {
    for (x, y, isInside) in [
      (rect.left, rect.top, true), (rect.right - 1, rect.bottom - 1, true),
      (rect.left - 1, rect.top, false), (rect.left, rect.top - 1, false),
      (rect.right, rect.top, false), (rect.left, rect.bottom, false),
    ] {
      #expect(run.color(x, y) == (isInside ? wanted : 0x0000FF), "(\(x), \(y))")
    }
  }

  @Test("Without a label it fits 60 % of the lesser side, in the label's colour")
  func alone() throws {
    let run = try VirtualRun(button("plain.png"))
    run.comeToRest()
    // 0.6 · 80 = 48 around (80, 60).
    expect(run, PixelRect(left: 56, top: 36, right: 104, bottom: 84), 0xFF0000)
    try run.perform(set("\"icon\":\"\(folder["wide.png"])\""))
    run.pass(0.1)
    // It fades into the next one.
    #expect(run.color(80, 40) != 0xFF0000 && run.color(80, 40) != 0x0000FF)
    run.comeToRest()
    expect(run, PixelRect(left: 56, top: 48, right: 104, bottom: 72), 0xFF0000)
    try run.perform(set("\"icon\":\"\""))
    run.comeToRest()
    #expect(run.color(80, 60) == 0x0000FF)
  }

  @Test("One of several colours has its own, muted while the button is disabled")
  func colors() throws {
    let run = try VirtualRun(button("halves.png"))
    run.comeToRest()
    #expect(run.color(56, 36) == 0x00FF00 && run.color(103, 83) == 0xFFFF00)
    #expect(run.color(55, 36) == 0x0000FF && run.color(104, 83) == 0x0000FF)
    #expect(run.color(56, 35) == 0x0000FF && run.color(103, 84) == 0x0000FF)
    try run.perform(set("\"icon\":\"\(folder["plain.png"])\""))
    run.comeToRest()
    #expect(run.color(56, 36) == 0xFF0000 && run.color(103, 83) == 0xFF0000)
    try run.perform(set("\"icon\":\"\(folder["halves.png"])\""))
    run.comeToRest()
    #expect(run.color(56, 36) == 0x00FF00 && run.color(103, 83) == 0xFFFF00)
    try run.perform(set("\"enabled\":false"))
    run.comeToRest()
    let (icon, ground) = (run.color(60, 60), run.color(30, 60))
    // 0.45 · 255 of green, and a part of the muted ground's.
    #expect(icon != 0x00FF00 && icon != ground && (icon >> 8 & 255) > (ground >> 8 & 255))
  }

  /// The columns, or rows, of the button in which anything is red.
  private func inked(_ run: VirtualRun, across: Bool) -> [Int] {
    (across ? 30..<130 : 22..<98).filter { place in
      (across ? 25..<95 : 30..<130).contains { other in
        run.color(across ? place : other, across ? other : place) >> 16 > 0
      }
    }
  }

  @Test(
    "Beside a label it is 1.2 of its size high, half of that away, and both are in the middle",
    arguments: ["start", "end"],
    ["en", "ar"]
  )
  func beside(side: String, language: String) throws {
    let keys = "label = \"H\"\nfont = \"DejaVu Sans\"\nfont_size = 20\nicon_side = \"\(side)\""
    let run = try VirtualRun(button("plain.png", keys))
    try run.perform(.setLanguage(language))
    run.comeToRest()
    let columns = inked(run, across: true)
    let gaps = zip(columns, columns.dropFirst()).filter { $1 - $0 > 5 }
    let gap = try #require(gaps.first)
    #expect(gaps.count == 1)
    let isLeft = (side == "start") == (language == "en")
    let icon = isLeft ? columns[0]...gap.0 : gap.1...columns[columns.count - 1]
    // The frame lies at the other side too: 20 points from either.
    #expect(icon.count == 24)
    #expect((11...12).contains(gap.1 - gap.0))
    #expect(abs(columns[0] + columns[columns.count - 1] + 1 - 160) <= 2)
    let middle = icon.lowerBound + 12
    #expect(run.color(middle, 48) == 0xFF0000 && run.color(middle, 71) == 0xFF0000)
    #expect(run.color(middle, 47) == 0x0000FF && run.color(middle, 72) == 0x0000FF)
  }

  @Test("Above or below a label it is twice as high, and leaves the label its room")
  func upright() throws {
    for (side, top) in [("top", 30), ("bottom", 56)] {
      let keys = "label = \"H\"\nfont = \"DejaVu Sans\"\nicon_side = \"\(side)\""
      let run = try VirtualRun(button("plain.png", keys))
      run.comeToRest()
      // 80 · 0.76 / 3.5 = 17.4: 35 high, 9 between and 17 for letters, from 60 − 30.5 on.
      expect(run, PixelRect(left: 63, top: top, right: 98, bottom: top + 35), 0xFF0000)
      let rows = inked(run, across: false)
      #expect(side == "top" ? (rows.last ?? 0) > 80 : rows.first.map { $0 < 40 } == true)
    }
  }

  @Test("What cannot be shown is left out, and refused by its name where a request wants it")
  func refusals() throws {
    let run = try VirtualRun(button("text.png"))
    run.comeToRest()
    #expect(run.color(80, 60) == 0x0000FF)
    let named = try VirtualRun(button("plain.png"))
    named.comeToRest()
    for file in ["/etc/passwd", "../a.png", folder["absent.png"], folder["text.png"]] {
      let refused = #expect(throws: JSONRPCError.self) {
        try named.perform(set("\"icon\":\"\(file)\""))
      }
      #expect(refused?.code == -32602 && refused?.data?["parameter"] == "icon")
    }
    named.pass(1)
    #expect(named.color(56, 36) == 0xFF0000 && named.isAtRest)
    // A button without an icon has no place for colours.
    let toml = button("", "label = \"\"")
    let settings = try Settings(parsing: Array(toml.utf8), fileName: folder["test.toml"])
    let bare = try VirtualRun(settings: settings, mode: smallMode(), hertz: 60)
    bare.comeToRest()
    #expect(throws: JSONRPCError.self) { try bare.perform(set("\"icon\":\"halves.png\"")) }
    #expect(bare.color(80, 60) == 0x0000FF)
    try bare.perform(set("\"icon\":\"plain.png\""))
    bare.comeToRest()
    #expect(bare.color(56, 36) == 0xFF0000)
  }

  @Test(
    "Painting changes leaves what painting everything would",
    arguments: [0, 90, 180, 270],
    [1, 1.25]
  )
  func incremental(rotation: Int, scale: Double) throws {
    let toml = button("halves.png", "label = \"Go\"").replacing(
      "scale = 1",
      with: "scale = \(scale)\nrotation = \(rotation)\nbackground = \"#204060\""
    )
    let run = try VirtualRun(toml, mode: smallMode(210, 210))
    run.comeToRest()
    for members in [
      "\"icon\":\"\(folder["plain.png"])\"", "\"label\":\"Stay here\"",
      "\"icon\":\"\(folder["halves.png"])\"", "\"enabled\":false", "\"label\":\"\"",
      "\"visible\":false", "\"visible\":true",
    ] {
      try run.perform(set(members))
      for _ in 0..<2 {
        run.pass(0.1)
        #expect(run.presentedPixels() == run.picture(), "after \(members)")
      }
      run.comeToRest()
      #expect(run.presentedPixels() == run.picture(), "after \(members)")
    }
  }

  // MARK: - Lists

  private func list(_ rows: String) -> String {
    """
    [display]
    scale = 1
    [[list]]
    id = "places"
    row_height = 20
    gap = 4
    padding = 8
    frame = { x = 10, y = 10, width = 140, height = 100, anchor = "top-left" }
    rows = [\(rows)]
    """
  }

  @Test("A row has its icon at its beginning, in the label's colour or its own")
  func rows() throws {
    let run = try VirtualRun(
      list(
        """
        { id = "a", icon = "\(folder["plain.png"])" }, { id = "b", icon = "\(folder["halves.png"])" },
        { id = "c", icon = "\(folder["text.png"])" }
        """
      )
    )
    run.comeToRest()
    // 1.2 · 0.36 · 20 = 8.64: nine pixels, from 10 + 8 on and in the middle of each 20.
    let card: UInt32 = 0x1C2229
    for (row, first, last) in [(0, 0xF2F5F7, 0xF2F5F7), (1, 0x00FF00, 0xFFFF00)]
      as [(Int, UInt32, UInt32)]
    {
      let top = 15 + 24 * row
      #expect(run.color(18, top) == first && run.color(26, top + 8) == last)
      #expect(run.color(17, top) == card && run.color(27, top) == card)
      #expect(run.color(18, top - 1) == card && run.color(18, top + 9) == card)
    }
    #expect(run.color(22, 67) == card)
    let request = try ControlRequest(
      JSONRPCRequest(
        method: "list.set",
        params: JSONValue(
          parsing: Array(
            #"{"rows":[{"id":"x"},{"id":"y","icon":"\#(folder["halves.png"])"},{"id":"z","icon":"/etc/passwd"}]}"#
              .utf8
          )
        )
      )
    )
    try run.perform(request)
    run.comeToRest()
    #expect(run.color(18, 15) == card && run.color(22, 67) == card)
    #expect(run.color(18, 39) == 0x00FF00 && run.color(26, 47) == 0xFFFF00)
    #expect(run.presentedPixels() == run.picture())
  }
}
