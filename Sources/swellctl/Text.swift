// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Control
internal import JSON
internal import LinuxSystem

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
    var client = try connection.connect()
    guard let text else {
      let result = try client.call("text.get", ["id": .string(id)])
      try StandardOutput.write(line: result.text)
      return
    }
    let whole = text == "-" ? try Self.readStandardInput() : text
    _ = try client.call(
      "text.set",
      .object(JSONObject([("id", .string(id)), ("text", .string(whole))]))
    )
  }

  /// Far more than a field takes: the daemon says so.
  private static let limit = 4096

  /// The beginning of what comes, whoever writes it to the end.
  private static func readStandardInput() throws -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    var isCut = false
    while let part = StandardInput.read(into: &buffer), !part.isEmpty {
      isCut = isCut || part.count > limit - bytes.count
      bytes += part.prefix(limit - bytes.count)
    }
    if isCut {
      // Not within a character: its beginning alone would be none.
      for _ in 0..<4 { if let last = bytes.popLast(), last & 0xC0 != 0x80 { break } }
    } else if bytes.last == UInt8(ascii: "\n") {
      bytes.removeLast()
    }
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
    _ = try client.call("focus.set", ["id": id.map { .string($0) } ?? .null])
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
    let params: JSONValue =
      if let text { ["text": .string(text)] } else { ["key": .string(key ?? "")] }
    _ = try client.call("key.send", params)
  }
}
