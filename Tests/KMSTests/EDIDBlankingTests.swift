// SPDX-License-Identifier: Apache-2.0
import KMS
import Testing

@Suite("EDIDs without serial numbers")
struct EDIDBlankingTests {
  /// A block of 128 bytes with `parts` at their places and a right checksum.
  private func block(_ parts: [Int: [UInt8]]) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: 128)
    for (place, bytes) in parts {
      block.replaceSubrange(place..<place + bytes.count, with: bytes)
    }
    block[127] = 0 &- block.reduce(0, &+)
    return block
  }

  private func base(_ parts: [Int: [UInt8]] = [:]) -> [UInt8] {
    block([0: [0, 255, 255, 255, 255, 255, 255, 0], 8: [0x10, 0xAC, 1, 2]].merging(parts) { $1 })
  }

  private func descriptor(_ tag: UInt8, _ text: String) -> [UInt8] {
    [0, 0, 0, tag, 0] + Array("\(text)\n            ".utf8.prefix(13))
  }

  @Test("Number and texts that may hold one are gone; maker, model, week and name stay")
  func baseBlock() {
    let edid = base([
      12: [1, 2, 3, 4], 16: [7, 30], 54: descriptor(0xFF, "SERIAL-12345"),
      72: descriptor(0xFE, "ALSO-12345"), 90: descriptor(0xFC, "DELL U2415"),
    ])
    let blank = EDIDBlanking.withoutSerialNumbers(edid)
    var expected = edid
    expected.replaceSubrange(12..<16, with: [0, 0, 0, 0])
    for row in [54, 72] {
      expected.replaceSubrange(row + 5..<row + 18, with: [UInt8](repeating: 0, count: 13))
    }
    #expect(blank.dropLast() == expected.dropLast())
    #expect(blank.reduce(0, &+) == 0)
  }

  @Test("Of CTA-861 what HDMI says stays; vendors' own words and texts among the timings go")
  func vendorBlocks() {
    let hdmi: [UInt8] = [0x65, 0x03, 0x0C, 0x00, 0x10, 0x00]
    let video: [UInt8] = [0x42, 0x90, 0x04]
    let vendor: [UInt8] = [0x67, 0x5C, 0x12, 0xCA, 0xAA, 0xBB, 0xCC, 0xDD]
    let extended: [UInt8] = [0xE6, 0x01, 0x46, 0xD0, 0x00, 0xAA, 0xBB]
    let extent = 4 + hdmi.count + video.count + vendor.count + extended.count
    let edid =
      base()
      + block([
        0: [0x02, 0x03, UInt8(extent), 0], 4: video + vendor + hdmi + extended,
        extent: descriptor(0xFF, "SERIAL-12345"),
      ])
    let blank = Array(EDIDBlanking.withoutSerialNumbers(edid)[128...])
    let kept =
      video + [0x67, 0x5C, 0x12, 0xCA, 0, 0, 0, 0] + hdmi + [0xE6, 0x01, 0x46, 0xD0, 0, 0, 0]
    #expect(Array(blank[4..<extent]) == kept)
    #expect(blank[extent + 5..<extent + 18].allSatisfy { $0 == 0 })
    #expect(blank.reduce(0, &+) == 0)
  }

  @Test("Blocks of other kinds keep their tag alone; a wrong checksum stays as wrong as it was")
  func otherBlocks() {
    var display = block([0: [0x70, 0x12, 0x79, 0, 0], 20: Array("SERIAL".utf8)])
    display[127] &+= 5
    let blank = Array(EDIDBlanking.withoutSerialNumbers(base() + display)[128...])
    #expect(blank[0] == 0x70 && blank[1..<127].allSatisfy { $0 == 0 })
    #expect(blank.reduce(0, &+) == 5)
  }

  @Test(
    "Whatever a monitor sends is blanked without a fault, and blanking it again changes nothing"
  )
  func anything() {
    var numbers = SystemRandomNumberGenerator()
    let header: [UInt8] = [0, 255, 255, 255, 255, 255, 255, 0]
    for count in [0, 7, 127, 128, 200, 256, 384, 1000] {
      for _ in 0..<200 {
        var edid = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        if count >= 128 { edid.replaceSubrange(0..<8, with: header) }
        if count >= 256 { edid[128] = 0x02 }
        let blank = EDIDBlanking.withoutSerialNumbers(edid)
        #expect(blank.count == count / 128 * 128)
        #expect(EDIDBlanking.withoutSerialNumbers(blank) == blank)
      }
    }
    #expect(EDIDBlanking.withoutSerialNumbers([UInt8](repeating: 1, count: 128)) == [])
  }
}
