// SPDX-License-Identifier: Apache-2.0
import Geometry
import Testing

@testable import Widgets

/// Rows and columns against sums that are worked out by hand.
@Suite("Rows and columns")
struct LineLayoutTests {
  private let screen = Size(width: 1000, height: 600)

  /// A frame of the extents.
  private func frame(
    _ width: FrameSettings.Length,
    _ height: FrameSettings.Length = .points(50),
    _ change: (inout FrameSettings) -> Void = { _ in }
  ) -> FrameSettings {
    var frame = FrameSettings(x: .points(0), y: .points(0), width: width, height: height)
    change(&frame)
    return frame
  }

  /// A line in the rectangle (100, 50) of 400 × 300.
  private func line(
    isColumn: Bool = false,
    _ items: [FrameSettings],
    _ change: (inout FrameSettings.Line) -> Void = { _ in }
  ) -> FrameSettings.Line {
    var line = FrameSettings.Line(
      isColumn: isColumn,
      frame: FrameSettings(
        x: .points(100),
        y: .points(50),
        width: .points(400),
        height: .points(300),
        anchor: .topLeft
      )
    )
    line.items = items.map { .widget($0) }
    change(&line)
    return line
  }

  /// The places of a line's items as widgets find them.
  private func rects(_ line: FrameSettings.Line, on screen: Size? = nil) -> [Rect] {
    line.items.indices.map { place in
      frame(.points(1)).seated(FrameSettings.Seat(in: line, at: [place]))
        .resolved(in: screen ?? self.screen)
    }
  }

  @Test("Things stand side by side, each as wide as it says, in the middle across")
  func row() {
    let found = rects(line([frame(.points(60)), frame(.points(80), .points(100))]))
    // 300/2 − 50/2 = 125 and 300/2 − 100/2 = 100 below the upper edge.
    #expect(found[0] == Rect(x: 100, y: 175, width: 60, height: 50))
    #expect(found[1] == Rect(x: 170, y: 150, width: 80, height: 100))
  }

  @Test("A percentage is of the line without its padding")
  func percentages() {
    let found = rects(line([frame(.percent(25), .percent(50))]) { $0.layout.padding = 20 })
    // 360/4 by 260/2, 20 + (260 − 130)/2 below.
    #expect(found[0] == Rect(x: 120, y: 135, width: 90, height: 130))
  }

  @Test("What is left over goes to those that grow, in their shares")
  func growing() {
    let found = rects(
      line([
        frame(.points(60)), frame(.points(10)) { $0.grow = 1 },
        frame(.points(10)) { $0.grow = 3 },
      ])
    )
    // 400 − 80 − 2·10 = 300, of which a quarter and three.
    #expect(found.map(\.size.width) == [60, 85, 235])
    #expect(found.map(\.minX) == [100, 170, 265])
  }

  @Test("What one may not take goes to the others")
  func mostOfGrowing() {
    let found = rects(
      line([
        frame(.points(10)) {
          $0.grow = 3
          $0.maximumWidth = .percent(25)
        }, frame(.points(10)) { $0.grow = 1 }, frame(.points(10)) { $0.grow = 1 },
      ])
    )
    // 100 for the first, and half of 400 − 20 − 100 for each of the others.
    #expect(found.map(\.size.width) == [100, 140, 140])
  }

  @Test("Where there is too little each gives way by what it has, down to its least")
  func shrinking() {
    let found = rects(
      line([
        frame(.points(300)), frame(.points(150)) { $0.minimumWidth = .points(140) },
        frame(.points(150)),
      ])
    )
    // 380 for 600: the middle one stops at 140; 240 for 450 of the others.
    #expect(found[1].size.width == 140)
    #expect(abs(found[0].size.width - 160) < 1e-9 && abs(found[2].size.width - 80) < 1e-9)
  }

  @Test(
    "What is left over lies where the line says",
    arguments: [
      (.start, [100, 160]), (.center, [225, 285]), (.end, [350, 410]), (.between, [100, 410]),
      // 250 in three parts.
      (.evenly, [183.0 + 1.0 / 3, 326.0 + 2.0 / 3]),
    ] as [(FrameSettings.Line.Distribution, [Double])]
  )
  func distribution(_ distribution: FrameSettings.Line.Distribution, places: [Double]) {
    let found = rects(
      line([frame(.points(50)), frame(.points(90))]) { $0.layout.distribute = distribution }
    )
    let expected = distribution == .between ? [100, 410] : places
    for (rect, place) in zip(found, expected) { #expect(abs(rect.minX - place) < 1e-9) }
  }

  @Test(
    "Things stand across the line as it says",
    arguments: [(.start, 50, 50), (.end, 300, 50), (.stretch, 50, 300)]
      as [(FrameSettings.Line.Alignment, Double, Double)]
  )
  func alignment(_ alignment: FrameSettings.Line.Alignment, top: Double, height: Double) {
    let found = rects(line([frame(.points(60))]) { $0.layout.align = alignment })
    #expect(found[0] == Rect(x: 100, y: top, width: 60, height: height))
  }

  @Test(
    "What has an aspect keeps it when it gives way, grows or goes from edge to edge",
    arguments: [
      // 390 for 240 and 345, 290 for 240 and 195: two thirds of each.
      (false, 1, 0, .center, 345, Size(width: 160, height: 160)),
      (true, 1, 0, .center, 195, Size(width: 160, height: 160)),
      // 390 − 100, and no more than what is 300 high.
      (false, 2, 1, .center, 100, Size(width: 290, height: 145)),
      (false, 0.5, 1, .center, 100, Size(width: 150, height: 300)),
      (true, 2, 1, .center, 200, Size(width: 180, height: 90)),
      (false, 1.25, 0, .stretch, 10, Size(width: 375, height: 300)),
      (true, 2, 0, .stretch, 10, Size(width: 400, height: 200)),
    ] as [(Bool, Double, Double, FrameSettings.Line.Alignment, Double, Size)]
  )
  func aspect(
    isColumn: Bool,
    aspect: Double,
    grow: Double,
    align: FrameSettings.Line.Alignment,
    other: Double,
    size: Size
  ) {
    let width = aspect == 0.5 || isColumn && grow > 0 ? 60.0 : 240
    let items = [
      frame(.points(width)) {
        $0.aspect = aspect
        $0.grow = grow
      }, frame(.points(other), .points(other)),
    ]
    #expect(rects(line(isColumn: isColumn, items) { $0.layout.align = align })[0].size == size)
  }

  @Test("A row in a column is as large as what stands in it, unless it says otherwise")
  func nested() {
    var row = line([frame(.points(60), .points(40)), frame(.points(80), .points(70))]) {
      $0.layout.padding = 5
    }
    (row.fitsWidth, row.fitsHeight) = (true, true)
    var column = line(isColumn: true, [frame(.points(200), .points(30))])
    column.items.append(.line(row))
    func rect(_ path: [Int]) -> Rect {
      frame(.points(1)).seated(FrameSettings.Seat(in: column, at: path)).resolved(in: screen)
    }
    #expect(rect([0]) == Rect(x: 200, y: 50, width: 200, height: 30))
    // 60 + 10 + 80 and 70, with 5 on each side; in the middle of 400.
    #expect(rect([1]) == Rect(x: 220, y: 90, width: 160, height: 80))
    #expect(rect([1, 0]) == Rect(x: 225, y: 110, width: 60, height: 40))
    #expect(rect([1, 1]) == Rect(x: 295, y: 95, width: 80, height: 70))
  }

  @Test("An upright screen has what the frame says for it")
  func portrait() {
    let turned = frame(.points(60)) {
      var other = $0
      other.width = .percent(100)
      $0.portrait = [other]
    }
    #expect(rects(line([turned]))[0].size.width == 60)
    #expect(rects(line([turned]), on: Size(width: 600, height: 1000))[0].size.width == 400)
    #expect(turned.resolved(in: screen).size.width == 60)
    #expect(turned.resolved(in: Size(width: 600, height: 1000)).size.width == 600)
  }

  @Test("Bounds and aspect hold for a frame that stands alone, too")
  func bounds() {
    let bounded = frame(.percent(50)) {
      $0.maximumWidth = .points(300)
      $0.aspect = 2.5
    }
    #expect(bounded.resolved(in: screen).size == Size(width: 300, height: 120))
    let least = frame(.percent(10), .percent(1)) {
      $0.minimumWidth = .points(160)
      $0.minimumHeight = .percent(20)
    }
    #expect(least.resolved(in: screen).size == Size(width: 160, height: 120))
  }

  @Test("However many stand in however little, each has some place within the line")
  func crowds() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let items = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
        frame(.points(.random(in: 0.01...500, using: &generator))) {
          $0.grow = Bool.random() ? .random(in: 0...5, using: &generator) : 0
          if Bool.random() { $0.maximumWidth = .points(.random(in: 1...600, using: &generator)) }
        }
      }
      let gap = Double.random(in: 0...10, using: &generator)
      let found = rects(line(items) { $0.layout.gap = gap })
      let room = 400 - gap * Double(items.count - 1)
      let sum = found.reduce(0) { $0 + $1.size.width }
      #expect(found.allSatisfy { $0.size.width > 0 && $0.minX >= 100 })
      // Too much only where a least of each is too much.
      #expect(sum <= max(room, 0.01 * Double(items.count)) + 1e-6)
    }
  }
}
