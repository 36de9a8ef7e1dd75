// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Typography
internal import Widgets

// Texts that give way to their rooms: those that are shrunk, to which size, and those that are cut.
extension LayoutCheck {
  /// A line of a widget's text, and how wide it is at its own size, in points.
  private typealias Line = (lettering: Lettering, width: Double)

  /// Looks at the texts of all widgets.
  ///
  /// - Parameters:
  ///   - widgets: The widgets.
  ///   - pages: The page of each of them; nil for one on all of them.
  ///   - width: The width of a line of text at its own size, in points; nil where it cannot be told.
  mutating func checkLetters(
    of widgets: [WidgetSettings],
    on pages: [Int?],
    width: (Lettering) -> Double?
  ) {
    let lines = widgets.map { widget -> [Line] in
      let frame = widget.frame.resolved(in: view)
      return widget.table.lettering(in: frame.size).compactMap { line in
        width(line).map { own in
          (line, line.besides.reduce(own) { $0 + min(width($1) ?? 0, $1.width) })
        }
      }
    }
    var grouped = [Bool](repeating: false, count: widgets.count)
    for var group in LetterGroup.all(in: widgets, on: pages, view: view) {
      for member in group.members.indices {
        let index = group.members[member].index
        grouped[index] = true
        group.members[member].fit = lines[index].map(Self.fittingSize).min() ?? .infinity
      }
      check(group, of: widgets, lines: lines)
    }
    for (index, widget) in widgets.enumerated() where !grouped[index] {
      checkLines(of: widget.id, lines: lines[index])
    }
  }

  /// Looks at the labels of buttons whose letters have one size.
  private mutating func check(
    _ group: LetterGroup,
    of widgets: [WidgetSettings],
    lines: [[Line]]
  ) {
    if let size = group.sharedSize, let first = group.members.min(by: { $0.fit < $1.fit }),
      let line = lines[first.index].min(by: { Self.fittingSize($0) < Self.fittingSize($1) })
    {
      let sentence = Self.shrinking(of: line, from: group.size, to: size)
      note(widgets[first.index].id, sentence: sentence)
      for member in group.members where member.index != first.index {
        let isShrunk = lines[member.index].contains { $0.lettering.fontSize > size }
        if isShrunk { note(widgets[member.index].id, sentence: sentence) }
      }
    }
    for member in group.members {
      for line in lines[member.index] {
        let shown = min(line.lettering.fontSize, group.sharedSize ?? group.size)
        let least = min(shown, LetterGroup.leastSize)
        checkCut(
          of: widgets[member.index].id,
          line: line,
          leastShare: least / line.lettering.fontSize
        )
      }
    }
  }

  /// Looks at the lines of a text that gives way by itself, or not at all.
  private mutating func checkLines(of id: String, lines: [Line]) {
    guard let line = lines.min(by: { Self.fittingSize($0) < Self.fittingSize($1) }) else { return }
    let own = line.lettering.fontSize
    let share = line.lettering.isShrinkable ? FontLibrary.smallestShrinking : 1
    let size = max(Self.fittingSize(line), own * share)
    if Self.text(size) != Self.text(own) {
      note(id, sentence: Self.shrinking(of: line, from: own, to: size))
    }
    for line in lines { checkCut(of: id, line: line, leastShare: share) }
  }

  private mutating func checkCut(of id: String, line: Line, leastShare share: Double) {
    guard line.width * share > line.lettering.width + 0.5 else { return }
    note(id, sentence: "shows '\(line.lettering.text)' cut")
  }

  private static func fittingSize(_ line: Line) -> Double {
    line.lettering.fittingSize(ofWidth: line.width)
  }

  private static func shrinking(of line: Line, from own: Double, to size: Double) -> String {
    "has letters of \(text(size)) points instead of \(text(own)) for '\(line.lettering.text)'"
  }

  /// A size in tenths of a point.
  private static func text(_ size: Double) -> String {
    let tenths = Int((size * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
