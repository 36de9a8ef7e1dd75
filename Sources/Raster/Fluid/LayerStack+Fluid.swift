// SPDX-License-Identifier: Apache-2.0

// What the owner of a fluid layer may change in it.
extension LayerStack {
  /// Replaces the colours; see ``FluidLayer/setColors(_:isPictured:)``.
  package mutating func setColors(
    _ colors: WaveLayer.Colors,
    isPictured: Bool,
    of id: LayerID<FluidLayer>
  ) {
    fluids.layers[id.index].setColors(colors, isPictured: isPictured)
    noteChange(of: id)
  }

  /// Takes over what is to be shown; see
  /// ``FluidLayer/update(level:amplitude:phase:travel:figure:opacity:)``.
  package mutating func update(
    _ id: LayerID<FluidLayer>,
    level: Double,
    amplitude: Double,
    phase: Double,
    travel: Double,
    figure: Int,
    opacity: Double
  ) {
    fluids.layers[id.index].update(
      level: level,
      amplitude: amplitude,
      phase: phase,
      travel: travel,
      figure: figure,
      opacity: opacity
    )
    noteChange(of: id)
  }

  private mutating func noteChange(of id: LayerID<FluidLayer>) {
    noteChange(at: fluids.positions[id.index], bounds: fluids.layers[id.index].bounds)
  }
}
