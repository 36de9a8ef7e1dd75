// SPDX-License-Identifier: Apache-2.0
import Geometry
import Touch
import VirtualKiosk
import VirtualTime

/// Three pages of 160 by 120 points that a finger turns, with a button, a slider and a list.
func swipedPages(_ swipe: String = "true", display: String = "") -> String {
  """
  [display]
  scale = 1
  background = "#102030"
  \(display)
  [[page]]
  id = "a"
  swipe = \(swipe)
  [[page.button]]
  id = "one"
  label = ""
  frame = { x = 10, y = 10, width = 60, height = 30, anchor = "top-left" }
  [[page.slider]]
  id = "level"
  knob_size = 20
  frame = { x = 10, y = 80, width = 140, height = 30, anchor = "top-left" }
  [[page]]
  id = "b"
  swipe = \(swipe)
  background = "#804020"
  [[page.button]]
  id = "two"
  label = ""
  color = "#FF40FF"
  frame = { x = 30, y = 40, width = 70, height = 30, anchor = "top-left" }
  [[page]]
  id = "c"
  swipe = \(swipe)
  background = "#205020"
  """
}

extension VirtualRun {
  /// A finger goes from one point to another in even steps, and lets go unless it is to stay.
  func drag(
    _ from: (Double, Double),
    _ to: (Double, Double),
    steps: Int = 10,
    pause: Double = 0.016,
    lets: Bool = true
  ) {
    finger(.down, Point(x: from.0, y: from.1))
    for step in 1...steps {
      pass(pause)
      let share = Double(step) / Double(steps)
      let point = Point(x: from.0 + (to.0 - from.0) * share, y: from.1 + (to.1 - from.1) * share)
      finger(.move, point)
    }
    guard lets else { return }
    pass(0.005)
    finger(.up, Point(x: to.0, y: to.1))
  }
}
