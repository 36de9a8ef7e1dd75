// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import Geometry
import JSON
import MonotonicTime
import Presentation
import RequestWords
import TestSupport
import Testing
import Touch
import VirtualKiosk
import VirtualTime
import Widgets

@testable import DisplayServer

@Suite("Pages that a finger turns")
struct SwipeTests {
  @Test("A finger that goes far enough turns to the page behind, the other way to the one before")
  func turns() throws {
    let run = try VirtualRun(swipedPages())
    run.drag((150, 60), (40, 60))
    run.comeToRest()
    #expect(run.status.page == "b" && run.presentedPixels() == run.picture())
    run.drag((20, 60), (140, 60))
    run.comeToRest()
    #expect(run.status.page == "a" && run.presentedPixels() == run.picture())
    // "back" leads where it was swiped from.
    try run.perform(.showPage(id: "back", turn: PageTurn.Kind.cut))
    run.comeToRest()
    #expect(run.status.page == "b")
  }

  @Test("A short way at rest goes back, and quickly it turns: by place and velocity")
  func decides() throws {
    let run = try VirtualRun(swipedPages())
    let before = run.presentedPixels()
    run.drag((150, 60), (110, 60), steps: 8, pause: 0.1)
    run.pass(0.2)
    #expect(run.status.page == "a")
    run.comeToRest()
    #expect(run.presentedPixels() == before && run.presentedPixels() == run.picture())
    run.drag((150, 60), (110, 60), steps: 4, pause: 0.01)
    run.comeToRest()
    #expect(run.status.page == "b")
    // A finger that is taken away leaves the page as it was.
    run.drag((150, 60), (30, 60), lets: false)
    run.finger(.cancel, Point(x: 30, y: 60))
    run.comeToRest()
    #expect(run.status.page == "b" && run.presentedPixels() == run.picture())
  }

  @Test("The first page and the last are on a rubber band", arguments: [0, 90])
  func band(rotation: Int) throws {
    let run = try VirtualRun(
      swipedPages(display: "rotation = \(rotation)"),
      mode: rotation == 0 ? smallMode() : smallMode(120, 160)
    )
    let before = try #require(run.presentedPixels())
    run.drag((20, 60), (150, 60), lets: false)
    let pulled = try #require(run.presentedPixels())
    let changed = zip(before, pulled).filter { $0 != $1 }.count
    // 0.55 of the way at first, and 30 % of the page at most.
    #expect(changed > 0 && changed < before.count * 3 / 10)
    run.finger(.up, Point(x: 150, y: 60))
    run.comeToRest()
    #expect(run.status.page == "a" && run.presentedPixels() == before)
  }

  private func edge(of course: SwipeCourse, at instant: MonotonicInstant) -> PageEdge {
    let (ends, drawn, place) = course.edge(at: instant)
    return PageEdge(ends: ends, drawn: drawn, at: place)
  }

  @Test("The edge is where the finger is, drawn out at its height, and straight at the end")
  func edge() {
    let transform = OutputTransform(
      bufferSize: PixelSize(width: 160, height: 120),
      rotation: .none,
      scale: 1
    )
    let instant = MonotonicInstant(seconds: 1)
    for (distance, height) in [(10.0, 30.0), (60, 60), (120, 100)] {
      var course = SwipeCourse(
        .left,
        way: 160,
        hasPage: true,
        isUpright: true,
        by: PageTurn(),
        transform: transform,
        from: Point(x: 150, y: height),
        at: instant
      )
      course.drag(to: Point(x: 150 - distance, y: height), at: instant + .milliseconds(500))
      let edge = self.edge(of: course, at: instant + .milliseconds(600))
      #expect(abs(edge.reach(at: height / 120) - distance) < 1e-6)
      #expect(abs(edge.ends - distance * distance / 160) < 1e-9)
      #expect(
        abs(edge.reach(at: 0) - edge.ends) < 1e-9 && abs(edge.reach(at: 1) - edge.ends) < 1e-9
      )
      // Let go it goes on from where it is, and comes to rest at one side or the other.
      let comes = course.letGo(isCancelled: false, at: instant + .milliseconds(600))
      #expect(comes == (distance > 80))
      let after = self.edge(of: course, at: instant + .milliseconds(600))
      #expect(abs(after.ends - edge.ends) < 1e-6 && abs(after.lead - edge.lead) < 1e-6)
      let rest = self.edge(of: course, at: instant + .milliseconds(9000))
      #expect(rest.ends == (comes ? 160 : 0) && rest.lead == 0)
      #expect(course.isOver(at: instant + .milliseconds(9000)))
    }
  }

  @Test("A finger on a button that goes sideways lets go of it and turns; on a slider it slides")
  func widgets() throws {
    let run = try VirtualRun(swipedPages())
    run.finger(.down, Point(x: 60, y: 25))
    run.pass(0.1)
    run.finger(.move, Point(x: 40, y: 26))
    run.pass(0.05)
    run.finger(.move, Point(x: -60, y: 26))
    run.pass(0.01)
    run.finger(.up, Point(x: -60, y: 26))
    run.comeToRest()
    #expect(run.status.page == "b")
    #expect(run.widget("one")?["pressed"] != true)
    run.drag((20, 60), (140, 60))
    run.comeToRest()
    run.drag((120, 95), (20, 95))
    run.comeToRest()
    #expect(run.status.page == "a" && run.widget("level")?["value"] == 0)
  }

  @Test("Up and down where that is asked for, and mirrored with a language from the right")
  func directions() throws {
    let vertical = try VirtualRun(swipedPages("\"vertical\""))
    vertical.drag((120, 60), (120, -30))
    vertical.comeToRest()
    #expect(vertical.status.page == "b")
    vertical.drag((150, 60), (20, 60))
    vertical.comeToRest()
    #expect(vertical.status.page == "b")
    let mirrored = try VirtualRun(swipedPages(display: "direction = \"rtl\""))
    mirrored.drag((20, 60), (140, 60))
    mirrored.comeToRest()
    #expect(mirrored.status.page == "b")
    let off = try VirtualRun(swipedPages("false"))
    off.drag((150, 60), (20, 60))
    off.comeToRest()
    #expect(off.status.page == "a")
  }

  @Test("A request in the middle of it goes on from what is seen")
  func interrupted() throws {
    let run = try VirtualRun(swipedPages())
    run.drag((150, 60), (90, 60), lets: false)
    let seen = run.presentedPixels()
    try run.perform(.showPage(id: "c", turn: .elastic))
    run.pass(0.017)
    let first = try #require(run.presentedPixels())
    let changed = zip(first, try #require(seen)).filter { $0 != $1 }.count
    #expect(changed < first.count / 10)
    run.finger(.up, Point(x: 90, y: 60))
    run.comeToRest()
    #expect(run.status.page == "c" && run.presentedPixels() == run.picture())
  }

  @Test("A reload in the middle of it leaves the page that was")
  func reloaded() throws {
    let folder = TemporaryFolder()
    folder.write(Array(swipedPages().utf8), to: "swell.toml")
    let run = try VirtualRun(
      swipedPages(),
      configuration: ConfigurationSource(path: folder["swell.toml"])
    )
    run.drag((150, 60), (60, 60), lets: false)
    folder.write(Array(swipedPages().replacing("#102030", with: "#302010").utf8), to: "swell.toml")
    let seen = try #require(run.presentedPixels())
    try run.perform(.reload)
    // It fades from what is seen, in a quarter of a second.
    let step = run.largestStep(in: 0.5)
    let shown = try #require(run.presentedPixels())
    #expect(step < difference(seen, shown) / 4)
    run.finger(.up, Point(x: 60, y: 60))
    run.comeToRest()
    #expect(run.status.page == "a" && run.presentedPixels() == run.picture())
    run.drag((150, 60), (40, 60))
    run.comeToRest()
    #expect(run.status.page == "b" && run.presentedPixels() == run.picture())
  }
}
