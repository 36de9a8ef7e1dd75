// SPDX-License-Identifier: Apache-2.0
internal import PlainText
internal import Touch

// Letters where they are on real keyboards; everything else that a layout has on pages of symbols, in the same places.
extension KeyboardPlan {
  /// From how many letters on the row of the digits is one of letters.
  private static let lettersOfTopRow = 4
  /// The least columns of a shift key.
  private static let leastShift = 1.2
  /// The symbols that people look for first.
  private static let usual = Array("1234567890@#€$%&*-+=/()\"':;!?,._<>[]{}\\|~^`´°§£¥•…„“”«»¿¡")

  mutating func addLetters(_ layout: ScreenLayout, order: Order) {
    let letters = Self.letters(of: layout)
    let hasTopRow = !letters[0].isEmpty
    let hasDigits = order.hasDigits && !hasTopRow
    let cells = letters.joined()
    let symbols = Self.symbols(of: layout, besides: Array(cells), hasDigits: hasDigits)
    let perPage = max(cells.count, 1)
    let symbolPages = max(1, (symbols.count + perPage - 1) / perPage)
    pageCount = 2 + symbolPages
    let longest = Double(letters.map(\.count).max() ?? 0)
    columns = max(10, longest, Double(letters[3].count) + 2 * Self.leastShift)
    rows = (hasTopRow || hasDigits ? 1 : 0) + 4
    var row = 0
    if hasDigits {
      addDigits(of: layout)
      row = 1
    }
    var cell = 0
    for (place, line) in letters.enumerated() where place > 0 || hasTopRow {
      var x = (columns - Double(line.count)) / 2
      for key in line {
        let plain = Self.face(key, level: 0)
        var faces = [plain, Self.face(key, level: 1) ?? plain]
        for page in 0..<symbolPages {
          let index = page * perPage + cell
          faces.append(index < symbols.count ? symbols[index] : nil)
        }
        keys.append(PlannedKey(x: x, row: row, width: 1, faces: faces))
        x += 1
        cell += 1
      }
      if place == 3 {
        addSides(width: (columns - Double(line.count)) / 2, row: row, symbolPages: symbolPages)
      }
      row += 1
    }
    addBottom(layout, order: order, row: row)
  }

  // MARK: - Rows

  /// The keys that are letters, row by row; the first row is empty where it has few.
  private static func letters(of layout: ScreenLayout) -> [[ScreenLayout.Key]] {
    var rows = layout.rows.map { $0.filter(isLetter) }
    while rows.count < 4 { rows.append([]) }
    let top = rows[0].filter { !($0.faces[0]?.text.isEmpty ?? true) }
    if top.count >= lettersOfTopRow {
      rows[0] = layout.rows[0].filter { $0.faces[0] != nil && (isLetter($0) || $0.code != 41) }
    } else {
      rows[0] = []
      rows[3] += top
    }
    // A layout without letters types what it types.
    if rows.allSatisfy(\.isEmpty) { rows = layout.rows.map { $0.filter { $0.faces[0] != nil } } }
    return rows
  }

  /// Tells if a key is a letter, a mark or a dead key without shift.
  private static func isLetter(_ key: ScreenLayout.Key) -> Bool {
    guard let face = key.faces[0] else { return false }
    switch face.text.unicodeScalars.first?.properties.generalCategory {
    case nil, .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark:
      return true
    default: return false
    }
  }

  private static func face(_ key: ScreenLayout.Key, level: Int) -> KeyFace? {
    key.faces[level].map {
      KeyFace(label: .text($0.label), act: .type(.key(code: key.code, level: level)))
    }
  }

  /// A key that types `text` at whichever level, else the text itself.
  private static func face(typing text: String, layout: ScreenLayout) -> KeyFace {
    for level in 0..<ScreenLayout.levelCount {
      for key in layout.rows.joined() where key.faces[level]?.text.hasSameBytes(as: text) ?? false {
        return KeyFace(label: .text(text), act: .type(.key(code: key.code, level: level)))
      }
    }
    return KeyFace(label: .text(text), act: .type(.stroke(.text(text))))
  }

  private mutating func addDigits(of layout: ScreenLayout) {
    let width = columns / 10
    for (place, digit) in "1234567890".enumerated() {
      let face = Self.face(typing: String(digit), layout: layout)
      keys.append(
        PlannedKey(
          x: Double(place) * width,
          row: 0,
          width: width,
          faces: Array(repeating: face, count: pageCount)
        )
      )
    }
  }

  /// The keys beside the last row of letters.
  private mutating func addSides(width: Double, row: Int, symbolPages: Int) {
    var faces: [KeyFace?] = [
      KeyFace(label: .glyph(.shift), act: .shift), KeyFace(label: .glyph(.shifted), act: .shift),
    ]
    for page in 0..<symbolPages {
      let label = KeyLabel.text("\(page + 1)/\(symbolPages)")
      let next = KeyAct.symbols((page + 1) % symbolPages)
      faces.append(symbolPages > 1 ? KeyFace(label: label, act: next) : nil)
    }
    keys.append(PlannedKey(x: 0, row: row, width: width, faces: faces))
    let backspace = KeyFace(label: .glyph(.backspace), act: .type(.stroke(.backspace)))
    keys.append(
      PlannedKey(
        x: columns - width,
        row: row,
        width: width,
        faces: Array(repeating: backspace, count: pageCount)
      )
    )
  }

  /// The row of the space bar, which takes what the others leave of twelve parts.
  private mutating func addBottom(_ layout: ScreenLayout, order: Order, row: Int) {
    let symbols = KeyFace(label: .text("?123"), act: .symbols(0))
    let letters = KeyFace(label: .text(Self.alphabet(of: layout)), act: .letters)
    var parts: [(width: Double, faces: [KeyFace?])] = []
    func all(_ face: KeyFace) -> [KeyFace?] { Array(repeating: face, count: pageCount) }
    parts.append((1.4, [symbols, symbols] + Array(repeating: letters, count: pageCount - 2)))
    if order.hasLayouts {
      let name = String(layout.name.prefix { $0 != "(" }.prefix(3)).uppercased()
      parts.append((1.1, all(KeyFace(label: .text(name), act: .layout))))
    }
    let hasComma = layout.rows.joined().contains { key in
      key.faces.contains { $0?.text.hasSameBytes(as: ",") ?? false }
    }
    let first = order.kind == .email ? "@" : hasComma ? "," : "،"
    parts.append((0.9, all(Self.face(typing: first, layout: layout))))
    let space = KeyFace(label: .text(""), act: .type(.key(code: Self.spaceBar, level: 0)))
    parts.append((0, all(space)))
    parts.append((0.9, all(Self.face(typing: ".", layout: layout))))
    parts.append((0.9, all(KeyFace(label: .glyph(.left), act: .type(.stroke(.left))))))
    parts.append((0.9, all(KeyFace(label: .glyph(.right), act: .type(.stroke(.right))))))
    if order.canHide { parts.append((1, all(KeyFace(label: .glyph(.hide), act: .hide)))) }
    parts.append((1.6, all(KeyFace(label: .glyph(.enter), act: .enter))))
    let (taken, whole) = (parts.reduce(0) { $0 + $1.width }, 12.0)
    var x = 0.0
    for part in parts {
      let width = (part.width > 0 ? part.width : whole - taken) * columns / whole
      keys.append(PlannedKey(x: x, row: row, width: width, faces: part.faces))
      x += width
    }
  }

  /// `KEY_SPACE`.
  private static let spaceBar: UInt16 = 57

  /// The beginning of the alphabet in a layout's script.
  private static func alphabet(of layout: ScreenLayout) -> String {
    let letters = Self.letters(of: layout).dropFirst().joined().compactMap { $0.faces[0]?.text }
    guard let first = letters.first(where: { !$0.isEmpty })?.unicodeScalars.first else {
      return "ABC"
    }
    switch first.value {
    case 0x0370...0x03FF: return "ΑΒΓ"
    case 0x0400...0x052F: return "АБВ"
    case 0x0590...0x05FF: return "אבג"
    case 0x0600...0x077F: return "ابت"
    case 0x0E00...0x0E7F: return "กขค"
    case ..<0x0370, 0x1E00...0x1EFF: return "ABC"
    default: return letters.prefix(3).joined()
    }
  }

  // MARK: - Symbols

  /// Everything that a layout types and that is not on `letters`: what people look for first, then level by level.
  private static func symbols(
    of layout: ScreenLayout,
    besides letters: [ScreenLayout.Key],
    hasDigits: Bool
  ) -> [KeyFace] {
    var seen: Set<Exact<[String]>> = []
    func isNew(_ face: ScreenLayout.Face) -> Bool {
      seen.insert(Exact([face.label, face.text])).inserted
    }
    let digits = (0...9).map { "\($0)" }
    for key in letters {
      for face in key.faces.prefix(2).compactMap({ $0 })
      where !digits.contains(where: face.text.hasSameBytes) { _ = isNew(face) }
    }
    if hasDigits {
      for digit in digits { _ = isNew(ScreenLayout.Face(label: digit, text: digit)) }
    }
    var found: [(rank: Int, face: KeyFace)] = []
    for level in 0..<ScreenLayout.levelCount {
      for key in layout.rows.joined() {
        guard let said = key.faces[level], isNew(said), let face = face(key, level: level) else {
          continue
        }
        let rank = usual.firstIndex { String($0).hasSameBytes(as: said.text) }
        found.append((rank ?? usual.count + found.count, face))
      }
    }
    return found.sorted { $0.rank < $1.rank }.map(\.face)
  }
}
