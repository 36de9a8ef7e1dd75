// SPDX-License-Identifier: Apache-2.0

/// Prints results as a table and as JSON lines.
struct Report {
  private var lines: [String] = []

  /// Adds one result and prints its row.
  mutating func add(
    _ bench: String,
    size: String,
    mode: String,
    median: Double,
    memset: Double? = nil,
    cairo: Double? = nil
  ) {
    let againstMemset = memset.map { median / $0 }
    let againstCairo = cairo.map { median / $0 }
    func column(_ value: Double?, _ places: Int) -> String {
      pad(value.map { fixed($0, places) } ?? "–", 10)
    }
    print(
      bench.padded(14) + size.padded(11) + mode.padded(26) + column(median, 2)
        + column(againstMemset, 2) + column(againstCairo, 3)
    )
    var line =
      "{\"bench\":\"\(bench)\",\"size\":\"\(size)\",\"mode\":\"\(mode)\",\"median_us\":"
      + fixed(median, 3)
    line += ",\"ratio_memset\":" + (againstMemset.map { fixed($0, 3) } ?? "null")
    line += ",\"ratio_cairo\":" + (againstCairo.map { fixed($0, 4) } ?? "null") + "}"
    lines.append(line)
  }

  static func header() {
    print(
      "bench".padded(14) + "size".padded(11) + "mode".padded(26)
        + pad("median µs", 10) + pad("× memset", 10) + pad("× cairo", 10)
    )
  }

  /// Prints everything once more, one JSON object a line.
  func printLines() { for line in lines { print(line) } }
}

private func pad(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

/// A number with a fixed count of decimal places.
private func fixed(_ value: Double, _ places: Int) -> String {
  var scale = 1
  for _ in 0..<places { scale *= 10 }
  let scaled = Int((value * Double(scale)).rounded())
  let fraction = String(scaled % scale)
  return "\(scaled / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
}

extension String {
  fileprivate func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
