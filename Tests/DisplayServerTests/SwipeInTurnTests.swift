// SPDX-License-Identifier: Apache-2.0
import Control
import Geometry
import JSON
import RequestWords
import Testing
import Touch
import VirtualKiosk
import VirtualTime
import Widgets

@Suite("Fingers on pages that are not in their place yet")
struct SwipeInTurnTests {
  private func flick(_ run: VirtualRun) { run.drag((150, 60), (110, 60), steps: 4, pause: 0.01) }

  @Test("Two flicks, one while the page of the other still comes, turn two pages")
  func flicks() throws {
    let run = try VirtualRun(swipedPages())
    run.comeToRest()
    flick(run)
    run.pass(0.15)
    #expect(run.status.page == "b" && !run.isAtRest)
    flick(run)
    run.comeToRest()
    #expect(run.status.page == "c" && run.presentedPixels() == run.picture())
  }

  @Test(
    "A swipe in the middle of a turn goes on from what is seen, and back it fades",
    arguments: [true, false]
  )
  func interrupts(comes: Bool) throws {
    let run = try VirtualRun(swipedPages())
    run.comeToRest()
    try run.perform(.showPage(id: "b", turn: .elastic))
    let usual = run.largestStep(in: 0.12)
    let seen = try #require(run.presentedPixels())
    run.finger(.down, Point(x: 150, y: 60))
    run.finger(.move, Point(x: 130, y: 60))
    run.pass(0.03)
    // The finger has gone no way since it began to draw; one frame was on its way.
    let begun = try #require(run.presentedPixels())
    #expect(difference(seen, begun) < 1.5 * usual)
    run.finger(.move, Point(x: comes ? -60 : 128, y: 60))
    run.pass(0.1)
    run.finger(comes ? .up : .cancel, Point(x: comes ? -60 : 128, y: 60))
    let step = run.largestStep(in: 2)
    let rest = try #require(run.presentedPixels())
    run.comeToRest()
    #expect(run.status.page == (comes ? "c" : "b"))
    #expect(run.presentedPixels() == rest && rest == run.picture())
    // An eased quarter of a second has 15 frames, of which none takes an eighth of it; of a page that moves it is less.
    #expect(comes || step < difference(seen, rest) / 4)
  }

  @Test(
    "A tap while a page or the rubber band springs back is for the page that is shown",
    arguments: [(150.0, 110.0), (20, 150)]
  )
  func taps(from: Double, to: Double) throws {
    let run = try VirtualRun(swipedPages())
    run.comeToRest()
    let before = try #require(run.presentedPixels())
    run.drag((from, 60), (to, 60), steps: 8, pause: 0.1)
    run.pass(0.02)
    #expect(run.status.page == "a" && run.presentedPixels() != before)
    run.finger(.down, Point(x: 40, y: 25))
    #expect(run.widget("one")?["pressed"] == true)
    run.pass(0.05)
    run.finger(.up, Point(x: 40, y: 25))
    run.comeToRest()
    #expect(run.status.page == "a")
    #expect(run.presentedPixels() == before && before == run.picture())
  }
}
