// SPDX-License-Identifier: Apache-2.0
import TOMLReading
import Widgets
import Raster
import Testing

@testable import Configuration

@Suite("Colours and names")
struct HexColorTests {
  @Test(
    "The three forms are read",
    arguments: [
      ("#fA0", Color(rgb: 0xFFAA00)), ("#2F7CF6", Color(rgb: 0x2F7CF6)),
      ("#01234567", Color(rgb: 0x012345, alpha: 0x67)),
    ]
  )
  func reads(text: String, color: Color) {
    #expect(Color(hex: text) == color)
  }

  @Test(
    "Everything else is refused",
    arguments: [
      "", "#", "FFF", "#FF", "#FFFF", "#FFFFF", "#FFFFFFF", "#FFFFFFFFF", "#GGG", "# FFF", "#FFF ",
      "#ＦＦＦ", "red", "#+FF",
    ]
  )
  func refuses(text: String) {
    #expect(Color(hex: text) == nil)
  }

  @Test(
    "Slips are counted",
    arguments: [
      ("", "", 0), ("a", "", 1), ("", "abc", 3), ("color", "color", 0), ("Color", "color", 0),
      ("colour", "color", 1), ("colro", "color", 1), ("kitten", "sitting", 3), ("ca", "abc", 3),
    ]
  )
  func countsSlips(left: String, right: String, count: Int) {
    #expect(NearestName.slips(left, right) == count)
    #expect(NearestName.slips(right, left) == count)
  }

  @Test("The nearest candidate is found, the first of equals, none among none")
  func findsNearest() {
    #expect(NearestName.nearest(to: "rotaton", among: ["mode", "rotation", "scale"]) == "rotation")
    #expect(NearestName.nearest(to: "colour", among: ["over", "front_color"]) == "front_color")
    #expect(NearestName.nearest(to: "blank", among: ["black", "blank_after"]) == "black")
    #expect(NearestName.nearest(to: "zz", among: ["aa", "bb"]) == "aa")
    #expect(NearestName.nearest(to: "zz", among: []) == nil)
  }
}
