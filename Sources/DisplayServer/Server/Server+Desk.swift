// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Control
internal import PlainText
package import MonotonicTime
package import Geometry
package import Widgets

// What a designer's window and runs in virtual time ask of the scene.
extension Server {
  /// True while a text field has the focus, so that keys are for it.
  package var hasFocus: Bool { scene?.focusedField != nil }

  /// The program of the widget with this id, and its arguments; `nil` where it has none.
  package func program(of id: String) -> [String]? {
    widgets.names.index(of: id).flatMap { widgets.programs[$0]?.arguments }
  }

  /// The transform from the user's view to the buffers; nil without a display.
  package var transform: OutputTransform? { scene?.transform }

  /// The instant of the scene that the frame on the screen, or on its way there, shows.
  package var shownInstant: MonotonicInstant { frames.shownInstant }

  /// Shows the page that stands so many further on in the file, round.
  package func turnPage(by step: Int, at now: MonotonicInstant) {
    let pages = widgets.pages
    guard !pages.settings.isEmpty else { return }
    let count = pages.settings.count
    let page = ((pages.shown + step) % count + count) % count
    turnPage(to: pages.settings[page].id, by: .request, at: now)
  }

  /// Shows the texts in the next language of the file.
  package func showNextLanguage() { wantLanguage("next", because: .request) }

  /// Puts the next look of the file over the scene, and none after the last.
  package func useNextLook() {
    let names = configuration.settings.looks
    let place = names.firstIndex(where: configuration.nextLook.hasSameBytes)
    configuration.wantedLook = (names + [""])[place.map { $0 + 1 } ?? 0]
  }

  /// The settings in force of the widgets that are seen, in their order: the topmost is the last.
  package var seenWidgets: [WidgetSettings] {
    widgets.inForce.indices.map { widgets.seen($0) }.filter { $0.table.isVisible }
  }

  /// The frames of the page's widgets and the deflections of their edges, as the screen shows them.
  package var guides: [WidgetGuide] {
    let pages = widgets.pages
    return widgets.inForce.indices.filter { pages.isWidget($0, on: pages.shown) }.compactMap {
      scene?.guide(of: $0, settings: widgets.inForce[$0], at: frames.shownInstant)
    }
  }
}
