// SPDX-License-Identifier: Apache-2.0
import CSDL
import Geometry

/// A window on the desktop: a picture out, pointer and keys in.
@safe
final class DeskWindow {
  /// The reason why there is no window.
  struct Failure: Error {
    let reason: String
  }

  /// An event of the window.
  enum Event: Hashable {
    /// It was closed.
    case closed
    /// The picture has to be shown again.
    case exposed
    /// The focus has left; keys and buttons that are held count as let go.
    case left
    /// The pointer has moved to this pixel.
    case moved(PixelPoint)
    /// The pointer's first button went down.
    case down(PixelPoint, shift: Bool)
    /// It went down while Ctrl was held.
    case inspected(PixelPoint)
    /// It came up.
    case up(PixelPoint)
    /// The right button went down while Ctrl was held.
    case opened(PixelPoint)
    /// A key went down, or is held and says so again.
    case keyDown(Key, repeats: Bool)
    /// A key came up.
    case keyUp(Key)
  }

  /// A key with what is held beside it.
  struct Key: Hashable {
    /// Its place on the keyboard: the usage of USB's keyboard page.
    var scancode: Int
    /// Its symbol on this desktop, a lower-case character where it types one.
    var symbol: Int
    var control = false
  }

  private let window: OpaquePointer
  /// Readable when there may be events.
  let descriptor: CInt
  /// The picture's extent.
  private(set) var size: PixelSize

  /// Opens a window.
  ///
  /// - Throws: ``Failure`` where there is no desktop.
  init(title: String, size: PixelSize) throws(Failure) {
    guard let window = unsafe csdl_open(title, CInt(size.width), CInt(size.height)) else {
      throw Failure(reason: unsafe String(cString: csdl_error()))
    }
    unsafe self.window = window
    descriptor = unsafe csdl_descriptor(window)
    self.size = size
  }

  deinit { unsafe csdl_close(window) }

  /// Sets what stands above it.
  func setTitle(_ title: String) { unsafe csdl_set_title(window, title) }

  /// Makes it as large as a picture.
  func resize(to size: PixelSize) {
    guard size != self.size else { return }
    self.size = size
    unsafe csdl_resize(window, CInt(size.width), CInt(size.height))
  }

  /// Largest window that the desktop has room for; large where that is not known.
  var room: PixelSize {
    var (width, height): (CInt, CInt) = (0, 0)
    guard unsafe csdl_room(window, &width, &height), width > 0, height > 0 else {
      return PixelSize(width: 16_384, height: 16_384)
    }
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// Shows parts of a picture of the window's size.
  func show(_ picture: Picture, parts: [PixelRect]) {
    let rects = parts.prefix(64).map {
      csdl_rect(
        x: CInt($0.left),
        y: CInt($0.top),
        width: CInt($0.width),
        height: CInt($0.height)
      )
    }
    // What the desktop does not take now it asks for later.
    _ = unsafe csdl_show(
      window,
      picture.pixels,
      CInt(picture.size.width),
      CInt(picture.size.height),
      rects,
      CInt(rects.count)
    )
  }

  /// Takes the next event; `nil` when there is none.
  func next() -> Event? {
    let event = unsafe csdl_next(window)
    let place = PixelPoint(x: Int(event.x), y: Int(event.y))
    let key = Key(
      scancode: Int(event.scancode),
      symbol: Int(event.symbol),
      control: event.control
    )
    switch UInt32(bitPattern: event.kind) {
    case csdl_closed.rawValue: return .closed
    case csdl_exposed.rawValue: return .exposed
    case csdl_left.rawValue: return .left
    case csdl_moved.rawValue: return .moved(place)
    case csdl_button_down.rawValue where event.control: return .inspected(place)
    case csdl_button_down.rawValue: return .down(place, shift: event.shift)
    case csdl_button_up.rawValue: return .up(place)
    case csdl_right_button_down.rawValue where event.control: return .opened(place)
    case csdl_key_down.rawValue: return .keyDown(key, repeats: event.repeats)
    case csdl_key_up.rawValue: return .keyUp(key)
    default: return nil
    }
  }
}
