// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import Geometry
import JSON
import MonotonicTime
import Motion
import Presentation
import TestSupport
import Testing
import Touch
import VirtualKiosk
import VirtualTime
import Widgets

@testable import DisplayServer

@Suite("Pages that slide")
struct PageSlideTests {
  private func show(_ page: String, _ turn: PageTurn.Kind? = nil, _ run: VirtualRun) throws {
    try run.perform(.showPage(id: page, turn: turn))
  }

  /// What is to be seen when `over` is covered by `coming` so far: that moves, and `over` stays.
  private func composed(
    _ over: [UInt8],
    _ coming: [UInt8],
    _ edge: String,
    share: Double,
    rotation: Int
  ) throws -> [UInt8] {
    let turn = try #require(Rotation(rawValue: rotation))
    let transform = OutputTransform(bufferSize: TurningPages.size, rotation: turn, scale: 1)
    let view = transform.viewSize
    let bytes = over.count / (TurningPages.size.width * TurningPages.size.height)
    let isAcross = edge == "left" || edge == "right"
    let extent = isAcross ? view.width : view.height
    let way = Int((share * Double(extent)).rounded())
    // By how much a pixel that is seen is further right or down than it is in the picture that comes.
    let isAhead = edge == "right" || edge == "bottom"
    let shift = isAhead ? extent - way : way - extent
    var pixels = over
    func place(_ x: Int, _ y: Int) -> Int {
      let pixel = transform.bufferRect(
        ofView: PixelRect(left: x, top: y, right: x + 1, bottom: y + 1)
      )
      return (pixel.top * TurningPages.size.width + pixel.left) * bytes
    }
    for y in 0..<view.height {
      for x in 0..<view.width {
        let (fromX, fromY) = isAcross ? (x - shift, y) : (x, y - shift)
        guard (0..<view.width).contains(fromX), (0..<view.height).contains(fromY) else { continue }
        for byte in 0..<bytes { pixels[place(x, y) + byte] = coming[place(fromX, fromY) + byte] }
      }
    }
    return pixels
  }

  @Test(
    "Each frame shows the page that comes, moved, over the one that stays, bit for bit",
    arguments: ["left", "right", "top", "bottom"],
    [0, 90, 180, 270]
  )
  func frames(edge: String, rotation: Int) throws {
    let format = edge == "left" ? PixelFormat.rgb565 : .xrgb8888
    let run = try TurningPages.run(
      from: edge,
      rotation: rotation,
      format,
      grounds: ("#101418", "#406080")
    )
    let over = try #require(run.presentedPixels())
    try show("b", .cut, run)
    run.comeToRest()
    let coming = try #require(run.presentedPixels())
    try show("a", .cut, run)
    run.comeToRest()
    #expect(run.presentedPixels() == over)
    let begun = run.now
    try show("b", nil, run)
    for _ in 0..<9 {
      run.pass(0.1)
      let share = Curve.easeInEaseOut.value(at: (run.shownInstant - begun).seconds)
      let expected = try composed(over, coming, edge, share: share, rotation: rotation)
      #expect(run.presentedPixels() == expected, "\(share)")
    }
    run.pass(0.2)
    #expect(run.presentedPixels() == coming)
    run.comeToRest()
    #expect(run.isAtRest && run.presentedPixels() == coming)
  }

  @Test(
    "With a language from the right a page comes from the other side; from above and below it does as ever",
    arguments: ["left", "right", "top", "bottom"]
  )
  func mirrored(edge: String) throws {
    let run = try TurningPages.run(
      from: edge,
      grounds: ("#101418", "#F0F0F0"),
      display: "direction = \"rtl\""
    )
    try show("b", nil, run)
    run.pass(0.25)
    // A bit more than a tenth of the way, so far seen at the side from which it comes alone.
    let pixels = try #require(run.presentedPixels())
    let (first, last) = edge == "left" || edge == "right" ? (0, 159) : (0, 119 * 160)
    let isFirst = edge == "right" || edge == "top"
    #expect(pixels[first * 4] == (isFirst ? 0xF0 : 0x18))
    #expect(pixels[last * 4] == (isFirst ? 0x18 : 0xF0))
  }

  @Test("A slide that another one interrupts goes on from what is seen")
  func interrupted() throws {
    let run = try TurningPages.run(from: "right")
    let first = try #require(run.presentedPixels())
    try show("b", .cut, run)
    run.comeToRest()
    let second = try #require(run.presentedPixels())
    try show("a", .cut, run)
    run.comeToRest()
    let begunBefore = run.now
    try show("b", nil, run)
    run.pass(0.4)
    // It begins when the frame that waits for its deadline has been drawn, with what that one shows.
    try show("c", nil, run)
    let begun = run.now
    func share(since begun: MonotonicInstant) -> Double {
      Curve.easeInEaseOut.value(at: (run.shownInstant - begun).seconds)
    }
    let seen = try composed(first, second, "right", share: share(since: begunBefore), rotation: 0)
    // Some time after a vblank, so that what is shown has been presented.
    run.pass(0.305)
    let white = [UInt8](repeating: 255, count: seen.count).enumerated().map { index, byte in
      index % 4 == 3 ? seen[3] : byte
    }
    let expected = try composed(seen, white, "top", share: share(since: begun), rotation: 0)
    #expect(run.presentedPixels() == expected)
    run.pass(1)
    #expect(run.presentedPixels() == white)
  }

  @Test(
    "A page that moves and is interrupted by one that fades is left from where it is seen",
    arguments: [PageTurn.Kind.slide, .elastic]
  )
  func faded(kind: PageTurn.Kind) throws {
    let run = try TurningPages.run(kind, from: "right", grounds: ("#101418", "#F0F0F0"))
    let rest = try #require(run.presentedPixels())
    try show("b", nil, run)
    run.pass(0.5)
    let seen = try #require(run.presentedPixels())
    try show("a", .fade, run)
    // A quarter of a second has 15 frames, of which none takes an eighth of it, and one was on its way.
    #expect(run.largestStep(in: 0.5) < difference(seen, rest) / 4)
    #expect(run.presentedPixels() == rest)
  }

  @Test("After a stall of 0.2 s a page is where it would have been without")
  func stalled() throws {
    let run = try TurningPages.run(from: "right")
    let first = try #require(run.presentedPixels())
    try show("b", .cut, run)
    run.comeToRest()
    let second = try #require(run.presentedPixels())
    let folder = TemporaryFolder()
    var now = MonotonicInstant(nanoseconds: 0)
    let server = try startedServer(TurningPages.text(from: "right"), of: folder, at: now)
    func pass(to instant: MonotonicInstant) {
      while let due = server.deadline, due <= instant {
        now = max(now, due)
        server.advance(to: now)
      }
      now = instant
    }
    let begin = MonotonicInstant(seconds: 1)
    pass(to: begin)
    server.turnPage(to: "b", by: .request, at: begin)
    pass(to: begin + .milliseconds(300))
    now = begin + .milliseconds(500)
    server.advance(to: now)
    // A millisecond after the third vblank, so that what is shown has been presented.
    pass(to: begin + .milliseconds(551))
    let shown = server.frames.shownInstant
    #expect(shown > begin + .milliseconds(500))
    let share = Curve.easeInEaseOut.value(at: (shown - begin).seconds)
    let expected = try composed(first, second, "right", share: share, rotation: 0)
    #expect(server.output.presentedPixels() == expected)
  }

  @Test("What moves on the page that comes moves while it slides, and what is seen at last is that")
  func moves() throws {
    let run = try TurningPages.run(from: "right")
    try show("b", nil, run)
    run.pass(0.5)
    run.finger(.down, Point(x: 60, y: 50))
    run.pass(1)
    #expect(run.widget("two")?["pressed"] == true)
    #expect(run.presentedPixels() == run.picture())
  }

  @Test("A turn at once ends a slide", arguments: [PageTurn.Kind.cut, .fade])
  func ended(kind: PageTurn.Kind) throws {
    let run = try TurningPages.run(from: "bottom")
    let first = run.presentedPixels()
    try show("b", nil, run)
    // The button is seen where it does not lie.
    run.pass(0.6)
    try show("a", kind, run)
    run.pass(0.5)
    #expect(run.presentedPixels() == first)
    // In each of the buffers.
    for frames in 6..<10 {
      run.finger(.down, Point(x: 30, y: 40))
      run.pass(Double(frames) / 60)
      run.finger(.up, Point(x: 30, y: 40))
      run.comeToRest()
      #expect(run.presentedPixels() == run.picture())
    }
  }
}
