// SPDX-License-Identifier: Apache-2.0

/// Figures and whether they are what was promised, a line each.
struct Findings {
  private(set) var lines: [String] = []
  private(set) var failures = 0

  mutating func expect(_ name: String, _ value: Int, atMost limit: Int) {
    note(name, value, value <= limit, "at most \(limit)")
  }

  mutating func expect(_ name: String, _ value: Int, atLeast limit: Int) {
    note(name, value, value >= limit, "at least \(limit)")
  }

  mutating func expect(_ name: String, _ value: Int, exactly wanted: Int) {
    note(name, value, value == wanted, "\(wanted)")
  }

  private mutating func note(_ name: String, _ value: Int, _ isRight: Bool, _ wanted: String) {
    if !isRight { failures += 1 }
    lines.append("\(isRight ? "ok    " : "FAILED") \(name): \(value) (\(wanted))")
  }
}
