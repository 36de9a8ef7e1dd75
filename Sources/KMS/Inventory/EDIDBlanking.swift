// SPDX-License-Identifier: Apache-2.0

/// Blanks the parts of an EDID that tell a monitor from another one of its kind.
package enum EDIDBlanking {
  private static let blockSize = 128

  /// `edid` with zeros in the place of serial numbers, checksums as right or wrong as before.
  ///
  /// Gone are the number and the texts of the base block that may hold one (VESA E-EDID 1.4, 3.4.2 and 3.10.3:
  /// the descriptors FFh and FEh), what vendors say to their own devices in blocks of CTA-861, where some
  /// have a container's number, and all extension blocks of other kinds, as DisplayID has numbers too.
  ///
  /// - Parameter edid: Blocks of 128 bytes; may be anything.
  /// - Returns: The whole blocks; empty where the first is no EDID.
  package static func withoutSerialNumbers(_ edid: [UInt8]) -> [UInt8] {
    let header: [UInt8] = [0, 255, 255, 255, 255, 255, 255, 0]
    guard edid.count >= blockSize, edid.starts(with: header) else { return [] }
    return (0..<edid.count / blockSize).flatMap { number in
      let old = Array(edid[number * blockSize..<(number + 1) * blockSize])
      var block = old
      if number == 0 {
        clear(&block, range: 12..<16)
        clearTexts(&block, from: 54, to: 126)
      } else if block[0] == 0x02 {
        clearVendorBlocks(&block)
      } else {
        clear(&block, range: 1..<127)
      }
      block[127] &+= sum(old) &- sum(block)
      return block
    }
  }

  /// Clears display descriptors that hold a text of the maker's, in rows of 18 bytes.
  private static func clearTexts(_ block: inout [UInt8], from start: Int, to end: Int) {
    for row in stride(from: start, through: end - 18, by: 18)
    where block[row..<row + 3].allSatisfy({ $0 == 0 }) && [0xFF, 0xFE].contains(block[row + 3]) {
      clear(&block, range: row + 5..<row + 18)
    }
  }

  /// Clears the data blocks of vendors, but for those of HDMI, and texts among the timings behind.
  private static func clearVendorBlocks(_ block: inout [UInt8]) {
    // Timings begin where byte 2 says, data blocks end there; 0 is for neither.
    let timings = min(max(Int(block[2]), 4), 127)
    var position = 4
    while position < timings {
      let (kind, end) = (block[position] >> 5, position + 1 + Int(block[position] & 31))
      let content = position + 1..<min(end, timings)
      let isHDMI = [[0x03, 0x0C, 0x00], [0xD8, 0x5D, 0xC4]].contains(
        Array(block[content].prefix(3))
      )
      if kind == 3, !isHDMI { clear(&block, range: content.dropFirst(3)) }
      // Vendors' video and audio blocks, by their extended tags.
      if kind == 7, [1, 17].contains(block[content].first) {
        clear(&block, range: content.dropFirst(4))
      }
      position = end
    }
    clearTexts(&block, from: timings, to: 127)
  }

  private static func clear(_ block: inout [UInt8], range: Range<Int>) {
    for index in range { block[index] = 0 }
  }

  private static func sum(_ block: [UInt8]) -> UInt8 { block.reduce(0, &+) }
}
