// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// A plate: a rectangle of one colour with inks on it, put together once.
///
/// The parts of a chart that stand still are one, and so is its bubble. Each of up to four inks is a mask of one colour
/// that can be moved by whole pixels and is cut to a rectangle.
package struct PlateLayer: Layer {
  /// The layer's appearance; two equal states look the same.
  struct State: Equatable {
    /// 0 invisible … 256 opaque.
    var opacity: UInt16 = 0
    var first = PlateInk.State()
    var second = PlateInk.State()
    var third = PlateInk.State()
    var fourth = PlateInk.State()
  }

  static var unpainted: State { State() }

  private(set) var state = State()
  /// The rectangle in the buffer; empty for none.
  let rect: PixelRect
  let fill: Color
  private let transform: OutputTransform
  var first = PlateInk()
  var second = PlateInk()
  var third = PlateInk()
  var fourth = PlateInk()

  /// A plate of `rect`, in view pixels, that is invisible until it is updated.
  package init(rect: PixelRect, fill: Color, transform: OutputTransform) {
    self.rect =
      rect.isEmpty
      ? .empty : transform.bufferRect(ofView: rect).intersection(transform.bufferSize.bounds)
    self.fill = fill
    self.transform = transform
  }

  /// Replaces an ink's mask.
  ///
  /// - Parameters:
  ///   - mask: The ink from the view's upper left corner in view pixels; nil for none.
  ///   - clip: Rectangle to which it is cut, in view pixels, wherever it is moved.
  ///   - index: Index of the ink, 0 … 3.
  package mutating func setMask(_ mask: PlacedMask?, clip: PixelRect, ofInk index: Int) {
    let visible = clip.intersection(transform.viewSize.bounds)
    let transform = transform
    change(index) { $0.setMask(mask, clip: visible, transform: transform) }
  }

  /// Replaces an ink's colour.
  package mutating func setColor(_ color: Color, ofInk index: Int) {
    change(index) { $0.setColor(color) }
  }

  /// Moves an ink from where its mask was placed, in view pixels, and shows or hides it.
  package mutating func move(ink index: Int, by offset: PixelPoint, isShown: Bool) {
    let rotation = transform.rotation
    change(index) { $0.move(by: offset, isShown: isShown, rotation: rotation) }
  }

  @inline(__always)
  private mutating func change(_ index: Int, body: (inout PlateInk) -> Void) {
    switch index {
    case 0:
      body(&first)
      state.first = first.state
    case 1:
      body(&second)
      state.second = second.state
    case 2:
      body(&third)
      state.third = third.state
    default:
      body(&fourth)
      state.fourth = fourth.state
    }
  }

  /// Shows the plate: 0 invisible … 1 opaque.
  package mutating func update(opacity: Double) { state.opacity = opacityWeight(opacity) }
}
