// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime
internal import Widgets

extension Server {
  /// Shows the ring when the page's timeout is near, and hides it when it is not any more.
  func followTimeout(at now: MonotonicInstant) {
    guard let ring = widgets.pages.ring, scene != nil else { return }
    if widgets.pages.warningEnd(at: now) != nil, isPageKept { widgets.pages.use(at: now) }
    let end = widgets.pages.warningEnd(at: now)
    guard end != stage.warnedEnd else { return }
    stage.warnedEnd = end
    let (index, instant) = (widgets.inForce.count, sceneTime(now))
    let materials = workshop.materialsAtHand
    let settings = ring.settings(isVisible: end != nil)
    scene?.update(index, to: settings, from: materials, at: instant, telling: &widgetEvents)
    if let end {
      for request in TimeoutRing.emptying(over: (sceneTime(end) - instant).seconds) {
        try? scene?.perform(request, by: index, at: instant, telling: &widgetEvents)
      }
    }
    deliverWidgetEvents(at: now)
  }
}
