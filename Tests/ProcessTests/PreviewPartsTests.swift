// SPDX-License-Identifier: Apache-2.0
import Configuration
import Geometry
import Raster
import Testing
import Touch

@testable import swell_preview

@Suite("Parts of the preview")
struct PreviewPartsTests {
  private static let place = PixelPoint(x: 3, y: 4)
  private static let elsewhere = PixelPoint(x: 30, y: 4)

  @Test("A pointer is one finger without Shift")
  func oneFinger() {
    var fingers = Fingers()
    #expect(fingers.moved(Self.place).isEmpty)
    #expect(
      fingers.down(Self.place, withShift: false) == [
        .init(finger: 0, phase: .down, place: Self.place)
      ]
    )
    #expect(fingers.moved(Self.place).isEmpty)
    #expect(
      fingers.moved(Self.elsewhere) == [.init(finger: 0, phase: .move, place: Self.elsewhere)]
    )
    #expect(
      fingers.up(Self.elsewhere) == [.init(finger: 0, phase: .up, place: Self.elsewhere)]
    )
    #expect(fingers.shiftUp().isEmpty)
    #expect(fingers.cancel().isEmpty)
  }

  @Test("The second finger rests where it was left, and each ends once")
  func twoFingers() {
    var fingers = Fingers()
    _ = fingers.down(Self.place, withShift: true)
    #expect(fingers.resting == nil)
    #expect(fingers.up(Self.place).isEmpty)
    #expect(fingers.resting == Self.place)
    #expect(fingers.down(Self.elsewhere, withShift: true).map(\.finger) == [0])
    #expect(fingers.cancel().map(\.phase) == [.cancel, .cancel])
    #expect(fingers.cancel().isEmpty)
    // Shift that is let go while the pointer still moves the second finger lifts it.
    _ = fingers.down(Self.place, withShift: true)
    #expect(fingers.shiftUp() == [.init(finger: 1, phase: .up, place: Self.place)])
    #expect(fingers.moved(Self.elsewhere).isEmpty)
    #expect(fingers.up(Self.elsewhere).isEmpty)
  }

  @Test("Letters are the window's unless a field has the focus, and with Ctrl always")
  func commands() {
    func command(_ scancode: Int, _ symbol: Int, control: Bool, isTyping: Bool) -> DeskCommand? {
      DeskCommand(.init(scancode: scancode, symbol: symbol, control: control), isTyping: isTyping)
    }
    let letter = Int(UInt8(ascii: "r"))
    #expect(command(21, letter, control: false, isTyping: false) == .turn)
    #expect(command(21, letter, control: false, isTyping: true) == nil)
    #expect(command(21, letter, control: true, isTyping: true) == .turn)
    #expect(command(58, 0x4000_003A, control: false, isTyping: true) == .help)
    #expect(command(78, 0x4000_004E, control: false, isTyping: true) == .page(1))
    // The third key of the upper row, whatever it types: French keyboards have letters there.
    #expect(command(32, 0x22, control: false, isTyping: false) == .panel(3))
    let quit = Int(UInt8(ascii: "q"))
    #expect(command(20, quit, control: false, isTyping: false) == nil)
    #expect(command(20, quit, control: true, isTyping: false) == .end)
    // What a field takes with Ctrl stays the field's.
    for letter in "au" {
      let symbol = Int(letter.asciiValue ?? 0)
      #expect(command(4, symbol, control: true, isTyping: true) == nil)
    }
  }

  @Test("A picture that does not fit is shown at a whole part, as the mean of its pixels")
  func zoom() {
    let size = PixelSize(width: 1920, height: 1080)
    #expect(Zoom(of: size, fitting: size) == .one)
    let small = Zoom(of: size, fitting: PixelSize(width: 1366, height: 700))
    #expect(small.windowSize(of: size) == PixelSize(width: 960, height: 540))
    #expect(small.larger == .one)
    #expect(Zoom.one.larger.windowSize(of: size).width == 3840)
    #expect(Zoom.one.larger.smaller == .one)
    var picture = Picture(size: PixelSize(width: 4, height: 2))
    picture.fill(PixelRect(left: 0, top: 0, right: 1, bottom: 2), color: .init(rgb: 0x80FF08))
    picture.fill(PixelRect(left: 2, top: 0, right: 4, bottom: 2), color: .init(rgb: 0x123456))
    #expect(picture.zoomed(small).pixels == [0x408004, 0x123456])
  }

  @Test("Colours are laid over by their alpha")
  func blending() {
    var picture = Picture(size: PixelSize(width: 2, height: 1))
    picture.fill(picture.size.bounds, color: .init(rgb: 0xFF0080))
    #expect(picture.pixels == [0xFF0080, 0xFF0080])
    picture.fill(
      PixelRect(left: -5, top: -5, right: 1, bottom: 9),
      color: .init(rgb: 0x00FF00, alpha: 51)
    )
    // A fifth of the new, four of the old.
    #expect(picture.pixels == [0xCC3366, 0xFF0080])
  }

  @Test("A panel is a size, with a rate, or a number")
  func panels() {
    #expect(PanelFormat("800x480@59.5")?.hertz == 59.5)
    #expect(PanelFormat("800x480")?.widthMillimetres == 0)
    #expect(PanelFormat("9")?.size == PixelSize(width: 3840, height: 2160))
    for text in ["0", "10", "", "x", "800", "800x", "8x8", "800x480@", "800x480@1", "1x2x3"] {
      #expect(PanelFormat(text) == nil, "\(text)")
    }
  }
}
