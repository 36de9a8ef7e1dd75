// SPDX-License-Identifier: Apache-2.0
import Geometry
import Imaging
import JSON
import TestSupport
import Testing
import swell_probe

/// How the panel hangs that a frame is asked for, how dense it is, and what its pixels are.
struct ProbedPanel: CustomTestStringConvertible {
  var rotation: Rotation
  var scale: Double
  var format: String

  var testDescription: String { "\(rotation.rawValue)° \(scale) \(format)" }

  /// Four rotations with two scales and two formats; each two of these are there together.
  static let pairs = Rotation.allCases.flatMap { rotation in
    [1, 1.25].map { scale in
      Self(
        rotation: rotation,
        scale: scale,
        format: rotation.swapsAxes == (scale == 1) ? "RGB565" : "XRGB8888"
      )
    }
  }

  /// What a channel of a dithered pixel may be away from what it stands for.
  var dither: Double { format == "RGB565" ? 8.3 : 0 }

  /// The frame that is on the screen at `t` after a script: steps as JSON, with commas between them.
  ///
  /// - Parameters:
  ///   - widgets: The widgets' tables.
  ///   - width: The view's width in points.
  ///   - height: The view's height in points.
  ///   - script: Steps as JSON, with commas between them.
  ///   - t: When, in seconds; vblanks come each 0.05 s.
  /// - Returns: The frame.
  /// - Throws: What keeps the probe from drawing it.
  func view(
    _ widgets: String,
    _ width: Double,
    _ height: Double,
    _ script: String,
    at t: Double
  ) throws -> ProbedView {
    let folder = TemporaryFolder()
    let config = """
      [display]
      scale = \(scale)
      rotation = \(rotation.rawValue)
      format = "\(format)"
      background = "#101418"
      \(widgets)
      """
    let (across, down) = (Int(width * scale), Int(height * scale))
    let size = rotation.swapsAxes ? (down, across) : (across, down)
    var question = JSONObject([("q", "frame"), ("refresh", 20)])
    question["config"] = .string(config)
    question["width"] = .number(Double(size.0))
    question["height"] = .number(Double(size.1))
    question["script"] = try JSONValue(parsing: "[\(script)]")
    // A vblank that is due then has been.
    question["t"] = .number(t + 1e-4)
    question["png"] = .string(folder["frame.png"])
    let answer = try JSONValue(parsing: Probe.answer(to: JSONValue.object(question).text))
    try #require(answer["png"]?.string == folder["frame.png"], "\(answer.text)")
    let image = try DecodedImage.open(folder["frame.png"])
    try #require(image.size == PixelSize(width: size.0, height: size.1))
    // Of RGB565 there are 32 levels of red and blue and 64 of green.
    let isInFormat = image.rgba.enumerated().allSatisfy { place, level in
      let steps = place & 3 == 1 ? 63 : 31
      return format != "RGB565" || place & 3 == 3 || Self.isLevel(Int(level), of: steps)
    }
    try #require(isInFormat, "no picture of \(format)")
    return ProbedView(panel: self, image: image)
  }
}

extension ProbedPanel {
  /// Whether a channel of so many steps has a level, 0 … 255.
  fileprivate static func isLevel(_ level: Int, of steps: Int) -> Bool {
    let step = (level * steps + 127) / 255
    return (step * 255 + steps / 2) / steps == level
  }
}

/// A frame that the probe has drawn, read as who stands before the panel sees it.
struct ProbedView {
  let panel: ProbedPanel
  private let transform: OutputTransform
  private let rgba: [UInt8]

  fileprivate init(panel: ProbedPanel, image: DecodedImage) {
    self.panel = panel
    transform = OutputTransform(
      bufferSize: image.size,
      rotation: panel.rotation,
      scale: panel.scale
    )
    rgba = image.rgba
  }

  /// The view's extent in pixels.
  var size: PixelSize { transform.viewSize }

  /// Red, green and blue of a view pixel.
  func color(_ x: Int, _ y: Int) -> [Double] {
    let view = PixelRect(left: x, top: y, right: x + 1, bottom: y + 1)
    let place = transform.bufferRect(ofView: view)
    let start = (place.top * transform.bufferSize.width + place.left) * 4
    return rgba[start..<start + 3].map { Double($0) }
  }

  /// The colour of the pixel in which a point lies.
  func color(at x: Double, _ y: Double) -> [Double] {
    color(Int((x * panel.scale).rounded(.down)), Int((y * panel.scale).rounded(.down)))
  }

  /// Whether the pixel at a point has a colour, as far as its format can tell.
  func isColor(_ wanted: [Double], at x: Double, _ y: Double, by bound: Double = 2) -> Bool {
    isClose(color(at: x, y), wanted, by: bound)
  }

  private func isClose(_ color: [Double], _ wanted: [Double], by bound: Double) -> Bool {
    zip(color, wanted).allSatisfy { abs($0 - $1) <= bound + panel.dither }
  }

  /// Whether all pixels that lie wholly in a rectangle, in points, have a colour.
  func isAll(_ wanted: [Double], _ x: ClosedRange<Double>, _ y: ClosedRange<Double>) -> Bool {
    rows(y).allSatisfy { row in
      columns(x).allSatisfy { isClose(color($0, row), wanted, by: 0) }
    }
  }

  /// The pixels that lie wholly between two points.
  func columns(_ x: ClosedRange<Double>) -> Range<Int> { pixels(x, size.width) }

  /// The pixels that lie wholly between two points.
  func rows(_ y: ClosedRange<Double>) -> Range<Int> { pixels(y, size.height) }

  private func pixels(_ range: ClosedRange<Double>, _ end: Int) -> Range<Int> {
    let first = Int((range.lowerBound * panel.scale - 1e-6).rounded(.up))
    let last = Int((range.upperBound * panel.scale + 1e-6).rounded(.down))
    return max(0, first)..<max(0, first, min(end, last))
  }

  /// What a channel has more than in another view, of all pixels together, in pixels of which each has
  /// `full` more.
  func growth(since other: ProbedView, channel: Int, full: Double) -> Double {
    var sum = 0
    for index in stride(from: channel, to: rgba.count, by: 4) {
      sum += Int(rgba[index]) - Int(other.rgba[index])
    }
    return Double(sum) / full
  }
}
