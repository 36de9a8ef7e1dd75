// SPDX-License-Identifier: Apache-2.0
import Configuration
import MonotonicTime
import TestSupport
import Testing
import VirtualKiosk

@testable import DisplayServer

@Suite("Devices after a reload")
struct DeviceReloadTests {
  @Test(
    "They are chosen anew where a reload changes what is said of them, and by no other reload",
    arguments: [
      ("[display]\n", "[display]\nconnector = \"HDMI-A-1\"\n", true),
      ("[[progress]]", "[touch]\ngrab = false\n[[progress]]", true),
      ("[[progress]]", "[keyboard]\nlayout = \"de\"\n[[progress]]", true),
      ("amplitude = 6", "amplitude = 7", false), ("amplitude = 6", "amplitude = 6", false),
    ]
  )
  func chosenAnew(old: String, new: String, isAboutDevices: Bool) throws {
    let folder = TemporaryFolder()
    let path = folder.write(Array(plainScene.utf8), to: "swell.toml")
    let now = MonotonicInstant(seconds: 1)
    let source = ConfigurationSource(path: path)
    let server = try loggedServer(plainScene, LogRecord(), configuration: source, at: now)
    server.advance(to: now)
    var told: [Settings] = []
    server.host.onSettingsChange = { told.append($0) }
    let text = plainScene.replacing(old, with: new)
    folder.write(Array(text.utf8), to: "swell.toml")
    _ = server.requestReload(at: now)
    let wanted = try Settings(parsing: Array(text.utf8), fileName: path)
    #expect(told == (isAboutDevices ? [wanted] : []))
  }
}
