// SPDX-License-Identifier: Apache-2.0
package import Touch

/// A stroke on a key of the keyboard on the screen.
package enum ScreenStroke: Hashable, Sendable {
  /// A key of the layout at one of its levels; the layout says what that is.
  case key(code: UInt16, level: Int)
  /// A stroke that is the same in any layout.
  case stroke(KeyStroke)

  /// True for a stroke that a held key repeats.
  var repeats: Bool {
    switch self {
    case .stroke(.backspace), .stroke(.left), .stroke(.right): true
    default: false
    }
  }
}

/// The action of a key of the keyboard on the screen.
enum KeyAct: Hashable, Sendable {
  case type(ScreenStroke)
  case shift
  /// Shows this page of symbols, from 0 on.
  case symbols(Int)
  case letters
  case layout
  case hide
  /// Submits, or leads to the next field.
  case enter

  /// True if the action happens when the finger is lifted from the key, not when it comes down.
  var waits: Bool { self == .hide || self == .enter || self == .layout }
}

/// The label of a key.
enum KeyLabel: Hashable, Sendable {
  case text(String)
  case glyph(KeyGlyph)
}

/// A key as it is on one of the pages.
struct KeyFace: Hashable, Sendable {
  var label: KeyLabel
  var act: KeyAct
}

/// A key's place among the others, and what it is on each page.
struct PlannedKey: Hashable, Sendable {
  /// Columns from the left.
  var x: Double
  var row: Int
  /// Columns.
  var width: Double
  /// Rows.
  var height = 1
  /// Its faces, page by page; nil where it is not there.
  var faces: [KeyFace?]

  /// True for a key that types a character of the layout.
  var isLetter: Bool {
    guard case .type(let stroke)? = faces.lazy.compactMap({ $0 }).first?.act else { return false }
    if case .stroke(let stroke) = stroke {
      guard case .text = stroke else { return false }
      return true
    }
    return true
  }
}

/// The keys of a keyboard with their places.
struct KeyboardPlan: Hashable, Sendable {
  /// The kind of field, which decides the keys that are needed.
  enum Kind: Hashable, Sendable {
    case text, email, digits, decimal, hex

    /// The keys for fields with this filter.
    init(_ filter: CharacterFilter) {
      switch filter {
      case .digits: self = .digits
      case .decimal: self = .decimal
      case .hex: self = .hex
      case .email: self = .email
      case .set(let ranges):
        let areDigits = ranges.allSatisfy { $0.lowerBound >= "0" && $0.upperBound <= "9" }
        self = areDigits ? .digits : .text
      case .any, .letters, .alphanumeric, .ascii: self = .text
      }
    }

    /// True for a pad of digits, which has no letters of a layout.
    var isPad: Bool { self == .digits || self == .decimal || self == .hex }
  }

  /// Number of columns; keys may be wider or narrower than one.
  var columns: Double
  var rows: Int
  var keys: [PlannedKey]
  /// The letters, the letters with shift, and the pages of symbols.
  var pageCount: Int

  /// The requirements that a plan meets.
  struct Order: Hashable, Sendable {
    var kind: Kind
    /// True if one of several layouts is shown, so that a key changes among them.
    var hasLayouts = false
    /// True if a key puts the keyboard away.
    var canHide = true
    /// True if there is room for a row of digits that has no letters.
    var hasDigits = true
  }

  /// The keys of a layout.
  init(_ layout: ScreenLayout, order: Order) {
    (columns, rows, keys, pageCount) = (1, 1, [], 1)
    if order.kind.isPad {
      addPad(layout, order: order)
    } else {
      addLetters(layout, order: order)
    }
  }

  // MARK: - Pads of digits

  private mutating func addPad(_ layout: ScreenLayout, order: Order) {
    let digits = order.kind == .hex ? ["123AB", "456CD", "789EF"] : ["123", "456", "789"]
    rows = 4
    columns = order.kind == .hex ? 6 : 4
    for (row, line) in digits.enumerated() {
      for (column, digit) in line.enumerated() {
        add(.text(String(digit)), act: .type(.stroke(.text(String(digit)))), x: column, row: row)
      }
    }
    let last = Int(columns) - 1
    let backspaceRows = order.canHide ? 1 : 2
    add(.glyph(.backspace), act: .type(.stroke(.backspace)), x: last, row: 0, height: backspaceRows)
    if order.canHide { add(.glyph(.hide), act: .hide, x: last, row: 1) }
    add(.glyph(.enter), act: .enter, x: last, row: 2, height: 2)
    add(.text("0"), act: .type(.stroke(.text("0"))), x: 1, row: 3)
    if order.kind == .decimal {
      add(.text("−"), act: .type(.stroke(.text("-"))), x: 0, row: 3)
      let separator = layout.separator == "," ? "," : "."
      add(.text(separator), act: .type(.stroke(.text(separator))), x: 2, row: 3)
    } else {
      add(.glyph(.left), act: .type(.stroke(.left)), x: 0, row: 3)
      add(.glyph(.right), act: .type(.stroke(.right)), x: 2, row: 3)
    }
  }

  private mutating func add(
    _ label: KeyLabel,
    act: KeyAct,
    x: Int,
    row: Int,
    height: Int = 1
  ) {
    let faces = [KeyFace(label: label, act: act)]
    keys.append(PlannedKey(x: Double(x), row: row, width: 1, height: height, faces: faces))
  }
}
