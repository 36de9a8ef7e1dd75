// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Control
internal import JSON
internal import LinuxSystem
internal import Widgets

/// `swellctl page [ID]`.
struct Page: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows a page, or prints which one is shown.",
    discussion:
      "ID is a page's, \"back\" for the one before, or \"home\" for the first of the file."
  )

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "The page.") var id: String?
  @Option(help: "How it comes, instead of its own turn: \(Self.kinds).") var turn: String?

  private static var kinds: String {
    PageTurn.Kind.allCases.map(\.rawValue).joined(separator: ", ")
  }

  func validate() throws {
    guard let turn else { return }
    guard id != nil else { throw ValidationError("--turn needs an ID") }
    guard PageTurn.Kind(rawValue: turn) != nil else {
      throw ValidationError("TURN must be one of \(Self.kinds)")
    }
  }

  func run() throws {
    var client = try connection.connect()
    guard let id else {
      let page = try client.call(.getPage)
      return try StandardOutput.write(line: page["id"]?.string ?? "")
    }
    let kind = turn.flatMap(PageTurn.Kind.init(rawValue:))
    _ = try client.call(.showPage(id: id, turn: kind))
  }
}
