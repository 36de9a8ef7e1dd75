// SPDX-License-Identifier: Apache-2.0
import Foundation
import Geometry
import Imaging
import Testing

@testable import swell_preview

/// A wave that never rests, and a button.
private let moving = scene.replacing("mask = ", with: "percent = 40\nmask = ")

@Suite("What a designer looks at", .serialized)
struct PreviewToolsTests {
  @Test("Held time shows one frame a step, and goes on where it was")
  func steps() throws {
    let preview = try RunningPreview(moving)
    #expect(try preview.wait { try preview.presented > 5 })
    try preview.key("p")
    // What was on its way when the key came is there by the second answer.
    _ = try preview.presented
    var count = try preview.presented
    let before = try preview.picture()
    for _ in 0..<20 { #expect(try preview.presented == count) }
    #expect(try preview.picture() == before)
    for _ in 0..<3 {
      try preview.key("n")
      #expect(try preview.wait { try preview.presented == count + 1 })
      _ = try preview.picture()
      #expect(try preview.presented == count + 1)
      count += 1
    }
    #expect(try preview.picture() != before)
    try preview.key("p")
    #expect(try preview.wait { try preview.presented > count + 5 })
  }

  @Test("Slow time goes on, slower by a key and back again, and the title says how slow")
  func slow() throws {
    let preview = try RunningPreview(moving)
    for name in ["time 1/2", "time 1/5", "time 1/10"] {
      try preview.key("t")
      #expect(try preview.wait { try preview.title.contains(name) })
      let count = try preview.presented
      #expect(try preview.wait { try preview.presented > count + 2 })
    }
    try preview.key("t")
    #expect(try preview.wait { try !preview.title.contains("time") })
  }

  @Test("Guides stand where frames and control points are, and are gone again")
  func guides() throws {
    let preview = try RunningPreview(scene)
    let plain = try daemonPicture(of: scene)
    #expect(try preview.waitFor(plain))
    try preview.key("d")
    #expect(try preview.wait { try preview.picture() != plain })
    let picture = try #require(try preview.picture())
    // The button's frame, 20 80 50 30, is elastic: a handle in the middle of each edge.
    for (x, y) in [(45, 80), (70, 95), (45, 110), (20, 95)] {
      #expect(picture[x, y] == 0xFFB020, "\(x) \(y)")
    }
    // That of the progress, 50 10 50 50, is not.
    #expect(picture[54, 10] != plain[54, 10])
    #expect(picture[54, 10] == picture[96, 60])
    try preview.key("d")
    #expect(try preview.waitFor(plain))
    try preview.key("F1")
    #expect(try preview.wait { try preview.picture() != plain })
    try preview.key("F1")
    #expect(try preview.waitFor(plain))
  }

  @Test("A larger window shows each pixel as a square")
  func zoom() throws {
    let preview = try RunningPreview(scene)
    let plain = try daemonPicture(of: scene)
    #expect(try preview.waitFor(plain))
    try preview.key("ctrl+plus")
    let size = PixelSize(width: 320, height: 240)
    let pixels = (0..<240).flatMap { y in (0..<320).map { x in plain[x / 2, y / 2] } }
    #expect(try preview.waitFor(WindowPicture(size: size, pixels: pixels)))
    // A finger touches what is under it.
    try preview.move(90, 190)
    try preview.pointer("mousedown", "1")
    #expect(try preview.wait { try preview.isPressed("start") })
    try preview.pointer("mouseup", "1")
    try preview.key("ctrl+0")
    #expect(try preview.waitFor(plain))
  }

  @Test("A rehearsal prints programs and runs none, and a job is done")
  func rehearsal() throws {
    let place = try Workplace()
    let keys = """
      id = "start"
      exec = ["touch", "\(place.path("a b"))"]
      job = { progress = "main", done = { label = "Done", hold = 0 } }
      """
    let preview = try RunningPreview(
      scene.replacing("id = \"start\"", with: keys),
      ["--exec-dry-run"]
    )
    try preview.move(45, 95)
    try preview.pointer("click", "1")
    let lines = LineReader(preview.output)
    #expect(lines.next() == "start would run: touch '\(place.path("a b"))'")
    #expect(
      try preview.wait { try preview.control("job", "status", "start").output.contains("done") }
    )
    #expect(try preview.control("status", "--json").output.contains("\"percent\":100"))
    #expect(!FileManager.default.fileExists(atPath: place.path("a b")))
  }

  @Test("A recording has every frame that was shown, the last one as it is at the end")
  func recording() throws {
    let place = try Workplace()
    let path = place.path("out.apng")
    let preview = try RunningPreview(scene, ["--record", path])
    let start = try daemonPicture(of: scene)
    #expect(try preview.waitFor(start))
    #expect(try preview.control("progress", "100", "--over", "0.2").status == 0)
    let full = scene.replacing("mask = ", with: "percent = 100\nmask = ")
    let end = try daemonPicture(of: full)
    #expect(try preview.waitFor(end))
    #expect(try preview.wait { try preview.isResting })
    let shown = try preview.presented
    try preview.key("ctrl+q")
    #expect(preview.end() == 0)
    // What knows nothing of animation sees the first frame.
    #expect(try WindowPicture(png: path) == start)
    let animation = try AnimationReader(path)
    #expect(animation.frameCount == animation.frames.count)
    #expect(animation.frames.count > 5 && animation.frames.count <= shown)
    #expect(animation.frames.last == end)
    #expect(animation.milliseconds >= 200)
  }

  @Test("A folder gets a picture a frame")
  func frames() throws {
    let place = try Workplace()
    let preview = try RunningPreview(scene, ["--record", place.path("frames") + "/"])
    let start = try daemonPicture(of: scene)
    #expect(try preview.waitFor(start))
    #expect(try WindowPicture(png: place.path("frames/000001.png")) == start)
    let turned = scene.replacing("scale = 1", with: "scale = 1\nrotation = 90")
    try preview.key("r")
    let upright = try daemonPicture(of: turned).upright(.quarter)
    #expect(try preview.waitFor(upright))
    let count = try preview.presented
    let last = "frames/" + String(repeating: "0", count: 6 - "\(count)".count) + "\(count).png"
    #expect(try WindowPicture(png: place.path(last)) == upright)
  }
}

extension RunningPreview {
  private func number(_ key: String) throws -> Double {
    let text = try control("status", "--json").output
    guard let start = text.range(of: "\"\(key)\":") else { return -1 }
    return Double(text[start.upperBound...].prefix { "0123456789.e-+".contains($0) }) ?? -1
  }

  fileprivate var presented: Int { get throws { Int(try number("presented")) } }
  fileprivate var isResting: Bool {
    get throws { try control("status", "--json").output.contains("\"resting\":true") }
  }
  fileprivate var title: String { get throws { try pointer("getwindowname", window) } }
}

/// The frames of an animated PNG, put together by the letter of the specification.
private struct AnimationReader {
  /// What acTL says.
  private(set) var frameCount = 0
  private(set) var frames: [WindowPicture] = []
  /// How long all frames together are shown.
  private(set) var milliseconds = 0

  init(_ path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    func word(_ bytes: ArraySlice<UInt8>, _ index: Int) -> Int {
      bytes.dropFirst(index * 4).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
    var (offset, sequence) = (8, 0)
    var (size, canvas) = (PixelSize(width: 0, height: 0), [UInt32]())
    var control: ArraySlice<UInt8> = []
    var data: [UInt8] = []
    func finishFrame(_ frames: inout [WindowPicture]) throws {
      guard !data.isEmpty else { return }
      let (width, height, left, top) = (
        word(control, 1), word(control, 2), word(control, 3), word(control, 4)
      )
      var header = Array(bytes[16..<29])
      header.replaceSubrange(0..<8, with: control.dropFirst(4).prefix(8))
      let file =
        PNGChunks.signature + Self.chunk("IHDR", header) + Self.chunk("IDAT", data)
        + Self.chunk("IEND", [])
      let image = try DecodedImage.decode(file)
      #expect(image.size == PixelSize(width: width, height: height))
      for y in 0..<height {
        for x in 0..<width {
          let pixel = image.rgba[((y * width + x) * 4)...].prefix(3)
          canvas[(top + y) * size.width + left + x] = pixel.reduce(0) { $0 << 8 | UInt32($1) }
        }
      }
      frames.append(WindowPicture(size: size, pixels: canvas))
      data = []
    }
    while offset + 12 <= bytes.count {
      let length = word(bytes[offset...], 0)
      let type = String(decoding: bytes[(offset + 4)..<(offset + 8)], as: UTF8.self)
      let body = bytes[(offset + 8)..<(offset + 8 + length)]
      #expect(
        word(bytes[(offset + 8 + length)...], 0)
          == Int(Self.remainder(bytes[(offset + 4)..<(offset + 8 + length)]))
      )
      switch type {
      case "IHDR":
        size = PixelSize(width: word(body, 0), height: word(body, 1))
        canvas = Array(repeating: 0, count: size.width * size.height)
      case "acTL": frameCount = word(body, 0)
      case "fcTL":
        try finishFrame(&frames)
        #expect(word(body, 0) == sequence)
        sequence += 1
        control = body
        #expect(word(body, 5) & 0xFFFF == 1000)
        milliseconds += word(body, 5) >> 16
        #expect(body.suffix(2).elementsEqual([0, 0]))
      case "IDAT": data += body
      case "fdAT":
        #expect(word(body, 0) == sequence)
        sequence += 1
        data += body.dropFirst(4)
      case "IEND":
        try finishFrame(&frames)
        #expect(offset + 12 == bytes.count)
      default: break
      }
      offset += 12 + length
    }
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - $0 * 8) & 0xFF) } }
    return word(UInt32(data.count)) + body + word(remainder(body[...]))
  }

  /// CRC-32 bit by bit, as a division.
  private static func remainder(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var register = UInt32.max
    for byte in bytes {
      for bit in 0..<8 {
        let isOdd = (register ^ UInt32(byte >> bit)) & 1 == 1
        register = register >> 1 ^ (isOdd ? 0xEDB8_8320 : 0)
      }
    }
    return ~register
  }
}
