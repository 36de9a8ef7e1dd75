// SPDX-License-Identifier: Apache-2.0

/// Rule N0 of the bidirectional algorithm: both brackets of a pair take one direction.
enum BidiBrackets {
  /// Most brackets that may be open at once; the rule ends at a deeper one (BD16).
  private static let maximumDepth = 63

  /// Gives the brackets among the neutral `types` a direction where the rule has one.
  ///
  /// - Parameters:
  ///   - types: The line after W7.
  ///   - scalars: The characters.
  ///   - classes: What the characters were before any rule.
  ///   - base: The paragraph's direction.
  static func resolve(
    _ types: inout [BidiClass],
    scalars: [Unicode.Scalar],
    classes: [BidiClass],
    base: BidiClass
  ) {
    for pair in pairs(in: scalars, types: types) {
      let inside = types[(pair.opening + 1)..<pair.closing].compactMap(direction)
      guard !inside.isEmpty else { continue }
      var chosen = base
      if !inside.contains(base) {
        // Only the other direction inside: it holds if the text before the pair has it too.
        chosen = types[..<pair.opening].reversed().lazy.compactMap(direction).first ?? base
      }
      for bracket in [pair.opening, pair.closing] {
        types[bracket] = chosen
        // Marks on a bracket follow it.
        var next = bracket + 1
        while next < types.count, classes[next] == .nsm || classes[next] == .bn {
          types[next] = chosen
          next += 1
        }
      }
    }
  }

  /// Where brackets match, in the order of the opening ones (BD16).
  private static func pairs(
    in scalars: [Unicode.Scalar],
    types: [BidiClass]
  ) -> [(opening: Int, closing: Int)] {
    var open: [(index: Int, closing: UInt32)] = []
    var pairs: [(opening: Int, closing: Int)] = []
    for index in scalars.indices where types[index] == .on {
      if let closing = closingBracket(for: scalars[index]) {
        if open.count == maximumDepth { break }
        open.append((index, closing))
      } else if let match = open.lastIndex(where: { $0.closing == scalars[index].value }) {
        pairs.append((open[match].index, index))
        open.removeSubrange(match...)
      }
    }
    return pairs.sorted { $0.opening < $1.opening }
  }

  /// The character that closes what `scalar` opens; nil when it opens nothing.
  private static func closingBracket(for scalar: Unicode.Scalar) -> UInt32? {
    let properties = scalar.properties
    guard properties.generalCategory == .openPunctuation, properties.isBidiMirrored else {
      return nil
    }
    // Square and curly brackets have another character between their two.
    switch scalar.value {
    case 0x5B, 0x7B, 0xFF3B, 0xFF5B: return scalar.value + 2
    default: return scalar.value + 1
    }
  }

  /// The direction that a resolved type counts as for brackets; nil for neutral ones.
  private static func direction(of type: BidiClass) -> BidiClass? {
    switch type {
    case .l: .l
    case .r, .al, .en, .an: .r
    default: nil
    }
  }
}
