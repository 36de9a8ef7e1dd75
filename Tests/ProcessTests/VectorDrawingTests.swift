// SPDX-License-Identifier: Apache-2.0
import Foundation
import Geometry
import Imaging
import Testing

/// Drawings in SVG, with a program in the place of `rsvg-convert` that does as a test says.
@Suite("Drawings in SVG", .serialized)
struct VectorDrawingTests {
  private let place: Workplace
  private let environment: [String: String]

  init() throws {
    place = try Workplace()
    environment = ["PATH": "\(place.folder.path):/usr/bin:/bin"]
    _ = try place.write("<svg/>", to: "drawing.svg")
  }

  /// Puts a script in the place of the program.
  private func converter(_ script: String) throws {
    let path = try place.write("#!/bin/sh\n\(script)\n", to: "rsvg-convert")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  /// Has the program make a red picture of so many pixels, and write down what it was asked.
  private func drawing(_ width: Int, _ height: Int) throws {
    let pixel: [UInt8] = [0, 0, 255, 0]
    let bytes = try PNGImage.encode(
      xrgb8888: Array(repeatElement(pixel, count: width * height).joined()),
      size: PixelSize(width: width, height: height),
      strideBytes: width * 4
    )
    try Data(bytes).write(to: place.folder.appendingPathComponent("drawn.png"))
    let folder = place.folder.path
    try converter(
      "cat > \(folder)/input; echo \"$@\" >> \(folder)/asked; cat \(folder)/drawn.png"
    )
  }

  private func scene(_ keys: String, scale: Double = 1) -> String {
    """
    [display]
    scale = \(scale)
    background = "#204060"
    [[image]]
    id = "photo"
    file = "\(place.path("drawing.svg"))"
    frame = { x = 20, y = 10, width = 80, height = 60, anchor = "top-left" }
    \(keys)
    """
  }

  private func pixels(_ daemon: RunningDaemon) throws -> DecodedImage {
    let path = daemon.place.path("shot.png")
    #expect(try daemon.control("screenshot", path).status == 0)
    return try DecodedImage.open(path)
  }

  @Test(
    "It is drawn at the size that its frame needs",
    arguments: [
      ("contain", 1.0, ["--format png --width 80 --height 60 --keep-aspect-ratio"]),
      ("contain", 1.5, ["--format png --width 120 --height 90 --keep-aspect-ratio"]),
      ("none", 1.5, ["--format png --zoom 1.5"]),
      (
        "cover", 1,
        [
          "--format png --width 80 --height 60 --keep-aspect-ratio",
          "--format png --width 120 --height 60",
        ]
      ),
    ]
  )
  func sizes(fit: String, scale: Double, asked: [String]) throws {
    try drawing(80, 40)
    let daemon = try RunningDaemon(
      scene("fit = \"\(fit)\"", scale: scale),
      output: "virtual:200x160@60",
      environment: environment
    )
    let image = try pixels(daemon)
    let middle = (Int(40 * scale) * 200 + Int(60 * scale)) * 4
    #expect(Array(image.rgba[middle..<middle + 3]) == [255, 0, 0])
    #expect(place.text("asked").split(separator: "\n").map(String.init) == asked)
    #expect(place.text("input") == "<svg/>")
  }

  @Test(
    "What cannot be drawn is left out with one sentence, and the scene goes on",
    arguments: [
      ("", "install librsvg2-bin"),
      ("echo 'no drawing' >&2; exit 1", "cannot be drawn: no drawing"),
      ("echo no picture", "made no picture of it"), ("kill -SEGV $$", "no picture came of it"),
    ]
  )
  func faults(script: String, sentence: String) throws {
    if !script.isEmpty { try converter(script) }
    let path = try place.write(scene(""), to: "swell.toml")
    try expectOneWarning(sentence, of: path, environment: environment)
    let daemon = try RunningDaemon(
      scene(""),
      output: "virtual:200x160@60",
      environment: environment
    )
    let image = try pixels(daemon)
    #expect(Array(image.rgba[..<3]) == [0x20, 0x40, 0x60])
    #expect(daemon.stop() == 0)
  }
}
