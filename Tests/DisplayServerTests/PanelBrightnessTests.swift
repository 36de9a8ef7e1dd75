// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Presentation
import Testing
import VirtualKiosk

@testable import DisplayServer

@Suite("How bright the light is to be")
struct PanelBrightnessTests {
  private let light = PanelLightDescription(name: "panel", highestLevel: 1000)

  private func at(_ seconds: Double) -> MonotonicInstant { MonotonicInstant(seconds: seconds) }

  private func lit(_ level: Int) -> PanelLightSetting {
    PanelLightSetting(level: level, isPowered: true)
  }

  /// What a light is set to from `begin` to `end`, each time that it says it is due.
  private func settings(
    _ brightness: inout PanelBrightness,
    until end: Double
  ) -> [(time: Double, setting: PanelLightSetting)] {
    var found: [(Double, PanelLightSetting)] = []
    while let due = brightness.deadline, due <= at(end) {
      if let setting = brightness.advance(to: due) { found.append((due.seconds, setting)) }
    }
    return found
  }

  @Test("A fade is a line from the level down to a tenth, in steps that are no closer than 40 ms")
  func fade() throws {
    var brightness = PanelBrightness(light, found: lit(800), level: nil)
    brightness.fade(over: MonotonicInterval(seconds: 4), at: at(10))
    #expect(brightness.isLowered)
    let steps = settings(&brightness, until: 60)
    #expect(steps.last?.setting == lit(80))
    #expect(steps.last?.time == 14)
    for (time, setting) in steps {
      #expect(setting.isPowered)
      #expect(abs(Double(setting.level) - (800 - 720 * (time - 10) / 4)) <= 0.5)
    }
    for (earlier, later) in zip(steps, steps.dropFirst()) {
      #expect(later.time - earlier.time > 0.0399 || later.time == 14)
    }
    #expect(steps.count >= 98)
  }

  @Test("A light of few levels takes a step for each of them")
  func fewLevels() {
    var brightness = PanelBrightness(
      PanelLightDescription(name: "panel", highestLevel: 5),
      found: lit(5),
      level: nil
    )
    brightness.fade(over: MonotonicInterval(seconds: 10), at: at(0))
    let steps = settings(&brightness, until: 60)
    #expect(steps.map(\.setting.level) == [4, 3, 2, 1])
  }

  @Test("Nothing gets darker at the moment at which it was decided")
  func laterThanDecided() {
    var brightness = PanelBrightness(light, found: lit(800), level: nil)
    brightness.putOut(at: at(5))
    #expect(brightness.setting == lit(800))
    #expect(brightness.deadline == at(5))
    #expect(brightness.advance(to: at(5)) == PanelLightSetting(level: 0, isPowered: false))
    #expect(brightness.deadline == nil)
  }

  @Test("Raised, it is as it was, at once and from whatever it had come to")
  func raise() {
    var brightness = PanelBrightness(light, found: lit(800), level: nil)
    brightness.fade(over: MonotonicInterval(seconds: 4), at: at(0))
    _ = settings(&brightness, until: 2)
    #expect(brightness.raise() == lit(800))
    #expect(brightness.deadline == nil && !brightness.isLowered)
    brightness.putOut(at: at(3))
    _ = brightness.advance(to: at(3))
    #expect(brightness.raise() == lit(800))
    #expect(brightness.raise() == nil)
  }

  @Test(
    "A light that is found dark is taken to be meant bright, unless a level is asked for",
    arguments: [
      (PanelLightSetting(level: 0, isPowered: true), nil, 1000),
      (PanelLightSetting(level: 300, isPowered: false), nil, 300),
      (PanelLightSetting(level: 0, isPowered: false), 250, 250),
      (PanelLightSetting(level: 300, isPowered: true), 5000, 1000), (nil, nil, 1000),
    ] as [(PanelLightSetting?, Int?, Int)]
  )
  func found(found: PanelLightSetting?, level: Int?, awake: Int) {
    var brightness = PanelBrightness(light, found: found, level: level)
    #expect(brightness.awakeLevel == awake)
    // What it has to be set to, if it is not so already.
    #expect(brightness.raise() == (found == lit(awake) ? nil : lit(awake)))
  }

  @Test("What somebody else sets while the panel is awake is kept; what is found lowered is not")
  func noticed() {
    var brightness = PanelBrightness(light, found: lit(800), level: nil)
    brightness.notice(lit(500))
    #expect(brightness.awakeLevel == 500)
    brightness.notice(PanelLightSetting(level: 0, isPowered: false))
    brightness.notice(nil)
    #expect(brightness.awakeLevel == 500)
    brightness.putOut(at: at(0))
    brightness.notice(lit(900))
    #expect(brightness.raise() == nil)
    #expect(brightness.awakeLevel == 500)
  }

  @Test("A level that is asked for while it is dark is there when it is raised")
  func askedForInTheDark() {
    var brightness = PanelBrightness(light, found: lit(800), level: nil)
    #expect(brightness.setAwakeLevel(600) == lit(600))
    brightness.putOut(at: at(0))
    _ = brightness.advance(to: at(0))
    #expect(brightness.setAwakeLevel(200) == nil)
    #expect(brightness.raise() == lit(200))
  }
}
