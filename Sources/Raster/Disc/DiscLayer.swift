// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// A disc that moves and grows by parts of a pixel, with a label in its middle.
///
/// A pixel at the rim is covered as the half-plane of the tangent in it would cover it, less what the
/// arc falls short of its tangent: see `DiscCoverage/weight(block:row:)`. The label shows only where
/// the disc does. All in buffer pixels: a rotated output turns the label once.
package struct DiscLayer: Layer {
  /// The layer's appearance; two equal states look the same.
  struct State: Equatable {
    /// The middle.
    var x = 0.0
    var y = 0.0
    /// 0 or more; a disc of less than a pixel's radius is drawn as one of a pixel's, but fainter.
    var radius = 0.0
    /// The pixel on which the label is centred.
    var anchorX = 0
    var anchorY = 0
    /// 0 invisible … 256 opaque.
    var opacity: UInt16 = 0
    /// Counts changes of colours and label.
    var version = 0
  }

  static var unpainted: State { State() }

  private(set) var state = State()
  private(set) var fill: Color
  private(set) var labelColor: Color
  /// The label's ink, turned with the output, and cut into blocks from its own left edge on.
  private(set) var label = BlockMask.none
  /// Upper left pixel of the label, from the anchor.
  private(set) var labelOffset = PixelPoint(x: 0, y: 0)

  /// A layer that is invisible until it is updated.
  package init(fill: Color, labelColor: Color) {
    self.fill = fill
    self.labelColor = labelColor
  }

  /// Replaces the label.
  ///
  /// - Parameters:
  ///   - mask: The ink, placed in view pixels from the pixel at the disc's middle; nil for none.
  ///   - transform: The view's transform to the buffer.
  package mutating func setLabel(_ mask: PlacedMask?, transform: OutputTransform) {
    state.version += 1
    guard let mask, !mask.mask.bytes.isEmpty else {
      label = .none
      return
    }
    let (origin, size) = (mask.origin, mask.mask.size)
    let ink = transform.bufferRect(
      ofView: PixelRect(
        left: origin.x,
        top: origin.y,
        right: origin.x + size.width,
        bottom: origin.y + size.height
      )
    )
    let middle = transform.bufferRect(ofView: PixelRect(left: 0, top: 0, right: 1, bottom: 1))
    labelOffset = PixelPoint(x: ink.left - middle.left, y: ink.top - middle.top)
    label = BlockMask(
      mask.mask,
      rect: PixelRect(left: 0, top: 0, right: ink.width, bottom: ink.height),
      rotation: transform.rotation
    )
  }

  /// Replaces the colours.
  package mutating func setColors(fill: Color, label: Color) {
    guard fill != self.fill || label != labelColor else { return }
    self.fill = fill
    labelColor = label
    state.version += 1
  }

  /// Takes over what is to be shown.
  ///
  /// - Parameters:
  ///   - center: The middle in view pixels; may lie outside the screen.
  ///   - radius: In pixels; what is not positive is invisible.
  ///   - opacity: 0 invisible … 1 opaque.
  ///   - transform: The view's transform to the buffer; its scale is not used.
  package mutating func update(
    center: Point,
    radius: Double,
    opacity: Double,
    transform: OutputTransform
  ) {
    let limit = 30_000.0
    func limited(_ value: Double) -> Double {
      value.isFinite ? min(max(value, -limit), limit) : 0
    }
    let middle = Point(x: limited(center.x), y: limited(center.y))
    let (column, row) = (Int(middle.x.rounded()), Int(middle.y.rounded()))
    let anchor = transform.bufferRect(
      ofView: PixelRect(left: column, top: row, right: column + 1, bottom: row + 1)
    )
    let position = transform.bufferPosition(ofView: middle)
    state.x = position.x
    state.y = position.y
    state.anchorX = anchor.left
    state.anchorY = anchor.top
    state.radius = max(limited(radius), 0)
    state.opacity = state.radius > 0 ? opacityWeight(opacity) : 0
  }
}
