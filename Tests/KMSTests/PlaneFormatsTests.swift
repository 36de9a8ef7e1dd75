// SPDX-License-Identifier: Apache-2.0
import KMS
import Testing

@Suite("What planes say of their formats")
struct PlaneFormatsTests {
  private func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
  }

  /// `struct drm_format_modifier_blob`: header, formats, then modifiers with the formats that take them.
  private func blob(
    version: UInt64 = 1,
    _ formats: [UInt64],
    _ modifiers: [(mask: UInt64, offset: UInt64, modifier: UInt64)]
  ) -> [UInt8] {
    let start = UInt64(24 + 4 * formats.count)
    let header = [version, 0, UInt64(formats.count), 24, UInt64(modifiers.count), start]
    return header.flatMap { bytes($0, 4) } + formats.flatMap { bytes($0, 4) }
      + modifiers.flatMap { bytes($0.mask, 8) + bytes($0.offset, 8) + bytes($0.modifier, 8) }
  }

  @Test("Those in plain rows are found wherever they stand")
  func rows() {
    let afbc: UInt64 = 0x0800_0000_0000_0001
    #expect(PlaneFormats.inRows(blob([7, 8, 9], [(0b101, 0, 0)])) == [7, 9])
    #expect(PlaneFormats.inRows(blob([7, 8, 9], [(0b111, 0, afbc)])) == [])
    #expect(PlaneFormats.inRows(blob([7, 8, 9], [(0b111, 0, afbc), (0b10, 1, 0)])) == [9])
    let many = (0..<70).map { UInt64($0) }
    #expect(PlaneFormats.inRows(blob(many, [(1 << 63, 0, 0), (0b100000, 64, 0)])) == [63, 69])
    // A bit for a format that is not there.
    #expect(PlaneFormats.inRows(blob([7], [(0b110, 0, 0)])) == [])
  }

  @Test("What makes no sense says nothing")
  func nonsense() {
    #expect(PlaneFormats.inRows([]) == nil)
    #expect(PlaneFormats.inRows(blob(version: 2, [7], [(1, 0, 0)])) == nil)
    #expect(PlaneFormats.inRows(blob([7], [])) == nil)
    let whole = blob([7, 8], [(0b11, 0, 0)])
    for count in 0..<whole.count { #expect(PlaneFormats.inRows(Array(whole.prefix(count))) == nil) }
    for index in 0..<24 {
      var wild = whole
      wild[index] = 0xFF
      _ = PlaneFormats.inRows(wild)
    }
    _ = PlaneFormats.inRows([UInt8](repeating: 0xFF, count: 64))
  }
}
