// SPDX-License-Identifier: Apache-2.0
internal import Configuration
package import Geometry
package import Widgets

// What somebody wants to know who looks at a scene to design it.
extension Server {
  /// Whether a text field has the focus, so that keys are for it.
  package var hasFocus: Bool { scene?.focus != nil }

  /// The program of the widget with this id, and its arguments; `nil` where it has none.
  package func program(of id: String) -> [String]? {
    widgets.names.index(of: id).flatMap { widgets.programs[$0]?.arguments }
  }

  /// How the user's view lies in the buffers; `nil` without a display.
  package var transform: OutputTransform? { scene?.transform }

  /// Where the widgets lie and how far their edges are out, as the screen shows them.
  package var guides: [WidgetGuide] {
    widgets.inForce.indices.compactMap {
      scene?.guide(of: $0, widgets.inForce[$0], at: frames.shownInstant)
    }
  }
}
