// SPDX-License-Identifier: Apache-2.0
import Geometry
import Imaging
import LinuxSystem
import MonotonicTime

/// Frames as they were shown, in a file or a folder.
final class Recording {
  /// The reason why it cannot go on.
  struct Failure: Error {
    let reason: String
  }

  /// The target of the frames.
  enum Target: Hashable {
    /// An animated PNG.
    case file(String)
    /// A folder, with a slash at its end: a PNG a frame.
    case folder(String)

    /// Reads a value of `--record`; `nil` when it is neither.
    init?(_ text: String) {
      if text.hasSuffix("/") {
        self = .folder(text)
      } else if text.hasSuffix(".apng") || text.hasSuffix(".png") {
        self = .file(text)
      } else {
        return nil
      }
    }
  }

  private let target: Target
  private var animation: AnimatedPNG?
  private var count = 0

  /// A recording that has not begun.
  ///
  /// - Throws: ``Failure`` when nothing can be written there.
  init(_ target: Target) throws(Failure) {
    self.target = target
    switch target {
    case .file(let path): animation = try AnimatedPNG(path: path)
    case .folder(let path): FileSystem.makeFolder(path, mode: 0o755)
    }
  }

  /// Adds a frame.
  ///
  /// - Parameters:
  ///   - picture: The frame.
  ///   - parts: The rectangles in which it may differ from the frame before.
  ///   - instant: Since when it is shown.
  /// - Throws: ``Failure`` when it cannot be written.
  func add(
    _ picture: Picture,
    parts: [PixelRect],
    at instant: MonotonicInstant
  ) throws(Failure) {
    count += 1
    guard case .folder(let path) = target else {
      try animation?.add(picture, part: parts.reduce(.empty) { $0.union($1) }, at: instant)
      return
    }
    let number = String(count)
    let name = String(repeating: "0", count: max(0, 6 - number.count)) + number
    let bytes = try picture.encoded(picture.size.bounds)
    try Self.write(bytes, to: "\(path)\(name).png")
  }

  /// Ends it; the last frame is shown until `instant`.
  func finish(at instant: MonotonicInstant) throws(Failure) {
    try animation?.finish(at: instant)
    animation = nil
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    do throws(SystemError) {
      try FileSystem.replace(path, with: bytes, mode: 0o644)
    } catch {
      throw Failure(reason: "\(error)")
    }
  }
}

extension Picture {
  /// A part of the picture as a PNG file.
  ///
  /// - Throws: `Recording.Failure` when memory is short.
  func encoded(_ part: PixelRect) throws(Recording.Failure) -> [UInt8] {
    do throws(ImagingError) {
      return try unsafe PNGImage.encode(
        xrgb8888: pixels.span.bytes.extracting(((part.top * size.width + part.left) * 4)...),
        size: PixelSize(width: part.width, height: part.height),
        strideBytes: size.width * 4
      )
    } catch {
      throw Recording.Failure(reason: "\(error)")
    }
  }
}
