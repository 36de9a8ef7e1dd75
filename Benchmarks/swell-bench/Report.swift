// SPDX-License-Identifier: Apache-2.0

/// Prints results as a table and as JSON lines.
///
/// A line has `bench`, `size`, `mode`, `median_us`, `ratio_memset` and `ratio_cairo`; a ratio that
/// makes no sense for a benchmark is null. Where something else was measured in turns with it, its
/// name is `reference` and the ratio `ratio_reference`.
struct Report {
  /// Something that a benchmark is compared with.
  struct Reference {
    let name: String
    /// Its median in microseconds.
    let median: Double
  }

  private var lines: [String] = []

  /// Adds one result and prints its row; times in microseconds.
  mutating func add(
    _ bench: String,
    size: String,
    mode: String,
    median: Double,
    memset: Double? = nil,
    cairo: Double? = nil,
    reference: Reference? = nil
  ) {
    let againstMemset = memset.map { median / $0 }
    let againstCairo = cairo.map { median / $0 }
    let againstReference = reference.map { median / $0.median }
    func column(_ value: Double?, _ places: Int) -> String {
      pad(value.map { fixed($0, places) } ?? "–", 10)
    }
    print(
      bench.padded(14) + size.padded(11) + mode.padded(40)
        + column(median, median < 10 ? 4 : 2)
        + column(againstMemset, 2) + column(againstCairo, 3) + column(againstReference, 2)
        + (reference.map { " " + $0.name } ?? "")
    )
    var line =
      "{\"bench\":\"\(bench)\",\"size\":\"\(size)\",\"mode\":\"\(mode)\",\"median_us\":"
      + fixed(median, 6)
    line += ",\"ratio_memset\":" + (againstMemset.map { fixed($0, 4) } ?? "null")
    line += ",\"ratio_cairo\":" + (againstCairo.map { fixed($0, 4) } ?? "null")
    if let reference, let againstReference {
      line += ",\"reference\":\"\(reference.name)\",\"ratio_reference\":"
      line += fixed(againstReference, 4)
    }
    lines.append(line + "}")
  }

  /// Adds and prints an amount of memory; its line has no time but `mebibytes`.
  mutating func add(memory bytes: Int, size: String, mode: String) {
    let mebibytes = fixed(Double(bytes) / 1_048_576, 2)
    print("memory".padded(14) + size.padded(11) + mode.padded(40) + pad(mebibytes, 10) + " MiB")
    lines.append(
      "{\"bench\":\"memory\",\"size\":\"\(size)\",\"mode\":\"\(mode)\",\"median_us\":null,"
        + "\"ratio_memset\":null,\"ratio_cairo\":null,\"mebibytes\":\(mebibytes)}"
    )
  }

  static func header() {
    print(
      "bench".padded(14) + "size".padded(11) + "mode".padded(40)
        + pad("median µs", 10) + pad("× memset", 10) + pad("× cairo", 10)
        + pad("× other", 10)
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
