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
