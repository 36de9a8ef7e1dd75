// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import Geometry
import MonotonicTime
import Presentation
import Testing
import VirtualKiosk
import VirtualTime
import Widgets

@Suite("Pages with an elastic edge")
struct ElasticTurnTests {
  private static let damping = 0.3

  private func run(_ edge: String, rotation: Int, _ format: PixelFormat) throws -> VirtualRun {
    let grounds = ("#F0D020", "#104060")
    return try TurningPages.run(.elastic, from: edge, rotation: rotation, format, grounds: grounds)
  }

  /// Place and lead of the edge `seconds` after the turn began, by steps of the differential equation: a spring with
  /// ω = 5.5 a second is pulled by ends that are sped up by 4 for half a second, then slowed down by as much.
  private func edge(after seconds: Double) -> (place: Double, lead: Double) {
    let (omega, step) = (5.5, 1e-5)
    var (place, speed, lead, rate, time) = (0.0, 0.0, 0.0, 0.0, 0.0)
    while time < seconds {
      let force = time < 0.5 ? 4.0 : time < 1 ? -4.0 : 0
      speed = time < 1 ? speed + force * step : 0
      place += speed * step
      rate += (-force - 2 * Self.damping * omega * rate - omega * omega * lead) * step
      lead += rate * step
      time += step
    }
    return (place, lead)
  }

  @Test("The edge follows the equation of its spring", arguments: 1..<20)
  func equation(tenth: Int) {
    var turn = PageTurn()
    (turn.kind, turn.duration, turn.damping) = (.elastic, 1, Self.damping)
    let seconds = Double(tenth) * 0.1 + 0.013
    let (place, lead) = turn.edge(after: seconds)
    let expected = edge(after: seconds)
    #expect(abs(place - expected.place) < 1e-3 && abs(lead - expected.lead) < 1e-3)
    // Another duration is another scale of time.
    turn.duration = 0.25
    let quick = turn.edge(after: seconds / 4)
    #expect(abs(quick.place - place) < 1e-9 && abs(quick.lead - lead) < 1e-9)
  }

  @Test("The edge is straight and at its place when the turn is over", arguments: [0.1, 0.6, 1])
  func end(damping: Double) {
    var turn = PageTurn()
    (turn.kind, turn.damping) = (.elastic, damping)
    let (place, lead) = turn.edge(after: turn.movingSeconds)
    #expect(place == 1)
    // Less than a pixel of 3840.
    #expect(abs(lead) / 2 * 3840 < 1)
  }

  /// What is seen where the edge of the page that comes is: each pixel by 32 lines across it.
  private func composed(
    _ over: [UInt8],
    _ coming: [UInt8],
    _ edge: String,
    _ place: Double,
    _ lead: Double,
    _ transform: OutputTransform
  ) -> [Double] {
    let view = transform.viewSize
    let isAcross = edge == "left" || edge == "right"
    let (way, side) = isAcross ? (view.width, view.height) : (view.height, view.width)
    let shift = way - Int((place * Double(way)).rounded())
    var pixels = over.map { Double($0) }
    func byte(_ depth: Int, _ along: Int) -> Int {
      let far = edge == "right" || edge == "bottom" ? way - 1 - depth : depth
      let (x, y) = isAcross ? (far, along) : (along, far)
      let rect = PixelRect(left: x, top: y, right: x + 1, bottom: y + 1)
      let pixel = transform.bufferRect(ofView: rect)
      return (pixel.top * TurningPages.size.width + pixel.left) * 4
    }
    for along in 0..<side {
      let reaches = (0..<32).map { line in
        let u = (Double(along) + (Double(line) + 0.5) / 32) / Double(side)
        return (place + 2 * u * (1 - u) * lead) * Double(way)
      }
      let (least, most) = (reaches.min() ?? 0, reaches.max() ?? 0)
      for depth in 0..<way {
        var share = Double(depth + 1) <= least ? 1.0 : 0
        if share == 0, Double(depth) < most {
          share = reaches.reduce(0) { $0 + min(max($1 - Double(depth), 0), 1) / 32 }
        }
        let (target, source) = (byte(depth, along), byte(min(depth + shift, way - 1), along))
        for channel in 0..<4 {
          pixels[target + channel] =
            share * Double(coming[source + channel]) + (1 - share) * Double(over[target + channel])
        }
      }
    }
    return pixels
  }

  @Test(
    "Each frame shows the page that comes up to its edge, over the one that stays",
    arguments: ["left", "right", "top", "bottom"],
    [0, 90, 180, 270]
  )
  func frames(edge: String, rotation: Int) throws {
    let run = try run(edge, rotation: rotation, .xrgb8888)
    let over = try #require(run.presentedPixels())
    try run.perform(.showPage(id: "b", turn: .cut))
    run.comeToRest()
    let coming = try #require(run.presentedPixels())
    try run.perform(.showPage(id: "a", turn: .cut))
    run.comeToRest()
    let turn = try #require(Rotation(rawValue: rotation))
    let transform = OutputTransform(bufferSize: TurningPages.size, rotation: turn, scale: 1)
    let begun = run.now
    try run.perform(.showPage(id: "b", turn: nil))
    var page = PageTurn()
    (page.kind, page.duration, page.damping) = (.elastic, 1, Self.damping)
    for frame in 0..<20 {
      run.pass(0.1)
      let (place, lead) = page.edge(after: (run.shownInstant - begun).seconds)
      let expected = composed(over, coming, edge, place, lead, transform)
      let seen = try #require(run.presentedPixels())
      // Weights have 256 steps, 32 lines leave half of one open, and the unused byte is not seen.
      let worst = seen.indices.filter { $0 % 4 != 3 }
        .map { abs(Double(seen[$0]) - expected[$0]) }.max()
      #expect(worst ?? 0 < 2, "frame \(frame), \(place), \(lead)")
    }
    run.comeToRest()
    #expect(run.isAtRest && run.presentedPixels() == coming)
  }

  @Test(
    "A turn that is taken back in its middle goes on from what is seen",
    arguments: ["left", "top"]
  )
  func reversed(edge: String) throws {
    // A turn between pages at rest shows how far a frame goes.
    let usual = try run(edge, rotation: 0, .xrgb8888)
    let rest = try #require(usual.presentedPixels())
    try usual.perform(.showPage(id: "b", turn: .cut))
    usual.comeToRest()
    try usual.perform(.showPage(id: "a", turn: .elastic))
    let step = usual.largestStep(in: 1)
    let run = try run(edge, rotation: 0, .xrgb8888)
    try run.perform(.showPage(id: "b", turn: nil))
    run.pass(0.5)
    let middle = try #require(run.presentedPixels())
    #expect(difference(middle, rest) > step)
    try run.perform(.showPage(id: "a", turn: .elastic))
    #expect(run.largestStep(in: 1) < 1.5 * step)
    #expect(run.presentedPixels() == rest)
  }

  @Test("With sixteen bits a pixel the same is seen", arguments: ["left", "top"])
  func narrow(edge: String) throws {
    let (wide, narrow) = (
      try run(edge, rotation: 0, .xrgb8888), try run(edge, rotation: 0, .rgb565)
    )
    for run in [wide, narrow] { try run.perform(.showPage(id: "b", turn: nil)) }
    for _ in 0..<20 {
      for run in [wide, narrow] { run.pass(0.1) }
      let (full, short) = (
        try #require(wide.presentedPixels()), try #require(narrow.presentedPixels())
      )
      var worst = 0
      for pixel in 0..<TurningPages.size.width * TurningPages.size.height {
        let bits = Int(short[2 * pixel]) | Int(short[2 * pixel + 1]) << 8
        for (channel, shift, count) in [(0, 0, 5), (1, 5, 6), (2, 11, 5)] {
          let value = (bits >> shift & (1 << count - 1)) * 255 / (1 << count - 1)
          worst = max(worst, abs(value - Int(full[4 * pixel + channel])))
        }
      }
      // A step of five bits, and half a one for each of the two pages.
      #expect(worst <= 17)
    }
  }
}
