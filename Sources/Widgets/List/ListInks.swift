// SPDX-License-Identifier: Apache-2.0
internal import Raster

/// The texts of those rows of a list that are seen or are about to be.
///
/// There are as many slots as twice the rows that are seen, and a row's is its number modulo that. A frame notes that
/// texts are missing; they are shaped between frames, beside the loop where that can be, a few at a time.
struct ListInks: Sendable {
  /// Number of rows that are shaped before those that have been are shown.
  private static let portion = 8

  /// The content of a slot.
  private struct Slot: Sendable {
    var inks: RowInks
    /// True if the row has another text by now.
    var isStale = false
    /// True until the inks have been put on the layer.
    var isNew = true
  }

  /// Counts what has been put on the layer.
  private(set) var version = 0
  private var slots: [Slot?]
  private let look: ListLook
  private let lines: any LineMaker
  private let seen: Int
  /// True if texts of rows that are seen, or will be next, are missing.
  private var isWanting = false
  /// True if texts of rows that are seen are missing.
  private var isMissingSeen = false
  /// Those that are being made, and for how many replacements of the rows.
  private var coming: (inks: LaterMade<[RowInks]>, replacements: Int)?
  /// Number of times that the rows have been replaced.
  private var replacements = 0

  /// The texts of no row yet.
  init(_ settings: ListSettings, _ layout: ListLayout, _ lines: any LineMaker) {
    self.lines = lines
    seen = layout.capacity
    look = ListLook(settings, card: layout.card, layout.transform)
    slots = Array(repeating: nil, count: 2 * layout.capacity + 2)
  }

  /// The places for inks that the layer needs: two a slot, and two that stay without.
  var placeCount: Int { 2 * slots.count + 2 }

  /// The first of the two places of a row's inks; those without where it has none.
  func place(of row: Int) -> Int {
    let index = row % slots.count
    return slots[index]?.inks.row == row ? 2 * index : 2 * slots.count
  }

  // MARK: - Making

  /// True if ``advance(_:_:velocity:)`` has something to do.
  var isDue: Bool { coming.map { $0.inks.isMade } ?? isWanting }

  /// True while texts that are seen are being made, or are about to be.
  var isComing: Bool { isMissingSeen && (coming != nil || isWanting) }

  /// Texts may be missing.
  mutating func want() {
    isWanting = true
    isMissingSeen = true
  }

  /// Shapes all that are seen, at once.
  mutating func makeAll(_ visible: Range<Int>, _ rows: ListRows) {
    for row in visible { take(look.inks(of: row, in: rows, lines)) }
  }

  /// Notes whether texts of rows that are seen, or will be next, are missing.
  ///
  /// Does not allocate.
  mutating func look(at visible: Range<Int>, of count: Int, velocity: Double) {
    isMissingSeen = visible.contains { isMissing($0) }
    isWanting =
      isMissingSeen || ahead(of: visible, velocity, count).contains { isMissing($0) }
  }

  private func isMissing(_ row: Int) -> Bool {
    guard let slot = slots[row % slots.count] else { return true }
    return slot.inks.row != row || slot.isStale
  }

  /// The rows of `count` that come next, as many as have slots besides those that are seen.
  private func ahead(of visible: Range<Int>, _ velocity: Double, _ count: Int) -> Range<Int> {
    let room = slots.count - seen - 1
    return velocity < 0
      ? max(visible.lowerBound - room, 0)..<visible.lowerBound
      : visible.upperBound..<min(visible.upperBound + room, max(count, visible.upperBound))
  }

  /// Takes over what has been made, and has the next be made.
  ///
  /// - Returns: True if there is something new to be seen.
  mutating func advance(_ visible: Range<Int>, _ rows: ListRows, velocity: Double) -> Bool {
    var hasNew = false
    if let made = coming?.inks.value {
      if coming?.replacements == replacements { for inks in made { take(inks) } }
      coming = nil
      hasNew = true
    }
    guard coming == nil else { return hasNew }
    let missing = missing(visible, rows.count, velocity)
    isMissingSeen = missing.contains(where: visible.contains)
    isWanting = false
    guard !missing.isEmpty else { return hasNew }
    let (look, lines, some) = (look, lines, Array(missing.prefix(Self.portion)))
    let begun = LaterMade.begin(by: lines.makeLater) {
      some.map { look.inks(of: $0, in: rows, lines) }
    }
    if let begun {
      coming = (begun, replacements)
      return hasNew
    }
    for row in missing { take(look.inks(of: row, in: rows, lines)) }
    isMissingSeen = false
    return true
  }

  /// The rows whose texts are missing, those that are seen first.
  private func missing(_ visible: Range<Int>, _ count: Int, _ velocity: Double) -> [Int] {
    let next = ahead(of: visible, velocity, count)
    return (Array(visible) + (velocity < 0 ? next.reversed() : Array(next))).filter(isMissing)
  }

  private mutating func take(_ inks: RowInks) {
    slots[inks.row % slots.count] = Slot(inks: inks)
    version += 1
  }

  /// Keeps the texts of rows that are there still, wherever they are now: what says the same is not shaped again, and
  /// what says something else is seen until that has been.
  mutating func replace(_ old: ListRows, by new: ListRows, _ visible: Range<Int>) {
    replacements += 1
    var kept: [Slot?] = Array(repeating: nil, count: slots.count)
    for slot in slots {
      guard var slot, slot.inks.row < old.count, let row = new.row(old.id(slot.inks.row)) else {
        continue
      }
      let place = row % slots.count
      guard kept[place] == nil || visible.contains(row) else { continue }
      slot.isStale = slot.isStale || !new.looks(row, like: old, slot.inks.row)
      slot.inks.row = row
      slot.isNew = true
      kept[place] = slot
    }
    slots = kept
    version += 1
    want()
  }

  /// Goes on with the texts of another scene's list, where they look the same.
  mutating func takeOver(
    from old: Self,
    _ oldRows: ListRows,
    _ rows: ListRows,
    _ visible: Range<Int>
  ) {
    guard look == old.look, slots.count == old.slots.count else { return want() }
    slots = old.slots
    replace(oldRows, by: rows, visible)
  }

  // MARK: - Showing

  /// Puts on the layer what is not there yet.
  mutating func put(on reel: LayerID<ReelLayer>, _ layers: inout LayerStack) {
    for index in slots.indices where slots[index]?.isNew ?? false {
      guard let inks = slots[index]?.inks else { continue }
      layers.setInk(inks.label, at: 2 * index, of: reel)
      layers.setInk(inks.detail, at: 2 * index + 1, of: reel)
      slots[index]?.isNew = false
    }
  }
}
