// SPDX-License-Identifier: Apache-2.0
package import Geometry

// What the owner of a disc may change in it.
extension LayerStack {
  /// Replaces the label; see ``DiscLayer/setLabel(_:transform:)``.
  package mutating func setLabel(_ mask: PlacedMask?, of id: LayerID<DiscLayer>) {
    discs.layers[id.index].setLabel(mask, transform: transform)
    noteChange(of: id)
  }

  /// Replaces the colours.
  package mutating func setColors(fill: Color, label: Color, of id: LayerID<DiscLayer>) {
    discs.layers[id.index].setColors(fill: fill, label: label)
    noteChange(of: id)
  }

  /// Takes over what is to be shown; see ``DiscLayer/update(center:radius:opacity:transform:)``.
  package mutating func update(
    _ id: LayerID<DiscLayer>,
    center: Point,
    radius: Double,
    opacity: Double
  ) {
    discs.layers[id.index].update(
      center: center,
      radius: radius,
      opacity: opacity,
      transform: transform
    )
    noteChange(of: id)
  }

  private mutating func noteChange(of id: LayerID<DiscLayer>) {
    noteChange(at: discs.positions[id.index], bounds: discs.layers[id.index].bounds)
  }
}
