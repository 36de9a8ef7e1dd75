// SPDX-License-Identifier: Apache-2.0
import Configuration
import Keyboard
import TOMLReading
import Testing
import Widgets

@Suite("Keyboards and scanners in the configuration")
struct TypingSettingsTests {
  private func typing(_ text: String) throws -> TypingSettings {
    try Settings(parsing: Array(text.utf8), fileName: "f").typing
  }

  private static let field = "[[text]]\nid = \"name\"\n"

  @Test(
    "Keyboards are read where there is a field to type into, and left alone where there is none"
  )
  func isNeeded() throws {
    #expect(try !typing("").hasKeyboard)
    #expect(try typing(Self.field).hasKeyboard)
    #expect(try typing("[keyboard]\n").hasKeyboard)
  }

  @Test("Every key is taken over")
  func keys() throws {
    var expected = TypingSettings()
    expected.hasKeyboard = true
    expected.devices = .paths(["/dev/input/event3"])
    expected.isGrabbed = false
    expected.layout = KeyboardLayout(
      layout: "de",
      variant: "nodeadkeys",
      options: "ctrl:nocaps",
      hasNumLock: false
    )
    expected.repeatDelay = 0.3
    expected.repeatInterval = 0.05
    var scanner = TypingSettings.Scanner(device: "/dev/input/by-id/scan-event-kbd")
    scanner.layout.layout = "fr"
    scanner.terminator = .tab
    scanner.gap = 0.2
    scanner.target = "name"
    expected.scanners = [scanner]
    let text =
      Self.field + """
        [keyboard]
        devices = ["/dev/input/event3"]
        grab = false
        layout = "de"
        variant = "nodeadkeys"
        options = "ctrl:nocaps"
        num_lock = false
        repeat = { delay = 0.3, interval = 0.05 }
        [[scanner]]
        device = "/dev/input/by-id/scan-event-kbd"
        layout = "fr"
        terminator = "Tab"
        gap = 0.2
        target = "name"
        """
    #expect(try typing(text) == expected)
  }

  @Test(
    "The keyboard on the screen has each layout of [keyboard] with its variant, unless it names its own",
    arguments: [
      ("layout = \"de,us,ru\"\nvariant = \",intl\"", "", ["de", "us(intl)", "ru"]),
      ("layout = \"de,us\"\nvariant = \"nodeadkeys,\"", "", ["de(nodeadkeys)", "us"]),
      ("layout = \"fr\"", "layouts = \"auto\"", ["fr"]), ("", "", ["us"]),
      ("layout = \"de,us\"", "layouts = [\"ru\", \"us(intl)\"]", ["ru", "us(intl)"]),
    ]
  )
  func screenLayouts(keyboard: String, screen: String, names: [String]) throws {
    let typing = try typing("[keyboard]\n\(keyboard)\n[keyboard.screen]\n\(screen)\n")
    #expect(typing.screenLayouts == names.map { KeyboardLayout(named: $0) })
    #expect(typing.screen?.layouts.count == names.count)
  }

  @Test(
    "A mistake is named with line and column",
    arguments: [
      ("[keyboard]\nlayout = \"xx\"", "2:1: error: there is no keyboard layout 'xx'"),
      ("[keyboard]\nvariant = \"xx\"", "2:1: error: there is no keyboard layout 'us' with the"),
      ("[[scanner]]\ngap = 0.1", "1:1: error: [[scanner]] needs a 'device'"),
      ("[[scanner]]\ndevice = \"event3\"", "2:1: error: 'device' must be an absolute path"),
      ("[[scanner]]\ndevice = \"/a\"\ntarget = \"none\"", "3:1: error: 'target' names no"),
      (
        "[keyboard]\ndevices = [\"/a\"]\n[[scanner]]\ndevice = \"/a\"",
        "4:1: error: 'device' is taken already"
      ),
      ("[keyboard]\nlayot = \"us\"", "2:1: error: unknown key 'layot'"),
    ]
  )
  func mistakes(text: String, start: String) throws {
    do throws(ConfigurationError) {
      _ = try Settings(parsing: Array(text.utf8), fileName: "f")
      Issue.record("nothing was wrong with \(text)")
    } catch {
      #expect(error.lines.count == 1)
      #expect(error.lines.first?.hasPrefix("f:" + start) ?? false, "\(error.lines)")
    }
  }
}
