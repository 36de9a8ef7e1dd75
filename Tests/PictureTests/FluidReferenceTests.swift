// SPDX-License-Identifier: Apache-2.0
import Control
import Geometry
import Glibc
import JSON
import MonotonicTime
import TestSupport
import Testing
import VirtualKiosk
import VirtualTime

/// Pictures in place of the fluid's colours beside a reference that knows the formulas and nothing of the
/// code: every pixel that the daemon shows, in four rotations, at two scales, in both formats.
@Suite("Pictures as fluids beside their formulas")
struct FluidReferenceTests {
  private let folder = TemporaryFolder()

  /// Straight red, green, blue and alpha of an image, row by row.
  private struct Fluid {
    let side: Int
    let pixels: [[Double]]

    /// What stands at `x` of the row `y`, `x` anywhere between two pixels and the image repeated; colours
    /// premultiplied by alpha.
    func sample(_ x: Double, _ y: Int) -> [Double] {
      func pixel(_ column: Double) -> [Double] {
        let folded = Int(column.rounded(.down)) % side
        let pixel = pixels[y * side + (folded + side) % side]
        return pixel[0..<3].map { $0 * pixel[3] / 255 } + [pixel[3]]
      }
      let share = x - x.rounded(.down)
      return zip(pixel(x), pixel(x + 1)).map { $0 + ($1 - $0) * share }
    }
  }

  /// A circle in a frame of 80 × 80 points at (16, 8).
  private struct Reference {
    static let ground = [0x20, 0x40, 0x60].map { Double($0) }
    static let empty = [0x10, 0x14, 0x18].map { Double($0) }
    let panel: Panel
    let frequency: Double
    let front: Fluid?
    let back: Fluid?
    let frontColor: [Double]
    let backColor: [Double]
    var level = 0.4

    var side: Double { 80 * panel.scale }
    var left: Double { 16 * panel.scale }
    var top: Double { 8 * panel.scale }

    /// The colour of each region of the fluid in a pixel: empty, back, front, both.
    func tones(_ x: Int, _ y: Int, turns: Double) -> [[Double]] {
      let place = Double(x) - left + turns * side / frequency
      let row = Int(Double(y) - top)
      func over(_ beneath: [Double], _ fluid: Fluid?, _ color: [Double]) -> [Double] {
        let drawn =
          fluid.map { $0.sample(place, row) } ?? color[0..<3].map { $0 * color[3] / 255 }
          + [color[3]]
        return zip(beneath, drawn).map { $0 * (255 - drawn[3]) / 255 + $1 }
      }
      let back = over(Self.empty, back, backColor)
      return [
        Self.empty, back, over(Self.empty, front, frontColor), over(back, front, frontColor),
      ]
    }

    /// Which of these a place shows; nil beside the circle.
    func region(_ x: Double, _ y: Double, turns: Double) -> Int? {
      let (dx, dy) = (x - left - side / 2, y - top - side / 2)
      guard dx * dx + dy * dy < side * side / 4 else { return nil }
      let angle = 2 * Double.pi * (frequency * (x - left) / side + turns)
      let mean = top + side * (1 - level)
      let amplitude = 6 * panel.scale
      let isFront = y > mean + amplitude * sin(angle)
      let isBack = y > mean + amplitude * cos(angle)
      return (isBack ? 1 : 0) + (isFront ? 2 : 0)
    }

    /// The mean of a pixel's samples.
    func color(_ x: Int, _ y: Int, turns: Double) -> [Double] {
      func region(_ column: Double, _ row: Double) -> Int? {
        self.region(Double(x) + column, Double(y) + row, turns: turns)
      }
      let (isLeft, isTop) = (Double(x) < left, Double(y) < top)
      if isLeft || isTop || Double(x) >= left + side || Double(y) >= top + side {
        return Self.ground
      }
      let probes = [0.001, 0.25, 0.5, 0.75, 0.999]
      let first = region(0.5, 0.5)
      let tones = tones(x, y, turns: turns)
      func tone(_ region: Int?) -> [Double] { region.map { tones[$0] } ?? Self.ground }
      if probes.allSatisfy({ row in probes.allSatisfy { region($0, row) == first } }) {
        return tone(first)
      }
      var sum = [0.0, 0.0, 0.0]
      // Each row of samples lies a bit further to the right, so that upright edges pass many widths.
      for row in 0..<48 {
        for column in 0..<48 {
          let shift = (Double(row) + 0.5) / 48
          let fall = (Double(column) + 0.5) / 48
          let found = tone(region((Double(column) + shift) / 48, (Double(row) + fall) / 48))
          for channel in 0..<3 { sum[channel] += found[channel] }
        }
      }
      return sum.map { $0 / 2304 }
    }
  }

  /// An image of the frame's size on a panel, of all kinds of colours, and its file.
  private func fluid(_ panel: Panel, seed: Int, isOpaque: Bool) -> (Fluid, path: String) {
    var random = SplitMix(seed: seed)
    let side = Int(80 * panel.scale)
    let pixels = (0..<side * side).map { _ -> [UInt8] in
      let alpha = isOpaque ? 255 : [0, 255, random.below(256)][random.below(3)]
      return [random.below(256), random.below(256), random.below(256), alpha].map { UInt8($0) }
    }
    let rows = (0..<side).map { row in Array(pixels[row * side..<(row + 1) * side].joined()) }
    let file = PNGBuilder(
      width: UInt32(side),
      height: UInt32(side),
      colourType: 6,
      rows: rows
    )
    folder.write(file.bytes, to: "fluid\(seed).png")
    let fluid = Fluid(side: side, pixels: pixels.map { $0.map { Double($0) } })
    return (fluid, folder["fluid\(seed).png"])
  }

  private func run(_ panel: Panel, _ keys: String) throws -> VirtualRun {
    let scene =
      panel.display(background: "#204060") + """
        [[progress]]
        id = "main"
        frame = { x = 16, y = 8, width = 80, height = 80, anchor = "top-left" }
        mask = { shape = "circle" }
        show_percent = false
        outline_color = "#101418"
        front_color = "#F25A5A90"
        back_color = "#2F7CF6"
        \(keys)
        """
    return try VirtualRun(scene, mode: panel.mode(150, 120))
  }

  private func ask(_ run: VirtualRun, _ params: String) throws {
    let params = try JSONValue(parsing: Array(params.utf8))
    try run.perform(ControlRequest(JSONRPCRequest(method: "progress.set", params: params)))
  }

  /// Compares every pixel; two roundings for each picture, coverages within 4/255 of the contrast.
  private func expect(
    _ run: VirtualRun,
    _ reference: Reference,
    turns: Double,
    within limit: Double = 5,
    _ comment: String
  ) throws {
    let shown = try ShownPicture(run, reference.panel)
    let worst = shown.worst { reference.color($0, $1, turns: turns) }
    #expect(worst.distance <= limit + shown.dither, "\(comment): \(worst)")
  }

  @Test("Both pictures move with their waves, at any instant", arguments: Panel.pairs)
  func moving(panel: Panel) throws {
    let (front, frontPath) = fluid(panel, seed: 1, isOpaque: false)
    let (back, backPath) = fluid(panel, seed: 2, isOpaque: true)
    let keys = """
      front_image = "\(frontPath)"
      back_image = "\(backPath)"
      speed = 300
      frequency = 1.3
      """
    let run = try run(panel, keys)
    run.passToVblank(0.5)
    let reference = Reference(
      panel: panel,
      frequency: 1.3,
      front: front,
      back: back,
      frontColor: [],
      backColor: []
    )
    let start = Double(run.now.nanoseconds) / 1e9
    try ask(run, #"{"percent":40,"over":0}"#)
    for wait in [0.1, 0.55, 3.3] {
      let turns = (run.passToVblank(wait) - start) * 300 / 360
      try expect(run, reference, turns: turns, "after \(turns) waves")
    }
  }

  /// Which wave has a picture.
  enum Pictures: CaseIterable {
    case front, back, none
  }

  @Test(
    "One picture goes with a colour, none with two, an opaque front hides what is behind it, and waves run back",
    arguments: [Panel.all[0], Panel.all[5], Panel.all[10], Panel.all[15]],
    Pictures.allCases
  )
  func one(panel: Panel, pictures: Pictures) throws {
    let (fluid, path) = fluid(panel, seed: 3, isOpaque: true)
    let keys = """
      \(pictures == .none ? "" : "\(pictures)_image = \"\(path)\"")
      speed = -97
      frequency = 2
      """
    let run = try run(panel, keys)
    run.passToVblank(0.5)
    let reference = Reference(
      panel: panel,
      frequency: 2,
      front: pictures == .front ? fluid : nil,
      back: pictures == .back ? fluid : nil,
      frontColor: [0xF2, 0x5A, 0x5A, 0x90],
      backColor: [0x2F, 0x7C, 0xF6, 255]
    )
    let start = Double(run.now.nanoseconds) / 1e9
    try ask(run, #"{"percent":40,"over":0}"#)
    for wait in [0.2, 0.7] {
      let turns = (run.passToVblank(wait) - start) * -97 / 360
      // Steep crests that cross within a pixel are one straight line of the same area there, with plain
      // colours as with pictures.
      try expect(run, reference, turns: turns, within: 8, "after \(turns) waves")
    }
  }

  @Test(
    "At both ends the pictures stand where they came to, and go on from there",
    arguments: [100, 0]
  )
  func rest(percent: Int) throws {
    let panel = Panel.all[0]
    let (front, path) = fluid(panel, seed: 4, isOpaque: true)
    let run = try run(panel, "front_image = \"\(path)\"\nspeed = 200\nfrequency = 1\nover = 0.4")
    var reference = Reference(
      panel: panel,
      frequency: 1,
      front: front,
      back: nil,
      frontColor: [],
      backColor: [0x2F, 0x7C, 0xF6, 255]
    )
    run.passToVblank(0.5)
    let start = Double(run.now.nanoseconds) / 1e9
    try ask(run, #"{"percent":40,"over":0}"#)
    let full = run.passToVblank(0.7)
    // A change that has begun at the vblank ends 0.4 s later, and with it the waves.
    let asked = Double(run.now.nanoseconds) / 1e9
    #expect(asked - full < 1e-5)
    try ask(run, "{\"percent\":\(percent)}")
    run.comeToRest()
    run.pass(20)
    #expect(run.isAtRest)
    let stood = (asked + 0.4 - start) * 200 / 360
    reference.level = percent == 100 ? 2 : -1
    try expect(run, reference, turns: stood, "at rest")
    run.passToVblank(0.01)
    let again = Double(run.now.nanoseconds) / 1e9
    try ask(run, #"{"percent":40,"over":0}"#)
    reference.level = 0.4
    let later = (run.passToVblank(0.3) - again) * 200 / 360
    // The waves begin anew, the picture does not: only the part of whole waves may differ.
    let shown = try ShownPicture(run, panel)
    let moved = reference.tones(56, 80, turns: stood + later)[3]
    #expect(shown.distance(56, 80, from: moved) <= 3)
  }

  @Test("What cannot be read leaves the colour, and a failure has its own colour in place of both")
  func colors() throws {
    let panel = Panel.all[0]
    let (_, path) = fluid(panel, seed: 5, isOpaque: true)
    let plain = try run(panel, "amplitude = 0\npercent = 50\nspeed = 0")
    plain.comeToRest()
    let lost = try run(
      panel,
      "amplitude = 0\npercent = 50\nspeed = 0\nfront_image = \"\(folder["absent.png"])\""
    )
    lost.comeToRest()
    #expect(plain.presentedPixels() == lost.presentedPixels())
    let pictured = try run(
      panel,
      "amplitude = 0\npercent = 50\nspeed = 0\nfront_image = \"\(path)\"\nback_image = \"\(path)\""
    )
    pictured.comeToRest()
    #expect(pictured.presentedPixels() != plain.presentedPixels())
    let fault = ##"{"percent":50,"over":0,"fault":"#DD3333"}"##
    try ask(pictured, fault)
    try ask(plain, fault)
    pictured.comeToRest()
    plain.comeToRest()
    #expect(pictured.presentedPixels() == plain.presentedPixels())
  }
}
