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
    try expectOneWarning("install libturbojpeg0", of: path, environment: environment)
    let daemon = try RunningDaemon(scene, output: "virtual:200x160@60", environment: environment)
    let shot = daemon.place.path("shot.png")
    #expect(try daemon.control("screenshot", shot).status == 0)
    #expect(try Array(DecodedImage.open(shot).rgba[..<3]) == [0x20, 0x40, 0x60])
    #expect(daemon.stop() == 0)
  }
}
