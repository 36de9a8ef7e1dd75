// SPDX-License-Identifier: Apache-2.0

extension BlockRuns {
  /// What neighbouring rows have in common.
  enum Kinship {
    /// Their pixels.
    case alike
    /// Which of their blocks layers touch and cover.
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
    /// Where the first block's pixels are, or would be.
    var slot: Int32
    /// From one row's pixels to the next one's; 0 where they are the same.
    var stride: Int32
    var kinship: Kinship
    /// What all pixels look like, if ``look`` is a tone.
    var tone: Tone
    var look = Look.tone
    /// Which of the covers lie over a picture's pixels, the lower one first; 0 for none.
    var covers: (UInt8, UInt8) = (0, 0)
    /// Whether a layer has still to be composed with the pixels.
    var isMixed = false

    /// Where pixels are found.
    enum Look { case tone, picture, pixels }

    @inline(__always)
    var rows: Range<Int> { Int(row)..<Int(row &+ rowCount) }
    @inline(__always)
    var blocks: Range<Int> { Int(first)..<Int(end) }

    /// Rows that have pixels of their own.
    @inline(__always)
    var pixelRows: Range<Int> { stride == 0 ? Int(row)..<Int(row) &+ 1 : rows }

    /// Where the pixels of one of them are, or would be.
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
