// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Keyboard
package import MonotonicTime
internal import Touch
internal import Widgets

/// The readers of the keyboard on the screen: each of its layouts is read as a keyboard that is plugged in, with dead
/// keys of its own.
struct ScreenKeys {
  /// True while a keyboard is plugged in, so that none is wanted on the screen.
  var isPlugged = false
  private var layouts: [KeyboardLayout] = []
  private var readers: [KeyReader] = []
  private var keymaps = Keymaps()

  /// The stroke of a key; nil for none, as for a dead key.
  mutating func stroke(_ typing: ScreenTyping, of layouts: [KeyboardLayout]) -> KeyStroke? {
    if layouts != self.layouts {
      self.layouts = layouts
      keymaps = Keymaps()
      // They were compiled when the configuration was read.
      readers = layouts.map { KeyReader($0, keymaps: keymaps) }
    }
    switch typing.stroke {
    case .stroke(let stroke):
      for reader in readers { reader.reset() }
      return stroke
    case .key(let code, let level):
      guard readers.indices.contains(typing.layout) else { return nil }
      return readers[typing.layout].tap(code, level: level)
    }
  }
}

extension Server {
  /// Gives what is typed on the screen to the field that has the focus, as if it came from a keyboard.
  func type(_ typing: ScreenTyping, at now: MonotonicInstant) {
    let layouts = configuration.settings.typing.screenLayouts
    guard let stroke = screenKeys.stroke(typing, of: layouts) else { return }
    scene?.handle([stroke], by: .touch, at: typing.time, telling: &widgetEvents)
    deliverWidgetEvents(at: now)
    report(workshop.lines.takeComplaints(), at: now)
  }

  /// A keyboard is plugged in, or none any more.
  package func setKeyboard(isPlugged: Bool, at now: MonotonicInstant) {
    guard isPlugged != screenKeys.isPlugged else { return }
    screenKeys.isPlugged = isPlugged
    scene?.setKeyboard(isPlugged: isPlugged, at: sceneTime(now))
    setNeedsFrame(at: now)
  }

  /// Raises the keyboard on the screen for the field that has the focus, or puts it away.
  package func toggleScreenKeyboard(at now: MonotonicInstant) {
    guard let isUp = scene?.isKeyboardUp else { return }
    scene?.setKeyboard(isUp: !isUp, at: sceneTime(now))
    setNeedsFrame(at: now)
  }
}
