// SPDX-License-Identifier: Apache-2.0
internal import PlainText

/// A label's text with the places that are filled in.
///
/// `{percent:ID}` is an indicator's figure, `{text:ID}` what a text field holds, `{value:ID}` the value
/// of a slider, `{time:FORMAT}` the time of day. `{{` and `}}` are braces; a brace that belongs to none of these is itself.
struct LabelTemplate: Hashable, Sendable {
  /// A widget whose value fills a place.
  struct Source: Hashable, Sendable {
    /// The role in which the label uses the widget.
    let role: WidgetRole
    /// Its id.
    let id: String
  }

  private enum Part: Hashable, Sendable {
    case literal(String)
    case source(Int)
    case time(TimeFormat)
  }

  private let parts: [Part]
  /// The places that other widgets fill, in their order.
  let sources: [Source]
  /// The text is the same for so many whole seconds of the day; 0 where it shows no time.
  let step: Int
  /// Number of parts of which the text is put together.
  var length: Int { parts.count }
  /// True if some brace belongs to no place and is not doubled.
  let hasLooseBrace: Bool

  /// Takes a text apart, in time that grows with its length.
  init(_ text: String) {
    let bytes = Array(text.utf8)
    let (opening, closing) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    var parts: [Part] = []
    var sources: [Source] = []
    var literal: [UInt8] = []
    var step = 0
    var hasLooseBrace = false
    func endLiteral() {
      guard !literal.isEmpty else { return }
      parts.append(.literal(String(decoding: literal, as: UTF8.self)))
      literal = []
    }
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let isDouble = index + 1 < bytes.count && bytes[index + 1] == byte
      if byte == opening, !isDouble,
        let end = bytes[index...].prefix(Self.longestPlace).firstIndex(of: closing),
        let place = Self.place(bytes[index + 1..<end])
      {
        endLiteral()
        switch place {
        case .time(let format):
          if format.step > 0 { step = step == 0 ? format.step : min(step, format.step) }
          parts.append(.time(format))
        case .source(let source):
          parts.append(.source(sources.count))
          sources.append(source)
        }
        index = end + 1
        continue
      }
      let isBrace = byte == opening || byte == closing
      if isBrace, !isDouble { hasLooseBrace = true }
      literal.append(byte)
      index += isBrace && isDouble ? 2 : 1
    }
    endLiteral()
    self.parts = parts
    self.sources = sources
    self.step = step
    self.hasLooseBrace = hasLooseBrace
  }

  /// Longest place with its braces, in bytes.
  private static let longestPlace = 80

  private enum Place {
    case source(Source)
    case time(TimeFormat)
  }

  private static func place(_ bytes: ArraySlice<UInt8>) -> Place? {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let argument = String(decoding: bytes[(colon + 1)...], as: UTF8.self)
    guard !argument.isEmpty else { return nil }
    switch String(decoding: bytes[..<colon], as: UTF8.self) {
    case "percent": return .source(Source(role: .level, id: argument))
    case "text": return .source(Source(role: .typedText, id: argument))
    case "value": return .source(Source(role: .value, id: argument))
    case "time": return TimeFormat(argument).map { .time($0) }
    default: return nil
    }
  }

  /// The text with all places filled in.
  ///
  /// - Parameters:
  ///   - values: The values that fill the places of ``sources``, as many as these.
  ///   - time: Tells the time of day in a format.
  /// - Returns: The text.
  func filled(_ values: [String], time: (String) -> String) -> String {
    var text = ""
    // A time is looked up once, however often it is shown.
    var times: [TimeFormat: String] = [:]
    for part in parts where text.utf8.count <= Self.mostBytes {
      switch part {
      case .literal(let literal): text += literal
      case .source(let index): text += values[index]
      case .time(let format):
        let shown = times[format] ?? time(format.format)
        times[format] = shown
        text += shown
      }
    }
    return text.shortened(toBytes: Self.mostBytes)
  }

  /// Most bytes of a text that is filled in, as many as one without places may have: what comes into a
  /// place may be long, and there may be many.
  static let mostBytes = 1024
}
