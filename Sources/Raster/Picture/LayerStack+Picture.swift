// SPDX-License-Identifier: Apache-2.0

// What the owner of a picture may change in it.
extension LayerStack {
  /// Shows a picture.
  package mutating func setPicture(_ picture: Picture, of id: LayerID<PictureLayer>) {
    pictures.layers[id.index].setPicture(picture)
    noteChange(of: id)
  }

  /// Begins a mix with another picture; see ``PictureLayer/mixPicture(_:)``.
  package mutating func mixPicture(_ picture: Picture, of id: LayerID<PictureLayer>) {
    pictures.layers[id.index].mixPicture(picture)
    noteChange(of: id)
  }

  /// Takes over how much of a mix is the new picture's, 0 … 1.
  package mutating func setShare(_ share: Double, of id: LayerID<PictureLayer>) {
    pictures.layers[id.index].setShare(share)
    noteChange(of: id)
  }

  /// Takes over how visible the picture is, 0 … 1.
  package mutating func setOpacity(_ opacity: Double, of id: LayerID<PictureLayer>) {
    pictures.layers[id.index].setOpacity(opacity)
    noteChange(of: id)
  }

  private mutating func noteChange(of id: LayerID<PictureLayer>) {
    noteChange(at: pictures.positions[id.index], bounds: pictures.layers[id.index].bounds)
  }
}
