// SPDX-License-Identifier: Apache-2.0
import Foundation
import Geometry
import JSON
import KMS
import Testing
import swellctl

@Suite("Boards, by the reports in Tests/Boards")
struct BoardReplayTests {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Boards")

  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()

  private func report(_ name: String) throws -> BoardReport {
    let file = Self.folder.appendingPathComponent("\(name).json")
    return try BoardReport(parsing: [UInt8](Data(contentsOf: file)))
  }

  /// What is shown on, and by which way.
  private func choice(_ inventory: KMSInventory) -> String {
    guard let card = inventory.cards.first(where: \.isChosen), let choice = card.choice,
      let mode = choice.modes.first, let route = choice.routes.first
    else { return "shows nothing" }
    let plane = route.plane.map { "plane \($0.id.rawValue)" } ?? "no plane"
    let formats = route.formats.map { "\($0)" }.joined(separator: ", ")
    return
      "shows \(mode.label) (\(choice.modeReason)) turned by \(choice.connector.panelRotation.rawValue) on \(card.path) "
      + "\(choice.connector.name), CRTC \(route.crtc.id.rawValue), \(plane), \(formats)"
  }

  @Test("There are boards")
  func boards() { #expect(Self.names.count >= 10) }

  @Test("What is chosen on a board and what the doctor says are as expected", arguments: names)
  func replay(name: String) throws {
    let report = try report(name)
    let found = [choice(try report.inventory())] + (try report.verdicts().map(\.line))
    let file = Self.folder.appendingPathComponent("\(name).expected")
    let expected = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    #expect(
      expected.split(separator: "\n").map(String.init) == found,
      "if this is right, it belongs into \(name).expected:\n\(found.joined(separator: "\n"))"
    )
  }

  @Test("A board's file says whether it was recorded, or written from what", arguments: names)
  func source(name: String) throws {
    let source = try report(name).source
    let kinds = ["recorded by swellctl ", "written from documentation: "]
    #expect(kinds.contains { source.hasPrefix($0) && source.count > $0.count })
  }

  @Test("A report is written as it was read, and read as it was written", arguments: names)
  func roundTrip(name: String) throws {
    let written = try report(name).json
    let again = try BoardReport(parsing: Array(JSONLayout.text(written).utf8))
    #expect(again.json == written)
    #expect(try again.verdicts() == report(name).verdicts())
  }
}
