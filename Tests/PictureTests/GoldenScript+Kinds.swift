// SPDX-License-Identifier: Apache-2.0

// What came after buttons, indicators and images: other kinds, pages, the focus, the keyboard on the screen.
extension GoldenScript {
  /// Scripts without text.
  static let plainKinds =
    [toggle, slider, focus] + ["none", "fade", "slide", "elastic"].map { turn($0) }

  /// Scripts whose pictures follow from the default font, too.
  static let writtenKinds = [list, lines, bars, field, keyboard]

  private static let toggle = GoldenScript(
    name: "toggle",
    widgets: table("toggle", "t", "6.75 8.5 60.5 26", "amplitude = 3")
      + table("toggle", "u", "20 44 70.25 22.25", "value = true\non_color = \"#40C070\""),
    frameCount: 16,
    steps: [
      1: [.down(60.75, 20.5)], 3: [.move(44, 20.5)], 5: [.up(44, 20.5)],
      7: [.ask("toggle.set", #"{"id":"u","value":false}"#)], 10: [.down(27.25, 55)],
      11: [.up(27.25, 55)],
    ]
  )

  private static let slider = GoldenScript(
    name: "slider",
    widgets: table("slider", "s", "4 14.5 74.25 34", "amplitude = 8.25\nvalue = 30\nstep = 10")
      + table("slider", "v", "80.5 4 20 68", "vertical = true\nline_width = 5\nknob_size = 16"),
    frameCount: 18,
    steps: [
      1: [.down(40.75, 31)], 3: [.move(61.25, 27.25)], 6: [.up(61.25, 27.25)],
      8: [.ask("slider.set", #"{"id":"v","value":80,"over":0.3}"#)],
    ]
  )

  private static let focus = GoldenScript(
    name: "focus",
    widgets: "[keyboard]\n"
      + table("button", "a", "8.25 8.25 34 20.5", "label = \"\"\ncorner_radius = 6")
      + table("button", "b", "54.5 13.5 40.75 20.5", "label = \"\"\ncolor = \"#508050\"")
      + table("toggle", "t", "27.25 47.5 48 20.5", ""),
    frameCount: 22,
    steps: [
      1: [.key("Tab")], 4: [.key("Tab")], 8: [.key("Down")], 12: [.key("Return")],
      16: [.down(20.5, 20.5)], 18: [.up(20.5, 20.5)],
    ]
  )

  /// A page that comes by a turn, and one that interrupts it.
  private static func turn(_ kind: String) -> GoldenScript {
    let turn = "turn = { kind = \"\(kind)\", duration = 0.4 }\n"
    return GoldenScript(
      name: "turn-\(kind)",
      widgets: table("button", "under", "4 4 27.25 20.5", "label = \"\"")
        + "[[page]]\nid = \"one\"\n\(turn)"
        + table("page.button", "a", "13.5 27.25 54.5 34", "label = \"\"\ncolor = \"#508050\"")
        + "[[page]]\nid = \"two\"\nbackground = \"#E8E4D8\"\n\(turn)"
        + table("page.progress", "p", "34 13.5 54.5 54.5", disc),
      frameCount: 24,
      steps: [
        1: [.ask("page.show", #"{"id":"two"}"#)], 5: [.ask("page.show", #"{"id":"back"}"#)],
        12: [.ask("page.show", #"{"id":"two"}"#)],
      ]
    )
  }

  private static let disc =
    "mask = { shape = \"circle\" }\nshow_percent = false\npercent = 60\nspeed = 0"

  private static let list = GoldenScript(
    name: "list",
    widgets: table(
      "list",
      "l",
      "4 4 95.25 68",
      """
      select = "one"
      row_height = 20
      gap = 3
      padding = 6
      rows = [{ id = "a", label = "Hall", detail = "19" }, { id = "b", label = "Lounge" }, \
      { id = "c", label = "Attic" }, { id = "d", label = "Study" }, { id = "e", label = "Cellar" }]
      """
    ),
    frameCount: 30,
    steps: [
      1: [.down(47.5, 61.25)], 2: [.move(47.5, 47.5)], 3: [.move(47.5, 27.25)],
      4: [.up(47.5, 27.25)], 22: [.down(47.5, 34)], 24: [.up(47.5, 34)],
      26: [.ask("list.scroll", #"{"row":"a","over":0.1}"#)],
    ]
  )

  private static let lines = GoldenScript(
    name: "lines",
    widgets: table(
      "chart",
      "c",
      "2 2 98.5 72",
      """
      padding = 13
      font_size = 7
      draw = 0.4
      line_width = 2.5
      fill = true
      limits = [{ value = 35, color = "#E2574C" }]
      lines = [{ id = "a", values = [5, 30, 12, 44] }, { id = "b", values = [40, "none", 20, 8] }]
      """
    ),
    frameCount: 20,
    steps: [
      10: [.ask("chart.set", #"{"line":"b","values":[10,15,35,28],"over":0.3}"#)],
      13: [.ask("chart.append", #"{"line":"a","value":25}"#)],
    ]
  )

  private static let bars = GoldenScript(
    name: "bars",
    widgets: table(
      "chart",
      "c",
      "2 2 98.5 72",
      """
      kind = "bars"
      padding = 13
      font_size = 7
      draw = 0.4
      window = 5
      axis = { min = -10, max = 30, step = 10 }
      values = [5, 20, -8, 28]
      limits = [{ value = 25 }]
      """
    ),
    frameCount: 20,
    steps: [
      10: [.ask("chart.set", #"{"values":[15,-4,10,8],"over":0.3}"#)],
      14: [.ask("chart.append", #"{"value":25}"#)],
    ]
  )

  private static let field = GoldenScript(
    name: "field",
    widgets: table("text", "name", "6.75 20.5 88.5 27.25", "font_size = 14\ncaret_blink = 0.2"),
    frameCount: 22,
    steps: [
      1: [.down(47.5, 34)], 2: [.up(47.5, 34)], 7: [.ask("key.send", #"{"text":"Hello"}"#)],
      10: [.key("BackSpace")], 12: [.key("Home")], 15: [.key("ctrl+a")], 17: [.key("Delete")],
      19: [.ask("focus.set", #"{"id":null}"#)],
    ]
  )

  private static let keyboard = GoldenScript(
    name: "keyboard",
    widgets: "[keyboard.screen]\nlayouts = [\"us\"]\nheight = 46\n"
      + table(
        "text",
        "name",
        "6.75 47.5 88.5 20.5",
        "font_size = 12\ncaret_blink = 0\nallow = \"ascii\""
      ),
    frameCount: 34,
    steps: [
      1: [.down(47.5, 57)], 2: [.up(47.5, 57)], 12: [.down(47.5, 40.75)], 14: [.up(47.5, 40.75)],
      17: [.ask("text.set", #"{"text":"ab"}"#)], 20: [.ask("focus.set", #"{"id":null}"#)],
    ]
  )

  /// A table of any kind; `frame` is left, top, width and height.
  private static func table(_ kind: String, _ id: String, _ frame: String, _ keys: String) -> String
  {
    let numbers = frame.split(separator: " ")
    let places = zip(["x", "y", "width", "height"], numbers).map { "\($0) = \($1)" }
    return """
      [[\(kind)]]
      id = "\(id)"
      frame = { \(places.joined(separator: ", ")), anchor = "top-left" }
      \(keys)

      """
  }
}
