// SPDX-License-Identifier: Apache-2.0

// What the owner of a reel may change in it.
extension LayerStack {
  /// Puts ink where cards find it; see ``ReelLayer/setInk(_:at:)``.
  package mutating func setInk(_ ink: ReelInk, at place: Int, of id: LayerID<ReelLayer>) {
    reels.layers[id.index].setInk(ink, at: place)
    noteChange(of: id)
  }

  /// Shows the cards; see ``ReelLayer/update(_:opacity:)``.
  package mutating func update(_ id: LayerID<ReelLayer>, cards: [ReelCard], opacity: Double) {
    reels.layers[id.index].update(cards, opacity: opacity)
    noteChange(of: id)
  }

  private mutating func noteChange(of id: LayerID<ReelLayer>) {
    noteChange(at: reels.positions[id.index], bounds: reels.layers[id.index].bounds)
  }
}
