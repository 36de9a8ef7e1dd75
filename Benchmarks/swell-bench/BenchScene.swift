// SPDX-License-Identifier: Apache-2.0
import Geometry
import LayerPainting
import Raster
import Widgets

/// The scene that every renderer draws: an elastic button that swings and an indicator that fills.
struct BenchScene {
  /// Extent of the view in pixels; one point is one pixel.
  let size: PixelSize
  /// The button's rest rectangle.
  let button: PixelRect
  /// The indicator's square.
  let indicator: PixelRect
  /// A word that fills in place of the square, as high as half of it.
  var word: String?
  /// Opacity of the front wave, 0 … 255.
  var frontAlpha: UInt8 = 255
  /// Radius of the button's corners, in its heights.
  var relativeRadius = 0.0
  /// Amplitude of the waves, in the indicator's widths.
  var relativeAmplitude = 0.04

  static let background = Color(rgb: 0x10131C)
  static let buttonColor = Color(rgb: 0xE2574C)
  static let outlineColor = Color(rgb: 0x2A3045)
  static let backColor = Color(red: 0x4F, green: 0x8D, blue: 0xF7, alpha: 128)
  static let frontColor = Color(rgb: 0x2F6BFF)
  static let white = Color(rgb: 0xFFFFFF)
  static let frequency = 1.5

  init(size: PixelSize) {
    self.size = size
    func round(_ value: Double) -> Int { Int(value.rounded()) }
    let (width, height) = (Double(size.width), Double(size.height))
    let (buttonWidth, buttonHeight) = (round(0.25 * width), round(0.12 * height))
    let left = round(0.25 * width) - buttonWidth / 2
    let top = round(0.5 * height) - buttonHeight / 2
    button = PixelRect(
      left: left,
      top: top,
      right: left + buttonWidth,
      bottom: top + buttonHeight
    )
    let side = round(0.5 * height) / 4 * 4
    let indicatorLeft = round(0.7 * width) - side / 2
    let indicatorTop = size.height / 2 - side / 2
    indicator = PixelRect(
      left: indicatorLeft,
      top: indicatorTop,
      right: indicatorLeft + side,
      bottom: indicatorTop + side
    )
  }

  var labelSize: Double { (0.42 * Double(button.height)).rounded() }
  var figureSize: Double { (0.2 * Double(indicator.width)).rounded() }
  var amplitude: Double { relativeAmplitude * Double(indicator.width) }

  /// What the two widgets may touch in any frame: the boxes of damage mode.
  var boxes: [PixelRect] {
    let reach = Int((0.125 * Double(button.height)).rounded(.up))
    return [
      PixelRect(
        left: button.left - reach,
        top: button.top - reach,
        right: button.right + reach,
        bottom: button.bottom + reach
      ),
      indicator,
    ]
  }

  /// How far the button's control points are out in frame `n`, in pixels.
  func offset(_ n: Int) -> Double {
    0.25 * Double(button.height) * Angle.sine(2 * .pi * Double(n) / 24 + 0.3)
  }

  /// How full the indicator is in frame `n`: up and down in 240 frames.
  func level(_ n: Int) -> Double {
    let position = n % 240
    let triangle = Double(position < 120 ? position : 240 - position) / 120
    return 0.05 + 0.9 * triangle
  }

  /// The waves' phase in degrees in frame `n`.
  func phase(_ n: Int) -> Double { Double((8 * n) % 360) }

  func buttonSnapshot(_ n: Int) -> ElasticButtonSnapshot {
    ElasticButtonSnapshot(offset: offset(n))
  }

  func progressSnapshot(_ n: Int) -> WaveProgressSnapshot {
    WaveProgressSnapshot(
      level: level(n),
      amplitude: amplitude,
      phase: phase(n),
      figure: Int((level(n) * 100).rounded())
    )
  }

  /// A painter that holds the scene's two widgets.
  func makePainter(
    format: PixelFormat,
    rotation: Rotation,
    bufferCount: Int,
    text: CairoText
  ) -> LayerPainter {
    let bufferSize =
      rotation.swapsAxes ? PixelSize(width: size.height, height: size.width) : size
    var painter = LayerPainter(
      transform: OutputTransform(bufferSize: bufferSize, rotation: rotation, scale: 1),
      format: format,
      background: Self.background,
      bufferCount: bufferCount
    )
    _ = painter.addButton(
      ButtonStyle(
        frame: Rect(
          x: Double(button.left),
          y: Double(button.top),
          width: Double(button.width),
          height: Double(button.height)
        ),
        color: Self.buttonColor,
        labelColor: Self.white,
        label: text.label("Elastic", size: labelSize),
        cornerRadius: relativeRadius * Double(button.height)
      )
    )
    _ = painter.addProgress(
      ProgressStyle(
        mask: mask(text),
        frequency: Self.frequency,
        frontColor: Color(
          red: Self.frontColor.red,
          green: Self.frontColor.green,
          blue: Self.frontColor.blue,
          alpha: frontAlpha
        ),
        backColor: Self.backColor,
        outlineColor: Self.outlineColor,
        figure: text.figures(size: figureSize)
      )
    )
    return painter
  }

  private func mask(_ text: CairoText) -> PlacedMask {
    guard let word else {
      let size = PixelSize(width: indicator.width, height: indicator.height)
      return PlacedMask(
        mask: MaskShape.rounded.mask(size: size),
        origin: PixelPoint(x: indicator.left, y: indicator.top)
      )
    }
    let placed = text.label(word, size: Double(indicator.height))
    let center = PixelPoint(
      x: indicator.left + indicator.width / 2,
      y: indicator.top + indicator.height / 2
    )
    return PlacedMask(
      mask: placed.mask,
      origin: PixelPoint(x: center.x + placed.origin.x, y: center.y + placed.origin.y)
    )
  }
}
