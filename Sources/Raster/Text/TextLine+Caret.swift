// SPDX-License-Identifier: Apache-2.0

/// Places of a caret; boundaries are named by their index, from 0 on.
extension TextLine {
  /// The boundary whose caret stands nearest to `x`.
  ///
  /// Several boundaries may have one place between two runs. Then that of the line's own direction counts, and of those
  /// the last one, behind what is invisible.
  ///
  /// - Parameter x: Distance from the line's left end in view pixels; any number.
  /// - Returns: An index into ``boundaries``.
  package func nearestBoundary(to x: Double) -> Int {
    var nearest = 0
    var best = (distance: Double.infinity, isForeign: true)
    for (index, boundary) in boundaries.enumerated() {
      let distance = abs(boundary.x - x)
      let isForeign = boundary.isRightToLeft != isRightToLeft
      // Places that differ by rounding alone are the same.
      let isNearer = distance < best.distance - Self.samePlace
      let isAsNear = distance <= best.distance + Self.samePlace
      if isNearer || isAsNear && (best.isForeign || !isForeign) {
        nearest = index
        best = (distance, isForeign)
      }
    }
    return nearest
  }

  /// Boundaries nearer to each other than this, in pixels, are one place.
  private static var samePlace: Double { 1e-6 }
}
