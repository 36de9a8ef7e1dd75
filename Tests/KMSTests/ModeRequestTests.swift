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
    "The mode asked for comes first",
    arguments: [
      (.preferred, "64x48@75"),
      (.current, "96x64@60"),
      (.named(NamedMode(width: 128, height: 96)), "128x96@60"),
      (.named(NamedMode(width: 128, height: 96, refreshHertz: 50)), "128x96@50"),
      (.named(NamedMode(width: 128, height: 96, refreshHertz: 49.7)), "128x96@50"),
      (.named(NamedMode(width: 96, height: 64, refreshHertz: 60)), "96x64@60"),
    ] as [(ModeRequest, String)]
  )
  func first(request: ModeRequest, expected: String) {
    let found = request.candidates(from: offered, current: .scripted(96, 64, isPreferred: false))
    #expect(found.modes.first?.label == expected)
    #expect(found.isAsRequested)
    // Every other mode is still there to fall back on, once.
    #expect(found.modes.count == offered.count)
  }

  @Test(
    "A mode that is not offered gives way to the preferred one, and that is said",
    arguments: [
      NamedMode(width: 128, height: 96, refreshHertz: 75), NamedMode(width: 640, height: 480),
    ]
  )
  func missing(mode: NamedMode) {
    let found = ModeRequest.named(mode).candidates(from: offered, current: nil)
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
