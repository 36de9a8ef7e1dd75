// SPDX-License-Identifier: Apache-2.0
internal import PlainText
package import JSON

/// Puts the result of `status` into words and columns for people.
///
/// Works on what came over the socket, so that a daemon of another version is shown as far as
/// possible.
package enum StatusText {
  /// The lines for the result `status`.
  package static func lines(for status: JSONValue) -> [String] {
    let output = status["output"]
    let frames = status["frames"]
    var rows: [(name: String, text: String)] = [
      (
        "daemon",
        joined([
          "swelld " + text(status["version"]), "pid " + text(status["pid"]),
          "up " + duration(status["uptime"]?.double),
          status["time_scale"]?.double.flatMap { $0 == 1 ? nil : "time × \(rounded($0))" },
        ])
      ),
      (
        "output",
        joined([
          text(output?["state"]), text(output?["kind"]), text(output?["mode"]),
          named("connector", value: output?["connector"]),
          named("mirrored on", value: output?["mirror"]),
          named("device", value: output?["device"]),
          named("driver", value: output?["driver"]),
        ])
      ),
      (
        "picture",
        joined([
          "rotation \(text(output?["rotation"]))°", "scale \(text(output?["scale"]))",
          output?["shift"]?.array.map { "moved by \($0.map(\.text).joined(separator: ", ")) px" },
        ])
      ),
      (
        "frames",
        joined([
          "\(text(frames?["presented"])) presented", "\(text(frames?["missed"])) missed",
          "\(text(frames?["idle"])) times at rest",
          frames?["lead_us"]?.double.map { "lead \(rounded($0)) µs" },
        ])
      ),
      ("render", percentiles(frames?["render_us"], unit: "µs")),
      ("touch to flip", percentiles(status["touch_to_flip_ms"], unit: "ms")),
    ]
    if let turns = status["turns"] {
      rows.append(
        (
          "turns",
          joined([
            turns["longest_ms"]?.double.map { "longest \(rounded($0)) ms" },
            "\(text(turns["late"])) longer than 2 ms",
          ])
        )
      )
    }
    if let light = output?["backlight"], light != .null {
      rows.insert(("backlight", text(ofLight: light)), at: 3)
    }
    if let warning = output?["warning"]?.string { rows.insert(("", warning), at: 2) }
    if let page = status["page"]?.string { rows.append(("page", page)) }
    for input in status["inputs"]?.array ?? [] {
      guard var device = input.object else { continue }
      let range = device["range"]
      device["range"] = nil
      rows.append(("input", members(.object(device))))
      if let finding = range?["text"]?.string { rows.append(("", finding)) }
    }
    rows += (status["widgets"]?.array ?? []).map { ("widget", members($0)) }
    if let count = status["widgets_shortened"]?.int {
      rows.append(
        ("widgets", "of \(count) only id and kind are told, as there is too much to tell")
      )
    }
    for error in status["configuration_errors"]?.array ?? [] {
      rows.append(("configuration", error.string ?? ""))
    }
    if let recoveries = status["recoveries"]?.object, !recoveries.members.isEmpty {
      rows.append(("recoveries", members(.object(recoveries))))
    }
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { row in
      (row.name + String(repeating: " ", count: width - row.name.count + 2) + row.text).printable
    }
  }

  /// The light behind the panel, and how bright it is.
  private static func text(ofLight light: JSONValue) -> String {
    let shown = light["shown"] == light["percent"] ? nil : "now \(text(light["shown"])) %"
    return joined([text(light["name"]), "\(text(light["percent"])) %", shown])
  }

  /// A single value without quotes; "–" for null and what is missing.
  private static func text(_ value: JSONValue?) -> String {
    switch value {
    case nil, .null: "–"
    case .string(let string): string
    case .bool(let bool): bool ? "yes" : "no"
    case .some(let other): other.text
    }
  }

  private static func named(_ name: String, value: JSONValue?) -> String? {
    guard let value, value != .null else { return nil }
    return "\(name) \(text(value))"
  }

  private static func joined(_ parts: [String?]) -> String {
    parts.compactMap(\.self).joined(separator: ", ")
  }

  private static func percentiles(_ value: JSONValue?, unit: String) -> String {
    guard let p50 = value?["p50"]?.double, let p99 = value?["p99"]?.double else {
      return "nothing measured yet"
    }
    return "p50 \(rounded(p50)) \(unit), p99 \(rounded(p99)) \(unit)"
  }

  /// The members of an object as `name value` pairs; the value alone for a name, an id or a kind.
  private static func members(_ value: JSONValue) -> String {
    guard let object = value.object else { return text(value) }
    return object.members.map { member in
      // A label or a device's name must not read as further members.
      let value = member.value.string?.field(separators: [","]) ?? text(member.value)
      let isPlain = ["id", "name", "kind"].contains(member.key)
      return isPlain ? value : "\(member.key) \(value)"
    }.joined(separator: ", ")
  }

  /// At most two decimals.
  private static func rounded(_ value: Double) -> String {
    JSONValue.number((value * 100).rounded() / 100).text
  }

  /// Days, hours, minutes and seconds, from the first that is not zero.
  private static func duration(_ seconds: Double?) -> String {
    guard let seconds, seconds >= 0, seconds < 1e12 else { return "–" }
    let total = Int(seconds)
    let parts = [
      (total / 86400, "d"), (total / 3600 % 24, "h"), (total / 60 % 60, "min"), (total % 60, "s"),
    ]
    let shown = parts.drop { $0.0 == 0 }
    guard !shown.isEmpty else { return "0 s" }
    return shown.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }
}
