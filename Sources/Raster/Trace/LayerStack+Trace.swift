// SPDX-License-Identifier: Apache-2.0

// What the owner of a line may change in it.
extension LayerStack {
  /// Takes over what is to be shown; see ``TraceLayer/update(_:extent:opacity:)``.
  package mutating func update(
    _ id: LayerID<TraceLayer>,
    points: [TracePoint],
    extent: TraceLayer.Extent,
    opacity: Double
  ) {
    traces.layers[id.index].update(points, extent: extent, opacity: opacity)
    noteChange(at: traces.positions[id.index], bounds: traces.layers[id.index].bounds)
  }
}
