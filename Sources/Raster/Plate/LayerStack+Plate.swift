// SPDX-License-Identifier: Apache-2.0
package import Geometry

// What the owner of a plate may change in it.
extension LayerStack {
  /// Replaces an ink's mask; see ``PlateLayer/setMask(_:clip:ofInk:)``.
  package mutating func setMask(
    _ mask: PlacedMask?,
    clip: PixelRect,
    ofInk index: Int,
    of id: LayerID<PlateLayer>
  ) {
    plates.layers[id.index].setMask(mask, clip: clip, ofInk: index)
    noteChange(of: id)
  }

  /// Replaces an ink's colour.
  package mutating func setColor(_ color: Color, ofInk index: Int, of id: LayerID<PlateLayer>) {
    plates.layers[id.index].setColor(color, ofInk: index)
    noteChange(of: id)
  }

  /// Moves an ink, shows or hides it; see ``PlateLayer/move(ink:by:isShown:)``.
  package mutating func move(
    ink index: Int,
    by offset: PixelPoint,
    isShown: Bool,
    of id: LayerID<PlateLayer>
  ) {
    plates.layers[id.index].move(ink: index, by: offset, isShown: isShown)
    noteChange(of: id)
  }

  /// Shows the plate: 0 invisible … 1 opaque.
  package mutating func update(_ id: LayerID<PlateLayer>, opacity: Double) {
    plates.layers[id.index].update(opacity: opacity)
    noteChange(of: id)
  }

  private mutating func noteChange(of id: LayerID<PlateLayer>) {
    noteChange(at: plates.positions[id.index], bounds: plates.layers[id.index].bounds)
  }
}
