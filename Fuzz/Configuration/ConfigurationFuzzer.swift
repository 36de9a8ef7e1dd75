// SPDX-License-Identifier: Apache-2.0
import Configuration
import Geometry
import TOMLReading
import Widgets

/// Reads bytes as a configuration file.
///
/// Beyond not crashing: errors are single lines with places inside the file, and a scene keeps what
/// the rest of the daemon relies on, in each language and with each look.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  do throws(ConfigurationError) {
    let settings = try Settings(parsing: bytes, fileName: "f")
    check(settings)
    checkLanguages(of: settings)
    // As many as take a moment: for each the file is read anew.
    for look in settings.looks.prefix(4) {
      // What it says may go with none of the widgets; the places are those of the file.
      let worn = try settings.wearing(look)
      precondition(worn.language == settings.language)
      check(worn)
      let bare = try worn.wearing("")
      precondition(bare.widgets == settings.widgets)
    }
  } catch {
    check(error, lineCount: bytes.count { $0 == 0x0A } + 1)
  }
  return 0
}

private func check(_ error: ConfigurationError, lineCount: Int) {
  precondition(!error.diagnostics.isEmpty)
  for diagnostic in error.diagnostics {
    precondition((1...lineCount).contains(diagnostic.position.line))
    precondition(!diagnostic.message.isEmpty)
    precondition(!diagnostic.message.utf8.contains { $0 < 0x20 })
  }
}

/// What differs by the language are texts, and the side on which frames begin.
private func checkLanguages(of settings: Settings) {
  for language in settings.display.languages {
    let spoken = settings.speaking(language)
    precondition(spoken.language == language)
    precondition(spoken.widgets.map(\.id) == settings.widgets.map(\.id))
    check(spoken)
    guard let screen = spoken.screenKeyboard else { continue }
    precondition(screen.first == 0 || screen.layouts.indices.contains(screen.first))
  }
}

private func check(_ settings: Settings) {
  precondition(settings.widgets.count <= Settings.maximumWidgetCount)
  precondition(Set(settings.widgets.map(\.id)).count == settings.widgets.count)
  for widget in settings.widgets {
    precondition((1...64).contains(widget.id.utf8.count))
    let rect = widget.frame.resolved(in: Size(width: 1280, height: 800))
    precondition(rect.minX.isFinite && rect.minY.isFinite)
    precondition(rect.size.width > 0 && rect.size.height > 0)
    precondition(rect.size.width.isFinite && rect.size.height.isFinite)
  }
  for attract in settings.widgets.compactMap({ ($0.table as? ButtonSettings)?.attract }) {
    precondition(attract.values.count == attract.keyTimes.count)
    precondition(attract.values.count == attract.curves.count + 1)
  }
}
