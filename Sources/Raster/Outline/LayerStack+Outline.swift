// SPDX-License-Identifier: Apache-2.0
package import Geometry

// What the owner of an outline may change in it.
extension LayerStack {
  /// Replaces the colour.
  package mutating func setColor(_ color: Color, of id: LayerID<OutlineLayer>) {
    outlines.layers[id.index].setColor(color)
    noteChange(of: id)
  }

  /// Takes over what is to be shown; see ``OutlineLayer/update(_:radius:width:opacity:transform:)``.
  package mutating func update(
    _ id: LayerID<OutlineLayer>,
    rect: Rect,
    radius: Double,
    width: Double,
    opacity: Double
  ) {
    outlines.layers[id.index].update(
      rect,
      radius: radius,
      width: width,
      opacity: opacity,
      transform: transform
    )
    noteChange(of: id)
  }

  private mutating func noteChange(of id: LayerID<OutlineLayer>) {
    noteChange(at: outlines.positions[id.index], bounds: outlines.layers[id.index].bounds)
  }
}
