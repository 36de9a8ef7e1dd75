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

@Suite(
  "JPEG images in the daemon",
  .enabled(if: JPEGSamples.hasDecoder, "libturbojpeg.so.0 is not installed")
)
struct JPEGServerTests {
  private let folder = TemporaryFolder()

  private func request(_ method: String, _ params: String) throws -> ControlRequest {
    try ControlRequest(
      JSONRPCRequest(method: method, params: JSONValue(parsing: Array(params.utf8)))
    )
  }

  @Test("One is shown upright whatever its name, and one that is cut off leaves it there")
  func shown() throws {
    let exif = JPEGSamples.exif(orientation: 3, isLittleEndian: true)
    folder.write(JPEGSamples.quarters(exif: exif), to: "a.png")
    folder.write(JPEGSamples.quarters, to: "b.jpg")
    folder.write(Array(JPEGSamples.quarters.dropLast(12)), to: "cut.jpg")
    let run = try VirtualRun(
      """
      [display]
      scale = 1
      background = "#204060"
      [[image]]
      id = "photo"
      file = "\(folder["a.png"])"
      fit = "none"
      over = 0
      frame = { x = 0, y = 0, width = 32, height = 16, anchor = "top-left" }
      """
    )
    run.comeToRest()
    /// Blue of the upper left quarter's and of the lower right one's middle.
    func blues() -> [UInt8] {
      let pixels = run.presentedPixels() ?? []
      return [pixels[(4 * 160 + 8) * 4], pixels[(12 * 160 + 24) * 4]]
    }
    // White and red, and after that red and white.
    #expect(blues()[0] > 250 && blues()[1] < 5)
    try run.perform(request("image.set", #"{"file":"b.jpg"}"#))
    run.comeToRest()
    #expect(blues()[0] < 5 && blues()[1] > 250)
    #expect(throws: JSONRPCError.self) {
      try run.perform(request("image.set", #"{"file":"cut.jpg"}"#))
    }
    run.comeToRest()
    #expect(blues()[0] < 5 && blues()[1] > 250)
  }
}
