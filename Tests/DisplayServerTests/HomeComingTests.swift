// SPDX-License-Identifier: Apache-2.0
import Control
import DisplayServer
import Geometry
import RequestWords
import Testing
import Touch
import VirtualKiosk
import VirtualTime

@testable import Widgets

@Suite("What the next user finds")
struct HomeComingTests {
  /// Fields beneath two pages that are left after ten seconds, and a keyboard in two layouts.
  private func kiosk(_ show: String, resets: Bool = true) throws -> ScreenKiosk {
    let more = """
      [[page]]
      id = "a"
      timeout = 10
      timeout_reset = \(resets)
      [[page]]
      id = "b"
      turn = { kind = "none" }
      timeout = 10
      timeout_reset = \(resets)
      """
    return try ScreenKiosk(
      ScreenKiosk.scene("show = \"\(show)\"\nlayouts = [\"us\", \"ru\"]", more: more)
    )
  }

  @Test(
    "Home by timeout, and at home too, no field has the focus and the keyboard has its first letters",
    arguments: ["auto", "always"],
    ["a", "b"]
  )
  func anew(show: String, page: String) throws {
    let kiosk = try kiosk(show)
    // A keyboard that is always there covers the others until one has the focus.
    let field = show == "always" ? "name" : "mail"
    try kiosk.run.perform(.showPage(id: page, turn: nil))
    try kiosk.open(field)
    try kiosk.type("a")
    kiosk.tap(try kiosk.place(.text("US")))
    kiosk.run.pass(0.5)
    try kiosk.tap(.shift)
    try kiosk.tap(.shifted)
    #expect(kiosk.keyboard?.layout == 1 && kiosk.keyboard?.shift == .locked)
    #expect(kiosk.text(field) == "a")
    kiosk.run.pass(11)
    #expect(kiosk.run.status.page == "a")
    #expect(kiosk.focus == nil && kiosk.text(field) == "")
    #expect(kiosk.keyboard?.layout == 0 && kiosk.keyboard?.shift == .off)
    #expect(kiosk.keyboard?.isUp == (show == "always"))
    kiosk.expectPicture()
    try kiosk.open(field)
    try kiosk.type("q")
    #expect(kiosk.text(field) == "q")
  }

  @Test("A keyboard that is always there has its first letters at home, though nothing was typed")
  func untyped() throws {
    let kiosk = try kiosk("always")
    kiosk.tap(try kiosk.place(.text("US")))
    kiosk.run.pass(1)
    #expect(kiosk.keyboard?.layout == 1)
    kiosk.run.pass(11)
    #expect(kiosk.keyboard?.layout == 0)
    #expect(kiosk.run.presentedPixels() == kiosk.run.picture())
  }

  @Test("Where nothing is to begin anew the field keeps the focus, and the keyboard its layout")
  func kept() throws {
    let kiosk = try kiosk("auto", resets: false)
    try kiosk.open("mail")
    kiosk.tap(try kiosk.place(.text("US")))
    kiosk.run.pass(11)
    #expect(kiosk.focus == "mail" && kiosk.keyboard?.layout == 1)
  }
}
