// SPDX-License-Identifier: Apache-2.0
package import Geometry
import MonotonicTime
package import Presentation
package import VirtualTime

/// What the screen of a run shows, read as who stands before it sees it: in view pixels, in either
/// format.
package struct ShownPicture {
  package let transform: OutputTransform
  package let format: PixelFormat
  private let bytes: [UInt8]

  /// A run that presents no frame.
  package struct Absence: Error {}

  /// The frame that `run` presents.
  package init(_ run: VirtualRun, _ panel: Panel) throws(Absence) {
    guard let mode = run.output.mode, let pixels = run.presentedPixels() else { throw Absence() }
    transform = OutputTransform(
      bufferSize: mode.size,
      rotation: panel.rotation,
      scale: panel.scale
    )
    format = mode.format
    bytes = pixels
  }

  /// Red, green and blue of a view pixel, 0 … 255.
  package func color(_ x: Int, _ y: Int) -> [Int] {
    let view = PixelRect(left: x, top: y, right: x + 1, bottom: y + 1)
    let place = transform.bufferRect(ofView: view)
    let start = (place.top * transform.bufferSize.width + place.left) * format.bytesPerPixel
    guard format == .rgb565 else {
      return [Int(bytes[start + 2]), Int(bytes[start + 1]), Int(bytes[start])]
    }
    let word = Int(bytes[start]) | Int(bytes[start + 1]) << 8
    return [(word >> 11) * 255 / 31, (word >> 5 & 63) * 255 / 63, (word & 31) * 255 / 31]
  }

  /// The greatest distance of any channel from what a pixel should have been.
  package func distance(_ x: Int, _ y: Int, from wanted: [Double]) -> Double {
    zip(color(x, y), wanted).map { abs(Double($0) - $1) }.max() ?? 0
  }

  /// The pixel that is furthest from what it should have been, of these columns and rows or of all.
  package func worst(
    columns: Range<Int>? = nil,
    rows: Range<Int>? = nil,
    from wanted: (_ x: Int, _ y: Int) -> [Double]
  ) -> (distance: Double, x: Int, y: Int) {
    let size = transform.viewSize
    var worst = (distance: 0.0, x: 0, y: 0)
    for y in rows ?? 0..<size.height {
      for x in columns ?? 0..<size.width {
        let distance = distance(x, y, from: wanted(x, y))
        if distance > worst.distance { worst = (distance, x, y) }
      }
    }
    return worst
  }

  /// What one channel of a dithered pixel may be away from what it stands for.
  package var dither: Double { format == .rgb565 ? 8.3 : 0 }
}

/// How a panel hangs, how dense it is, and what its pixels are.
package struct Panel: CustomStringConvertible {
  package var rotation: Rotation
  package var scale: Double
  package var format: PixelFormat

  package var description: String { "\(rotation.rawValue)° \(scale) \(format)" }

  /// Four rotations, two scales, two formats.
  package static let all = Rotation.allCases.flatMap { rotation in
    [1, 1.25].flatMap { scale in
      [PixelFormat.xrgb8888, .rgb565].map {
        Self(rotation: rotation, scale: scale, format: $0)
      }
    }
  }

  /// Half of ``all``: each two of rotation, scale and format are there together.
  package static let pairs = all.filter { panel in
    let isTurned = panel.rotation == .quarter || panel.rotation == .threeQuarters
    return isTurned == ((panel.scale == 1) == (panel.format == .rgb565))
  }

  /// A mode that shows a view of so many pixels.
  package func mode(_ width: Int, _ height: Int) -> OutputMode {
    rotation.swapsAxes
      ? smallMode(height, width, format: format) : smallMode(width, height, format: format)
  }

  /// The `[display]` of a scene on this panel.
  package func display(background: String) -> String {
    """
    [display]
    scale = \(scale)
    rotation = \(rotation.rawValue)
    format = "\(format == .rgb565 ? "RGB565" : "XRGB8888")"
    background = "\(background)"

    """
  }
}

extension VirtualRun {
  /// Lets time pass until the next vblank that is at least `seconds` away, whose frame is shown then.
  ///
  /// - Returns: The vblank in seconds of the run.
  @discardableResult
  package func passToVblank(_ seconds: Double) -> Double {
    let wanted = Double(now.nanoseconds) / 1e9 + seconds
    let vblank = (wanted * 60).rounded(.up) / 60
    // The flip is told at its vblank; a thousandth of a millisecond later it has been.
    pass(vblank - Double(now.nanoseconds) / 1e9 + 1e-6)
    return vblank
  }
}
