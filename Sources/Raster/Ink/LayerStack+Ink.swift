// SPDX-License-Identifier: Apache-2.0
package import Geometry

// What the owner of ink may change in it.
extension LayerStack {
  /// Makes the ink a rectangle; see ``InkLayer/setRectangle(_:transform:)``.
  package mutating func setRectangle(_ rect: PixelRect, of id: LayerID<InkLayer>) {
    inks.layers[id.index].setRectangle(rect, transform: transform)
    noteChange(of: id)
  }

  /// Makes the ink a mask; see ``InkLayer/setMask(_:clip:transform:)``.
  package mutating func setMask(_ ink: PlacedMask, clip: PixelRect, of id: LayerID<InkLayer>) {
    inks.layers[id.index].setMask(ink, clip: clip, transform: transform)
    noteChange(of: id)
  }

  /// Begins a mix with another mask; see ``InkLayer/mixMask(_:clip:transform:)``.
  package mutating func mixMask(_ ink: PlacedMask, clip: PixelRect, of id: LayerID<InkLayer>) {
    inks.layers[id.index].mixMask(ink, clip: clip, transform: transform)
    noteChange(of: id)
  }

  /// Takes over how much of a mix is the new mask's, 0 … 1.
  package mutating func setShare(_ share: Double, of id: LayerID<InkLayer>) {
    inks.layers[id.index].setShare(share)
    noteChange(of: id)
  }

  /// Ends a mix; see ``InkLayer/endMix()``.
  package mutating func endMix(of id: LayerID<InkLayer>) {
    inks.layers[id.index].endMix()
    noteChange(of: id)
  }

  /// Replaces the colour.
  package mutating func setColor(_ color: Color, of id: LayerID<InkLayer>) {
    inks.layers[id.index].setColor(color)
    noteChange(of: id)
  }

  /// Takes over how visible the ink is, 0 … 1.
  package mutating func setOpacity(_ opacity: Double, of id: LayerID<InkLayer>) {
    inks.layers[id.index].setOpacity(opacity)
    noteChange(of: id)
  }

  private mutating func noteChange(of id: LayerID<InkLayer>) {
    noteChange(at: inks.positions[id.index], bounds: inks.layers[id.index].bounds)
  }
}
