// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import MonotonicTime
internal import Motion
internal import Touch

// What keys do to a list that has the focus: they lead from row to row, and the ring goes round one.
extension List {
  /// Duration of scrolling to a row that a key leads to, in seconds.
  private static let keySeconds = 0.2

  /// The row that has the focus while the list has it: the one to which keys have led or, where that will not
  /// be seen as a whole, the first that will.
  func keyedRow(at instant: MonotonicInstant) -> Int? {
    let place = ListMotion.Place(offset: motion.goal(at: instant), beyond: 0)
    let count = settings.rows.count
    func isWhole(_ row: Int) -> Bool {
      let top = layout.top(of: row, place: place, anchor: 0, of: count)
      return top >= 0 && top + layout.height <= layout.length
    }
    if let keyRow, keyRow < count, isWhole(keyRow) { return keyRow }
    let seen = layout.visible(place, of: count)
    return seen.first(where: isWhole) ?? seen.first
  }

  package func outline(in frame: Rect, at instant: MonotonicInstant) -> WidgetOutline {
    guard let row = keyedRow(at: instant) else {
      return WidgetOutline(frame: frame, cornerRadius: settings.cornerRadius)
    }
    let offset = motion.goal(at: instant)
    let top = frame.minY + layout.offset(of: row) - offset
    let bottom = min(top + settings.rowHeight, frame.maxY)
    let from = max(top, frame.minY)
    let card = Rect(
      x: frame.minX,
      y: from,
      width: frame.size.width,
      height: max(bottom - from, 0)
    )
    return WidgetOutline(frame: card, cornerRadius: settings.cornerRadius)
  }

  /// Leads to another row, which is scrolled to.
  ///
  /// - Returns: True if the key asks for that, and there is one.
  mutating func steer(by stroke: KeyStroke, at instant: MonotonicInstant) -> Bool {
    guard let row = keyedRow(at: instant) else { return false }
    let next: Int
    switch stroke {
    case .up: next = row - 1
    case .down: next = row + 1
    case .home: next = 0
    case .end: next = settings.rows.count - 1
    default: return false
    }
    guard next >= 0, next < settings.rows.count else { return false }
    keyRow = next
    let (goal, top) = (motion.goal(at: instant), layout.offset(of: next))
    let wanted = min(max(goal, layout.lastOffset(of: next)), top)
    if wanted != goal {
      motion.send(to: wanted, over: Self.keySeconds, curve: .easeOut, at: instant)
    }
    return true
  }
}
