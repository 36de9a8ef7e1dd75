// SPDX-License-Identifier: Apache-2.0

// What the owner of an arc may change in it.
extension LayerStack {
  /// Replaces the colours.
  package mutating func setColors(_ colors: WaveLayer.Colors, of id: LayerID<ArcLayer>) {
    arcs.layers[id.index].setColors(colors)
    noteChange(of: id)
  }

  /// Takes over what is to be shown; see ``ArcLayer/update(turn:figure:opacity:)``.
  package mutating func update(
    _ id: LayerID<ArcLayer>,
    turn: Double,
    figure: Int,
    opacity: Double
  ) {
    arcs.layers[id.index].update(turn: turn, figure: figure, opacity: opacity)
    noteChange(of: id)
  }

  private mutating func noteChange(of id: LayerID<ArcLayer>) {
    noteChange(at: arcs.positions[id.index], bounds: arcs.layers[id.index].bounds)
  }
}
