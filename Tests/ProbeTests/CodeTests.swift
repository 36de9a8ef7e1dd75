// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSON
import TestSupport
import Testing
import swell_probe

/// A decoder of codes; nil where it, or what makes codes, is not installed.
private let decoder: String? = {
  let path = "/usr/bin/zbarimg"
  let has = FileManager.default.isExecutableFile(atPath:)
  let libraries = ["/usr/lib", "/lib"].flatMap { folder in
    ["", "/x86_64-linux-gnu", "/aarch64-linux-gnu"].map { folder + $0 + "/libqrencode.so.4" }
  }
  return has(path) && libraries.contains(where: FileManager.default.fileExists) ? path : nil
}()

/// Frames with codes, read by a decoder that knows nothing of what made them.
@Suite(
  "Codes that a decoder reads",
  .enabled(if: decoder != nil, "zbarimg (zbar-tools) or libqrencode.so.4 is not installed")
)
struct CodeTests {
  /// What the decoder reads in a frame.
  private func read(_ config: String, _ script: String, width: Int, height: Int) throws -> String {
    let folder = TemporaryFolder()
    var question = JSONObject([("q", "frame"), ("t", 1)])
    question["config"] = .string(config)
    question["width"] = .number(Double(width))
    question["height"] = .number(Double(height))
    question["script"] = try JSONValue(parsing: Array("[\(script)]".utf8))
    question["png"] = .string(folder["frame.png"])
    let answer = try JSONValue(
      parsing: Array(Probe.answer(to: JSONValue.object(question).text).utf8)
    )
    try #require(answer["png"]?.string == folder["frame.png"], "\(answer.text)")
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: try #require(decoder))
    // Bytes as they are: it would guess which letters they are.
    let options = ["--quiet", "--raw", "--oneshot", "-Sdisable", "-Sqrcode.enable", "-Sbinary"]
    process.arguments = options + [folder["frame.png"]]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  @Test(
    "It reads what was encoded at each size, scale and turn",
    arguments: [120.0, 163, 300],
    [0, 90, 180, 270]
  )
  func read(side: Double, rotation: Int) throws {
    for scale in [1, 1.25, 2] {
      let (text, level) = ("WIFI:T:WPA;S:Gäste;P:\(side) \(rotation);;", scale == 2 ? "H" : "L")
      let config = """
        [display]
        scale = \(scale)
        rotation = \(rotation)
        background = "#101418"
        [[code]]
        id = "a"
        text = "\(text)"
        level = "\(level)"
        frame = { x = "50%", y = "50%", width = \(side), height = \(side + 20) }
        """
      let pixels = Int(400 * scale)
      #expect(try read(config, "", width: pixels, height: pixels) == text)
    }
  }

  @Test("It reads what a request has set, on a rectangle that swells")
  func set() throws {
    let config = """
      [display]
      scale = 1
      [[code]]
      id = "a"
      text = "before"
      elastic = { amplitude = 12 }
      frame = { x = 200, y = 200, width = 240, height = 240 }
      """
    let script = """
      {"t":0.1,"code.set":{"text":"https://example.org/?n=1"}},
      {"t":0.9,"touch":{"slot":0,"phase":"down","x":200,"y":200}}
      """
    #expect(try read(config, script, width: 400, height: 400) == "https://example.org/?n=1")
  }
}
