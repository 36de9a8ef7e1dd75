// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import ArgumentParser
internal import Control
internal import Geometry
internal import Imaging
internal import LinuxSystem

/// `swellctl screenshot FILE.png`.
struct Screenshot: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes what the screen shows to a PNG file."
  )

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: ArgumentHelp("The file to write.", valueName: "file.png")) var file: String

  func run() throws {
    var client = try connection.connect()
    let result = try client.call(.screenshot)
    guard let width = result["width"]?.int, let height = result["height"]?.int,
      let strideBytes = result["stride"]?.int, result["format"] == "XRGB8888",
      let memory = client.takeDescriptor()
    else {
      throw ClientError.refused("the daemon's answer holds no picture that this version can read")
    }
    let pixels: [UInt8]
    do throws(SystemError) {
      pixels = try FileReader.read(memory, limit: Self.maximumByteCount)
    } catch {
      throw ClientError.refused("cannot read the picture: \(error)")
    }
    do throws(ImagingError) {
      try PNGImage.write(
        to: file,
        xrgb8888: pixels,
        size: PixelSize(width: width, height: height),
        strideBytes: strideBytes
      )
    } catch {
      throw ClientError.refused(error.description)
    }
  }

  /// More than any screen's picture has.
  private static var maximumByteCount: Int { 1 << 30 }
}
