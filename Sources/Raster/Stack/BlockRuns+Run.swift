// SPDX-License-Identifier: Apache-2.0

extension BlockRuns {
  /// Contents that neighbouring rows have in common.
  enum Kinship {
    /// Their pixels.
    case alike
    /// The blocks that layers touch and cover, but not their pixels.
    case similar
    /// Nothing: each layer is composed with each of them.
    case none
  }

  /// Neighbouring blocks of neighbouring rows.
  struct Run {
    var row: Int32
    var rowCount: Int32
    var first: Int32
    var end: Int32
    /// Index of the first block's pixels, if the run has pixels; else the place that is kept for them.
    var slot: Int32
    /// From one row's pixels to the next one's; 0 where they are the same.
    var stride: Int32
    var kinship: Kinship
    /// Tone of all pixels, if ``look`` is a tone.
    var tone: Tone
    var look = Look.tone
    /// The covers over a picture's pixels, the lower one first; 0 for none.
    var covers: (UInt8, UInt8) = (0, 0)
    /// The part of the layer on top that is still to be put over the pixels.
    var mix = Mix.nothing

    /// The source of the run's pixels.
    enum Look { case tone, picture, pixels }

    /// A part of a layer, put over a run once all runs are known.
    enum Mix {
      case nothing
      /// The paint of blocks that it covers, and its ink.
      case ink
      /// All that there may be to a block.
      case anything
    }

    @inline(__always)
    var rows: Range<Int> { Int(row)..<Int(row &+ rowCount) }
    @inline(__always)
    var blocks: Range<Int> { Int(first)..<Int(end) }

    /// Rows that have pixels of their own.
    @inline(__always)
    var pixelRows: Range<Int> { stride == 0 ? Int(row)..<Int(row) &+ 1 : rows }

    /// Indices of the pixels of one of the rows, or of the places that are kept for them.
    @inline(__always)
    func slots(row y: Int) -> Range<Int> {
      let first = Int(slot) &+ (y &- Int(row)) &* Int(stride)
      return first..<first &+ Int(end &- self.first)
    }

    /// A part of the run.
    @inline(__always)
    func part(_ blocks: Range<Int>) -> Self {
      var part = self
      part.first = Int32(truncatingIfNeeded: blocks.lowerBound)
      part.end = Int32(truncatingIfNeeded: blocks.upperBound)
      part.slot &+= part.first &- first
      return part
    }
  }
}
