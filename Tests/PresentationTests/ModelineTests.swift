// SPDX-License-Identifier: Apache-2.0
import Presentation
import Testing

@Suite("Modelines")
struct ModelineTests {
  /// VESA's reduced-blanking 1280x800 as cvt(1) prints it.
  private static let plain = "71.00 1280 1328 1360 1440 800 803 809 823 +hsync -vsync"

  @Test(
    "A modeline is read with or without its first word and name, in any case and spacing",
    arguments: [
      plain, "Modeline \(plain)", "MODELINE \"1280x800R\"   \(plain)", "\"1280x800R\" \(plain)",
    ]
  )
  func spellings(text: String) throws {
    let expected = Modeline(
      clockKiloHertz: 71_000,
      horizontal: Modeline.Axis(visible: 1280, syncStart: 1328, syncEnd: 1360, total: 1440),
      vertical: Modeline.Axis(visible: 800, syncStart: 803, syncEnd: 809, total: 823),
      flags: [.positiveHorizontalSync, .negativeVerticalSync]
    )
    #expect(try Modeline(parsing: text) == expected)
  }

  @Test(
    "Its text is read as the same modeline",
    arguments: [plain, "25.175 640 656 752 800 480 490 492 525 -hsync -vsync interlace doublescan"]
  )
  func description(text: String) throws {
    let modeline = try Modeline(parsing: text)
    #expect(try Modeline(parsing: "\(modeline)") == modeline)
  }

  @Test("16384 columns and 65535 in all are the most")
  func largest() throws {
    let largest = "600 16384 16384 16384 65535 100 100 100 110"
    let modeline = try Modeline(parsing: largest)
    #expect(modeline.horizontal.visible == 16384)
    #expect(modeline.horizontal.total == 65535)
    for (number, greater) in [("16384", "16385"), ("65535", "65536")] {
      let text = largest.replacing(number, with: greater)
      let error = #expect(throws: Modeline.ParseError.self) { try Modeline(parsing: text) }
      #expect(error?.message.contains("columns") == true)
    }
  }

  @Test("1 and 1000 Hz are the least and the most", arguments: [(1, "0.001"), (1000, "1")])
  func refreshRates(hertz: Int, clock: String) throws {
    let modeline = try Modeline(parsing: "\(clock) 10 10 10 10 100 100 100 100")
    #expect(modeline.clockKiloHertz * 1000 == hertz * 10 * 100)
  }

  @Test(
    "What makes no signal is refused, with the reason",
    arguments: [
      ("", "nine numbers"),
      ("71.00 1280 1328 1360 1440 800 803 809", "nine numbers"),
      ("-71 1280 1328 1360 1440 800 803 809 823", "pixel clock"),
      ("nan 1280 1328 1360 1440 800 803 809 823", "pixel clock"),
      ("0 1280 1328 1360 1440 800 803 809 823", "pixel clock"),
      ("71 1280 1270 1360 1440 800 803 809 823", "columns"),
      ("71 1280 1328 1360 1440 800 803 809 800", "rows"),
      ("71 0 1328 1360 1440 800 803 809 823", "columns"),
      ("71 1280 1328 1360 70000 800 803 809 823", "columns"),
      ("71 1280 1328 1360 99999999999999999999 800 803 809 823", "columns"),
      ("71 1280 1328 1360 1440 800 803 809 823 +hsynk", "+hsync"),
      ("0.5 1280 1328 1360 1440 800 803 809 823", "refresh rate"),
      ("71 1 1 1 1 1 1 1 1", "refresh rate"),
    ]
  )
  func refusals(text: String, reason: String) {
    let error = #expect(throws: Modeline.ParseError.self) { try Modeline(parsing: text) }
    #expect(error?.message.contains(reason) == true)
  }
}
