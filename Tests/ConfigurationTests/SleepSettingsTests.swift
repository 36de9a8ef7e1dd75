// SPDX-License-Identifier: Apache-2.0
import Configuration
import TOMLReading
import Testing
import Widgets

@Suite("Keys about going dark")
struct SleepSettingsTests {
  private func display(_ text: String) throws -> DisplaySettings {
    try Settings(parsing: Array("[display]\n\(text)".utf8), fileName: "x").display
  }

  @Test("All of them are read")
  func all() throws {
    let display = try display(
      """
      blank_after = 300
      blank = "backlight"
      dim = 5.5
      backlight = "10-0045"
      brightness = 60
      schedule = ["07:00-22:00"]
      on_blank = ["ddcutil", "setvcp", "d6", "4"]
      on_wake = ["/usr/bin/lit"]
      """
    )
    #expect(display.blanking == .backlight)
    #expect(display.dimming == 5.5)
    #expect(display.backlight == "10-0045")
    #expect(display.brightness == 60)
    #expect(!display.schedule.isEmpty)
    #expect(display.program(of: .blank)?.arguments == ["ddcutil", "setvcp", "d6", "4"])
    #expect(display.program(of: .wake)?.arguments == ["/usr/bin/lit"])
    #expect(display.program(of: .wake)?.job?.timeout == 30)
  }

  @Test("Without them the output goes off, and nothing is asked of a backlight")
  func none() throws {
    let display = try display("backlight = \"auto\"\nbrightness = \"auto\"")
    #expect(display == DisplaySettings())
    #expect(display.blanking == .off && !display.needsBacklight)
    #expect(display.program(of: .blank) == nil && display.program(of: .wake) == nil)
  }

  @Test(
    "Each of the light's keys asks something of a backlight",
    arguments: [
      "blank = \"backlight\"", "blank_after = 9\ndim = 2", "brightness = 40",
      "backlight = \"10-0045\"",
    ]
  )
  func light(text: String) throws {
    #expect(try display(text).needsBacklight)
  }

  @Test(
    "What cannot be is an error",
    arguments: [
      ("blank = \"dpms\"", "'blank' must be \"off\", \"backlight\" or \"black\", not \"dpms\""),
      ("blank_after = 5\ndim = 6", "'dim' must be no more than 'blank_after'"),
      ("dim = -1", "'dim' must be a number from 0 to 3600, not -1"),
      ("backlight = \"../mem\"", "'backlight' must be \"auto\" or a name"),
      ("backlight = \".\"", "'backlight' must be \"auto\" or a name"),
      ("brightness = 101", "'brightness' must be \"auto\" or a number from 0 to 100, not 101"),
      ("schedule = \"07:00-22:00\"", "'schedule' must be a list of times"),
      ("on_blank = \"off\"", "'on_blank' must be a list such as"),
      ("on_wake = [\"bin/lit\"]", "'on_wake' must be a program's name or absolute path"),
    ]
  )
  func errors(text: String, sentence: String) {
    do {
      _ = try display(text)
      Issue.record("\(text) is taken")
    } catch let error as ConfigurationError {
      #expect(error.lines.count == 1 && error.lines[0].contains(sentence), "\(error.lines)")
    } catch {
      Issue.record(error)
    }
  }

  @Test("What hooks are asked for by is no widget's id")
  func hookNames() throws {
    for hook in DisplaySettings.Hook.allCases {
      let text = "[[button]]\nid = \"\(hook.rawValue)\""
      #expect(throws: ConfigurationError.self) {
        try Settings(parsing: Array(text.utf8), fileName: "x")
      }
    }
  }
}
