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

@Suite("An image that is set while something moves")
struct LaterImageTests {
  private let folder = TemporaryFolder()
  private let begin = MonotonicInstant(nanoseconds: 0)

  private static let names = ["next.png"] + (JPEGSamples.hasDecoder ? ["next.jpg"] : [])

  /// A server whose waves move, so that one frame follows the other, beside an image.
  private func server() throws -> Server<VirtualOutput, NoTouchSource> {
    let size = PixelSize(width: 64, height: 48)
    try folder.writeImage("first.png", 0xFF0000, size: size)
    try folder.writeImage("next.png", 0x0000FF, size: size)
    folder.write(JPEGSamples.quarters, to: "next.jpg")
    let toml = """
      \(plainScene)
      percent = 50
      [[image]]
      id = "photo"
      file = "\(folder["first.png"])"
      over = 0
      corner_radius = 9
      frame = { x = 0, y = 0, width = 100, height = 60, anchor = "top-left" }
      """
    folder.write(Array(toml.utf8), to: "swell.toml")
    return try startedServer(toml, of: folder, at: begin)
  }

  @Test(
    "It is read beside the loop, which goes on; what was read is all that is needed",
    arguments: names
  )
  func read(name: String) throws {
    let server = try server()
    let bell = try server.openWorkshop()
    let unfinished = UnfinishedRequest()
    let request = ControlRequest.widget(
      .image(.set(id: nil, file: name, over: nil, ease: nil))
    )
    guard case .waits = try server.answer(request, unfinished: unfinished, at: begin) else {
      Issue.record("the image was there before it was made")
      return
    }
    var now = begin
    for _ in 0..<10 {
      now = try #require(server.deadline)
      server.advance(to: now)
      if case .result = try server.answer(request, unfinished: unfinished, at: now) {
        Issue.record("the image was there before it was taken over")
      }
    }
    _ = DescriptorPoll.wait([DescriptorPoll.Interest(bell, readiness: .readable)], timeout: nil)
    _ = unsafe unlink(folder[name])
    let before = server.scene?.picture(at: now)
    #expect(server.workIsReady(at: now))
    guard case .result = try server.answer(request, unfinished: unfinished, at: now) else {
      Issue.record("the image was not there though it was made")
      return
    }
    #expect(server.scene?.picture(at: now) != before)
  }

  @Test("An icon of two buttons that the second cannot have is refused, and changes neither")
  func icons() throws {
    let size = PixelSize(width: 10, height: 10)
    for name in ["old.png", "gone.png"] { try folder.writeImage(name, 0x00FF00, size: size) }
    func button(_ id: String, _ icon: String) -> String {
      """
      [[button]]
      id = "\(id)"
      label = ""
      icon = "\(folder[icon])"
      frame = { x = 0, y = 0, width = 50, height = 40, anchor = "top-left" }

      """
    }
    let toml = "[display]\nscale = 1\n" + button("first", "gone.png") + button("second", "old.png")
    let server = try startedServer(toml, of: folder, at: begin)
    let bell = try server.openWorkshop()
    // The first one has it, and does not read it again.
    _ = unsafe unlink(folder["gone.png"])
    var change = WidgetChange()
    change["icon"] = .string(folder["gone.png"])
    let request = ControlRequest.setWidgets(ids: ["first", "second"], change)
    let unfinished = UnfinishedRequest()
    guard case .waits = try server.answer(request, unfinished: unfinished, at: begin) else {
      Issue.record("the icon was there before it was made")
      return
    }
    _ = DescriptorPoll.wait([DescriptorPoll.Interest(bell, readiness: .readable)], timeout: nil)
    let now = begin + .milliseconds(500)
    server.advance(to: now)
    #expect(server.workIsReady(at: now))
    #expect(throws: RequestFault.self) {
      try server.answer(request, unfinished: unfinished, at: now)
    }
    let isUnchanged = server.widgets.changes.allSatisfy { $0.isEmpty }
    #expect(isUnchanged)
    server.workshop.worker.close()
  }
}
