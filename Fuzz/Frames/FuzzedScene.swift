// SPDX-License-Identifier: Apache-2.0
import Geometry
import LayerPainting
import Raster
import Widgets

/// Two buttons and an indicator at any place, and how they look in each frame.
struct FuzzedScene: CustomStringConvertible {
  private(set) var buttons: [ElasticButtonSnapshot]
  private(set) var progresses: [WaveProgressSnapshot]
  private let styles: (buttons: [ButtonStyle], progress: ProgressStyle)

  var description: String {
    let mask = styles.progress.mask
    let frames = styles.buttons.map(\.frame)
    return "buttons \(frames) \(buttons), mask \(mask.mask.size) at \(mask.origin) \(progresses)"
  }

  init(_ script: inout ByteScript, view: PixelSize, into painter: inout LayerPainter) {
    styles = (
      (0..<2).map { _ in Self.button(&script, view) }, Self.progress(&script, view)
    )
    for style in styles.buttons { _ = painter.addButton(style) }
    _ = painter.addProgress(styles.progress)
    buttons = Array(repeating: ElasticButtonSnapshot(offset: 0), count: 2)
    progresses = [WaveProgressSnapshot(level: 0.5, amplitude: 3, phase: 0, figure: 40)]
  }

  /// Moves on to the next frame: often a little, sometimes by a jump.
  mutating func advance(_ script: inout ByteScript, _ painter: inout LayerPainter) {
    for index in buttons.indices {
      switch script.below(8) {
      case 0: break
      case 1: buttons[index].opacity = script.fraction() * 1.2
      case 2: buttons[index].isEnabled.toggle()
      case 3: buttons[index].offset = script.signed() * 2
      case 4: painter.setColors(script.color(), label: script.color(), ofButton: index)
      default: buttons[index].offset += script.signed() / 16
      }
    }
    switch script.below(8) {
    case 0: break
    case 1: progresses[0].opacity = script.fraction() * 1.2
    case 2: progresses[0].amplitude = script.signed()
    case 3: progresses[0].level = script.fraction() * 1.2 - 0.1
    case 4: progresses[0].figure = script.below(101)
    default:
      progresses[0].level += script.signed() / 4096
      progresses[0].phase = (progresses[0].phase + 8).truncatingRemainder(dividingBy: 360)
    }
  }

  private static func button(_ script: inout ByteScript, _ view: PixelSize) -> ButtonStyle {
    let frame = Rect(
      x: Double(script.below(view.width + 40)) - 20 + script.fraction(),
      y: Double(script.below(view.height + 40)) - 20 + Double(script.below(4)) / 4,
      width: Double(script.below(160)) + Double(script.below(4)) / 4,
      height: Double(script.below(160)) + script.fraction()
    )
    let label = PlacedMask(
      mask: mask(&script, side: 40),
      origin: PixelPoint(x: -script.below(40), y: -script.below(20))
    )
    return ButtonStyle(
      frame: frame,
      color: script.color(),
      labelColor: script.color(),
      label: script.below(4) == 0 ? nil : label
    )
  }

  private static func progress(_ script: inout ByteScript, _ view: PixelSize) -> ProgressStyle {
    let placed = PlacedMask(
      mask: mask(&script, side: 150),
      origin: PixelPoint(
        x: script.below(view.width + 40) - 40,
        y: script.below(view.height + 40) - 40
      )
    )
    let digits = (0..<FigureGlyphs.count).map { _ in
      PlacedMask(
        mask: mask(&script, side: 24),
        origin: PixelPoint(x: script.below(4), y: -script.below(24))
      )
    }
    return ProgressStyle(
      mask: placed,
      frequency: script.fraction() * 4,
      frontColor: script.color(),
      backColor: script.color(),
      outlineColor: script.color(),
      figure: script.below(4) == 0
        ? nil
        : FigureGlyphs(
          glyphs: digits,
          advances: digits.map { Double($0.mask.size.width) + 1 },
          digitHeight: Double(script.below(24))
        )
    )
  }

  /// A shape, a rectangle that ends at pixels, or any coverages.
  private static func mask(_ script: inout ByteScript, side: Int) -> CoverageMask {
    let size = PixelSize(width: 1 + script.below(side), height: 1 + script.below(side))
    let count = size.width * size.height
    switch script.below(6) {
    case 0:
      return CoverageMask(size: size, bytes: Array(repeating: 255, count: count))
    case 1:
      let pattern = (0..<16).map { _ in UInt8(script.below(256)) }
      return CoverageMask(size: size, bytes: (0..<count).map { pattern[$0 / 7 & 15] })
    default:
      return MaskShape.allCases[script.below(MaskShape.allCases.count)].mask(size: size)
    }
  }
}
