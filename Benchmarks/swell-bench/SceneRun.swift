// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import Geometry
import Glibc
import Imaging
import JSON
import LinuxSystem
import MonotonicTime
import Presentation
import Touch
import VirtualTime

/// Does what is counted; a function of its own for scripts/instructions.sh to collect in.
@inline(never)
func countedFrame(_ work: () -> Void) { work() }

/// Frames of the whole server, with scenes in which everything that fills the screen changes.
///
/// The daemon's code runs in virtual time on a virtual display, from the deadline of a frame to its commit.
struct SceneRun {
  /// A scene, and what happens in it.
  enum Scene: String, CaseIterable {
    /// Twenty buttons are hidden, and twenty others shown in their places.
    case page
    /// The same with round corners.
    case roundPage
    /// A page of twenty buttons moves in over another one, with an elastic edge.
    case elasticTurn
    /// A look over twenty buttons gives way to none, and comes back.
    case look
    /// An opaque picture of the whole view becomes another one.
    case pictures
    /// A line of 512 values over the whole view, filled below, moves on with each value.
    case filledStream
    /// The same without the fill.
    case stream
    /// Eight such lines move on together.
    case lines
    /// A disc of 1000 pixels fills with a picture.
    case pictureFluid
    /// A circle is pulled about.
    case circle
    /// The colour of a button as large as the view becomes another one.
    case largeButton
    /// A list of 10,000 rows over the whole view is flung.
    case list
    /// A button that swings and an indicator whose waves go on.
    case widgets
  }

  private static let hertz = 60.0
  private static let counted = 60

  let scene: Scene
  let size: PixelSize
  let format: PixelFormat
  let rotation: Rotation
  /// Whether a picture lies beneath everything.
  let hasBackdrop: Bool
  let scale: Double

  /// The frames that are counted begin a moment after what happens begins.
  func count() throws {
    let folder = TemporaryPictures()
    if hasPictures { try folder.write(size: transform.viewSize) }
    defer { folder.remove() }
    let run = try VirtualRun(
      settings: Settings(parsing: Array(toml(folder).utf8), fileName: "bench"),
      mode: OutputMode(
        size: size,
        format: format,
        refreshInterval: MonotonicInterval(nanoseconds: 16_666_667)
      ),
      hertz: Self.hertz
    )
    func vblank(_ n: Int) -> MonotonicInstant {
      MonotonicInstant(seconds: Double(n) / Self.hertz)
    }
    if scene == .list {
      let rows = (0..<10_000).map { row -> JSONValue in
        ["id": .string("\(row)"), "label": .string("Row \(row)"), "detail": .string("\(row) m")]
      }
      try run.perform(
        ControlRequest(JSONRPCRequest(method: "list.set", params: ["rows": .array(rows)]))
      )
    }
    // Everything has come into sight.
    let start = 300
    run.advance(to: vblank(start))
    let before = run.status.frames.presented
    for n in start..<start + Self.counted {
      try act(n - start, at: vblank(n), folder, run)
      countedFrame { run.advance(to: vblank(n + 1) - .microseconds(10)) }
    }
    print(run.status.frames.presented - before)
  }

  /// True if a picture is shown: two of 1920×1080 take a billion instructions to write.
  private var hasPictures: Bool { hasBackdrop || scene == .pictures || scene == .pictureFluid }

  private var transform: OutputTransform {
    OutputTransform(bufferSize: size, rotation: rotation, scale: scale)
  }

  /// What happens before the `n`th frame that is counted.
  private func act(
    _ n: Int,
    at now: MonotonicInstant,
    _ folder: TemporaryPictures,
    _ run: VirtualRun
  ) throws {
    func ask(_ method: String, _ params: JSONValue) throws {
      try run.perform(ControlRequest(JSONRPCRequest(method: method, params: params)))
    }
    let view = transform.viewSizeInPoints
    func touch(_ phase: TouchPhase, _ x: Double, _ y: Double) {
      run.touch(
        TouchEvent(
          contact: ContactID(device: 1, slot: 0),
          phase: phase,
          position: Point(x: x, y: y),
          time: now
        )
      )
    }
    switch scene {
    case .page, .roundPage:
      guard n.isMultiple(of: 15) else { return }
      let isBack = n.isMultiple(of: 30)
      for index in 0..<20 {
        try ask("widget.set", ["id": .string("old\(index)"), "visible": .bool(!isBack)])
        try ask("widget.set", ["id": .string("new\(index)"), "visible": .bool(isBack)])
      }
    case .elasticTurn:
      if n.isMultiple(of: 30) {
        try ask("page.show", ["id": n.isMultiple(of: 60) ? "new" : "old"])
      }
    case .look:
      if n.isMultiple(of: 15) {
        try ask("look.use", ["name": n.isMultiple(of: 30) ? "night" : .null])
      }
    case .pictures:
      if n == 0 { try ask("image.set", ["file": .string(folder.second), "over": 1.2]) }
    case .filledStream, .stream:
      if n.isMultiple(of: 12) {
        try ask("chart.append", ["value": .number(Self.value(512 + n / 12))])
      }
    case .lines:
      guard n.isMultiple(of: 12) else { return }
      for line in 0..<8 {
        let value = Self.value(512 + n / 12 + 40 * line)
        try ask("chart.append", ["value": .number(value), "line": .string("\(line)")])
      }
    case .pictureFluid:
      break
    case .list:
      guard n.isMultiple(of: 30) else { return }
      let (x, y) = (view.width / 2, view.height / 2)
      for step in 0..<4 {
        run.touch(
          TouchEvent(
            contact: ContactID(device: 1, slot: 0),
            phase: step == 0 ? .down : step == 3 ? .up : .move,
            position: Point(x: x, y: y - 20 * Double(min(step, 2))),
            time: now - .milliseconds(30 - 10 * Int64(step))
          )
        )
      }
    case .circle:
      let angle = Double(n) / 60 * 2 * .pi
      let center = Point(x: view.width / 2, y: view.height / 2)
      touch(n == 0 ? .down : .move, center.x + 200 * sin(angle), center.y + 100 * sin(2 * angle))
    case .largeButton:
      guard n == 0 else { return }
      try ask("widget.set", ["id": "button", "color": "#3080E0", "over": 1.2])
    case .widgets:
      if n.isMultiple(of: 24) { touch(.down, view.width / 4, view.height / 2) }
      if n % 24 == 12 { touch(.up, view.width / 4, view.height / 2) }
    }
  }

  /// What the chart shows in its `n`th place: slow waves and fast ones.
  private static func value(_ n: Int) -> Double {
    (25 + 15 * sin(Double(n) / 40) + 8 * sin(Double(n) / 3)).rounded()
  }

  private func toml(_ folder: TemporaryPictures) -> String {
    // Turned, and at any scale, a scene has the same sizes in the shape of the view.
    let side = Int(min(transform.viewSizeInPoints.width, transform.viewSizeInPoints.height))
    let whole = #"frame = { x = "50%", y = "50%", width = "100%", height = "100%" }"#
    var text = """
      [display]
      scale = \(scale)
      rotation = \(rotation.rawValue)
      background = "#10131C"

      """
    if hasBackdrop {
      text += """
        [[image]]
        id = "backdrop"
        \(whole)
        file = "\(folder.first)"
        fit = "cover"

        """
    }
    switch scene {
    case .page, .roundPage:
      for (kind, color, isVisible) in [("old", "#2F6BFF", true), ("new", "#E2574C", false)] {
        for index in 0..<20 {
          let (column, row) = (index % 4, index / 4)
          text += """
            [[button]]
            id = "\(kind)\(index)"
            label = "Label"
            color = "\(color)"
            corner_radius = \(scene == .page ? 0 : 14)
            visible = \(isVisible)
            frame = { x = "\(12.5 + 25 * Double(column))%", y = "\(10 + 20 * row)%", \
            width = "22%", height = "17%" }

            """
        }
      }
    case .elasticTurn:
      for (page, color) in [("old", "#2F6BFF"), ("new", "#E2574C")] {
        text += """
          [[page]]
          id = "\(page)"
          turn = { kind = "elastic", duration = 0.45 }

          """
        for index in 0..<20 {
          text += """
            [[page.button]]
            id = "\(page)\(index)"
            label = "Label"
            color = "\(color)"
            frame = { x = "\(12.5 + 25 * Double(index % 4))%", y = "\(10 + 20 * (index / 4))%", \
            width = "22%", height = "17%" }

            """
        }
      }
    case .look:
      text += """
        [[look]]
        color = "#E2574C"
        [[look]]
        name = "night"
        color = "#2F6BFF"
        screen_background = "#000000"

        """
      for index in 0..<20 {
        text += """
          [[button]]
          id = "button\(index)"
          label = "Label"
          frame = { x = "\(12.5 + 25 * Double(index % 4))%", y = "\(10 + 20 * (index / 4))%", \
          width = "22%", height = "17%" }

          """
      }
    case .pictures:
      text += """
        [[image]]
        id = "picture"
        \(whole)
        file = "\(folder.first)"
        fit = "cover"
        """
    case .filledStream, .stream:
      let values = (0..<512).map { "\(Self.value($0))" }.joined(separator: ", ")
      text += """
        [[chart]]
        id = "chart"
        \(whole)
        values = [\(values)]
        window = 512
        draw = 0
        fill = \(scene == .filledStream)
        """
    case .lines:
      let lines = (0..<8).map { line in
        let values = (0..<512).map { "\(Self.value($0 + 40 * line))" }.joined(separator: ", ")
        return "{ id = \"\(line)\", from_color = \"#2F\(line)0F6\", values = [\(values)] }"
      }
      text += """
        [[chart]]
        id = "chart"
        \(whole)
        window = 512
        draw = 0
        bubble = false
        lines = [\(lines.joined(separator: ", "))]
        """
    case .pictureFluid:
      text += """
        [[progress]]
        id = "fluid"
        frame = { x = "50%", y = "50%", width = \(1000 * side / 1080), height = \(1000 * side / 1080) }
        mask = { shape = "circle" }
        percent = 50
        front_image = "\(folder.first)"
        """
    case .list:
      text += """
        [[list]]
        id = "list"
        \(whole)
        """
    case .circle:
      text += """
        [[circle]]
        id = "circle"
        frame = { x = "50%", y = "50%", width = \(300 * side / 1080), height = \(300 * side / 1080) }
        """
    case .largeButton:
      text += """
        [[button]]
        id = "button"
        label = "Colour"
        \(whole)
        """
    case .widgets:
      text += """
        [[button]]
        id = "button"
        label = "Elastic"
        frame = { x = "25%", y = "50%", width = "25%", height = "12%" }
        amplitude = \(Double(side) * 0.03)
        [[progress]]
        id = "waves"
        frame = { x = "70%", y = "50%", width = \(side / 2), height = \(side / 2) }
        mask = { shape = "rounded" }
        percent = 55
        outline_color = "#2A3045"
        """
    }
    return text
  }
}

/// Two opaque pictures in a folder of their own.
private struct TemporaryPictures {
  private let folder = "/tmp/swell-bench-\(getpid())"
  var first: String { folder + "/first.png" }
  var second: String { folder + "/second.png" }

  func write(size: PixelSize) throws {
    unsafe mkdir(folder, 0o700)
    for (path, seed) in [(first, 1), (second, 3)] {
      var pixels: [UInt8] = []
      pixels.reserveCapacity(4 * size.bounds.area)
      for y in 0..<size.height {
        for x in 0..<size.width {
          pixels.append(UInt8(x * seed / 8 & 255))
          pixels.append(UInt8(y * seed / 4 & 255))
          pixels.append(UInt8((x + y) / 16 & 255))
          pixels.append(0)
        }
      }
      try unsafe PNGImage.write(
        to: path,
        xrgb8888: pixels.span.bytes,
        size: size,
        strideBytes: 4 * size.width
      )
    }
  }

  func remove() {
    unsafe unlink(first)
    unsafe unlink(second)
    unsafe rmdir(folder)
  }
}
