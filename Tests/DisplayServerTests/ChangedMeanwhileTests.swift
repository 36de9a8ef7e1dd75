// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import Geometry
import Glibc
import JSON
import LinuxSystem
import MonotonicTime
import Presentation
import TestSupport
import Testing
import Touch
import VirtualKiosk
import Widgets

@testable import DisplayServer

@Suite("What is set while the scene is made anew")
struct ChangedMeanwhileTests {
  private let folder = TemporaryFolder()
  private let instant = MonotonicInstant(nanoseconds: 0)

  init() throws {
    try write("red.png", 0xFF0000)
    try write("blue.png", 0x0000FF)
  }

  /// An image of 8 × 8 pixels in one colour.
  private func write(_ name: String, _ color: UInt32) throws {
    try folder.writeImage(name, color, size: PixelSize(width: 8, height: 8))
  }

  private func write(widget: String) -> String {
    let toml = """
      [display]
      scale = 1
      [[image]]
      id = "photo"
      file = "\(folder["red.png"])"
      over = 0
      frame = { x = 20, y = 10, width = 80, height = 60, anchor = "top-left" }
      \(widget)
      """
    folder.write(Array(toml.utf8), to: "swell.toml")
    return toml
  }

  /// Waits until a thread has made what is under way, and has it taken over.
  private func finish(
    _ bell: CInt,
    _ server: Server<VirtualOutput, NoTouchSource>
  ) {
    _ = DescriptorPoll.wait([DescriptorPoll.Interest(bell, readiness: .readable)], timeout: nil)
    server.advance(to: instant)
    #expect(server.workIsReady(at: instant))
  }

  /// The colour in the middle of the image.
  private func color(_ server: Server<VirtualOutput, NoTouchSource>) -> [UInt8]? {
    guard let pixels = server.scene?.picture(at: instant) else { return nil }
    let start = (40 * 160 + 60) * 4
    return Array(pixels[start..<start + 3])
  }

  @Test("An image is in the new scene as it was made for the old one: nobody reads its file again")
  func image() throws {
    let toml = write(widget: "")
    let server = try startedServer(toml, of: folder, at: instant)
    let bell = try server.openWorkshop()
    let unfinished = UnfinishedRequest()
    let request = ControlRequest.widget(
      .image(.set(id: nil, file: "blue.png", over: nil, ease: nil))
    )
    guard case .waits = try server.answer(request, unfinished: unfinished, at: instant) else {
      Issue.record("the image was there before it was made")
      return
    }
    finish(bell, server)
    let before = server.configuration.settings
    // The reload reads the file before the image that has been made is in force.
    _ = write(widget: "[[circle]]\nid = \"other\"")
    #expect(server.requestReload(at: instant) == 1)
    guard case .result = try server.answer(request, unfinished: unfinished, at: instant) else {
      Issue.record("the image was not there though it was made")
      return
    }
    #expect(color(server) == [255, 0, 0])
    _ = unsafe unlink(folder["blue.png"])
    finish(bell, server)
    #expect(server.reloadsDone == 1 && server.configuration.settings != before)
    #expect(color(server) == [255, 0, 0])
  }
}
