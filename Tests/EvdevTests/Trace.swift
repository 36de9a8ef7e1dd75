// SPDX-License-Identifier: Apache-2.0
import Evdev
import FoundationEssentials
import Geometry
import Glibc
import MonotonicTime
import Testing
import Touch

/// A stream of events, made by hand of what was told of real panels, and what has to come of it.
///
/// Events are written as evemu writes them (`E: seconds.microseconds type code value`, type and code in
/// hexadecimal); `device:`, `x:` and `y:` say how the device reports and the ranges that it declares,
/// `has:` what it declares besides what it reports (`key`, `relative` or `property` and its number),
/// `expect:` in the device's own values what is told, `mismatch:` what it has reported beyond its ranges.
struct Trace: Sendable, CustomTestStringConvertible {
  struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }

  let testDescription: String
  private(set) var touchProtocol = TouchProtocol.single
  private(set) var ranges: [String: AxisRange] = [:]
  private(set) var records: [InputRecord] = []
  private(set) var expected: [String] = []
  private(set) var mismatch: String?
  /// What the device declares besides what it reports, as in the file.
  private(set) var parts: [(kind: String, number: UInt16)] = []

  /// All traces of the folder beside this file, by their names; on another machine that of `SWELL_TRACES`.
  static func all() throws -> [Trace] {
    let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let elsewhere = unsafe getenv("SWELL_TRACES").map { unsafe String(cString: $0) }
    let path = elsewhere ?? folder.joined(separator: "/") + "/Traces"
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { $0.hasSuffix(".txt") }
    return try names.sorted().map { try Trace(name: $0, path: path + "/" + $0) }
  }

  private init(name: String, path: String) throws {
    testDescription = String(name.dropLast(4))
    guard let contents = FileManager.default.contents(atPath: path) else {
      throw Unreadable(description: "\(path) cannot be read")
    }
    for line in String(decoding: contents, as: UTF8.self).split(separator: "\n") {
      try read(line.split(separator: " ").map(String.init), of: path)
    }
  }

  private mutating func read(_ words: [String], of path: String) throws {
    guard let first = words.first, first != "#" else { return }
    let unreadable = Unreadable(description: "\(path): \(words.joined(separator: " "))")
    let rest = Array(words.dropFirst())
    switch (first, rest.count) {
    case ("device:", 1...):
      touchProtocol = try Self.touchProtocol(rest)
    case ("x:", 2), ("y:", 2):
      guard let minimum = Int32(rest[0]), let maximum = Int32(rest[1]) else { throw unreadable }
      ranges[first] = AxisRange(minimum: minimum, maximum: maximum)
    case ("E:", 4):
      guard let seconds = Double(rest[0]), let type = UInt16(rest[1], radix: 16),
        let code = UInt16(rest[2], radix: 16), let value = Int32(rest[3])
      else { throw unreadable }
      let time = MonotonicInstant(seconds: seconds)
      records.append(InputRecord(type: type, code: code, value: value, time: time))
    case ("has:", 2):
      guard let number = UInt16(rest[1], radix: 16) else { throw unreadable }
      parts.append((rest[0], number))
    case ("expect:", 4):
      expected.append(rest.joined(separator: " "))
    case ("mismatch:", 7):
      mismatch = rest.joined(separator: " ")
    default:
      throw unreadable
    }
  }

  private static func touchProtocol(_ words: [String]) throws -> TouchProtocol {
    switch words {
    case ["single"]: return .single
    case ["pointer"]: return .pointer
    case ["anonymous"]: return .anonymous
    default:
      guard words.count == 2, words[0] == "slots", let count = Int(words[1]) else {
        throw Unreadable(description: "unknown device \(words)")
      }
      return .slots(count)
    }
  }

  /// Plays the trace; a second of silence follows.
  ///
  /// - Returns: What was told, as the file writes it, and what lay beyond the ranges.
  func play() throws -> (outputs: [String], mismatch: String?) {
    guard let horizontal = ranges["x:"], let vertical = ranges["y:"] else {
      throw Unreadable(description: "a range is missing")
    }
    var tracker = ContactTracker(
      device: 1,
      touchProtocol: touchProtocol,
      mapping: PanelMapping(horizontal: horizontal, vertical: vertical, calibration: .identity)
    )
    var queue = TouchQueue(capacity: 128)
    var outputs: [String] = []
    func take() {
      while let event = queue.next() {
        guard case .contact(let contact) = event else { continue }
        // The value whose cell the fraction lies in.
        let x = Self.value(contact.x, in: horizontal)
        let y = Self.value(contact.y, in: vertical)
        outputs.append("\(contact.contact.slot) \(contact.phase) \(x) \(y)")
      }
    }
    for record in records {
      tracker.handle(record, into: &queue)
      take()
    }
    if let last = records.last?.time {
      tracker.meetDeadline(at: last + .milliseconds(1000), into: &queue)
    }
    take()
    let mismatch = tracker.rangeMismatch.map { mismatch in
      let (x, y) = (mismatch.horizontal.seen, mismatch.vertical.seen)
      return "\(mismatch.count) x \(x.lowerBound) \(x.upperBound) y \(y.lowerBound) \(y.upperBound)"
    }
    return (outputs, mismatch)
  }

  /// The value of `range` whose cell a fraction of it lies in.
  static func value(_ fraction: Double, in range: AxisRange) -> Int {
    let count = Double(Int(range.maximum) - Int(range.minimum) + 1)
    return Int(range.minimum) + Int((fraction * count).rounded(.down))
  }
}
