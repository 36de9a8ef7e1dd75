// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import Geometry
import Imaging
import LinuxSystem
import MonotonicTime
import Presentation
import VirtualTime
import Widgets

/// A scene on all common panels side by side, a row for each of its pages: the scene as it is some seconds after it has
/// come, by the daemon's own code in virtual time.
struct Sheet {
  /// Height of drawn panels, and distance between them, in pixels.
  private static let (height, gap) = (240, 16)
  /// Colour between panels.
  private static let ground: UInt32 = 0x3A3F45
  /// Seconds after which what moves when a page comes has moved.
  private static let pause = MonotonicInterval(seconds: 3)

  /// Extent in pixels.
  let size: PixelSize
  /// The pixels, XRGB8888, row by row without padding.
  private(set) var pixels: [UInt32]

  /// Draws a scene.
  ///
  /// - Parameters:
  ///   - settings: The scene.
  ///   - panels: The panels, from left to right.
  /// - Throws: `SystemError` when no memory is left for a display.
  init(_ settings: Settings, on panels: [PanelFormat]) throws(SystemError) {
    let pages = settings.pages.isEmpty ? [nil] : settings.pages.map { $0.id as String? }
    var runs: [VirtualRun] = []
    for panel in panels {
      runs.append(
        try VirtualRun(settings: settings, mode: panel.mode(turn: .none), hertz: panel.hertz)
      )
    }
    let sizes = runs.map { run in
      let view = run.transform?.viewSize ?? PixelSize(width: 1, height: 1)
      return PixelSize(width: max(1, view.width * Self.height / view.height), height: Self.height)
    }
    size = PixelSize(
      width: sizes.reduce(Self.gap) { $0 + $1.width + Self.gap },
      height: pages.count * (Self.height + Self.gap) + Self.gap
    )
    pixels = Array(repeating: Self.ground, count: size.width * size.height)
    var left = Self.gap
    for (run, size) in zip(runs, sizes) {
      for (row, page) in pages.enumerated() {
        if let page { _ = try? run.perform(.showPage(id: page, turn: .cut)) }
        run.advance(to: run.now + Self.pause)
        guard let transform = run.transform else { continue }
        var picture = Picture(size: transform.viewSize)
        _ = run.output.withPresentedFrame { frame, strideBytes in
          picture.take(
            frame,
            strideBytes: strideBytes,
            transform: transform,
            part: transform.viewSize.bounds
          )
        }
        paste(picture, extent: size, left: left, top: Self.gap + row * (Self.height + Self.gap))
      }
      left += size.width + Self.gap
    }
  }

  /// Draws `picture` at `size`: each pixel is the mean of those that it stands for.
  private mutating func paste(_ picture: Picture, extent: PixelSize, left: Int, top: Int) {
    let source = picture.size
    for y in 0..<extent.height {
      let above = y * source.height / extent.height
      let rows = above..<max((y + 1) * source.height / extent.height, above + 1)
      for x in 0..<extent.width {
        let first = x * source.width / extent.width
        let columns = first..<max((x + 1) * source.width / extent.width, first + 1)
        var (red, green, blue) = (0, 0, 0)
        for row in rows {
          for column in columns {
            let pixel = Int(picture.pixels[row * source.width + column])
            red += pixel >> 16 & 255
            green += pixel >> 8 & 255
            blue += pixel & 255
          }
        }
        let count = rows.count * columns.count
        let mean = [red, green, blue].reduce(0) { $0 << 8 | UInt32(($1 + count / 2) / count) }
        pixels[(top + y) * size.width + left + x] = mean
      }
    }
  }

  /// Writes the picture into a PNG file.
  ///
  /// - Throws: ``ImagingError`` when it cannot be written.
  func write(to path: String) throws(ImagingError) {
    try unsafe PNGImage.write(
      to: path,
      xrgb8888: pixels.span.bytes,
      size: size,
      strideBytes: 4 * size.width
    )
  }
}
