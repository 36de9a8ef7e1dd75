// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import DisplayServer
import Geometry
import JSON
import MonotonicTime
import Presentation
import TestSupport
import Testing
import VirtualKiosk
import VirtualTime
import Widgets

@Suite("Images in the daemon")
struct ImageServerTests {
  private let folder = TemporaryFolder()

  init() throws {
    try write("red.png", 0xFF0000)
    try write("blue.png", 0x0000FF)
    folder.write(Array("no picture".utf8), to: "text.png")
    folder.write(Array(scene().utf8), to: "swell.toml")
  }

  /// An image of 40 × 20 pixels in one colour.
  private func write(_ name: String, _ color: UInt32) throws {
    try folder.writeImage(name, color, size: PixelSize(width: 40, height: 20))
  }

  private func scene(_ keys: String = "") -> String {
    """
    [display]
    scale = 1
    background = "#204060"
    [[image]]
    id = "photo"
    file = "\(folder["red.png"])"
    frame = { x = 20, y = 10, width = 80, height = 60, anchor = "top-left" }
    \(keys)
    """
  }

  private func request(_ method: String, _ params: String = "{}") throws -> ControlRequest {
    try ControlRequest(
      JSONRPCRequest(method: method, params: JSONValue(parsing: Array(params.utf8)))
    )
  }

  private func file(_ run: VirtualRun) throws -> String? {
    try run.perform(request("image.get")).json["file"]?.string
  }

  @Test(
    "An image is shown in its frame as it is to lie there",
    arguments: ["contain", "cover", "none"]
  )
  func shown(fit: String) throws {
    let run = try VirtualRun(scene("fit = \"\(fit)\""))
    run.comeToRest()
    // 80 × 40, 120 × 60 cut to 80, or 40 × 20, each in the middle of 80 × 60 at (20, 10).
    let (left, top, right, bottom) =
      switch fit {
      case "contain": (20, 20, 100, 60)
      case "cover": (20, 10, 100, 70)
      default: (40, 30, 80, 50)
      }
    for (x, y, isImage) in [
      (left, top, true), (right - 1, bottom - 1, true), (left - 1, top, false),
      (left, top - 1, false),
      (right, bottom - 1, false), (right - 1, bottom, false),
    ] {
      #expect(run.color(x, y) == (isImage ? 0xFF0000 : 0x204060), "(\(x), \(y))")
    }
  }

  @Test("One image fades into the next, and one that is asked for meanwhile follows it")
  func crossfade() throws {
    let run = try VirtualRun(scene())
    run.comeToRest()
    let params = #"{"file":"blue.png","over":0.5,"ease":"linear"}"#
    #expect(try run.perform(request("image.set", params)).json == ["id": "photo"])
    #expect(try file(run) == folder["blue.png"])
    run.pass(0.25)
    let half = run.color(60, 40)
    #expect((0x60...0xA0).contains(half >> 16) && (half >> 16) + (half & 255) >= 254)
    try run.perform(request("image.set", #"{"file":"red.png","over":0.5,"ease":"linear"}"#))
    run.pass(0.3)
    // Blue has come to its end, and red comes again.
    let later = run.color(60, 40)
    #expect(later & 255 > 0xC0 && later >> 16 < 0x40)
    run.pass(0.6)
    #expect(run.color(60, 40) == 0xFF0000)
    #expect(run.isAtRest)
    try run.perform(request("image.set", #"{"file":"blue.png","over":0}"#))
    run.comeToRest()
    #expect(run.color(60, 40) == 0x0000FF)
  }

  @Test(
    "What is no image in the folders is refused by its name, and the image that is there stays",
    arguments: ["/etc/passwd", "../red.png", "a/../red.png", "", "absent.png", "text.png"]
  )
  func refusals(name: String) throws {
    let run = try VirtualRun(scene())
    run.comeToRest()
    let call = ImageCall.set(id: nil, file: name, over: nil, ease: nil)
    let refused = refusal { () throws(JSONRPCError) in try run.perform(.widget(.image(call))) }
    #expect(refused?.code == -32602 && refused?.data?["parameter"] == "file")
    run.pass(1)
    #expect(run.color(60, 40) == 0xFF0000 && run.isAtRest)
    #expect(try file(run) == folder["red.png"])
    #expect(run.stateRecord == StateRecord())
  }

  @Test("A file that is asked for again is read again")
  func again() throws {
    let run = try VirtualRun(scene("over = 0"))
    run.comeToRest()
    try write("red.png", 0x00FF00)
    try run.perform(request("image.set", #"{"file":"red.png"}"#))
    run.comeToRest()
    #expect(run.color(60, 40) == 0x00FF00)
  }

  @Test("What was set outlives the process and a reload, unless its folder is no longer named")
  func state() throws {
    let run = try VirtualRun(
      scene(),
      configuration: ConfigurationSource(path: folder["swell.toml"])
    )
    try run.perform(request("image.set", #"{"file":"blue.png"}"#))
    let record = try #require(StateRecord(parsing: run.stateRecord.bytes))
    for (keys, expected) in [("", UInt32(0x0000FF)), ("directories = [\"/srv\"]", 0xFF0000)] {
      let later = try VirtualRun(
        settings: settings(scene(keys)),
        mode: smallMode(),
        hertz: 60,
        restoring: record
      )
      later.comeToRest()
      #expect(later.color(60, 40) == expected, "\(keys)")
    }
    folder.write(Array(scene("fit = \"cover\"").utf8), to: "swell.toml")
    try run.perform(.reload)
    run.comeToRest()
    #expect(run.color(60, 12) == 0x0000FF)
  }

  @Test(
    "Painting changes leaves what painting everything would",
    arguments: [0, 90, 180, 270],
    [1, 1.25]
  )
  func incremental(rotation: Int, scale: Double) throws {
    let turned = scene().replacing(
      "scale = 1",
      with: "scale = \(scale)\nrotation = \(rotation)"
    )
    let run = try VirtualRun(turned, mode: smallMode(190, 170))
    for (method, params) in [
      ("image.get", "{}"), ("image.set", #"{"file":"blue.png","over":0.4}"#),
      ("image.set", #"{"file":"red.png","over":0.3,"ease":"easeOutBack"}"#),
      ("widget.set", #"{"id":"photo","visible":false}"#),
      ("image.set", #"{"file":"blue.png"}"#), ("widget.set", #"{"id":"photo","visible":true}"#),
    ] {
      try run.perform(request(method, params))
      run.pass(0.17)
      try run.perform(request("image.get"))
      run.comeToRest()
      let isSame = run.presentedPixels() == run.picture()
      #expect(isSame, "after \(method) \(params)")
    }
    run.comeToRest()
    let isAlike = run.presentedPixels() == run.picture()
    #expect(isAlike)
  }
}
