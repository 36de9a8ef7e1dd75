// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imaging
import TestSupport
import Testing

/// JPEG images on a machine without libjpeg-turbo: in its place the loader finds a file that is no library.
@Suite("JPEG images without their decoder", .serialized)
struct MissingDecoderTests {
  @Test("They are left out with one sentence that names the package, and the scene goes on")
  func missing() throws {
    let place = try Workplace()
    _ = try place.write("no library", to: "libturbojpeg.so.0")
    try Data(JPEGSamples.quarters).write(to: place.folder.appendingPathComponent("a.jpg"))
    let environment = ["LD_LIBRARY_PATH": place.folder.path]
    let scene = """
      [display]
      background = "#204060"
      [[image]]
      id = "photo"
      file = "\(place.path("a.jpg"))"
      frame = { x = 0, y = 0, width = 80, height = 60, anchor = "top-left" }
      """
    let path = try place.write(scene, to: "swell.toml")
    let check = program("swelld", ["--config", path, "--check"])
    check.environment?.merge(environment) { $1 }
    let errors = Pipe()
    check.standardError = errors
    try check.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    check.waitUntilExit()
    #expect(check.terminationStatus == 0)
    let lines = text.split(separator: "\n").filter { $0.contains("warning") }
    #expect(lines.count == 1 && text.contains("install libturbojpeg0"), "\(text)")
    let daemon = try RunningDaemon(scene, output: "virtual:200x160@60", environment: environment)
    let shot = daemon.place.path("shot.png")
    #expect(try daemon.control("screenshot", shot).status == 0)
    #expect(try Array(DecodedImage.open(shot).rgba[..<3]) == [0x20, 0x40, 0x60])
    #expect(daemon.stop() == 0)
  }
}
