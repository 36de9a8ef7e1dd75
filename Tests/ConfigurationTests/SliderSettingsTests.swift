// SPDX-License-Identifier: Apache-2.0
@testable import Configuration
import Testing
import Widgets

@Suite("The table [[slider]]")
struct SliderSettingsTests {
  @Test(
    "What two keys have to do with each other is told with its place",
    arguments: [
      ("min = 5\nmax = 5", "4:1: error: 'max' must be more than 'min'"),
      ("min = 200", "3:1: error: 'max' must be more than 'min'"),
      ("min = 1\nmax = 4\nvalue = 5", "5:1: error: 'value' must be within 'min' and 'max'"),
      ("max = 4\nstep = 5", "4:1: error: 'step' must not be more than from 'min' to 'max'"),
      ("step = -1", "3:8: error: 'step' must be a number from 0 to 1000000000, not -1"),
    ]
  )
  func wrong(keys: String, sentence: String) {
    let file = "[[slider]]\nid = \"a\"\n\(keys)\n"
    #expect(throws: (any Error).self) { try settings(file) }
    #expect(errors(file) == ["swell.toml:" + sentence])
  }

  @Test("The value at first is the least one unless it is given")
  func first() throws {
    var expected = SliderSettings(id: "a")
    (expected.minimum, expected.maximum, expected.value) = (3, 9, 3)
    let found = try settings("[[slider]]\nid = \"a\"\nmin = 3\nmax = 9\n").widgets
    #expect(found == [.slider(expected)])
  }
}
