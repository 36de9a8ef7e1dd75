// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import DisplayServer
import Geometry
import JSON
import MonotonicTime
import Presentation
import RequestWords
import TestSupport
import Testing
import VirtualKiosk
import VirtualTime
import Widgets

@Suite("Looks over the scene")
struct LookServerTests {
  /// A label, a button with a look of its own and one with its own colour, and looks for them.
  private static func scene(_ looks: String, background: String = "#D0E0F0") -> String {
    """
    [display]
    scale = 1
    background = "\(background)"
    \(looks)
    [[label]]
    id = "said"
    text = "Abfahrt"
    frame = { x = 4, y = 4, width = 100, height = 20, anchor = "top-left" }
    [[button]]
    id = "key"
    label = "7"
    look = "key"
    frame = { x = 10, y = 40, width = 50, height = 40, anchor = "top-left" }
    [[button]]
    id = "own"
    color = "#40A060"
    frame = { x = 80, y = 40, width = 50, height = 40, anchor = "top-left" }
    """
  }

  private static func look(_ name: String, _ keys: String) -> String {
    "[[look]]\n" + (name.isEmpty ? "" : "name = \"\(name)\"\n") + keys + "\n"
  }

  private static let day = look("", "text_color = \"#102030\"\ncorner_radius = 6")
  private static let key = look("key", "color = \"#FFFFFF\"")
  private static let night = look(
    "night",
    "text_color = \"#F0E0D0\"\nscreen_background = \"#081018\"\ncorner_radius = 2"
  )
  private static let nightKey = look("night.key", "color = \"#203040\"")
  private static let all = scene(day + key + night + nightKey)

  /// What the looks over the scene come to, written as one that is always there.
  private static let plainNight = scene(
    look("", "text_color = \"#F0E0D0\"\ncorner_radius = 2") + look("key", "color = \"#203040\""),
    background: "#081018"
  )

  private func kiosk(
    _ text: String,
    restoring record: StateRecord? = nil,
    _ format: PixelFormat = .xrgb8888
  ) throws -> VirtualRun {
    let run = try VirtualRun(
      settings: Settings(parsing: Array(text.utf8), fileName: "test.toml"),
      mode: smallMode(format: format),
      hertz: 60,
      restoring: record
    )
    run.comeToRest()
    return run
  }

  private func look(_ run: VirtualRun) throws -> String? {
    try run.perform(.look).json["look"]?.string
  }

  @Test("A look over the scene paints what a scene with its values paints, and none what was there")
  func paints() throws {
    let run = try kiosk(Self.all)
    let day = run.presentedPixels()
    #expect(try run.perform(.look).json == ["look": nil, "looks": ["key", "night", "night.key"]])
    try run.perform(.useLook("night"))
    run.comeToRest()
    #expect(try look(run) == "night")
    #expect(try run.presentedPixels() == kiosk(Self.plainNight).presentedPixels())
    try run.perform(.useLook(nil))
    run.comeToRest()
    #expect(try look(run) == nil)
    #expect(run.presentedPixels() == day)
  }

  @Test("What a request has set stays")
  func requested() throws {
    let run = try kiosk(Self.all)
    try run.perform(.setWidget(WidgetSetting(id: "own", label: "Moin")))
    try run.perform(.useLook("night"))
    #expect(run.widget("own")?["label"] == "Moin")
  }

  /// The share of Core Animation's ease-in-ease-out, the cubic Bézier curve (0.42, 0), (0.58, 1), at `time`.
  private func ease(_ time: Double) -> Double {
    func along(_ s: Double, _ first: Double, _ second: Double) -> Double {
      let rest = 1 - s
      return 3 * rest * rest * s * first + 3 * rest * s * s * second + s * s * s
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if along(middle, 0.42, 0.58) < time { low = middle } else { high = middle }
    }
    return along(low, 0, 1)
  }

  private func channels(_ bytes: [UInt8], _ format: PixelFormat) -> [Int] {
    guard format == .rgb565 else {
      return bytes.enumerated().filter { $0.offset % 4 != 3 }.map { Int($0.element) }
    }
    return stride(from: 0, to: bytes.count, by: 2).flatMap { byte in
      let pixel = Int(bytes[byte]) | Int(bytes[byte + 1]) << 8
      return [pixel >> 11, pixel >> 5 & 63, pixel & 31]
    }
  }

  @Test(
    "One comes through the other in a quarter of a second",
    arguments: [PixelFormat.xrgb8888, .rgb565]
  )
  func fade(format: PixelFormat) throws {
    let run = try kiosk(Self.all, format)
    let day = channels(try #require(run.presentedPixels()), format)
    try run.perform(.useLook("night"))
    run.comeToRest()
    let night = channels(try #require(run.presentedPixels()), format)
    try run.perform(.useLook(nil))
    run.comeToRest()
    let begun = run.now
    try run.perform(.useLook("night"))
    var mixed = 0
    for _ in 0..<14 {
      run.pass(1.0 / 60)
      let time = (run.shownInstant - begun).seconds / 0.25
      guard (0..<1).contains(time) else { continue }
      let weight = Int((ease(time) * 256).rounded())
      let seen = channels(try #require(run.presentedPixels()), format)
      let expected = zip(day, night).map { ($0 * (256 - weight) + $1 * weight + 128) >> 8 }
      #expect(seen == expected, "\(time)")
      mixed += weight > 0 && weight < 256 ? 1 : 0
    }
    #expect(mixed >= 10)
  }

  @Test("A change in the midst of another one goes on from what is seen")
  func interrupted() throws {
    let run = try kiosk(Self.all)
    let day = run.presentedPixels()
    try run.perform(.useLook("night"))
    run.pass(0.1)
    let between = try #require(run.presentedPixels())
    try run.perform(.useLook(nil))
    run.pass(1.0 / 60)
    let next = try #require(run.presentedPixels())
    #expect(between != day)
    #expect(zip(between, next).allSatisfy { abs(Int($0) - Int($1)) < 26 })
    run.comeToRest()
    #expect(run.presentedPixels() == day)
  }

  @Test("It outlives the process and a reload, unless the file has it no more")
  func kept() throws {
    let folder = TemporaryFolder()
    folder.write(Array(Self.all.utf8), to: "swell.toml")
    let source = ConfigurationSource(path: folder["swell.toml"])
    let run = try VirtualRun(
      settings: source.load().settings,
      mode: smallMode(),
      hertz: 60,
      configuration: source
    )
    #expect(!String(decoding: run.stateRecord.bytes, as: UTF8.self).contains("look"))
    try run.perform(.useLook("night"))
    run.comeToRest()
    let night = run.presentedPixels()
    let record = try #require(StateRecord(parsing: run.stateRecord.bytes))
    let again = try kiosk(Self.all, restoring: record)
    #expect(try look(again) == "night" && again.presentedPixels() == night)
    #expect(again.stateRecord.bytes == run.stateRecord.bytes)
    try run.perform(.reload)
    run.comeToRest()
    #expect(try look(run) == "night" && run.presentedPixels() == night)
    folder.write(Array(Self.scene(Self.day + Self.key).utf8), to: "swell.toml")
    try run.perform(.reload)
    run.comeToRest()
    #expect(try look(run) == nil)
    let day = try kiosk(Self.all)
    #expect(run.presentedPixels() == day.presentedPixels())
    // A state of a look that is gone is no obstacle.
    let plain = Self.scene(Self.day + Self.key)
    #expect(try kiosk(plain, restoring: record).presentedPixels() == day.presentedPixels())
  }

  @Test("A look that there is not is refused", arguments: [true, false])
  func refused(hasLooks: Bool) throws {
    let plain = Self.scene(Self.day).replacing("look = \"key\"", with: "")
    let run = try kiosk(hasLooks ? Self.all : plain)
    let before = run.presentedPixels()
    let error = refusal { () throws(JSONRPCError) in try run.perform(.useLook("nigth")) }
    #expect(error?.code == -32602 && error?.data?["parameter"] == "name")
    run.comeToRest()
    #expect(run.presentedPixels() == before)
  }

  @Test("A look that does not go with a widget is refused with what is wrong, and nothing changes")
  func conflict() throws {
    let circle = "\n[[circle]]\nid = \"pull\"\ntrigger_at = 30\n"
    let run = try kiosk(Self.scene(Self.key + Self.look("tight", "reach = 10")) + circle)
    let before = run.presentedPixels()
    let error = refusal { () throws(JSONRPCError) in try run.perform(.useLook("tight")) }
    let told = String(describing: error?.data)
    #expect(told.contains("must be less than twice"))
    run.comeToRest()
    #expect(run.presentedPixels() == before)
    #expect(try look(run) == nil && run.status.configurationErrors.isEmpty)
    // The next one is carried out as ever.
    try run.perform(.useLook("key"))
    #expect(try look(run) == "key")
  }

  @Test("Subscribers are told")
  func event() throws {
    let server = try SocketKiosk(Self.all)
    let client = try server.connect()
    let call = #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"events":["look"]}}"#
    _ = server.ask(client, call)
    try server.run.perform(.useLook("night"))
    #expect(server.answer(to: client)?["params"]?["look"] == "night")
    try server.run.perform(.useLook(nil))
    #expect(server.answer(to: client)?["params"]?["look"] == .null)
  }
}
