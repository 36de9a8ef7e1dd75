// SPDX-License-Identifier: Apache-2.0
import Geometry
package import Raster

/// The distribution of a mask's area over its height, which turns shares of the area into levels.
package struct FillProfile: Hashable, Sendable {
  /// Coverage up to the lower edge of row i from the bottom, as a share of the whole; one entry
  /// more than rows, from 0 to 1, never decreasing.
  private let shares: [Double]
  /// The range of levels that the mask's ink spans: 0 its bottom edge, 1 its top edge.
  package let inkRange: ClosedRange<Double>

  /// A profile of rows from top to bottom, each with the sum of its coverages.
  ///
  /// Negative and non-finite sums count as 0. A mask without area is taken for a full rectangle.
  package init(rowSums: [Double]) {
    let rows = rowSums.reversed().map { $0.isFinite && $0 > 0 ? $0 : 0 }
    let whole = rows.reduce(0, +)
    guard whole > 0, whole.isFinite else {
      self.shares = [0, 1]
      self.inkRange = 0...1
      return
    }
    var sum = 0.0
    var shares = [0.0]
    shares.reserveCapacity(rows.count + 1)
    for row in rows {
      sum += row
      shares.append(min(sum / whole, 1))
    }
    shares[rows.count] = 1
    let first = rows.firstIndex { $0 > 0 } ?? 0
    let last = rows.lastIndex { $0 > 0 } ?? rows.count - 1
    self.shares = shares
    self.inkRange = Double(first) / Double(rows.count)...Double(last + 1) / Double(rows.count)
  }

  /// The profile of a coverage mask.
  ///
  /// O(pixels).
  package init(_ mask: CoverageMask) {
    let width = mask.size.width
    self.init(
      rowSums: (0..<mask.size.height).map { row in
        Double(mask.bytes[row * width..<(row + 1) * width].reduce(0) { $0 + Int($1) })
      }
    )
  }

  /// The level below which `share` (0 … 1) of the mask's area lies: 0 bottom edge … 1 top edge.
  ///
  /// Linear inside a row. Exactly 0 at 0 and exactly 1 at 1, whatever empty rows the mask has.
  /// O(log rows), does not allocate.
  package func level(forShare share: Double) -> Double {
    guard share > 0 else { return 0 }
    guard share < 1 else { return 1 }
    var low = 0
    var high = shares.count - 1
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if shares[middle] <= share { low = middle } else { high = middle }
    }
    let inside = (share - shares[low]) / (shares[high] - shares[low])
    return (Double(low) + inside) / Double(shares.count - 1)
  }
}
