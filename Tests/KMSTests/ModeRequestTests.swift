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

  /// A mode that a monitor offers, by its label; `*` is the preferred one.
  private func mode(_ label: String) -> DisplayMode {
    let parts = label.split { "x@i*".contains($0) }.compactMap { Int($0) }
    let isInterlaced = label.contains("i")
    // Fields count twice.
    let hertz = isInterlaced ? parts[2] / 2 : parts[2]
    var mode = DisplayMode.scripted(
      parts[0],
      parts[1],
      hertz: hertz,
      isPreferred: label.hasSuffix("*")
    )
    if isInterlaced { mode.flags = DisplayMode.interlaceFlag }
    return mode
  }

  @Test(
    "The monitor's own choice is shown unless it is interlaced or slow, and that is said",
    arguments: [
      ("128x96@60* 128x96@120 96x64@60", "128x96@60", "preferred by the monitor"),
      ("128x96@48* 128x96@60", "128x96@48", "preferred by the monitor"),
      ("128x96@60 128x96@30", "128x96@60", "the first on offer"),
      // The best rate of that size.
      (
        "128x96@30* 128x96@24 128x96@50 128x96@60 160x96@60", "128x96@60",
        "prefers 128x96@30, which is slow"
      ),
      ("128x96@47* 128x96@100", "128x96@100", "prefers 128x96@47, which is slow"),
      // Else the largest that is fast.
      ("128x96@24* 64x48@60 96x64@50 96x64@24", "96x64@50", "largest that is progressive and fast"),
      ("128x96@30 64x48@60", "64x48@60", "the first on offer is 128x96@30, which is slow"),
      // Else what there is.
      ("128x96@30* 96x64@24", "128x96@30", "preferred by the monitor"),
      ("128x96i@60* 128x96@50 96x64@60", "128x96@50", "prefers 128x96i@60, which is interlaced"),
      ("128x96i@60* 64x48@60 96x64@60", "96x64@60", "prefers 128x96i@60, which is interlaced"),
      ("128x96i@60* 64x48@30", "64x48@30", "prefers 128x96i@60, which is interlaced"),
      ("128x96i@60* 96x64i@60", "128x96i@60", "preferred by the monitor"),
    ]
  )
  func favourite(offered: String, expected: String, reason: String) {
    let modes = offered.split(separator: " ").map { mode(String($0)) }
    let found = ModeRequest.preferred.candidates(from: modes, current: nil)
    #expect(found.modes.first?.label == expected)
    #expect(found.reason.contains(reason), "\(found.reason)")
    #expect(found.isAsRequested)
    let progressive = modes.filter { !$0.isInterlaced }.count
    #expect(found.modes.count == (progressive == 0 ? modes.count : progressive))
  }

  @Test("A slow mode that is asked for by name and rate is shown")
  func slowByName() {
    let slow = NamedMode(width: 128, height: 96, refreshHertz: 30)
    let found = ModeRequest.named(slow).candidates(
      from: ["128x96@30*", "128x96@60"].map(mode),
      current: nil
    )
    #expect(found.modes.first?.label == "128x96@30")
    #expect(found.isAsRequested && found.reason == "named in the configuration")
  }

  @Test("Interlaced modes are for those who have nothing else, or give the timings themselves")
  func interlaced() throws {
    var interlaced = DisplayMode.scripted(200, 100)
    interlaced.flags = DisplayMode.interlaceFlag
    let named = ModeRequest.named(NamedMode(width: 200, height: 100, refreshHertz: 120))
      .candidates(from: [interlaced, .scripted(isPreferred: false)], current: nil)
    #expect(named.modes.map(\.label) == ["64x32@60"])
    #expect(!named.isAsRequested)
    let modeline = Modeline(
      clockKiloHertz: 1200,
      horizontal: Modeline.Axis(visible: 48, syncStart: 50, syncEnd: 52, total: 200),
      vertical: Modeline.Axis(visible: 24, syncStart: 25, syncEnd: 26, total: 100),
      flags: [.interlaced]
    )
    let given = ModeRequest.timings(modeline).candidates(from: [.scripted()], current: nil)
    #expect(given.modes.first?.isInterlaced == true)
    let both = ModeRequest.preferred.candidates(
      from: [interlaced, .scripted(isPreferred: false)],
      current: nil
    )
    #expect(both.modes.map(\.label) == ["64x32@60"])
    let one = ModeRequest.preferred.candidates(from: [interlaced], current: nil)
    #expect(one.modes.count == 1)
  }
}
