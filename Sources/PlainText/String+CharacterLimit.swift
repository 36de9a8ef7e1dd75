// SPDX-License-Identifier: Apache-2.0

extension String {
  /// Tells if the text has at most `count` user-perceived characters, without looking further than they reach.
  ///
  /// Finding characters takes some 30 ns a scalar, which dozens of marks on each letter can
  /// have a daemon do for a millisecond. Such texts are recognised by ``characterBound`` first.
  package func hasAtMost(characters count: Int) -> Bool {
    characterBound <= count
      || index(startIndex, offsetBy: count + 1, limitedBy: endIndex) == nil
  }

  /// No less than the number of characters: the scalars but for marks of two bytes that are sure to belong
  /// to what they follow.
  ///
  /// By the rules GB4 and GB9 of Unicode's annex 29 a mark belongs to everything but a control.
  var characterBound: Int {
    var bound = 0
    var follows = false
    for scalar in unicodeScalars {
      let isMark = Self.isShortMark(scalar.value)
      if !(isMark && follows) { bound += 1 }
      follows = isMark || Self.isVisibleShort(scalar.value)
    }
    return bound
  }

  /// Tells if a scalar is printable ASCII, or of two bytes and no control.
  private static func isVisibleShort(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x20...0x7E: true
    case 0xA0...0x7FF: scalar != 0xAD && scalar != 0x61C
    default: false
    }
  }

  /// Tells if a scalar is a mark of the blocks that two bytes reach in which scripts put several on a letter: Latin's
  /// and Greek's, Cyrillic's, Hebrew's, Arabic's and Syriac's.
  private static func isShortMark(_ scalar: UInt32) -> Bool {
    switch scalar {
    case ..<0x300: false
    case 0x300...0x36F, 0x483...0x489, 0x591...0x5BD, 0x610...0x61A, 0x64B...0x65F, 0x6D6...0x6DC,
      0x730...0x74A:
      true
    default: false
    }
  }
}
