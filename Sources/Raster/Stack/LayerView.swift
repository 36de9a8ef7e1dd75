// SPDX-License-Identifier: Apache-2.0
import Geometry

/// A layer lent out for painting, as the loops over rows and blocks see it.
///
/// The loops are generic and compiled once for each kind of layer and each format; a third kind of
/// layer needs nothing but this.
protocol LayerView: ~Escapable {
  /// What can be composed ahead for pixels beneath that all look the same.
  associatedtype Looks
  /// The looks over `under`.
  func looks(over under: PlanarBlock) -> Looks
  /// The layer over `under`, whose looks are given, in a block of a row.
  func compose(over under: PlanarBlock, _ looks: Looks, block: Int, row y: Int) -> PlanarBlock
}

extension LayerView where Self: ~Escapable {
  /// Puts the layer over `strip`, a row of `blocks`.
  @inline(__always)
  func compose(over strip: inout [PlanarBlock], blocks: Range<Int>, row y: Int) {
    for block in blocks {
      let place = block &- blocks.lowerBound
      let under = strip[place]
      strip[place] = compose(over: under, looks(over: under), block: block, row: y)
    }
  }
}
