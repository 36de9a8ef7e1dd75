// SPDX-License-Identifier: Apache-2.0
import Geometry
import Testing
import Widgets

@Suite("Where keys lead the focus")
struct FocusPlaceTests {
  /// A widget of 40 × 20 points with its upper left corner at a place.
  private func place(
    _ index: Int,
    _ x: Double,
    _ y: Double,
    width: Double = 40,
    height: Double = 20,
    order: Int = 0,
    isMirrored: Bool = false
  ) -> FocusPlace {
    FocusPlace(
      index: index,
      frame: Rect(x: x, y: y, width: width, height: height),
      order: order,
      isMirrored: isMirrored
    )
  }

  private func order(_ places: [FocusPlace]) -> [Int] { FocusPlace.inOrder(places).map(\.index) }

  @Test("Tab reads line by line; on a line is what has its middle beside the first of it")
  func reading() {
    // 3 begins 9 points lower than 1, with its middle at 29, and 1 ends at 30; the middle of 4 is at 31.
    let places = [
      place(0, 100, 80), place(1, 100, 10), place(2, 10, 80), place(3, 10, 19), place(4, 200, 21),
    ]
    #expect(order(places) == [3, 1, 4, 2, 0])
    #expect(order(places.reversed()) == [3, 1, 4, 2, 0])
    #expect(order([]) == [])
  }

  @Test("A line of mirrored widgets is read from the right")
  func mirrored() {
    let places = [0, 1, 2].map { place($0, Double($0) * 50, 10, isMirrored: true) }
    #expect(order(places + [place(3, 0, 60), place(4, 50, 60)]) == [2, 1, 0, 3, 4])
  }

  @Test("Those with an order come first, by that; of the same order as they are read")
  func ordered() {
    let places = [
      place(0, 0, 0), place(1, 50, 0, order: 9), place(2, 100, 0, order: 2),
      place(3, 0, 40, order: 9),
    ]
    #expect(order(places) == [2, 1, 3, 0])
  }

  @Test("An arrow leads to the least of the way along it plus twice what lies beside it")
  func nearest() {
    let start = Rect(x: 100, y: 100, width: 40, height: 20)
    func nearest(_ direction: FocusDirection, _ places: [FocusPlace]) -> Int? {
      FocusPlace.nearest(to: start, direction: direction, in: places)?.index
    }
    // On the right: 60 along; 10 along and 26 beside, which counts as 62; 10 along and 24 beside: 58.
    #expect(nearest(.right, [place(0, 200, 100), place(1, 150, 146)]) == 0)
    #expect(nearest(.right, [place(0, 200, 100), place(1, 150, 144)]) == 1)
    #expect(nearest(.left, [place(0, 0, 100), place(1, 50, 146)]) == 0)
    #expect(nearest(.left, [place(0, 0, 100), place(1, 50, 144)]) == 1)
    // Below: 30 along and nothing beside, as both overlap; 10 along and 11 beside: 32.
    let wide = place(0, 0, 150, width: 400)
    #expect(nearest(.down, [wide, place(1, 151, 130)]) == 0)
    #expect(nearest(.down, [wide, place(1, 149, 130)]) == 1)
    // Above: 60 along; 20 along and 21 beside, which counts as 62; 20 along and 19 beside: 58.
    #expect(nearest(.up, [place(0, 100, 20), place(1, 161, 60)]) == 0)
    #expect(nearest(.up, [place(0, 100, 20), place(1, 159, 60)]) == 1)
    // What lies beside and not beyond the edge by its middle is in no direction at all.
    for direction in [FocusDirection.left, .right] {
      #expect(nearest(direction, [place(0, 110, 200), place(1, 100, 20)]) == nil)
    }
    // Of those that are as near the one whose middle is.
    #expect(nearest(.down, [place(0, 120, 130), place(1, 95, 130)]) == 1)
  }
}
