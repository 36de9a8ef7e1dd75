// SPDX-License-Identifier: Apache-2.0

extension GoldenScript {
  /// Scripts without text: their pictures follow from this project's code alone.
  static let plain =
    [
      hold, tap, rise, area, translucent, steep, logo, overlap, changes, attract, sleep, picture,
    ] + plainKinds

  private static let hold = GoldenScript(
    name: "hold",
    widgets: button("b", "13.75 21 74.75 34", "amplitude = 15"),
    frameCount: 17,
    steps: [1: [.down(51, 37.5)], 4: [.move(40.75, 27.25)], 6: [.up(40.75, 27.25)]]
  )

  private static let tap = GoldenScript(
    name: "tap",
    display: "background = \"#E8E4D8\"",
    widgets: button("inward", "6 8.25 42.25 24.5", "style = \"tap\"\namplitude = -9.5")
      + button("again", "54.5 40.75 41.75 27.25", "style = \"tap\"\nwhile_running = \"restart\"")
      + button("odd", "7.25 48 25.25 2", "amplitude = 6\ncolor = \"#0A0A0A50\""),
    frameCount: 14,
    steps: [
      1: [.press("inward"), .press("again")], 3: [.press("again")],
      5: [.down(13.5, 49)], 8: [.cancel(13.5, 49)],
    ]
  )

  private static let rise = GoldenScript(
    name: "rise",
    widgets: progress("p", "18 4.25 66 66", "mask = { shape = \"rounded\" }\namplitude = 3.5"),
    frameCount: 17,
    steps: [
      1: [.progress("p", 70, over: 0.4)], 10: [.progress("p", 99, over: 0.1)],
      12: [.progress("p", 100, over: 0.1)], 14: [.progress("p", 12, over: 0)],
    ]
  )

  private static let area = GoldenScript(
    name: "area",
    widgets: progress(
      "p",
      "20.5 3.5 61.25 68",
      "mask = { shape = \"drop\" }\nfill = \"area\"\nspeed = -700"
    )
      + progress(
        "q",
        "2 40.75 28 28",
        "mask = { shape = \"circle\" }\nfill = \"area\"\npercent = 50"
      ),
    frameCount: 12,
    steps: [0: [.progress("p", 85, over: 0.5)], 5: [.progress("q", 51, over: 0.2)]]
  )

  private static let translucent = GoldenScript(
    name: "translucent",
    widgets: progress(
      "p",
      "5.5 5.5 81.5 64.5",
      """
      mask = { shape = "circle" }
      front_color = "#2F6BFFC8"
      back_color = "#F2B04490"
      outline_color = "#30405060"
      amplitude = 5.5
      percent = 40
      """
    ),
    frameCount: 12,
    steps: [4: [.progress("p", 90, over: 0.3)]]
  )

  private static let steep = GoldenScript(
    name: "steep",
    widgets: progress(
      "p",
      "3.5 3.5 47.5 70",
      "mask = { shape = \"rounded\" }\namplitude = 27.25\nfrequency = 3.3\npercent = 45"
    )
      + progress(
        "q",
        "54.5 6.75 45 61.25",
        """
        mask = { shape = "circle" }
        amplitude = 20.5
        frequency = 5
        percent = 60
        speed = 900
        front_color = "#C08050A0"
        back_color = "#F25A5A80"
        """
      ),
    frameCount: 10,
    steps: [5: [.progress("p", 75, over: 0.2)]]
  )

  private static let logo = GoldenScript(
    name: "logo",
    widgets: progress(
      "p",
      "4 2.75 95.25 70.75",
      "mask = { image = \"logo.png\" }\namplitude = 4.75"
    )
      + progress("q", "68 1.25 30.5 22.5", "mask = { image = \"logo.png\" }\npercent = 66"),
    frameCount: 13,
    steps: [1: [.progress("p", 60, over: 0.4)], 9: [.progress("p", 20, over: 0.2)]]
  )

  private static let picture = GoldenScript(
    name: "picture",
    widgets: button("under", "6.75 33.5 81.25 30.75", "amplitude = 8.25\ncolor = \"#508050\"")
      + image("cover", "4.25 2.75 60.5 50.25", "file = \"logo.png\"\nfit = \"cover\"")
      + image("whole", "57 30.5 44.75 44.5", "file = \"logo.png\"")
      + image("own", "-3.5 50.25 30.25 40", "file = \"logo.png\"\nfit = \"none\""),
    frameCount: 14,
    steps: [
      1: [.image("cover", "photo.png"), .press("under")], 3: [.image("whole", "photo.png")],
      5: [.image("whole", "logo.png"), .show("cover", false)], 8: [.image("own", "photo.png")],
      9: [.show("cover", true)],
    ]
  )

  private static let overlap = GoldenScript(
    name: "overlap",
    widgets: button("under", "6.75 13.5 61.25 40.75", "amplitude = 12.25\ncolor = \"#508050\"")
      + progress("p", "40.75 20.5 74.75 47.5", "mask = { shape = \"drop\" }\npercent = 55")
      + button("over", "-17 45 81.5 20.5", "amplitude = 9.5\ncolor = \"#E2574CA0\"")
      + progress("top", "57 -20.5 34 52.25", "mask = { shape = \"circle\" }\npercent = 35"),
    frameCount: 9,
    steps: [
      1: [.press("under"), .down(6.75, 51)], 3: [.progress("top", 80, over: 0.2)],
      4: [.up(6.75, 51), .show("p", false)], 6: [.show("p", true)],
    ]
  )

  private static let changes = GoldenScript(
    name: "changes",
    widgets: button("b", "8.25 6.75 47.5 27.25", "amplitude = 8.25")
      + progress("p", "47.5 27.25 47.5 47.5", "mask = { shape = \"circle\" }\npercent = 30"),
    frameCount: 16,
    steps: [
      1: [.color("b", "#D03060"), .color("p", "#40C070")], 2: [.down(20.5, 20.5)],
      4: [.show("b", false), .enable("b", false)], 5: [.show("b", true), .show("p", false)],
      7: [.up(20.5, 20.5)], 9: [.enable("b", true), .color("b", "#80808080")],
      11: [.show("p", true), .progress("p", 80, over: 0.2)],
    ]
  )

  private static let attract = GoldenScript(
    name: "attract",
    widgets: button(
      "b",
      "20.5 20.5 54.5 30.5",
      """
      attract = { delay = 0.1, duration = 0.4, values = [0, -6, 9.5, 0], \
      key_times = [0, 0.2, 0.6, 1], curves = ["easeOutBounce", "linear", "easeIn"], \
      repeat = 1, autoreverse = true, interval = 0.3 }
      """
    ),
    frameCount: 24,
    steps: [20: [.down(40.75, 34)], 21: [.up(40.75, 34)]]
  )

  private static let sleep = GoldenScript(
    name: "sleep",
    display: "blank_after = 0.4",
    widgets: button("b", "20.5 6.75 61.25 20.5", "amplitude = 6.75")
      + progress("p", "27.25 34 40.75 40.75", "mask = { shape = \"rounded\" }\npercent = 50"),
    frameCount: 24,
    steps: [
      11: [.down(40.75, 13.5)], 12: [.up(40.75, 13.5)], 13: [.press("b")],
      22: [.progress("p", 60, over: 0.05)],
    ]
  )

  /// Scripts with labels, figures and words: their pictures follow from the default font, too.
  static let written = [text, word] + writtenKinds

  private static let text = GoldenScript(
    name: "text",
    widgets: button("b", "6.75 5.5 81.5 30", "amplitude = 10.25\nlabel = \"Elastic\"")
      + progress(
        "p",
        "24.5 30 45 45",
        "mask = { shape = \"rounded\" }\npercent = 37\nshow_percent = true"
      ),
    frameCount: 16,
    steps: [
      1: [.progress("p", 64, over: 0.3), .press("b")], 8: [.label("b", "Sway")],
      10: [.enable("b", false)], 11: [.label("b", "")], 13: [.progress("p", 100, over: 0)],
    ]
  )

  private static let word = GoldenScript(
    name: "word",
    widgets: progress(
      "p",
      "5.5 2.75 88 71",
      "mask = { text = \"du\" }\namplitude = 4.75\nshow_percent = true"
    ),
    frameCount: 12,
    steps: [1: [.progress("p", 72, over: 0.4)]]
  )

  /// A button's table; `frame` is left, top, width and height.
  private static func button(_ id: String, _ frame: String, _ keys: String) -> String {
    """
    [[button]]
    id = "\(id)"
    \(table(frame))
    \(keys.contains("label =") ? "" : "label = \"\"")
    \(keys)

    """
  }

  /// An indicator's table; `frame` is left, top, width and height.
  private static func progress(_ id: String, _ frame: String, _ keys: String) -> String {
    """
    [[progress]]
    id = "\(id)"
    \(table(frame))
    \(keys.contains("show_percent") ? "" : "show_percent = false")
    \(keys)

    """
  }

  /// An image's table; `frame` is left, top, width and height.
  private static func image(_ id: String, _ frame: String, _ keys: String) -> String {
    """
    [[image]]
    id = "\(id)"
    \(table(frame))
    \(keys)

    """
  }

  private static func table(_ frame: String) -> String {
    let numbers = frame.split(separator: " ")
    let keys = zip(["x", "y", "width", "height"], numbers).map { "\($0) = \($1)" }
    return "frame = { \(keys.joined(separator: ", ")), anchor = \"top-left\" }"
  }
}
