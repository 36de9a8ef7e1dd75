// SPDX-License-Identifier: Apache-2.0
import KMS
import MonotonicTime
import Presentation
import Testing

@Suite("Requests for a mode")
struct ModeRequestTests {
  private let offered: [DisplayMode] = [
    .scripted(128, 96, hertz: 60, isPreferred: false),
    .scripted(64, 48, hertz: 75),
    .scripted(128, 96, hertz: 50, isPreferred: false),
    .scripted(96, 64, hertz: 60, isPreferred: false),
  ]

  @Test(
    "The words of the configuration are read",
    arguments: [
      ("preferred", ModeRequest.preferred),
      ("current", .current),
      ("1920x1080", .size(width: 1920, height: 1080, refreshHertz: nil)),
      ("1920x1080@59.94", .size(width: 1920, height: 1080, refreshHertz: 59.94)),
      (
        "1 64 72 80 200 32 34 36 100",
        .timings(
          Modeline(
            clockKiloHertz: 1000,
            horizontal: Modeline.Axis(visible: 64, syncStart: 72, syncEnd: 80, total: 200),
            vertical: Modeline.Axis(visible: 32, syncStart: 34, syncEnd: 36, total: 100)
          )
        )
      ),
    ]
  )
  func words(text: String, expected: ModeRequest) {
    #expect(ModeRequest(text) == expected)
  }

  @Test(
    "Anything else is not a mode",
    arguments: [
      "", "x", "0x0", "1920", "1920x", "1920x1080@", "1920x1080@0", "1920x1080@60@60", "-1x5",
      "1920x1080i", "1e3x4", "99999x1", "1920x1080@nan", " 1920x1080", "+5x5",
    ]
  )
  func notModes(text: String) {
    #expect(ModeRequest(text) == nil)
  }

  @Test(
    "The mode asked for comes first",
    arguments: [
      ("preferred", "64x48@75"),
      ("current", "96x64@60"),
      ("128x96", "128x96@60"),
      ("128x96@50", "128x96@50"),
      ("128x96@49.7", "128x96@50"),
      ("96x64@60", "96x64@60"),
    ]
  )
  func first(text: String, expected: String) throws {
    let request = try #require(ModeRequest(text))
    let found = request.candidates(from: offered, current: .scripted(96, 64, isPreferred: false))
    #expect(found.modes.first?.label == expected)
    #expect(found.isAsRequested)
    // Every other mode is still there to fall back on, once.
    #expect(found.modes.count == offered.count)
  }

  @Test(
    "A mode that is not offered gives way to the preferred one, and that is said",
    arguments: [
      "128x96@75", "640x480",
    ]
  )
  func missing(text: String) throws {
    let request = try #require(ModeRequest(text))
    let found = request.candidates(from: offered, current: nil)
    #expect(found.modes.first?.label == "64x48@75")
    #expect(!found.isAsRequested)
  }

  @Test("Interlaced modes are for those who have nothing else")
  func interlaced() {
    var interlaced = DisplayMode.scripted(200, 100)
    interlaced.flags = DisplayMode.interlaceFlag
    let both = ModeRequest.preferred.candidates(
      from: [interlaced, .scripted(isPreferred: false)],
      current: nil
    )
    #expect(both.modes.map(\.label) == ["64x32@60"])
    let one = ModeRequest.preferred.candidates(from: [interlaced], current: nil)
    #expect(one.modes.count == 1)
  }
}
