// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Imaging
package import LinuxSystem
internal import MonotonicTime
internal import PlainText
internal import Raster

/// A drawing in SVG, made pixels of the size that is needed by `rsvg-convert`.
///
/// The daemon never reads such a file but hands its bytes to that program, a child with limits of time,
/// memory and size: a drawing may come from anywhere, and its reader is large.
package struct VectorDrawing {
  private let path: String
  private let bytes: [UInt8]
  private let program: BoundedProgram

  /// The reason why a drawing cannot be shown: one sentence that says what to do.
  package struct Fault: Error {
    /// The sentence.
    package let sentence: String
  }

  /// The largest file that is read, in bytes.
  package static let maximumFileSize = 16 << 20
  /// The program that draws, found in `$PATH`.
  package static let converter = "rsvg-convert"

  /// Tells if `path` names a drawing and no image of pixels.
  package static func isNamed(by path: String) -> Bool {
    path.utf8.count > 4 && path.suffix(4).lowercased() == ".svg"
  }

  /// Reads the drawing at `path`.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - program: The limits of what draws it.
  /// - Throws: ``Fault`` where it cannot be read.
  package init(_ path: String, by program: BoundedProgram = BoundedProgram()) throws(Fault) {
    self.path = path
    self.program = program
    do throws(SystemError) {
      bytes = try FileReader.read(path, limit: Self.maximumFileSize)
    } catch {
      throw Fault(
        sentence: "\(path) cannot be read: \(error.reason); check its path and its permissions"
      )
    }
  }

  /// The drawing as pixels, as large as a box wants it.
  ///
  /// - Parameters:
  ///   - box: The box in view pixels.
  ///   - fit: Within the box, over all of it, or as large as the drawing says.
  ///   - scale: View pixels per unit of the drawing, where it is as large as it says.
  /// - Returns: The pixels.
  /// - Throws: ``Fault``.
  func image(
    fitting box: PixelSize,
    fit: PictureFit,
    scale: Double
  ) throws(Fault) -> DecodedImage {
    let limit = DecodedImage.maximumExtent
    let (width, height) = (min(max(box.width, 1), limit), min(max(box.height, 1), limit))
    switch fit {
    case .none: return try convert(["--zoom", "\(scale)"])
    case .contain:
      return try convert(Self.arguments(width, height: height) + ["--keep-aspect-ratio"])
    case .cover:
      // Only the picture itself tells what its sides are to each other.
      let inner = try convert(Self.arguments(width, height: height) + ["--keep-aspect-ratio"]).size
      let factor = max(
        Double(width) / Double(inner.width),
        Double(height) / Double(inner.height)
      )
      guard factor > 1 else {
        return try convert(Self.arguments(inner.width, height: inner.height))
      }
      return try convert(
        Self.arguments(
          min(limit, Int((Double(inner.width) * factor).rounded(.up))),
          height: min(limit, Int((Double(inner.height) * factor).rounded(.up)))
        )
      )
    }
  }

  /// Finds out whether the drawing can be made pixels.
  ///
  /// - Throws: ``Fault`` where it cannot.
  package func check() throws(Fault) {
    _ = try image(fitting: PixelSize(width: 64, height: 64), fit: .contain, scale: 1)
  }

  private static func arguments(_ width: Int, height: Int) -> [String] {
    ["--width", "\(width)", "--height", "\(height)"]
  }

  private func convert(_ size: [String]) throws(Fault) -> DecodedImage {
    let png: [UInt8]
    do throws(BoundedProgram.Failure) {
      png = try program.run([Self.converter, "--format", "png"] + size, input: bytes)
    } catch {
      throw Fault(sentence: sentence(error))
    }
    do throws(ImagingError) {
      return try PNGImage.decode(png, path: path)
    } catch {
      throw Fault(sentence: "\(path) cannot be drawn: \(Self.converter) made no picture of it")
    }
  }

  private func sentence(_ failure: BoundedProgram.Failure) -> String {
    switch failure {
    case .missing:
      "\(path) is SVG, and \(Self.converter) is not installed: install librsvg2-bin, "
        + "or give a PNG image"
    case .unstarted(let reason):
      "\(path) cannot be drawn: \(Self.converter) cannot be started: \(reason)"
    case .tooSlow:
      "\(path) takes longer to draw than \(Int(program.time.seconds)) s; simplify it"
    case .tooLarge:
      "\(path) makes a picture of more than \(program.size >> 20) MiB; simplify it"
    case .failed(let words):
      "\(path) cannot be drawn: \(words.isEmpty ? "no picture came of it" : words)"
    }
  }
}
