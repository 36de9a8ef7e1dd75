// SPDX-License-Identifier: Apache-2.0

extension RowScratch {
  /// Sets the partly covered pixels of the higher crest and of the lower one.
  ///
  /// Crests that share pixels do so in both: each has the areas of all three regions in its pixels.
  ///
  /// - Parameters:
  ///   - lower: Sixteen rows of the lower crest, not steep.
  ///   - higher: The same rows of the higher crest.
  ///   - fluid: The regions' tones.
  ///   - origin: The column of depth 0.
  ///   - isMirrored: True if the depth grows towards the left.
  ///   - firstRow: The buffer's row of the first of them.
  ///   - brush: Knows the format.
  @inline(__always)
  mutating func setCrests<Packing: PixelPacking>(
    lower: FlatEdge,
    higher: FlatEdge,
    fluid: borrowing WaveView.Fluid,
    origin: Int,
    isMirrored: Bool,
    firstRow: Int,
    with brush: LayerBrush<Packing>
  ) {
    let distance = lower.start &- higher.start
    edges[isMirrored ? 1 : 0].set(
      higher,
      near: fluid.sums(higher.first, lower.coverage(at: 0 &- distance)),
      far: fluid.sums(higher.first &+ higher.second, lower.coverage(at: 1 &- distance)),
      origin: origin,
      isMirrored: isMirrored,
      firstRow: firstRow,
      with: brush
    )
    edges[isMirrored ? 0 : 1].set(
      lower,
      near: fluid.sums(higher.coverage(at: distance), lower.first),
      far: fluid.sums(higher.coverage(at: distance &+ 1), lower.first &+ lower.second),
      origin: origin,
      isMirrored: isMirrored,
      firstRow: firstRow,
      with: brush
    )
  }
}

extension WaveView.Fluid {
  /// The mixtures of pixels that the crests cover so far.
  @inline(__always)
  func sums(_ higher: Lanes, _ lower: Lanes) -> PlanarSums {
    self.higher.sums(greater(higher, lower), self.lower, lower)
  }
}
