// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import MonotonicTime

/// The frame of a widget and the state of its edges, for its designer.
package struct WidgetGuide: Hashable, Sendable {
  /// The frame in points.
  package let frame: Rect
  /// Deflection of the control points in the middles of the edges, in points, positive outward; nil for a widget whose
  /// edges are not elastic.
  package let offset: Double?
}

extension Scene {
  /// The guide of the widget at `index`, whose settings in force are `settings`, at `instant`.
  package func guide(
    of index: Int,
    settings: WidgetSettings,
    at instant: MonotonicInstant
  ) -> WidgetGuide {
    WidgetGuide(
      frame: settings.frame.resolved(in: transform.viewSizeInPoints),
      offset: widget(slot(index)).edgeOffset(at: instant)
    )
  }
}
