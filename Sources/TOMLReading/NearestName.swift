// SPDX-License-Identifier: Apache-2.0

/// Finds the name that was meant.
package enum NearestName {
  /// The candidate with the fewest slips from `name`, the first of several; nil without candidates.
  ///
  /// A part of a candidate between underscores counts as one slip away from the whole, so that
  /// "colour" is nearer to "front_color" than to "over".
  package static func nearest(to name: String, among candidates: [String]) -> String? {
    let distances = candidates.map { candidate in
      let parts = candidate.split(separator: "_")
      let partSlips = parts.map { slips(name, String($0)) }.min() ?? 0
      let wholeSlips = slips(name, candidate)
      return parts.count > 1 ? min(wholeSlips, partSlips + 1) : wholeSlips
    }
    return zip(candidates, distances).min { $0.1 < $1.1 }?.0
  }

  /// Number of slips between two names.
  ///
  /// A slip is a letter left out, added, exchanged, or swapped with its neighbour (optimal string
  /// alignment, Damerau 1964). Capitals do not count.
  package static func slips(_ left: String, _ right: String) -> Int {
    let (left, right) = (scalars(left), scalars(right))
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        let exchange = last[j] + (left[i] == right[j] ? 0 : 1)
        var best = min(exchange, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          best = min(best, beforeLast[j - 1] + 1)
        }
        row.append(best)
      }
      beforeLast = last
      last = row
    }
    return last[right.count]
  }

  /// The scalars that are compared; those beyond the first 64 cannot make a difference to any known name.
  private static func scalars(_ name: String) -> [Unicode.Scalar] {
    Array(
      String(String.UnicodeScalarView(name.unicodeScalars.prefix(64))).lowercased().unicodeScalars
    )
  }
}
