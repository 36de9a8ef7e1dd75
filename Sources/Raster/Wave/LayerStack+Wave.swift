// SPDX-License-Identifier: Apache-2.0

// What the owner of a wave layer may change in it.
extension LayerStack {
  /// Replaces the colours.
  package mutating func setColors(_ colors: WaveLayer.Colors, of id: LayerID<WaveLayer>) {
    waves.layers[id.index].setColors(colors)
    noteChange(of: id)
  }

  /// Takes over what is to be shown; see
  /// ``WaveLayer/update(level:amplitude:phase:figure:opacity:)``.
  package mutating func update(
    _ id: LayerID<WaveLayer>,
    level: Double,
    amplitude: Double,
    phase: Double,
    figure: Int,
    opacity: Double
  ) {
    waves.layers[id.index].update(
      level: level,
      amplitude: amplitude,
      phase: phase,
      figure: figure,
      opacity: opacity
    )
    noteChange(of: id)
  }

  private mutating func noteChange(of id: LayerID<WaveLayer>) {
    noteChange(at: waves.positions[id.index], bounds: waves.layers[id.index].bounds)
  }
}
