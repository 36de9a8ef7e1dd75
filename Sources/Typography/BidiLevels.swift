// SPDX-License-Identifier: Apache-2.0

/// The embedding levels of one line: even is left to right, odd right to left.
///
/// This is the Unicode bidirectional algorithm (UAX #9) for a line without explicit embeddings,
/// isolates or overrides: rules P2–P3, W1–W7, N0–N2, I1–I2, L1 and L2.
struct BidiLevels {
  /// One level a character.
  private(set) var levels: [UInt8]
  /// The paragraph's level, 0 or 1, after its first strong character.
  let base: UInt8

  /// Resolves the levels of a line.
  ///
  /// - Parameters:
  ///   - scalars: The characters; only spaces and brackets among them matter.
  ///   - classes: Their classes.
  init(_ scalars: [Unicode.Scalar], classes: [BidiClass]) {
    let firstStrong = classes.first { $0 == .l || $0 == .r || $0 == .al }
    base = firstStrong == nil || firstStrong == .l ? 0 : 1
    let direction: BidiClass = base == 0 ? .l : .r
    var types = classes
    Self.resolveMarks(&types, start: direction)
    Self.resolveNumbers(&types, start: direction)
    BidiBrackets.resolve(&types, scalars: scalars, classes: classes, base: direction)
    Self.resolveNeutrals(&types, base: direction)
    let base = base
    levels = types.map { type in
      switch type {
      case .l: base == 0 ? 0 : 2
      case .en, .an: 2
      default: 1
      }
    }
    // L1: spaces at the end of the line go where the paragraph ends.
    var index = levels.count
    while index > 0,
      scalars[index - 1].properties.isWhitespace || classes[index - 1] == .bn
    {
      index -= 1
      levels[index] = base
    }
  }

  /// W1, and invisible characters, which go with what stands before them.
  private static func resolveMarks(_ types: inout [BidiClass], start: BidiClass) {
    var previous = start
    for index in types.indices {
      if types[index] == .nsm || types[index] == .bn { types[index] = previous }
      previous = types[index]
    }
  }

  /// W2 to W7.
  private static func resolveNumbers(_ types: inout [BidiClass], start: BidiClass) {
    var strong = start
    for index in types.indices {
      switch types[index] {
      case .l, .r, .al: strong = types[index]
      case .en where strong == .al: types[index] = .an
      default: break
      }
    }
    for index in types.indices where types[index] == .al { types[index] = .r }
    for index in types.indices.dropFirst().dropLast() {
      let (before, after) = (types[index - 1], types[index + 1])
      if types[index] == .es || types[index] == .cs, before == .en, after == .en {
        types[index] = .en
      } else if types[index] == .cs, before == .an, after == .an {
        types[index] = .an
      }
    }
    joinTerminators(&types)
    strong = start
    for index in types.indices {
      switch types[index] {
      case .l, .r: strong = types[index]
      case .es, .et, .cs: types[index] = .on
      case .en where strong == .l: types[index] = .l
      default: break
      }
    }
  }

  /// W5: currency signs and percents beside a European number become part of it.
  private static func joinTerminators(_ types: inout [BidiClass]) {
    var index = 0
    while index < types.count {
      guard types[index] == .et else {
        index += 1
        continue
      }
      let start = index
      while index < types.count, types[index] == .et { index += 1 }
      let isBesideNumber =
        (start > 0 && types[start - 1] == .en) || (index < types.count && types[index] == .en)
      if isBesideNumber { for position in start..<index { types[position] = .en } }
    }
  }

  /// N1 and N2: neutral stretches take the direction they are enclosed by, else the paragraph's.
  private static func resolveNeutrals(_ types: inout [BidiClass], base: BidiClass) {
    var index = 0
    while index < types.count {
      guard types[index] == .on else {
        index += 1
        continue
      }
      let start = index
      while index < types.count, types[index] == .on { index += 1 }
      let before = start > 0 ? direction(of: types[start - 1]) : base
      let after = index < types.count ? direction(of: types[index]) : base
      for position in start..<index { types[position] = before == after ? before : base }
    }
  }

  /// Numbers count as right to left when neutrals are resolved.
  private static func direction(of type: BidiClass) -> BidiClass {
    type == .l ? .l : .r
  }

  /// L2: the order in which runs with these levels stand from left to right.
  static func visualOrder(of levels: [UInt8]) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max(),
      let lowestOdd = levels.filter({ $0 & 1 == 1 }).min()
    else { return order }
    for level in stride(from: highest, through: lowestOdd, by: -1) {
      var index = 0
      while index < order.count {
        guard levels[order[index]] >= level else {
          index += 1
          continue
        }
        let start = index
        while index < order.count, levels[order[index]] >= level { index += 1 }
        order[start..<index].reverse()
      }
    }
    return order
  }
}
