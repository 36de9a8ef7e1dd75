// SPDX-License-Identifier: Apache-2.0
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Imaging

/// Images that `cjpeg` writes, held against what `djpeg` makes of them (libjpeg-turbo-progs).
@Suite("JPEG images of every kind")
struct JPEGReferenceTests {
  private let folder = TemporaryFolder()

  /// Runs a program; traps unless it succeeds.
  private func run(_ name: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/\(name)")
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  @Test(
    "Pixels are those of another decoder",
    arguments: [
      "-quality 85", "-quality 15 -optimize", "-progressive", "-grayscale", "-arithmetic", "-rgb",
      "-sample 2x1", "-sample 1x1", "-restart 1", "-quality 95 -progressive -sample 1x2",
    ]
  )
  func pixels(options: String) throws {
    let (width, height) = (67, 45)
    var random = SplitMix(seed: 7)
    var file = Array("P6 \(width) \(height) 255\n".utf8)
    for y in 0..<height {
      for x in 0..<width {
        let noise = UInt8(random.next() & 31)
        file += [UInt8(x * 3) &+ noise / 4, UInt8(y * 5), UInt8((x * y) & 127) + noise]
      }
    }
    folder.write(file, to: "in.ppm")
    try run(
      "cjpeg",
      options.split(separator: " ").map(String.init) + [
        "-outfile", folder["a.jpg"], folder["in.ppm"],
      ]
    )
    try run("djpeg", ["-rgb", "-ppm", "-outfile", folder["out.ppm"], folder["a.jpg"]])
    let image = try DecodedImage.open(folder["a.jpg"])
    #expect(image.size.width == width && image.size.height == height)
    let expected = try #require(TestFile.bytes(folder["out.ppm"])).suffix(3 * width * height)
    let colours = image.rgba.indices.filter { $0 % 4 < 3 }.map { image.rgba[$0] }
    let wrong = zip(colours, expected).first { abs(Int($0) - Int($1)) > 1 }
    #expect(wrong == nil && colours.count == expected.count)
    #expect(stride(from: 3, to: image.rgba.count, by: 4).allSatisfy { image.rgba[$0] == 255 })
  }
}
