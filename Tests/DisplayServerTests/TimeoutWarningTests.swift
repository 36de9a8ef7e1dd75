// SPDX-License-Identifier: Apache-2.0
import Control
import Geometry
import Presentation
import RequestWords
import Testing
import Touch
import VirtualKiosk
import VirtualTime
import Widgets

/// Two pages, of which the second warns for four seconds of its timeout at ten.
private let kiosk = """
  [display]
  scale = 1
  background = "#102030"
  [[look]]
  accent_color = "#FF0000"
  [[page]]
  id = "first"
  turn = { kind = "none" }
  [[page]]
  id = "ticket"
  turn = { kind = "none" }
  timeout = 10
  timeout_warning = 4
  [[page.button]]
  id = "one"
  label = ""
  frame = { x = 5, y = 5, width = 20, height = 20, anchor = "top-left" }
  """

@Suite("A ring that empties before a page's timeout")
struct TimeoutWarningTests {
  /// How many pixels of the frame on the screen are of the accent's red and nothing else.
  private func red(_ run: VirtualRun) throws -> Int {
    let pixels = try #require(run.presentedPixels())
    return stride(from: 0, to: pixels.count, by: 4).count {
      pixels[$0 + 2] == 0xFF && pixels[$0 + 1] == 0 && pixels[$0] == 0
    }
  }

  private func shown() throws -> VirtualRun {
    let run = try VirtualRun(kiosk)
    try run.perform(.showPage(id: "ticket", turn: nil))
    return run
  }

  @Test("It comes so many seconds before, is full then, and empties; then the other page comes")
  func empties() throws {
    let run = try shown()
    run.pass(5.9)
    #expect(try red(run) == 0)
    run.pass(0.6)
    let full = try red(run)
    #expect(full > 500)
    run.pass(1.5)
    let half = try red(run)
    #expect(half < full * 3 / 4 && half > full / 4)
    #expect(run.presentedPixels() == run.picture())
    run.pass(1.6)
    #expect(try red(run) < half / 2)
    #expect(run.status.page == "ticket")
    run.pass(1)
    run.comeToRest()
    #expect(try run.status.page == "first" && red(run) == 0)
  }

  @Test("A touch puts the timeout off, and the ring goes and comes again")
  func putOff() throws {
    let run = try shown()
    run.pass(8)
    #expect(try red(run) > 0)
    run.finger(.down, Point(x: 150, y: 110))
    run.finger(.up, Point(x: 150, y: 110))
    run.pass(1)
    #expect(try red(run) == 0)
    run.pass(4)
    #expect(try red(run) == 0 && run.status.page == "ticket")
    run.pass(2)
    #expect(try red(run) > 0)
    run.pass(6)
    run.comeToRest()
    #expect(run.status.page == "first")
  }

  @Test("Without the key nothing moves before the timeout")
  func none() throws {
    let run = try VirtualRun(kiosk.replacing("timeout_warning = 4", with: ""))
    try run.perform(.showPage(id: "ticket", turn: nil))
    run.pass(1)
    let frames = run.status.frames.presented
    run.pass(8.9)
    #expect(run.status.frames.presented == frames)
  }
}
