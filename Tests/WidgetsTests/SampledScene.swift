// SPDX-License-Identifier: Apache-2.0
import Geometry
import LayerPainting
import Glibc
import Raster

@testable import Widgets

/// The benchmark's scene without text, and its truth by 32 × 32 samples a pixel.
///
/// The truth knows nothing of coverage: every sample asks the shapes' equations what it hits. The
/// samples' rows are shifted from column to column (and the columns from row to row), so that an
/// edge that is nearly level passes 1024 different heights instead of 32: on a plain grid of 16 the
/// truth itself would be off by up to 1/32 of the contrast.
struct SampledScene {
  let size: PixelSize
  let button: PixelRect
  let indicator: PixelRect
  static let background = Color(rgb: 0x10131C)
  static let buttonColor = Color(rgb: 0xE2574C)
  static let outlineColor = Color(rgb: 0x2A3045)
  static let backColor = Color(red: 0x4F, green: 0x8D, blue: 0xF7, alpha: 128)
  let frontColor: Color
  static let frequency = 1.5

  init(size: PixelSize, frontAlpha: UInt8 = 255) {
    self.size = size
    frontColor = Color(red: 0x2F, green: 0x6B, blue: 0xFF, alpha: frontAlpha)
    let (width, height) = (Double(size.width), Double(size.height))
    let (buttonWidth, buttonHeight) = (Int((width / 4).rounded()), Int((height * 0.12).rounded()))
    let left = Int((width / 4).rounded()) - buttonWidth / 2
    let top = Int((height / 2).rounded()) - buttonHeight / 2
    button = PixelRect(
      left: left,
      top: top,
      right: left + buttonWidth,
      bottom: top + buttonHeight
    )
    let side = Int((height / 2).rounded()) / 4 * 4
    let (x, y) = (Int((width * 0.7).rounded()) - side / 2, size.height / 2 - side / 2)
    indicator = PixelRect(left: x, top: y, right: x + side, bottom: y + side)
  }

  func offset(_ n: Int) -> Double {
    0.25 * Double(button.height) * sin(2 * .pi * Double(n) / 24 + 0.3)
  }

  func level(_ n: Int) -> Double {
    0.05 + 0.9 * Double(n % 240 < 120 ? n % 240 : 240 - n % 240) / 120
  }

  var amplitude: Double { 0.04 * Double(indicator.width) }

  func phase(_ n: Int) -> Double { Double((8 * n) % 360) }

  /// The picture of frame `n` as the painter draws it, three bytes a pixel: blue, green, red.
  func painted(_ n: Int) -> [UInt8] {
    let transform = OutputTransform(bufferSize: size, rotation: .none, scale: 1)
    var painter = LayerPainter(
      transform: transform,
      format: .xrgb8888,
      background: Self.background,
      bufferCount: 1
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
        labelColor: Self.buttonColor,
        label: nil
      )
    )
    let extent = PixelSize(width: indicator.width, height: indicator.height)
    _ = painter.addProgress(
      ProgressStyle(
        mask: PlacedMask(
          mask: MaskShape.rounded.mask(size: extent),
          origin: PixelPoint(x: indicator.left, y: indicator.top)
        ),
        frequency: Self.frequency,
        frontColor: frontColor,
        backColor: Self.backColor,
        outlineColor: Self.outlineColor
      )
    )
    var buffers = PaintedBuffers(
      transform: transform,
      format: .xrgb8888,
      padding: 0,
      count: 1
    )
    _ = buffers.paint(
      &painter,
      [ElasticButtonSnapshot(offset: offset(n))],
      [WaveProgressSnapshot(level: level(n), amplitude: amplitude, phase: phase(n), figure: 0)],
      buffer: 0
    )
    return buffers.buffers[0].enumerated().compactMap { $0 % 4 == 3 ? nil : $1 }
  }

  /// The true picture of frame `n`, in the same order, not rounded.
  func truth(_ n: Int) -> [Double] {
    let waves = (0..<size.width * 1024).map { wave(n, (Double($0) + 0.5) / 1024) }
    let tones = Tones(front: frontColor)
    return picture { x, y in pixel(x, y, n, waves, tones) }
  }

  /// The picture of frame `n` as a plain grid of 16 × 16 samples a pixel sees it.
  ///
  /// An edge that is nearly level passes only 16 heights in a pixel, and may lie anywhere between
  /// two of them: the grid itself is off by up to 1/32 of the contrast.
  func plainGrid(_ n: Int) -> [Double] {
    let waves = (0..<size.width * 16).map { wave(n, (Double($0) + 0.5) / 16) }
    let tones = Tones(front: frontColor)
    return picture { x, y in
      func sample(_ column: Int, _ row: Int) -> [Double] {
        let (fineX, fineY) = (Double(x) + (Double(column) + 0.5) / 16, Double(row) + 0.5)
        return tone(fineX, Double(y) + fineY / 16, n, waves[x * 16 + column], tones)
      }
      // What has one tone all along its border has no edge inside.
      let first = sample(0, 0)
      let isUniform = (0..<16).allSatisfy { step in
        sample(step, 0) == first && sample(step, 15) == first && sample(0, step) == first
          && sample(15, step) == first
      }
      if isUniform { return first }
      var sum = [0.0, 0.0, 0.0]
      for row in 0..<16 {
        for column in 0..<16 {
          let tone = sample(column, row)
          for channel in 0..<3 { sum[channel] += tone[channel] }
        }
      }
      return sum.map { $0 / 256 }
    }
  }

  /// All pixels' three channels, row by row.
  private func picture(_ pixel: (_ x: Int, _ y: Int) -> [Double]) -> [Double] {
    var result: [Double] = []
    result.reserveCapacity(size.width * size.height * 3)
    for y in 0..<size.height {
      for x in 0..<size.width { result += pixel(x, y) }
    }
    return result
  }

  /// The mean of a pixel's samples.
  private func pixel(
    _ x: Int,
    _ y: Int,
    _ n: Int,
    _ waves: [(front: Double, back: Double)],
    _ tones: Tones
  ) -> [Double] {
    func sample(_ column: Int, _ row: Int) -> [Double] {
      tone(
        Double(x) + (Double(column) + 0.5) / 1024,
        Double(y) + (Double(row) + 0.5) / 1024,
        n,
        waves[x * 1024 + column],
        tones
      )
    }
    // Where a coarse grid finds one tone there is no edge.
    let first = sample(0, 0)
    let probes = [0, 170, 341, 512, 682, 853, 1023]
    if probes.allSatisfy({ row in probes.allSatisfy { sample($0, row) == first } }) {
      return first
    }
    var sum = [0.0, 0.0, 0.0]
    for row in 0..<32 {
      for column in 0..<32 {
        let tone = sample(column * 32 + Self.reversed(row), row * 32 + Self.reversed(column))
        for channel in 0..<3 { sum[channel] += tone[channel] }
      }
    }
    return sum.map { $0 / 1024 }
  }

  /// The five bits of `value` in reverse.
  private static func reversed(_ value: Int) -> Int {
    (0..<5).reduce(0) { $0 << 1 | value >> $1 & 1 }
  }

  private struct Tones {
    let background = Self.channels(SampledScene.background)
    let button = Self.channels(SampledScene.buttonColor)
    let outline = Self.channels(SampledScene.outlineColor)
    /// What one of the waves reaches, and what both do.
    let back, front, both: [Double]

    init(front color: Color) {
      back = Self.over(outline, SampledScene.backColor)
      front = Self.over(outline, color)
      both = Self.over(back, color)
    }

    private static func over(_ tone: [Double], _ color: Color) -> [Double] {
      zip(tone, channels(color)).map { $0 + ($1 - $0) * Double(color.alpha) / 255 }
    }

    static func channels(_ color: Color) -> [Double] {
      [Double(color.blue), Double(color.green), Double(color.red)]
    }
  }

  /// Front and back crest at a column of the view.
  private func wave(_ n: Int, _ x: Double) -> (front: Double, back: Double) {
    let side = Double(indicator.width)
    let angle =
      2 * .pi * Self.frequency * (x - Double(indicator.left)) / side + phase(n) * .pi / 180
    let mean = Double(indicator.bottom) - level(n) * side
    return (mean + amplitude * sin(angle), mean + amplitude * cos(angle))
  }

  private func tone(
    _ x: Double,
    _ y: Double,
    _ n: Int,
    _ wave: (front: Double, back: Double),
    _ tones: Tones
  ) -> [Double] {
    if hitsButton(x, y, offset(n)) { return tones.button }
    guard hitsIndicator(x, y) else { return tones.background }
    if y > wave.front { return y > wave.back ? tones.both : tones.front }
    return y > wave.back ? tones.back : tones.outline
  }

  private func hitsButton(_ x: Double, _ y: Double, _ offset: Double) -> Bool {
    let (left, right) = (Double(button.left), Double(button.right))
    let (top, bottom) = (Double(button.top), Double(button.bottom))
    let s = (x - left) / (right - left)
    let t = (y - top) / (bottom - top)
    let vertical = 2 * s * (1 - s) * offset
    let horizontal = 2 * t * (1 - t) * offset
    let isInColumns = s > 0 && s < 1
    let isInRows = t > 0 && t < 1
    if isInColumns && isInRows {
      return y > top - vertical && y < bottom + vertical && x > left - horizontal
        && x < right + horizontal
    }
    if isInColumns { return y > top - vertical && y < bottom + vertical }
    return isInRows && x > left - horizontal && x < right + horizontal
  }

  private func hitsIndicator(_ x: Double, _ y: Double) -> Bool {
    let radius = Double(indicator.width) / 4
    let dx = max(Double(indicator.left) + radius - x, x - Double(indicator.right) + radius, 0)
    let dy = max(Double(indicator.top) + radius - y, y - Double(indicator.bottom) + radius, 0)
    let isInside =
      x > Double(indicator.left) && x < Double(indicator.right) && y > Double(indicator.top)
      && y < Double(indicator.bottom)
    return isInside && dx * dx + dy * dy < radius * radius
  }
}
