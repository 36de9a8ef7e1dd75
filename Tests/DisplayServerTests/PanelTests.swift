// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Presentation
import Testing

@testable import DisplayServer

@Suite("What a panel and its light are told to do")
struct PanelTests {
  private let light = PanelLightDescription(name: "panel", highestLevel: 1000)

  private func at(_ seconds: Double) -> MonotonicInstant { MonotonicInstant(seconds: seconds) }

  private func lit(_ level: Int) -> PanelLightSetting {
    PanelLightSetting(level: level, isPowered: true)
  }

  private func record(brightness: Double?, lowered level: Int?) -> StateRecord {
    var record = StateRecord()
    record.brightness = brightness
    record.light = level.map { StateRecord.Light(name: "panel", level: $0) }
    return record
  }

  @Test(
    "A light is as bright as a request says, else the configuration, else as it was before it was lowered",
    arguments: [(20.0, 50.0, 200), (nil, 50, 500), (nil, nil, 700)] as [(Double?, Double?, Int)]
  )
  func found(requested: Double?, configured: Double?, level: Int) {
    var lighting = PanelLighting(record(brightness: requested, lowered: 700))
    #expect(lighting.lowered == StateRecord.Light(name: "panel", level: 700))
    let order = lighting.find(.light(light), at: lit(70), configured: configured)
    #expect(order == PanelLighting.Order(setting: lit(level)))
    #expect(lighting.lowered == nil && lighting.obstacle.isEmpty)
  }

  @Test("Without a light nothing is set and nothing is due; why it is left alone is kept")
  func obstacle() {
    var lighting = PanelLighting(nil)
    let found = lighting.find(.obstacle("there are two"), at: nil, configured: 50)
    let faded = lighting.fade(from: nil, over: .milliseconds(1), at: at(1))
    #expect(found == PanelLighting.Order() && faded == PanelLighting.Order())
    #expect(lighting.obstacle == "there are two" && lighting.deadline == nil)
  }

  /// A light of level 500 that has been put out at 1 s, and a panel that has woken at 5 s.
  private func woken() -> PanelLighting {
    var lighting = PanelLighting(nil)
    _ = lighting.find(.light(light), at: lit(500), configured: nil)
    let order = lighting.putOut(from: lit(500), at: at(1))
    #expect(order == PanelLighting.Order(isUrgent: true) && lighting.isLowered)
    let dark = lighting.advance(to: at(1))
    #expect(dark.setting == PanelLightSetting(level: 0, isPowered: false))
    lighting.wake(at: at(5))
    #expect(!lighting.isLowered && lighting.lowered?.level == 500)
    return lighting
  }

  @Test("The light of a panel that has woken waits for a frame")
  func frame() {
    var lighting = woken()
    let order = lighting.frameIsShown()
    #expect(order == PanelLighting.Order(setting: lit(500), isUrgent: true))
    #expect(lighting.lowered == nil && lighting.deadline == nil)
    let next = lighting.frameIsShown()
    #expect(next == PanelLighting.Order())
  }

  @Test("It waits no longer than 100 ms, and not for a panel that has gone to sleep again")
  func patience() {
    var late = woken()
    #expect(late.deadline == at(5.1))
    let order = late.advance(to: at(5.1))
    #expect(order.setting == lit(500))
    var asleep = woken()
    asleep.sleep()
    #expect(asleep.deadline == nil && asleep.isLowered)
  }

  @Test(
    "A configuration's new percentage is newer than a request's, and none leaves the light as it is"
  )
  func newest() {
    var lighting = PanelLighting(record(brightness: 20, lowered: nil))
    _ = lighting.find(.light(light), at: nil, configured: 50)
    let request = lighting.request(30)
    #expect(request.setting == lit(300) && lighting.requested == 30)
    let configured = lighting.configure(40)
    #expect(configured.setting == lit(400) && lighting.requested == nil)
    let none = lighting.configure(nil)
    #expect(none == PanelLighting.Order())
  }

  @Test("A black picture is drawn once, anew when it is lost, and not once the panel has woken")
  func black() {
    var panel = DisplayServer.Panel(restoring: nil, at: at(0))
    panel.pictureIsLost()
    #expect(!panel.isBlackDue)
    panel.blacken()
    #expect(panel.isBlackDue)
    panel.blackIsDrawn()
    #expect(!panel.isBlackDue)
    panel.pictureIsLost()
    #expect(panel.isBlackDue)
    let wasBlack = (0..<2).map { _ in panel.wake(at: at(1)) }
    #expect(wasBlack == [true, false] && !panel.isBlackDue)
  }

  @Test(
    "The first frame after a display has come or the panel has slept lights it, and none in its sleep"
  )
  func lit() {
    var panel = DisplayServer.Panel(restoring: nil, at: at(0))
    let first = (0..<2).map { _ in panel.activate() }
    #expect(first == [true, false])
    let frames = (0..<2).map { _ in panel.frameIsShown() }
    #expect(frames == [true, false] && panel.isLit)
    panel.darken()
    let again = panel.frameIsShown()
    #expect(again)
    panel.sleep()
    let asleep = panel.frameIsShown()
    #expect(!asleep && !panel.isLit)
  }
}
