// SPDX-License-Identifier: Apache-2.0
import Geometry

/// A window that shows a scene on all common panels.
struct SheetWindow: ~Copyable {
  /// The name that stands for it where a picture's path is asked for.
  static let name = "window"
  private static let (letterQ, escape) = (0x71, 0x1B)

  private let window: DeskWindow
  /// The picture at the window's size.
  private var shown: Picture

  /// Readable when there may be events.
  var descriptor: CInt { window.descriptor }

  /// Opens the window.
  ///
  /// - Throws: ``DeskWindow/Failure`` where there is no desktop.
  init(title: String, sheet: Sheet) throws(DeskWindow.Failure) {
    window = try DeskWindow(title: title, size: sheet.size)
    shown = Picture(sheet)
    show(sheet)
  }

  /// Shows a sheet, as large as the desktop has room for.
  mutating func show(_ sheet: Sheet) {
    let zoom = Zoom(of: sheet.size, fitting: window.room)
    shown = Picture(sheet).zoomed(zoom)
    window.resize(to: shown.size)
    window.show(shown, parts: [shown.size.bounds])
  }

  /// Does what the desktop wants by now.
  ///
  /// - Returns: True if the window is to be closed: Q and Escape do that too.
  func isClosed() -> Bool {
    while let event = window.next() {
      switch event {
      case .closed: return true
      case .keyDown(let key, _) where [Self.letterQ, Self.escape].contains(key.symbol): return true
      case .exposed: window.show(shown, parts: [shown.size.bounds])
      default: break
      }
    }
    return false
  }
}
