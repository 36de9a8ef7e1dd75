// SPDX-License-Identifier: Apache-2.0
import Configuration
import JSON
import MonotonicTime
import Testing
import VirtualKiosk
import Widgets

@testable import DisplayServer

@Suite("What widgets are after a change or a reload")
struct WidgetsInForceTests {
  private static let noPages = Pages(at: MonotonicInstant(nanoseconds: 0))

  private func widgets(_ ids: [String]) throws -> [WidgetSettings] {
    try settings(ids.map { "[[button]]\nid = \"\($0)\"\nlabel = \"\"" }.joined(separator: "\n"))
      .widgets
  }

  @Test("A change is in force at once, and news once")
  func change() throws {
    var inForce = try WidgetsInForce(widgets(["a", "b"]), restoring: nil, on: Self.noPages)
    var change = WidgetChange()
    change["enabled"] = .bool(false)
    let wanted = inForce.applying(change, to: 1)
    let news = (0..<2).map { _ in inForce.change(1, by: change) }
    #expect(news == [true, false])
    #expect(inForce.inForce[1] == wanted && inForce.inForce[0] != wanted)
  }

  @Test("Changes that came while a configuration was read go with their widgets, and to no others")
  func replaced() throws {
    let (before, after) = (try widgets(["a", "b", "c"]), try widgets(["c", "a"]))
    var inForce = WidgetsInForce(before, restoring: nil, on: Self.noPages)
    var change = WidgetChange()
    change["enabled"] = .bool(false)
    for index in 1...2 { _ = inForce.change(index, by: change) }
    let parts = ReloadedScene.Parts(
      changes: [WidgetChange(), WidgetChange()],
      inForce: after,
      names: WidgetNames(after),
      programs: [nil, nil],
      page: 0,
      scene: nil
    )
    let old = inForce
    let kept = inForce.replace(by: after, parts: parts, keeping: [1, 2])
    #expect(kept.map(\.before) == [2] && kept.map(\.index) == [0])
    #expect(inForce.changes == [change, WidgetChange()])
    #expect(inForce.inForce[0] == old.inForce[2] && inForce.inForce[1] == after[1])
    #expect(inForce.place(of: 0, in: old) == 1 && inForce.place(of: 1, in: old) == nil)
  }
}
