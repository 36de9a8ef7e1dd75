// SPDX-License-Identifier: Apache-2.0
import Control
import Geometry
import RequestWords
import Testing
import VirtualKiosk
import VirtualTime

@testable import DisplayServer
@testable import Widgets

@Suite("The ring of the focus at a turn of the page")
struct TurningRingTests {
  /// A button beneath two pages that leads from the first to the second, which has one of its own.
  private func kiosk(_ kind: String) throws -> VirtualRun {
    let run = try VirtualRun(
      """
      [display]
      scale = 1
      [keyboard]
      [[button]]
      id = "next"
      label = ""
      to = "b"
      frame = { x = 10, y = 90, width = 40, height = 20, anchor = "top-left" }
      [[page]]
      id = "a"
      [[page]]
      id = "b"
      turn = { kind = "\(kind)", duration = 1 }
      [[page.button]]
      id = "there"
      label = ""
      frame = { x = 100, y = 20, width = 40, height = 30, anchor = "top-left" }
      """
    )
    run.comeToRest()
    return run
  }

  @Test(
    "It goes round the coming page's first widget from the beginning, as a part of that page",
    arguments: ["none", "fade", "slide", "elastic"]
  )
  func turn(kind: String) throws {
    let run = try kiosk(kind)
    try run.perform(.sendKeys(.key("Tab")))
    run.pass(1)
    // 3 points away and 3 wide.
    let before = run.scene?.ring.look(at: run.shownInstant)
    #expect(before?.frame == Rect(x: 4, y: 84, width: 52, height: 32))
    try run.perform(.sendKeys(.key("Return")))
    // A frame that was due comes first.
    for _ in 0..<10 where run.status.page != "b" { run.pass(1.0 / 60) }
    #expect(run.status.page == "b")
    var opacity = 0.0
    for _ in 0..<90 {
      let ring = try #require(run.scene?.ring.look(at: run.shownInstant))
      #expect(ring.opacity == 0 || ring.frame == Rect(x: 94, y: 14, width: 52, height: 42))
      #expect(ring.opacity >= opacity)
      opacity = ring.opacity
      run.pass(1.0 / 60)
    }
    #expect(opacity == 1)
  }
}
