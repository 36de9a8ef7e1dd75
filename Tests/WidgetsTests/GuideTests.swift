// SPDX-License-Identifier: Apache-2.0
import Geometry
import Testing
import Touch

@testable import Widgets

@Suite("Guides of a scene")
struct GuideTests {
  @Test("A button's guide has its frame, and its control points out as far as its motion")
  func button() {
    var scene = SceneTests.scene()
    let settings = SceneTests.button(x: 300)
    let frame = Rect(x: 300, y: 0, width: 100, height: 80)
    let rest = scene.scene.guide(of: 1, settings: settings, at: SceneTests.instant(0))
    #expect(rest == WidgetGuide(frame: frame, offset: 0))
    _ = SceneTests.play([(0, .down, SceneTests.right, 0)], in: &scene)
    // Long after the press it stays at its amplitude, 15 points.
    let held = scene.scene.guide(of: 1, settings: settings, at: SceneTests.instant(30))
    #expect(held.frame == frame)
    #expect(abs((held.offset ?? 0) - 15) < 0.1)
    #expect(scene.scene.guide(of: 0, settings: settings, at: SceneTests.instant(30)).offset == 0)
  }
}
