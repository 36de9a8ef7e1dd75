// SPDX-License-Identifier: Apache-2.0
internal import PlainText

// Values as programs print them.
extension ChartSettings {
  package var program: ProgramSettings? { source.program }

  package func request(
    printing lines: inout [String]
  ) -> (request: WidgetRequest?, unreadable: String?) {
    var unreadable: String?
    var name: String?
    var values: [Double?] = []
    var rest: [String] = []
    for line in lines {
      guard let printed = value(printed: line) else {
        unreadable = unreadable ?? line
        continue
      }
      if values.isEmpty { name = printed.name }
      // A request is for one line of the chart.
      guard name == nil || printed.name?.hasSameBytes(as: name ?? "") == true,
        values.count < Self.mostValues
      else {
        rest.append(line)
        continue
      }
      values.append(printed.value)
    }
    lines = rest
    guard !values.isEmpty else { return (nil, unreadable) }
    return (.chart(.append(id: id, values, label: nil, line: name)), unreadable)
  }

  /// The content of a printed line: a value, which may be a missing one, and behind the name of a line of the chart
  /// where it has several; nil for a line without a value.
  private func value(printed line: String) -> (name: String?, value: Double?)? {
    let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    guard let last = words.last, let value = Self.value(of: last) else { return nil }
    guard !lines.isEmpty else { return words.count == 1 ? (nil, value) : nil }
    let name =
      words.count == 2 ? words[0] : words.count == 1 && lines.count == 1 ? lines[0].id : nil
    guard let name, lines.contains(where: { $0.id.hasSameBytes(as: name) }) else { return nil }
    return (name, value)
  }

  /// The value that `text` says, which may be a missing one, `none`; nil when it says none.
  package static func value(of text: String) -> Double?? {
    if text == "none" { return .some(nil) }
    let isPlain = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte)
    }
    guard isPlain, let number = Double(text), abs(number) <= ChartAxis.limit else { return nil }
    return number
  }
}
