// SPDX-License-Identifier: Apache-2.0

/// The colours of a plate from one edge of its rest rectangle to the opposite one, where they stay beyond it: straight
/// colours along a line, each channel rounded to the nearest, in whole numbers.
struct PlateGradient {
  /// The directions of a buffer in which the view's upper edge may lead to its lower one.
  enum Descent {
    case down, up, right, left
  }

  private let from: Color
  private let to: Color
  /// The share of ``to`` at place 0, and what a place further has more, in 2⁻³² parts.
  private let start: Int
  private let step: Int
  /// True if each row has one colour; else each column has one.
  let isDown: Bool
  /// The layer's, 0 … 256.
  private let opacity: UInt16

  /// The colours of a layer: `fill` at the view's upper edge, `foot` at its lower one.
  init(_ layer: borrowing ElasticLayer) {
    let descent = layer.descent
    let foot = layer.foot ?? layer.fill
    let isForward = descent == .down || descent == .right
    (from, to) = isForward ? (layer.fill, foot) : (foot, layer.fill)
    isDown = descent == .down || descent == .up
    let (low, end) = isDown ? (layer.top, layer.bottom) : (layer.left, layer.right)
    let scale = 4_294_967_296 / max(end - low, 0.001)
    start = Int(((0.5 - low) * scale).rounded())
    step = Int(scale.rounded())
    opacity = layer.state.opacity
  }

  /// The paint at a row, or a column, of the buffer.
  @inline(__always)
  func paint(at place: Int) -> SolidCover {
    let share = min(max((start &+ place &* step) >> 16, 0), 65_536)
    func mixed(_ one: UInt8, _ other: UInt8) -> UInt16 {
      let sum = Int(one) &* (65_536 &- share) &+ Int(other) &* share
      return UInt16(truncatingIfNeeded: (sum &+ 32_768) >> 16)
    }
    let tone = Tone(
      red: mixed(from.red, to.red),
      green: mixed(from.green, to.green),
      blue: mixed(from.blue, to.blue)
    )
    let alpha = UInt8(truncatingIfNeeded: mixed(from.alpha, to.alpha))
    return SolidCover(tone, weight: weight(of: alpha), fading: opacity)
  }

  /// The tones of a block's sixteen columns, and their weights where the plate covers parts of them, 0 … 256.
  @inline(never)
  func columns(block: Int, covered: Lanes) -> (pixels: PlanarBlock, weight: Lanes) {
    var tones = PlanarBlock(red: Lanes(), green: Lanes(), blue: Lanes())
    var weight = Lanes()
    for lane in 0..<blockWidth {
      let paint = paint(at: block &* blockWidth &+ lane)
      tones.red[lane] = paint.tone.red
      tones.green[lane] = paint.tone.green
      tones.blue[lane] = paint.tone.blue
      let part = (UInt32(covered[lane]) &* UInt32(paint.weight) &+ 128) &>> 8
      weight[lane] = UInt16(truncatingIfNeeded: part)
    }
    return (tones, weight)
  }
}

extension PlateGradient.Descent {
  /// The direction in which two places of a buffer follow each other, one above the other in the view.
  init(x: Double, y: Double) {
    if abs(y) >= abs(x) {
      self = y < 0 ? .up : .down
    } else {
      self = x < 0 ? .left : .right
    }
  }
}
