// SPDX-License-Identifier: Apache-2.0
import Geometry

/// A layer lent out for painting, as the loops over rows and blocks see it.
///
/// The loops are generic and compiled once for each kind of layer; one more kind of layer needs nothing but
/// this.
protocol LayerView: ~Escapable {
  /// The parts of a block that can be composed ahead for pixels beneath that all look the same.
  associatedtype Looks
  /// The looks over `under`.
  func looks(over under: PlanarBlock) -> Looks
  /// The looks where they are the same over everything; nil where they are not.
  var constantLooks: Looks? { get }
  /// The layer over `under`, whose looks are given, in a block of a row.
  func compose(over under: PlanarBlock, with looks: Looks, block: Int, row y: Int) -> PlanarBlock

  /// Weight of the tone of ``solid`` in a mix, out of 256, in a block that looks the same in all of `rows`; nil if
  /// there is anything else to it.
  func commonWeight(block: Int, rows: Range<Int>) -> Lanes?

  /// True if ``RowParts/inked`` blocks show the paint of the row, and ``inkPaint`` by ``inkWeight(block:row:)``.
  static var hasInk: Bool { get }
  /// The paint that ink puts over pixels in place of the layer's.
  var inkPaint: SolidCover { get }
  /// Weights of the ink in a covered block of a row, out of 256.
  func inkWeight(block: Int, row y: Int) -> Lanes

  /// The blocks of a row that the layer may touch, and those of them that it covers in one tone.
  func parts(row y: Int) -> RowParts
  /// False if the layer leaves a block of a row as it is, which costs less to ask than to compose.
  func touches(block: Int, row y: Int) -> Bool
  /// The paint over the blocks that the layer covers in one tone.
  var solid: SolidCover { get }
  /// True if that paint is another one from row to row.
  var gradesRows: Bool { get }
  /// The paint of a row.
  func solid(row y: Int) -> SolidCover

  /// True if solid blocks show the opaque picture that the layer is, in place of a tone.
  static var isPicture: Bool { get }
}

extension LayerView where Self: ~Escapable {
  @inline(__always)
  var constantLooks: Looks? { nil }
  @inline(__always)
  func commonWeight(block: Int, rows: Range<Int>) -> Lanes? { nil }
  @inline(__always)
  static var hasInk: Bool { false }
  @inline(__always)
  var inkPaint: SolidCover { SolidCover() }
  @inline(__always)
  func inkWeight(block: Int, row y: Int) -> Lanes { Lanes() }
  @inline(__always)
  func touches(block: Int, row y: Int) -> Bool { true }
  @inline(__always)
  var solid: SolidCover { SolidCover() }
  @inline(__always)
  var gradesRows: Bool { false }
  @inline(__always)
  func solid(row y: Int) -> SolidCover { solid }
  @inline(__always)
  static var isPicture: Bool { false }
}

/// The effect of a layer on the blocks of a row.
struct RowParts {
  /// Blocks that the layer may touch; it leaves the others as they are.
  var touched = 0..<0
  /// Blocks, among those that are touched, that the layer covers as a whole in one tone.
  var solid = 0..<0
  /// Blocks, among the solid ones, that show something else too, such as a label.
  var inked = 0..<0

  /// Nothing of a row.
  static let none = Self()

  /// `solid` and `inked` are cut to what holds them.
  @inline(__always)
  init(touched: Range<Int> = 0..<0, solid: Range<Int> = 0..<0, inked: Range<Int> = 0..<0) {
    self.touched = touched
    self.solid = solid.clamped(to: touched)
    self.inked = inked.clamped(to: self.solid)
  }
}

extension Range<Int> {
  /// The blocks that columns touch.
  @inline(__always)
  var blocks: Self {
    isEmpty ? lowerBound >> 4..<lowerBound >> 4 : lowerBound >> 4..<(upperBound &- 1) >> 4 &+ 1
  }

  /// The blocks that columns fill.
  @inline(__always)
  var wholeBlocks: Self {
    let first = (lowerBound &+ 15) >> 4
    return first..<Swift.max(first, upperBound >> 4)
  }
}
