// SPDX-License-Identifier: Apache-2.0
import JSON
import MonotonicTime
import Motion
import Raster
import Testing
import Touch

@testable import Widgets

/// Colours that turn into one another.
@Suite("Colours on their way")
struct ColorTransitionTests {
  private static let (blue, red) = (Color(rgb: 0x0000FF), Color(rgb: 0xFF0000))

  private static func instant(_ seconds: Double) -> MonotonicInstant { SceneTests.instant(seconds) }

  @Test(
    "Colours are mixed by what they add to a picture",
    arguments: [
      ("#0000FF", "#FF0000", 0.5, "#800080FF"), ("#0000FF", "#FF0000", 0, "#0000FFFF"),
      ("#0000FF", "#FF0000", 1, "#FF0000FF"), ("#000000", "#FFFFFF", 0.25, "#404040FF"),
      // What is invisible lends its colour to nothing: only the opacity changes.
      ("#00FF0000", "#FF0000FF", 0.5, "#FF000080"), ("#FF0000FF", "#00FF0000", 0.75, "#FF000040"),
      // Two thirds of what is seen is the opaque one's: 255 of 255 + 128.
      ("#0000FFFF", "#FF000080", 0.5, "#5500AAC0"), ("#00000000", "#FFFFFF00", 0.3, "#00000000"),
      // A curve that swings past its end.
      ("#204060", "#406080", 1.5, "#507090FF"), ("#000000", "#808080", 3, "#FFFFFFFF"),
      ("#808080", "#000000", -2, "#FFFFFFFF"),
    ]
  )
  func mix(from: String, to: String, share: Double, expected: String) throws {
    let (one, other) = (try #require(Color(hex: from)), try #require(Color(hex: to)))
    #expect(one.mixed(with: other, share: share).hexText == expected)
  }

  @Test("A change takes its time, and another one begins where it is")
  func retarget() {
    var tint = ColorTransition(restingAt: Self.blue)
    #expect(!tint.isMoving(at: Self.instant(0)))
    let linear = ChangePace(over: 1, ease: .name("linear"))
    tint.retarget(to: Self.red, pace: linear, at: Self.instant(0))
    #expect(tint.color(at: Self.instant(0.5)) == Color(rgb: 0x800080))
    // To be told the same once more changes nothing.
    tint.retarget(to: Self.red, pace: ChangePace(), at: Self.instant(0.25))
    #expect(tint.color(at: Self.instant(0.5)) == Color(rgb: 0x800080))
    tint.retarget(to: Self.blue, pace: linear, at: Self.instant(0.5))
    // Half of the way from 127.5 to 255, and to 0.
    #expect(tint.color(at: Self.instant(1)) == Color(rgb: 0x4000BF))
    #expect(tint.isMoving(at: Self.instant(1.4)))
    #expect(!tint.isMoving(at: Self.instant(1.5)))
    #expect(tint.color(at: Self.instant(1.5)) == Self.blue)
  }

  // MARK: - Attract

  private static func attracting() -> SteeredScene {
    var attract = AttractSettings()
    attract.values = [0, 0]
    attract.colors = [blue, red]
    attract.keyTimes = [0, 1]
    attract.curves = [.linear]
    attract.duration = 1
    attract.delay = 3
    attract.repeatCount = 1
    attract.interval = 0
    guard case .button(var button) = SceneTests.button(x: 0, attract: attract) else {
      return SteeredScene([])
    }
    button.color = blue
    return SteeredScene([.button(button)])
  }

  @Test("An idle animation takes the colour along, and it comes back when that is over")
  func attract() throws {
    let scene = Self.attracting()
    let button = scene.scene.shelves.buttons[0]
    func color(_ seconds: Double) -> Color? {
      button.model.color(at: Self.instant(seconds), besides: Self.blue)
    }
    #expect(color(2.9) == nil)
    #expect(color(3) == Self.blue)
    #expect(color(3.5) == Color(rgb: 0x800080))
    #expect(color(4) == Self.red)
    #expect(color(4.125) == Color(rgb: 0x800080))
    #expect(color(4.26) == nil)
    #expect(button.isMoving(at: Self.instant(4.2)))
    #expect(!button.isMoving(at: Self.instant(4.3)))
  }

  @Test("A touch in its middle is answered from the colour that it has left")
  func attractEnds() {
    var scene = Self.attracting()
    let outside = SceneTests.outside
    _ = SceneTests.play([(0, .down, outside, 3.5), (0, .up, outside, 3.6)], in: &scene)
    let button = scene.scene.shelves.buttons[0]
    #expect(button.shownFill(at: Self.instant(3.5)) == PlateColors(Color(rgb: 0x800080)))
    #expect(button.shownFill(at: Self.instant(3.625)) == PlateColors(Color(rgb: 0x4000C0)))
    #expect(button.isMoving(at: Self.instant(3.7)))
    #expect(button.shownFill(at: Self.instant(3.8)) == PlateColors(Self.blue))
    #expect(!button.isMoving(at: Self.instant(3.8)))
  }
}
