// SPDX-License-Identifier: Apache-2.0

extension BlockRuns {
  /// Neighbouring blocks of a row, and of those below it that look the same.
  struct Run {
    var row: Int32
    var rowCount: Int32
    var first: Int32
    var end: Int32
    /// Where the first block's pixels are, or would be.
    var slot: Int32
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

    /// Where the pixels are, or would be.
    @inline(__always)
    var slots: Range<Int> { Int(slot)..<Int(slot &+ end &- first) }

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
