// SPDX-License-Identifier: Apache-2.0
internal import PlainText
internal import Raster

/// The texts and icons of those rows of a list that are seen or are about to be.
///
/// There are as many slots as twice the rows that are seen, and a row's is its number modulo that. A frame notes that
/// texts are missing; they are shaped between frames, beside the loop where that can be, a few at a time. No text
/// waits for icons: a row is written anew when its icon has come.
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
  private var coming: (inks: Future<[RowInks]>, replacements: Int)?
  /// Number of times that the rows have been replaced.
  private var replacements = 0
  /// The icons that have been read, and none for those that cannot be had, by the files that rows name.
  private var icons: [ExactText: Icon?] = [:]
  /// Icons that are being read.
  private var comingIcons: Future<[(file: ExactText, icon: Icon?)]>?
  /// The most icons that are kept besides those of rows that have slots.
  private static let mostIcons = 64

  /// The texts of no row yet.
  init(_ settings: ListSettings, layout: ListLayout, from lines: any LineMaker) {
    self.lines = lines
    seen = layout.capacity
    look = ListLook(settings, card: layout.card, transform: layout.transform)
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

  /// True if ``advance(_:rows:velocity:)`` has something to do.
  var isDue: Bool {
    coming.map { $0.inks.isMade } ?? isWanting || comingIcons.map { $0.isMade } ?? false
  }

  /// True while texts that are seen are being made, or are about to be.
  var isComing: Bool { isMissingSeen && (coming != nil || isWanting) }

  /// Texts may be missing.
  mutating func want() {
    isWanting = true
    isMissingSeen = true
  }

  /// Shapes all that are seen, at once, with icons as `materials` have them.
  mutating func makeAll(_ visible: Range<Int>, rows: ListRows, from materials: any Materials) {
    for file in unknownIcons(of: visible, in: rows) {
      icons[file] = .some(look.icon(file, by: materials.icon, complain: materials.complain))
    }
    for row in visible { take(look.inks(of: row, in: rows, icons: icons, from: lines)) }
  }

  /// Notes whether texts of rows that are seen, or will be next, are missing.
  ///
  /// Does not allocate.
  mutating func look(at visible: Range<Int>, of count: Int, velocity: Double) {
    isMissingSeen = visible.contains { isMissing($0) }
    isWanting =
      isMissingSeen
      || ahead(of: visible, velocity: velocity, count: count).contains { isMissing($0) }
  }

  private func isMissing(_ row: Int) -> Bool {
    guard let slot = slots[row % slots.count] else { return true }
    return slot.inks.row != row || slot.isStale
  }

  /// The rows of `count` that come next, as many as have slots besides those that are seen.
  private func ahead(of visible: Range<Int>, velocity: Double, count: Int) -> Range<Int> {
    let room = slots.count - seen - 1
    return velocity < 0
      ? max(visible.lowerBound - room, 0)..<visible.lowerBound
      : visible.upperBound..<min(visible.upperBound + room, max(count, visible.upperBound))
  }

  /// Takes over what has been made, and has the next be made.
  ///
  /// - Returns: True if there is something new to be seen.
  mutating func advance(_ visible: Range<Int>, rows: ListRows, velocity: Double) -> Bool {
    takeIcons()
    var hasNew = false
    if let made = coming?.inks.value {
      if coming?.replacements == replacements { for inks in made { take(inks) } }
      coming = nil
      hasNew = true
    }
    guard coming == nil else { return hasNew }
    let missing = missing(visible, count: rows.count, velocity: velocity)
    isMissingSeen = missing.contains(where: visible.contains)
    isWanting = false
    beginIcons(missing, rows: rows)
    guard !missing.isEmpty else { return hasNew }
    let (look, lines, icons) = (look, lines, icons)
    let some = Array(missing.prefix(Self.portion))
    let begun = Future.begin(by: lines.makeLater) {
      some.map { look.inks(of: $0, in: rows, icons: icons, from: lines) }
    }
    if let begun {
      coming = (begun, replacements)
      return hasNew
    }
    for row in missing { take(look.inks(of: row, in: rows, icons: icons, from: lines)) }
    isMissingSeen = false
    return true
  }

  /// The rows whose texts are missing, those that are seen first.
  private func missing(_ visible: Range<Int>, count: Int, velocity: Double) -> [Int] {
    let next = ahead(of: visible, velocity: velocity, count: count)
    return (Array(visible) + (velocity < 0 ? next.reversed() : Array(next))).filter(isMissing)
  }

  private mutating func take(_ inks: RowInks) {
    var slot = Slot(inks: inks)
    // The icon has come while the row was written.
    if let file = inks.lacking, icons[file] != nil {
      slot.isStale = true
      isWanting = true
    }
    slots[inks.row % slots.count] = slot
    version += 1
  }

  // MARK: - Icons

  /// The icons that rows name and that have not been read, each once.
  private func unknownIcons(of wanted: some Sequence<Int>, in rows: ListRows) -> [ExactText] {
    var seen: Set<ExactText> = []
    return wanted.compactMap { rows.icon($0).map { ExactText($0) } }
      .filter { icons[$0] == nil && seen.insert($0).inserted }
  }

  /// Has icons be read that rows lack, or of which it is known that they are missing.
  private mutating func beginIcons(_ missing: [Int], rows: ListRows) {
    guard comingIcons == nil else { return }
    if icons.count > Self.mostIcons + slots.count { icons = [:] }
    let lacking = slots.compactMap { $0?.inks.lacking }
    var wanted = unknownIcons(of: missing, in: rows)
    for file in lacking where icons[file] == nil && !wanted.contains(file) { wanted.append(file) }
    guard !wanted.isEmpty else { return }
    let (look, lines, some) = (look, lines, Array(wanted.prefix(Self.portion)))
    let read = { @Sendable in
      some.map { file in
        (file: file, icon: look.icon(file, by: lines.icon, complain: lines.complain))
      }
    }
    comingIcons = Future.begin(by: lines.readLater, make: read)
    if comingIcons == nil {
      for file in wanted {
        icons[file] = .some(look.icon(file, by: lines.icon, complain: lines.complain))
      }
    }
  }

  /// Takes over the icons that have been read; rows that lack one of them are to be written anew.
  private mutating func takeIcons() {
    guard let made = comingIcons?.value else { return }
    comingIcons = nil
    for (file, icon) in made { icons[file] = .some(icon) }
    for index in slots.indices {
      guard let file = slots[index]?.inks.lacking, icons[file] != nil else { continue }
      slots[index]?.isStale = true
    }
    // What is lacking still is read next.
    isWanting = true
  }

  /// Keeps the texts of rows that are there still, wherever they are now: what says the same is not shaped again, and
  /// what says something else is seen until that has been.
  mutating func replace(_ old: ListRows, by new: ListRows, visible: Range<Int>) {
    replacements += 1
    var kept: [Slot?] = Array(repeating: nil, count: slots.count)
    for slot in slots {
      guard var slot, slot.inks.row < old.count, let row = new.row(old.id(slot.inks.row)) else {
        continue
      }
      let place = row % slots.count
      guard kept[place] == nil || visible.contains(row) else { continue }
      slot.isStale = slot.isStale || !new.looks(row, like: old, otherRow: slot.inks.row)
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
    oldRows: ListRows,
    rows: ListRows,
    visible: Range<Int>
  ) {
    guard look == old.look, slots.count == old.slots.count else { return want() }
    slots = old.slots
    for index in slots.indices {
      guard let row = slots[index]?.inks.row, row < oldRows.count, let name = oldRows.icon(row)
      else { continue }
      let file = ExactText(name)
      // Another picture by the same name.
      if let icon = icons[file], icon != old.icons[file] { slots[index]?.isStale = true }
    }
    icons = old.icons.merging(icons) { $1 }
    replace(oldRows, by: rows, visible: visible)
  }

  // MARK: - Showing

  /// Puts on the layer what is not there yet.
  mutating func put(on reel: LayerID<ReelLayer>, on layers: inout LayerStack) {
    for index in slots.indices where slots[index]?.isNew ?? false {
      guard let inks = slots[index]?.inks else { continue }
      layers.setInk(inks.label, at: 2 * index, of: reel)
      layers.setInk(inks.detail, at: 2 * index + 1, of: reel)
      slots[index]?.isNew = false
    }
  }
}
