// SPDX-License-Identifier: Apache-2.0
internal import Geometry

/// The places of a list's rows, in whole view pixels from the upper edge of its frame.
struct ListLayout: Sendable {
  /// The list's frame in points.
  let frame: Rect
  /// The height of a row, 1 at least.
  let height: Int
  /// From the top of a row to that of the next.
  let pitch: Int
  /// Height of the frame.
  let length: Int
  /// The extent of a row.
  let card: PixelSize
  let transform: OutputTransform

  /// The layout of a list in its place.
  init(_ settings: ListSettings, in place: WidgetPlace) {
    frame = place.frame
    transform = place.transform
    height = max(Int((settings.rowHeight * place.scale).rounded()), 1)
    pitch = height + max(Int((settings.gap * place.scale).rounded()), 0)
    length = max(place.pixels.height, 0)
    card = PixelSize(width: max(place.pixels.width, 0), height: height)
  }

  private var scale: Double { transform.scale }

  /// The most rows that are seen at once.
  var capacity: Int {
    min(length, transform.bufferSize.width + transform.bufferSize.height) / pitch + 2
  }

  /// Largest scroll offset of a list of `count` rows, in points.
  func end(of count: Int) -> Double {
    Double(max(count * pitch - (pitch - height) - length, 0)) / scale
  }

  /// Scroll offset that has a row at the top, in points.
  func offset(of row: Int) -> Double { Double(row * pitch) / scale }

  /// Offset at which a row is at the bottom, in points; negative for the first rows.
  func lastOffset(of row: Int) -> Double { Double(row * pitch + height - length) / scale }

  /// The rows of `count` that may be seen.
  func visible(_ place: ListMotion.Place, of count: Int) -> Range<Int> {
    let top = Int((place.offset * scale).rounded())
    let first = min(max(top / pitch, 0), count)
    return first..<max(first, min(count, (top + length - 1) / pitch + 1, first + capacity))
  }

  /// Distance of a row's top from that of the frame.
  ///
  /// Beyond an end the list is drawn out as a band from that end to the row `anchor`, which a finger holds: the rows in
  /// between part, evenly, and those behind it move as a whole.
  func top(of row: Int, place: ListMotion.Place, anchor: Int, of count: Int) -> Int {
    let top = row * pitch - Int((place.offset * scale).rounded())
    guard place.beyond != 0 else { return top }
    let seen = max(min(count, length / pitch), 1)
    func share(_ number: Int, anchor: Int) -> Double {
      min(Double(number + 1) / Double(min(max(anchor, 0), seen - 1) + 1), 1)
    }
    let drawn =
      place.beyond < 0
      ? -place.beyond * share(row, anchor: anchor)
      : -place.beyond * share(count - 1 - row, anchor: count - 1 - anchor)
    return top + Int((drawn * scale).rounded())
  }

  /// The row at a point of the view, in points; nil between rows, and where there is none.
  func row(at point: Point, place: ListMotion.Place, anchor: Int, of count: Int) -> Int? {
    let y = Int(((point.y - frame.minY) * scale).rounded(.down))
    guard y >= 0, y < length else { return nil }
    return visible(place, of: count).first { row in
      let top = top(of: row, place: place, anchor: anchor, of: count)
      return y >= top && y < top + height
    }
  }
}
