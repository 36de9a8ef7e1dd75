// SPDX-License-Identifier: Apache-2.0
import Geometry
import Testing

@Suite("Output transforms")
struct OutputTransformTests {
  static let size = PixelSize(width: 13, height: 7)

  /// Where a view pixel lies in the buffer, by turning the picture a quarter clockwise as often as
  /// the rotation says: the pixel (x, y) of a picture of height h comes to (h − 1 − y, x).
  static func turned(_ x: Int, _ y: Int, view: PixelSize, _ rotation: Rotation) -> PixelPoint {
    var (x, y, width, height) = (x, y, view.width, view.height)
    for _ in 0..<rotation.rawValue / 90 {
      (x, y) = (height - 1 - y, x)
      (width, height) = (height, width)
    }
    return PixelPoint(x: x, y: y)
  }

  @Test(
    "Turning adds up round by round, and is undone by its inverse",
    arguments: Rotation.allCases,
    Rotation.allCases
  )
  func turns(first: Rotation, second: Rotation) {
    let both = first.turned(by: second)
    #expect(both.rawValue % 360 == (first.rawValue + second.rawValue) % 360)
    #expect(both.turned(by: second.inverse) == first)
    // A picture that is turned twice lies where one lies that is turned by both at once.
    let inner = OutputTransform(bufferSize: Self.size, rotation: second, scale: 1)
    let outer = OutputTransform(bufferSize: inner.viewSize, rotation: first, scale: 1)
    let whole = OutputTransform(bufferSize: Self.size, rotation: both, scale: 1)
    let pixel = PixelRect(left: 2, top: 3, right: 4, bottom: 4)
    #expect(
      inner.bufferRect(ofView: outer.bufferRect(ofView: pixel)) == whole.bufferRect(ofView: pixel)
    )
  }

  @Test(
    "A rectangle of the view lands where turning the picture puts it",
    arguments: Rotation.allCases
  )
  func bufferRects(rotation: Rotation) {
    let transform = OutputTransform(bufferSize: Self.size, rotation: rotation, scale: 2)
    let view = transform.viewSize
    for y in 0..<view.height {
      for x in 0..<view.width {
        let pixel = transform.bufferRect(
          ofView: PixelRect(left: x, top: y, right: x + 1, bottom: y + 1)
        )
        let expected = Self.turned(x, y, view: view, rotation)
        #expect(pixel.area == 1)
        #expect(PixelPoint(x: pixel.left, y: pixel.top) == expected)
      }
    }
    #expect(transform.bufferRect(ofView: view.bounds) == Self.size.bounds)
  }

  @Test(
    "A touch lands on the point whose pixel the panel shows under the finger",
    arguments: Rotation.allCases,
    [0.5, 1, 1.25, 3]
  )
  func touchFollowsThePicture(rotation: Rotation, scale: Double) {
    let transform = OutputTransform(bufferSize: Self.size, rotation: rotation, scale: scale)
    let view = transform.viewSize
    for y in 0..<view.height {
      for x in 0..<view.width {
        let pixel = transform.bufferRect(
          ofView: PixelRect(left: x, top: y, right: x + 1, bottom: y + 1)
        )
        let point = transform.point(
          ofPanelFraction: (Double(pixel.left) + 0.5) / Double(Self.size.width),
          (Double(pixel.top) + 0.5) / Double(Self.size.height)
        )
        #expect(abs(point.x * scale - (Double(x) + 0.5)) < 1e-9)
        #expect(abs(point.y * scale - (Double(y) + 0.5)) < 1e-9)
      }
    }
  }

  @Test("A touch beyond the panel's edge lies beyond the view's", arguments: Rotation.allCases)
  func touchesOutside(rotation: Rotation) {
    let transform = OutputTransform(bufferSize: Self.size, rotation: rotation, scale: 1)
    let size = transform.viewSizeInPoints
    let frame = Rect(x: 0, y: 0, width: size.width, height: size.height)
    for (x, y) in [(-0.1, 0.5), (1.1, 0.5), (0.5, -0.1), (0.5, 1.1)] {
      #expect(!frame.contains(transform.point(ofPanelFraction: x, y)))
    }
  }

  @Test("A point's place on the panel is where its touch came from", arguments: Rotation.allCases)
  func fractions(rotation: Rotation) {
    let transform = OutputTransform(bufferSize: Self.size, rotation: rotation, scale: 1.25)
    for (x, y) in [(0.0, 0.0), (0.25, 0.75), (1, 0.125), (-0.5, 1.5)] {
      let place = transform.panelFraction(of: transform.point(ofPanelFraction: x, y))
      #expect(abs(place.x - x) < 1e-12 && abs(place.y - y) < 1e-12)
    }
  }

  @Test("One map after another does what both do")
  func compositions() {
    let first = AffineTransform(0, -2, 1, 3, 0.5, -0.25)
    let second = AffineTransform(-1, 4, 0.5, 0.25, 2, 3)
    let (innerX, innerY) = first(0.3, 0.7)
    let (x, y) = second.after(first)(0.3, 0.7)
    let (meantX, meantY) = second(innerX, innerY)
    #expect(abs(x - meantX) < 1e-12 && abs(y - meantY) < 1e-12)
  }

  @Test("Quarter turns swap the view's sides", arguments: Rotation.allCases)
  func viewSize(rotation: Rotation) {
    let transform = OutputTransform(bufferSize: Self.size, rotation: rotation, scale: 2)
    let isSwapped = rotation == .quarter || rotation == .threeQuarters
    #expect(transform.viewSize.width == (isSwapped ? 7 : 13))
    #expect(transform.viewSizeInPoints.height == (isSwapped ? 6.5 : 3.5))
  }

  @Test(
    "A touch on a picture that is moved comes to where it would on one in its place",
    arguments: Rotation.allCases,
    [PixelPoint(x: 2, y: 1), PixelPoint(x: -3, y: -2), PixelPoint(x: 0, y: 0)]
  )
  func moved(rotation: Rotation, shift: PixelPoint) {
    let transform = OutputTransform(bufferSize: Self.size, rotation: rotation, scale: 1.5)
    for (x, y) in (0..<13).flatMap({ x in (0..<7).map { (x, $0) } }) {
      // The middle of the pixel (x, y) of the picture, and of the panel where it is seen.
      let panel = ((Double(x + shift.x) + 0.5) / 13, (Double(y + shift.y) + 0.5) / 7)
      guard (0...1).contains(panel.0), (0...1).contains(panel.1) else { continue }
      let found = transform.point(ofPanelFraction: panel.0, panel.1, shift: shift)
      let expected = transform.point(
        ofPanelFraction: (Double(x) + 0.5) / 13,
        (Double(y) + 0.5) / 7
      )
      #expect(abs(found.x - expected.x) < 1e-12 && abs(found.y - expected.y) < 1e-12)
    }
  }

  @Test(
    "A touch beside a picture that is moved is one on its edge, and one beside the panel is none"
  )
  func besideThePicture() {
    let transform = OutputTransform(bufferSize: Self.size, rotation: .none, scale: 1)
    let shift = PixelPoint(x: 3, y: -2)
    // The picture leaves three columns free on the left, and two rows below.
    let corner = transform.point(ofPanelFraction: 0.5 / 13, 6.5 / 7, shift: shift)
    #expect(abs(corner.x - 0.5) < 1e-12 && abs(corner.y - 6.5) < 1e-12)
    #expect(transform.point(ofPanelFraction: -0.1, 0.5, shift: shift).x < 0)
    #expect(transform.point(ofPanelFraction: 0.5, 1.1, shift: shift).y > 7)
  }
}
