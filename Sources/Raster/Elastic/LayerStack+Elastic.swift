// SPDX-License-Identifier: Apache-2.0

// What the owner of an elastic layer may change in it.
extension LayerStack {
  /// Replaces the label; see ``ElasticLayer/setLabel(_:transform:)``.
  package mutating func setLabel(_ mask: PlacedMask?, of id: LayerID<ElasticLayer>) {
    elastic.layers[id.index].setLabel(mask, transform: transform)
    noteChange(of: id)
  }

  /// Begins a mix with another label; see ``ElasticLayer/mixLabel(_:transform:)``.
  package mutating func mixLabel(_ mask: PlacedMask?, of id: LayerID<ElasticLayer>) {
    elastic.layers[id.index].mixLabel(mask, transform: transform)
    noteChange(of: id)
  }

  /// Takes over how much of a mix is the new label's, 0 … 1.
  package mutating func setLabelShare(_ share: Double, of id: LayerID<ElasticLayer>) {
    elastic.layers[id.index].setLabelShare(share)
    noteChange(of: id)
  }

  /// Ends a mix of labels; see ``ElasticLayer/endLabelMix()``.
  package mutating func endLabelMix(of id: LayerID<ElasticLayer>) {
    elastic.layers[id.index].endLabelMix()
    noteChange(of: id)
  }

  /// Replaces the colours; see ``ElasticLayer/setColors(fill:foot:label:)``.
  package mutating func setColors(
    fill: Color,
    foot: Color? = nil,
    label: Color,
    of id: LayerID<ElasticLayer>
  ) {
    elastic.layers[id.index].setColors(fill: fill, foot: foot, label: label)
    noteChange(of: id)
  }

  /// Replaces the border; see ``ElasticLayer/setBorder(width:color:)``.
  package mutating func setBorder(width: Double, color: Color, of id: LayerID<ElasticLayer>) {
    elastic.layers[id.index].setBorder(width: width, color: color)
    noteChange(of: id)
  }

  /// Takes over what is to be shown; see ``ElasticLayer/update(offset:opacity:)``.
  package mutating func update(_ id: LayerID<ElasticLayer>, offset: Double, opacity: Double) {
    elastic.layers[id.index].update(offset: offset, opacity: opacity)
    noteChange(of: id)
  }

  private mutating func noteChange(of id: LayerID<ElasticLayer>) {
    noteChange(at: elastic.positions[id.index], bounds: elastic.layers[id.index].bounds)
  }
}
