// SPDX-License-Identifier: Apache-2.0

extension TextLayout {
  /// A stretch of glyphs that belongs to a stretch of characters and cannot be divided further.
  private struct Cluster {
    var scalars: Range<Int>
    var left: Double
    var right: Double
  }

  /// Computes the place of each character.
  ///
  /// Characters of which the shaper has made one stretch of glyphs share it evenly.
  ///
  /// - Parameter characters: The characters, as ranges of scalars, in reading order.
  /// - Returns: The place of each.
  func characterEdges(_ characters: [Range<Int>]) -> [Edges] {
    var edges = [Edges](repeating: Edges(leading: 0, width: 0), count: characters.count)
    for run in runs {
      var character = characters.partitioningIndex { $0.upperBound > run.run.range.lowerBound }
      for cluster in clusters(of: run) {
        // A character that begins before the cluster has its edge already, and a part of this one.
        let end = characters[character...].firstIndex {
          $0.lowerBound >= cluster.scalars.upperBound
        }
        let shared = character..<(end ?? characters.count)
        let width = (cluster.right - cluster.left) / Double(max(1, shared.count))
        for (place, index) in shared.enumerated() {
          edges[index].width += width
          if characters[index].lowerBound < cluster.scalars.lowerBound { continue }
          edges[index].leading =
            run.run.level & 1 == 0
            ? cluster.left + Double(place) * width
            : cluster.right - Double(place) * width
        }
        // The last one may go on in the next cluster.
        character = shared.upperBound
        if character > shared.lowerBound,
          characters[character - 1].upperBound > cluster.scalars.upperBound
        {
          character -= 1
        }
      }
    }
    return edges
  }

  /// The clusters of a run in reading order, as HarfBuzz has left them: monotone, and together the
  /// whole run.
  private func clusters(of run: Run) -> [Cluster] {
    var clusters: [Cluster] = []
    let range = run.run.range
    for glyph in glyphs[run.glyphs] {
      if let last = clusters.last {
        if last.scalars.lowerBound == glyph.cluster { continue }
        clusters[clusters.count - 1].right = glyph.pen
      }
      clusters.append(
        Cluster(
          scalars: min(glyph.cluster, range.upperBound)..<range.upperBound,
          left: glyph.pen,
          right: run.pen.upperBound
        )
      )
    }
    if run.run.level & 1 == 1 { clusters.reverse() }
    if clusters.isEmpty {
      return [Cluster(scalars: range, left: run.pen.lowerBound, right: run.pen.upperBound)]
    }
    // What the shaper has dropped at the start belongs to what follows.
    clusters[0].scalars = range.lowerBound..<range.upperBound
    for index in clusters.indices.dropFirst() {
      let start = clusters[index - 1].scalars.lowerBound
      clusters[index - 1].scalars = start..<max(start, clusters[index].scalars.lowerBound)
    }
    return clusters
  }
}

extension Array {
  /// The first index whose element fulfils `predicate`, which all elements behind it fulfil too.
  fileprivate func partitioningIndex(where predicate: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
