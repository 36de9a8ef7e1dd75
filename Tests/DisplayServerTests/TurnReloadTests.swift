// SPDX-License-Identifier: Apache-2.0
import Control
import JSON
import RequestWords
import Testing
import VirtualKiosk
import VirtualTime
import Widgets

@Suite("Turns while another scene takes the place of the one that is shown")
struct TurnReloadTests {
  /// Home in two languages, which comes in a second, and a bright page that is left after five.
  private static func scene(_ kind: PageTurn.Kind) -> String {
    """
    [display]
    scale = 1
    languages = ["de", "en"]
    background = "#101418"
    [[page]]
    id = "a"
    turn = { kind = "\(kind.rawValue)", from = "right", duration = 1 }
    [[page.label]]
    id = "said"
    text = { de = "Guten Tag", en = "Hello" }
    frame = { x = 4, y = 4, width = 100, height = 20, anchor = "top-left" }
    [[page]]
    id = "b"
    background = "#F0F0F0"
    timeout = 5
    """
  }

  @Test(
    "Home comes by its turn while the language goes back to the first, and nothing jumps",
    arguments: [PageTurn.Kind.slide, .elastic, .fade]
  )
  func language(kind: PageTurn.Kind) throws {
    let run = try VirtualRun(Self.scene(kind))
    run.comeToRest()
    let home = try #require(run.presentedPixels())
    try run.perform(.setLanguage("en"))
    try run.perform(.showPage(id: "b", turn: .cut))
    run.pass(4.9)
    let seen = try #require(run.presentedPixels())
    let whole = difference(seen, home)
    var step = run.largestStep(in: 0.6)
    #expect(run.status.page == "a")
    #expect(try run.perform(.language).json["language"] == "de")
    let middle = try #require(run.presentedPixels())
    if kind.moves {
      // Half of the way is over.
      #expect(difference(seen, middle) > 0.2 * whole && difference(middle, home) > 0.2 * whole)
    }
    step = max(step, run.largestStep(in: 2))
    // The shortest of these ways has 15 frames, of which none takes an eighth of it.
    #expect(step < whole / 6)
    #expect(run.presentedPixels() == home)
  }
}
