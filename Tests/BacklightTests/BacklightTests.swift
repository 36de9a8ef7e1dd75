// SPDX-License-Identifier: Apache-2.0
import Backlight
import Foundation
import LinuxSystem
import Presentation
import TestSupport
import Testing

@Suite("The lights behind panels")
struct BacklightTests {
  private func name(of choice: BacklightChoice) -> String? {
    guard case .device(let device) = choice else { return nil }
    return device.name
  }

  private func reason(of choice: BacklightChoice) -> String {
    guard case .none(let reason) = choice else { return "" }
    return reason
  }

  @Test("The connector's own light is chosen before any other")
  func connectorsOwn() throws {
    let tree = try BacklightTree()
    try tree.add("acpi_video0", type: "firmware")
    try tree.add("intel_backlight", below: "pci0/0000:00:02.0/drm/card0/card0-eDP-1")
    try tree.add("nv_backlight", below: "pci0/0000:01:00.0/drm/card1/card1-eDP-2")
    let devices = BacklightDevice.all(in: tree.folder)
    #expect(devices.map(\.name) == ["acpi_video0", "intel_backlight", "nv_backlight"])
    #expect(devices.map(\.connector) == [nil, "eDP-1", "eDP-2"])
    func chosen(_ connector: String) -> String? {
      name(of: BacklightDevice.choose(among: devices, connector: connector, named: nil))
    }
    #expect(chosen("eDP-1") == "intel_backlight")
    #expect(chosen("eDP-2") == "nv_backlight")
    // Whose the firmware's is cannot be told, and it is the only such one.
    #expect(chosen("LVDS-1") == "acpi_video0")
  }

  @Test("The only light is chosen where nobody can tell whose it is")
  func onlyOne() throws {
    let tree = try BacklightTree()
    try tree.add("10-0045", below: "platform/soc/i2c-10/10-0045/backlight")
    let devices = BacklightDevice.all(in: tree.folder)
    #expect(
      name(of: BacklightDevice.choose(among: devices, connector: "DSI-1", named: nil)) == "10-0045"
    )
  }

  @Test("The light of another connector is left alone, and the sentence says whose it is")
  func othersLight() throws {
    let tree = try BacklightTree()
    try tree.add("intel_backlight", below: "drm/card0/card0-eDP-1")
    let choice = BacklightDevice.choose(
      among: BacklightDevice.all(in: tree.folder),
      connector: "HDMI-A-1",
      named: nil
    )
    #expect(reason(of: choice) == "HDMI-A-1 has no backlight: intel_backlight is that of eDP-1")
  }

  @Test(
    "Of several for one panel the firmware's is chosen, then the platform's; else none",
    arguments: [
      (["raw", "firmware", "platform"], 1), (["raw", "platform"], 1), (["raw", "raw"], nil),
      (["platform", "platform", "firmware"], 2), (["platform", "platform", "raw"], nil),
    ] as [([String], Int?)]
  )
  func severalKinds(types: [String], expected: Int?) throws {
    let tree = try BacklightTree()
    for (index, type) in types.enumerated() { try tree.add("light\(index)", type: type) }
    let choice = BacklightDevice.choose(
      among: BacklightDevice.all(in: tree.folder),
      connector: "DSI-1",
      named: nil
    )
    #expect(name(of: choice) == expected.map { "light\($0)" })
    if expected == nil { #expect(reason(of: choice).hasSuffix("say which in 'backlight'")) }
  }

  @Test("A name decides, and one that is not there is told with those that are")
  func named() throws {
    let tree = try BacklightTree()
    try tree.add("one", below: "drm/card0/card0-eDP-1")
    try tree.add("two")
    let devices = BacklightDevice.all(in: tree.folder)
    func choice(_ name: String) -> BacklightChoice {
      BacklightDevice.choose(among: devices, connector: "HDMI-A-1", named: name)
    }
    #expect(name(of: choice("one")) == "one")
    #expect(reason(of: choice("three")) == "there is no backlight three (there are: one, two)")
    #expect(
      reason(of: BacklightDevice.choose(among: [], connector: "DSI-1", named: "one"))
        == "there is no backlight one (there are: none)"
    )
  }

  @Test(
    "What is no light is passed over",
    arguments: ["", "0", "-4", "bright", "99999999999999999999"]
  )
  func noLight(highest: String) throws {
    let tree = try BacklightTree()
    try tree.add("odd")
    try Data(highest.utf8).write(to: URL(fileURLWithPath: "\(tree.folder)/odd/max_brightness"))
    #expect(BacklightDevice.all(in: tree.folder).isEmpty)
  }

  @Test("A light that can only be on or off is one")
  func onOrOff() throws {
    let tree = try BacklightTree()
    try tree.add("gpio", level: 1, highest: 1)
    let device = try #require(BacklightDevice.all(in: tree.folder).first)
    #expect(device.description.highestLevel == 1)
  }

  @Test("Level and power are set, in an order that shows no level that is meant for the dark")
  func sets() throws {
    let tree = try BacklightTree()
    try tree.add("panel", level: 70)
    let light = try KernelBacklight(folder: tree.folder)
    #expect(
      light.find(on: "DSI-1", named: nil)
        == .light(PanelLightDescription(name: "panel", highestLevel: 100))
    )
    #expect(light.setting == PanelLightSetting(level: 70, isPowered: true))
    light.set(PanelLightSetting(level: 0, isPowered: false))
    light.finish()
    #expect(tree.text("panel", "brightness") == "0" && tree.text("panel", "bl_power") == "4")
    #expect(light.setting == PanelLightSetting(level: 0, isPowered: false))
    light.set(PanelLightSetting(level: 70, isPowered: true))
    light.finish()
    #expect(tree.text("panel", "brightness") == "70" && tree.text("panel", "bl_power") == "0")
    #expect(light.takeFault() == nil)
  }

  @Test("Of many settings the last one is what the light comes to")
  func lastCounts() throws {
    let tree = try BacklightTree()
    try tree.add("panel", highest: 5000)
    let light = try KernelBacklight(folder: tree.folder)
    _ = light.find(on: "DSI-1", named: nil)
    for level in 1...3000 { light.set(PanelLightSetting(level: level, isPowered: true)) }
    light.finish()
    #expect(tree.text("panel", "brightness") == "3000")
  }

  @Test("A light on a bus that is stuck holds nobody up, and comes to the newest setting")
  func stuck() throws {
    let tree = try BacklightTree()
    try tree.add("panel")
    let light = try KernelBacklight(folder: tree.folder)
    _ = light.find(on: "DSI-1", named: nil)
    let file = StuckFile(at: "\(tree.folder)/panel/brightness")
    for level in 5...9 {
      light.set(PanelLightSetting(level: level, isPowered: true))
      #expect(light.setting == nil, "not known while it is being set")
    }
    #expect(light.takeFault() == nil)
    #expect(file.release(), "each call has come back")
    light.finish()
    #expect(file.text.hasSuffix("9\n"))
    #expect(light.takeFault() == nil)
  }

  @Test("A light without a power file is set by its level alone")
  func withoutPower() throws {
    let tree = try BacklightTree()
    try tree.add("panel", hasPower: false)
    let light = try KernelBacklight(folder: tree.folder)
    _ = light.find(on: "DSI-1", named: nil)
    light.set(PanelLightSetting(level: 0, isPowered: false))
    light.finish()
    #expect(tree.text("panel", "brightness") == "0")
    #expect(light.takeFault() == nil)
  }

  @Test("A light that cannot be set is told once for each time")
  func fault() throws {
    let tree = try BacklightTree()
    try tree.add("panel")
    let light = try KernelBacklight(folder: tree.folder)
    _ = light.find(on: "DSI-1", named: nil)
    try tree.spoil("panel", "brightness")
    light.set(PanelLightSetting(level: 5, isPowered: true))
    light.finish()
    #expect(light.takeFault()?.hasSuffix("brightness: Is a directory") == true)
    #expect(light.takeFault() == nil)
  }
}

@Suite("Levels and percentages")
struct PanelLightTests {
  @Test(
    "A percentage is the nearest level, and what is not 0 is lit",
    arguments: [
      (0, 100, 0), (0.1, 100, 1), (50, 255, 128), (100, 255, 255), (33.3, 7, 2), (100, 1, 1),
      (1, 1, 1),
    ] as [(Double, Int, Int)]
  )
  func levels(percent: Double, highest: Int, level: Int) {
    let light = PanelLightDescription(name: "panel", highestLevel: highest)
    #expect(light.level(ofPercent: percent) == level)
  }

  @Test("A level is told in percent, to a tenth")
  func percent() {
    let light = PanelLightDescription(name: "panel", highestLevel: 255)
    #expect([0, 1, 128, 255].map(light.percent(ofLevel:)) == [0, 0.4, 50.2, 100])
  }
}
