// SPDX-License-Identifier: Apache-2.0
import Control
import Geometry
import JSON
import Raster
import Testing
import VirtualKiosk
import VirtualTime

@testable import DisplayServer

@Suite("Shadows of buttons and fields")
struct ShadowServerTests {
  private func run(_ kind: String, _ keys: String, look: String = "") throws -> VirtualRun {
    let run = try VirtualRun(
      """
      [display]
      scale = 1
      background = "#000000"
      \(look)
      [[\(kind)]]
      id = "it"
      frame = { x = 20, y = 15, width = 120, height = 80, anchor = "top-left" }
      color = "#0000FF"
      \(keys)
      """
    )
    run.comeToRest()
    return run
  }

  private func set(_ run: VirtualRun, _ params: String) throws {
    try run.perform(
      ControlRequest(
        JSONRPCRequest(method: "widget.set", params: JSONValue(parsing: Array(params.utf8)))
      )
    )
  }

  private static let sharp = ##"shadow = { y = 10, blur = 0, color = "#FF0000" }"##

  @Test(
    "It is the frame, moved, beneath the plate, until a request moves it",
    arguments: ["button", "text"]
  )
  func offset(kind: String) throws {
    let run = try run(kind, Self.sharp)
    #expect([94, 95, 104, 105].map { run.color(80, $0) } == [0x0000FF, 0xFF0000, 0xFF0000, 0])
    #expect([19, 20, 139, 140].map { run.color($0, 100) } == [0, 0xFF0000, 0xFF0000, 0])
    #expect([14, 15].map { run.color(30, $0) } == [0, 0x0000FF])
    try set(run, ##"{"id":"it","shadow":{"x":5,"y":0,"blur":0,"color":"#00FF00"}}"##)
    run.comeToRest()
    #expect([139, 140, 144, 145].map { run.color($0, 55) } == [0x0000FF, 0x00FF00, 0x00FF00, 0])
    #expect(run.color(80, 100) == 0)
    try set(run, ##"{"id":"it","shadow":{"x":5,"y":0,"blur":0,"color":"#FFFF00"}}"##)
    run.comeToRest()
    #expect(run.color(142, 55) == 0xFFFF00)
  }

  @Test("A blur of 6 pixels falls off over as many", arguments: ["button", "text"])
  func blur(kind: String) throws {
    let run = try run(kind, ##"shadow = { y = 0, blur = 6, color = "#FF0000" }"##)
    // Three boxes of 5 pixels: 1, 3, 6, 10, 15, 18, 19 … parts of 125, of which so many lie within
    // the frame.
    for (place, parts) in [53.0, 35, 20, 10, 4, 1, 0].enumerated() {
      let color = run.color(140 + place, 55)
      #expect(abs(Double(color >> 16) - parts * 255 / 125) <= 1.6)
      #expect(color & 0xFFFF == 0)
    }
    #expect(run.color(139, 55) == 0x0000FF)
    try set(run, ##"{"id":"it","shadow":{"y":0,"blur":3,"color":"#FF0000"}}"##)
    run.comeToRest()
    #expect(run.color(143, 55) == 0)
    // Boxes of 3: 1, 3, 6 of 27.
    let red = Double(run.color(140, 55) >> 16)
    #expect(abs(red - 255 * 10.0 / 27) <= 1.6)
  }

  @Test("It follows the corners of the plate")
  func corners() throws {
    let run = try run("button", Self.sharp + "\ncorner_radius = 30")
    #expect(run.color(21, 104) == 0)
    // 30 - 30 / √2 is 8.8.
    #expect(run.color(30, 95) == 0xFF0000)
    #expect(run.color(27, 97) == 0)
  }

  @Test("It fades with the widget, and comes back with it", arguments: ["button", "text"])
  func fade(kind: String) throws {
    let run = try run(kind, Self.sharp)
    try set(run, #"{"id":"it","visible":false}"#)
    run.pass(0.12)
    // The plate alone lies on the background here, and the shadow alone there.
    let (plate, shadow) = (run.color(30, 20), run.color(30, 100))
    #expect((20...235).contains(plate))
    #expect(abs(Int(shadow >> 16) - Int(plate)) <= 1 && shadow & 0xFFFF == 0)
    run.comeToRest()
    #expect(run.color(30, 100) == 0)
    try set(run, #"{"id":"it","visible":true}"#)
    run.comeToRest()
    #expect(run.color(30, 100) == 0xFF0000)
  }

  @Test("It stays where the plate swells")
  func swelling() throws {
    let run = try run("button", Self.sharp)
    try run.perform(
      ControlRequest(
        JSONRPCRequest(
          method: "touch.send",
          params: JSONValue(parsing: Array(#"{"slot":0,"phase":"down","x":80,"y":55}"#.utf8))
        )
      )
    )
    // Swollen, and held so.
    run.comeToRest()
    #expect(run.color(80, 96) == 0x0000FF)
    #expect([20, 139].map { run.color($0, 104) } == [0xFF0000, 0xFF0000])
    #expect([19, 140].map { run.color($0, 104) } == [0, 0])
    #expect(run.presentedPixels() == run.picture())
  }

  @Test("A look gives it to all", arguments: ["button", "text"])
  func look(kind: String) throws {
    let run = try run(kind, "", look: "[[look]]\n" + Self.sharp)
    #expect(run.color(80, 100) == 0xFF0000)
    let other = try self.run(
      kind,
      ##"shadow = { color = "#00000000" }"##,
      look: "[[look]]\n" + Self.sharp
    )
    #expect(other.color(80, 100) == 0)
  }

  @Test("One without it refuses it, and then no other one of the request gets it")
  func refused() throws {
    let second = """
      [[button]]
      id = "without"
      frame = { x = 0, y = 0, width = 9, height = 9, anchor = "top-left" }
      """
    let run = try run("button", Self.sharp + "\n" + second)
    let shadow = ##""shadow":{"y":10,"blur":0,"color":"#00FF00"}"##
    for ids in [#""without""#, #"["it","without"]"#] {
      #expect(throws: JSONRPCError.self) { try set(run, "{\"id\":\(ids),\(shadow)}") }
      run.comeToRest()
      #expect(run.color(80, 100) == 0xFF0000)
    }
    try set(run, "{\"id\":\"it\",\(shadow)}")
    run.comeToRest()
    #expect(run.color(80, 100) == 0x00FF00)
  }

  @Test(
    "Requests that describe none are refused",
    arguments: ["3", #"{"x":25}"#, #"{"y":-25}"#, #"{"blur":-1}"#, #"{"blur":25}"#, #"{"z":1}"#]
  )
  func misspelt(shadow: String) throws {
    let params = #"{"id":"it","shadow":\#(shadow)}"#
    #expect(throws: JSONRPCError.self) {
      try ControlRequest(
        JSONRPCRequest(method: "widget.set", params: JSONValue(parsing: Array(params.utf8)))
      )
    }
  }

  @Test("Equal plates of a scene share a mask, which the materials let go of after it")
  func shared() throws {
    let materials = SceneMaterials()
    let size = PixelSize(width: 40, height: 30)
    func place(_ mask: CoverageMask) -> Int {
      unsafe mask.bytes.withUnsafeBytes { Int(bitPattern: $0.baseAddress) }
    }
    let first = try materials.shadow(size, radius: 4, reach: 5)
    let again = try materials.shadow(size, radius: 4, reach: 5)
    #expect(place(first) == place(again))
    #expect(first == MaskShape.rectangle(size, radius: 4).blurred(reach: 5))
    #expect(try materials.shadow(size, radius: 4, reach: 6).size.width == 52)
    #expect(try materials.shadow(size, radius: 5, reach: 5) != first)
    materials.releaseFonts()
    // The first one is held here, so that another one lies elsewhere.
    let later = try materials.shadow(size, radius: 4, reach: 5)
    #expect(later == first && place(later) != place(first))
  }
}
