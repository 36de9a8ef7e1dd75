// SPDX-License-Identifier: Apache-2.0

// What the owner of a line may change in it.
extension LayerStack {
  /// Takes over what is to be shown; see ``TraceLayer/update(_:_:opacity:)``.
  package mutating func update(
    _ id: LayerID<TraceLayer>,
    _ points: [TracePoint],
    _ extent: TraceLayer.Extent,
    opacity: Double
  ) {
    traces.layers[id.index].update(points, extent, opacity: opacity)
    noteChange(at: traces.positions[id.index], bounds: traces.layers[id.index].bounds)
  }
}
