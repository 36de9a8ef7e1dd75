// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Control
internal import JSON
internal import LinuxSystem
internal import Widgets

/// `swellctl text ID`, `swellctl text ID TEXT` and `swellctl text ID -`.
struct Text: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Fills a text field, or tells what it holds.",
    discussion: """
      Without a text it prints what the field holds as one line of JSON. With - the text comes from \
      standard input, where no list of processes shows it; a line end behind it is left out.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "The text field.", completion: WidgetIDs.completion("text"))
  var id: String
  @Argument(help: "The text, or - to read it from standard input.") var text: String?

  func run() throws {
    guard let text else {
      var client = try connection.connect()
      let result = try client.call(.widget(.text(.get(id: id))))
      try StandardOutput.write(line: result.text)
      return
    }
    // Input takes its time, of which the daemon's answer gets none.
    let whole = text == "-" ? try Self.readStandardInput() : text
    var client = try connection.connect()
    _ = try client.call(.widget(.text(.set(id: id, text: whole, caret: nil))))
  }

  /// In bytes: far more than a field takes.
  private static let limit = 4096

  private static func readStandardInput() throws -> String {
    guard var bytes = try StandardInput.readAll(limit: limit) else {
      throw ClientError.refused(
        "standard input has more than \(limit) bytes, which is more than a text field takes; "
          + "the field is as it was"
      )
    }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ValidationError("standard input is not UTF-8")
    }
    return text
  }
}

/// `swellctl focus ID` and `swellctl focus`.
struct Focus: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Gives the focus to a text field, or takes it from whichever has it."
  )

  @OptionGroup var connection: ConnectionOptions
  @Argument(
    help: "The text field; none lets go of the focus.",
    completion: WidgetIDs.completion("text")
  )
  var id: String?

  func run() throws {
    var client = try connection.connect()
    _ = try client.call(.setFocus(id: id, isQuiet: false))
  }
}

/// `swellctl type TEXT` and `swellctl type --key KEY`.
struct TypeText: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "type",
    abstract: "Types into the text field that has the focus, as a keyboard would."
  )

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "The text.") var text: String?
  @Option(help: "A key in place of a text, such as Return, BackSpace or ctrl+a.")
  var key: String?

  func validate() throws {
    guard (text == nil) != (key == nil) else {
      throw ValidationError("either a text or --key must be given")
    }
  }

  func run() throws {
    var client = try connection.connect()
    _ = try client.call(.sendKeys(text.map { .text($0) } ?? .key(key ?? "")))
  }
}
